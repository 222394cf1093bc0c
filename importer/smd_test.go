package importer_test

import (
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/files"
)

// TestSMDStands: SMD files have Z up, and are turned to stand, joints and meshes alike.
func TestSMDStands(t *testing.T) {
	const file = `version 1
nodes
0 "root" -1
1 "head" 0
end
skeleton
time 0
0 0 0 0 0 0 0
1 0 0.2 1.5 0 0 0
end
triangles
none
1 0 0.2 1.5 0 0 1 0 0 1 1 1
1 1 0.2 1.5 0 0 1 0 0 1 1 1
1 0 1.2 1.5 0 0 1 0 0 1 1 1
end
`
	path := filepath.Join(t.TempDir(), "stands.smd")
	if err := os.WriteFile(path, []byte(file), 0o666); err != nil {
		t.Fatal(err)
	}
	var r report.Report
	m := files.LoadWith(t, path, importer.Options{Report: &r})
	head := m.Skeleton.Joint("head")
	rest := exact.NewSkeleton(m, nil).Rest
	if at := rest.Global[max(head, 0)].Translation(); r.UpAxis != "Z" || at.Sub(exact.Vec{0, 1.5, -0.2}).Length() > 1e-6 {
		t.Errorf("up is %q, the head is at %v", r.UpAxis, at)
	}
	mesh := m.Meshes[0]
	skin := m.Skins[mesh.Skin]
	for v := range len(mesh.Position) / 3 {
		bone := mesh.BoneIndex[v*mesh.Influences]
		bind := skin.InverseBind[bone]
		p := bind.Apply([3]float32(mesh.Position[3*v:]))
		n := bind.ApplyVector([3]float32(mesh.Normal[3*v:]))
		joint := rest.Global[skin.Joint[bone]]
		height := joint[4]*float64(p[0]) + joint[5]*float64(p[1]) + joint[6]*float64(p[2]) + joint[7]
		up := joint[4]*float64(n[0]) + joint[5]*float64(n[1]) + joint[6]*float64(n[2])
		if math.Abs(height-1.5) > 1e-6 || math.Abs(up-1) > 1e-6 {
			t.Errorf("vertex %d is at a height of %v, with a normal that rises by %v", v, height, up)
		}
	}
}

// TestSMDRate: SMD files state no rate, which is told where there is more than one frame.
func TestSMDRate(t *testing.T) {
	for frames, told := range map[int]bool{1: false, 5: true} {
		var b strings.Builder
		b.WriteString("version 1\nnodes\n0 \"root\" -1\nend\nskeleton\n")
		for k := range frames {
			b.WriteString("time " + string(rune('0'+k)) + "\n0 " + string(rune('0'+k)) + " 0 0 0 0 0\n")
		}
		b.WriteString("end\n")
		path := store(t, "made.smd", []byte(b.String()))
		var r report.Report
		clips := files.LoadWith(t, path, importer.Options{Report: &r}).Clips
		if len(clips) != 1 || clips[0].TicksPerSecond != 30 || clips[0].Duration != float64(frames-1) {
			t.Errorf("%d frames: %d clips; %v", frames, len(clips), r.Findings)
		}
		if hasFinding(&r, report.Repair, report.AssumedRate, "the format states no rate; 30 frames per second are assumed") != told {
			t.Errorf("%d frames: %v", frames, r.Findings)
		}
		clips = files.LoadWith(t, path, importer.Options{Report: &r, TicksPerSecond: 25}).Clips
		if clips[0].TicksPerSecond != 25 || hasFinding(&r, report.Repair, report.AssumedRate, "") {
			t.Errorf("%d frames asked for: %v", frames, r.Findings)
		}
	}
}
