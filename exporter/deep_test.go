package exporter_test

import (
	"bytes"
	"io"
	"runtime"
	"strconv"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/exporter"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
)

// Clips and edits of deep joints with long names are written into their file with memory linear in joints and
// names, and reach the joints that have one path.
func TestDeepJointsTakeLittleMemory(t *testing.T) {
	const n = 2000 // the paths of all have 600 MB
	k := &soa.Skeleton{Rest: soa.MakeTransforms(n), Unit: make([]float32, n)}
	for j := range n {
		k.Parent, k.Name, k.Unit[j] = append(k.Parent, int16(j-1)), append(k.Name, strings.Repeat("n", 300)+strconv.Itoa(j%3)), 1
	}
	k.ComputeDepth()
	m := &soa.Model{Name: "deep", Skeleton: k}
	clip := &soa.Clip{Name: "a", TicksPerSecond: 1, Duration: 1}
	for _, j := range []int{0, n / 2, n - 1} {
		clip.Tracks = append(clip.Tracks, soa.Track{Target: int16(j), Property: soa.Translation, First: uint32(len(clip.Time))})
		clip.Time, clip.X, clip.Y = append(clip.Time, 0, 1), append(clip.X, 0, 1), append(clip.Y, 0, 0)
		clip.Z, clip.W = append(clip.Z, 0, 0), append(clip.W, 0, 0)
	}
	m.Clips = []*soa.Clip{clip}
	var file, more, edited bytes.Buffer
	must.Do(t, exporter.GLB(t.Context(), &file, m, exporter.Options{}))
	var found report.Report
	from, err := importer.LoadReader(t.Context(), bytes.NewReader(file.Bytes()), "deep.glb", importer.Options{Report: &found, Origin: true})
	must.Do(t, err)
	source, err := exporter.NewSource(t.Context(), file.Bytes(), nil, found.Origin)
	must.Do(t, err)

	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	must.Do(t, exporter.AddClips(t.Context(), &more, file.Bytes(), m, m.Clips, exporter.Options{}))
	grown := *from
	s := *from.Skeleton // with a joint more
	r := soa.MakeTransforms(n + 1)
	grown.Skeleton, s.Parent, s.Name, s.Unit = &s, append(s.Parent[:n:n], n-1), append(s.Name[:n:n], "new"), append(s.Unit[:n:n], 1)
	for i, to := range [][]float32{r.TX, r.TY, r.TZ, r.RX, r.RY, r.RZ, r.RW, r.SX, r.SY, r.SZ} {
		o := &from.Skeleton.Rest
		copy(to, [][]float32{o.TX, o.TY, o.TZ, o.RX, o.RY, o.RZ, o.RW, o.SX, o.SY, o.SZ}[i])
	}
	s.Rest = r
	s.ComputeDepth()
	must.Do(t, exporter.GLB(t.Context(), &edited, &grown, exporter.Options{Source: source}))
	runtime.ReadMemStats(&after)
	if n := after.TotalAlloc - before.TotalAlloc; n > 200<<20 {
		t.Errorf("%d MB were allocated", n>>20)
	}
	for _, data := range []*bytes.Buffer{&more, &edited} {
		back, err := importer.LoadReader(t.Context(), io.LimitReader(data, 1<<30), "deep.glb", importer.Options{})
		must.Do(t, err)
		last := back.Clips[len(back.Clips)-1]
		if len(last.Tracks) != 3 || last.Tracks[1].Target != n/2 || last.Tracks[2].Target != n-1 {
			t.Errorf("the clip has the tracks %+v", last.Tracks)
		}
	}
}
