package importer_test

import (
	"context"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/fbxfile"
	"github.com/sinew-anim/sinew/internal/testing/files"
)

// rig is a chain of three joints with the given names.
func rig(names ...string) *fbxfile.File {
	f := &fbxfile.File{}
	parent := ""
	for i, n := range names {
		f.Models = append(f.Models, fbxfile.Model{
			Name: n, Parent: parent, Translation: exact.Vec{0, float64(10 * i), 0}, Curves: swing(4, false, false),
		})
		parent = n
	}
	return f
}

// TestNamespaces carries a clip between rigs whose joints bear other
// namespaces, other case, or the same name twice.
func TestNamespaces(t *testing.T) {
	for name, c := range map[string][2]*fbxfile.File{
		"added":    {rig("Hips", "Spine", "Head"), rig("mixamorig:Hips", "mixamorig:Spine", "mixamorig:Head")},
		"removed":  {rig("model:Hips", "model:Spine", "model:Head"), rig("Hips", "Spine", "Head")},
		"exchange": {rig("a:Hips", "a:Spine", "a:Head"), rig("b:Hips", "b:Spine", "b:Head")},
		"case":     {rig("hips", "spine", "head"), rig("Hips", "Spine", "Head")},
	} {
		t.Run(name, func(t *testing.T) {
			m, home := files.Load(t, c[0].Write(t)), files.Load(t, c[1].Write(t))
			clip := addClips(t, m, c[1].Write(t), importer.Options{})[0]
			if len(clip.Tracks) != len(home.Clips[0].Tracks) {
				t.Fatalf("%d tracks, want %d", len(clip.Tracks), len(home.Clips[0].Tracks))
			}
			for j := range m.Skeleton.Len() {
				if m.Skeleton.Parent[j] != home.Skeleton.Parent[j] {
					t.Fatal("the rigs differ")
				}
			}
			for i := range clip.Tracks {
				if clip.Tracks[i] != home.Clips[0].Tracks[i] {
					t.Errorf("track %d is %+v, want %+v", i, clip.Tracks[i], home.Clips[0].Tracks[i])
				}
			}
		})
	}
}

func TestMissingJointNamesTheNearest(t *testing.T) {
	m := files.Load(t, rig("Hips", "Spine", "Head").Write(t))
	var r report.Report
	if _, err := importer.AddClips(context.Background(), m, rig("Hips", "Spine", "Haed").Write(t), importer.Options{Report: &r}); err != nil {
		t.Fatal(err)
	}
	for _, f := range r.Findings {
		if f.Where == "Haed" && f.Severity == report.Loss && strings.Contains(f.Message, `"Head"`) {
			return
		}
	}
	t.Errorf("no finding tells of Haed: %v", r.Findings)
}
