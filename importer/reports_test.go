package importer_test

import (
	"fmt"
	"math"
	"regexp"
	"testing"

	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/soa"
)

// checkReport counts again what a report says of a model, and holds its findings to what they tell.
func checkReport(t *testing.T, path string, m *soa.Model, r *report.Report) {
	t.Helper()
	if r.Joints != m.Skeleton.Len() || r.Nodes < 1 || r.Duration <= 0 || r.Parse > r.Duration || !(r.MetresPerUnit > 0) || r.Importer == "" {
		t.Errorf("%s: %d joints of %d, %d nodes, %v of %v, %v m per unit by %q", path, r.Joints, m.Skeleton.Len(), r.Nodes, r.Parse, r.Duration, r.MetresPerUnit, r.Importer)
	}
	if len(r.Clips) != len(m.Clips) {
		t.Errorf("%s: %d clips in the report, %d in the model", path, len(r.Clips), len(m.Clips))
		return
	}
	for i := range r.Clips {
		said, c := &r.Clips[i], m.Clips[i]
		keys := len(c.Time)
		if said.Name != c.Name || said.TicksPerSecond != c.TicksPerSecond || said.Tracks != len(c.Tracks) || said.Keys != keys || said.AtRest > said.Constant || said.Constant > said.Tracks+said.AtRest ||
			math.Abs(said.End-said.Start-c.Seconds()) > 1e-6*(1+math.Abs(said.End)) {
			t.Errorf("%s: the report says %+v, the clip %q has %d tracks, %d keys and %v s", path, *said, c.Name, len(c.Tracks), keys, c.Seconds())
		}
	}
	vertices := 0
	for _, mesh := range r.Meshes {
		with := 0
		for _, n := range mesh.Influences {
			with += n
		}
		if mesh.Bones > 0 && with != mesh.Vertices || mesh.Bones == 0 && with > 0 || mesh.LostWeight < 0 || mesh.LostWeight > 1 {
			t.Errorf("%s: mesh %+v: %d vertices by their influences", path, mesh, with)
		}
		vertices += mesh.Vertices
	}
	for _, f := range r.Findings {
		checkFinding(t, path, &f)
	}
}

var sizesInText = regexp.MustCompile(`([-+]?\d[\d.]*(?:e[-+]?\d+)?) ?(mm|°|%)?`)

// checkFinding holds a finding's message to its size: it has the number.
func checkFinding(t *testing.T, path string, f *report.Finding) {
	t.Helper()
	if f.Message == "" || f.Kind == "" {
		t.Errorf("%s: %+v", path, f)
	}
	if f.Size.Value == 0 && f.Size.Unit == "" {
		return
	}
	if !(f.Size.Value >= 0) || math.IsInf(f.Size.Value, 0) {
		t.Errorf("%s: a size of %v: %v", path, f.Size, f)
	}
	v := f.Size.Value
	for _, q := range sizesInText.FindAllStringSubmatch(f.Message, -1) {
		for _, form := range []string{"%.3g", "%.2g", "%.1f", "%.2f", "%.3f", "%.0f", "%v"} {
			for _, told := range []float64{v, 1 + v, 1 - v} { // weights are told by their sum
				if q[1] == fmt.Sprintf(form, told) && (told == v || f.Kind == report.WeightSum) || q[2] == "%" && q[1] == fmt.Sprintf(form, 100*v) {
					return
				}
			}
		}
	}
	t.Errorf("%s: the message does not tell the size %v: %v", path, f.Size, f)
}
