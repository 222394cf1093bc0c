package report_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer/report"
)

// TestAlike: findings that repeat are one line with a count, whatever names and numbers they have.
func TestAlike(t *testing.T) {
	var r report.Report
	for i := range 36 {
		r.Add(report.Loss, report.MissingJoint, fmt.Sprintf("Nub%02d", i), "the skeleton has no such joint (the nearest is %q, %d edits away); its tracks are left out", fmt.Sprint("Bone", i), i%4)
	}
	r.Add(report.Info, report.MissingJoint, "Camera", "the skeleton has no such joint; its tracks are left out")
	for i := range 3 {
		r.AddSized(report.Loss, report.LostShear, []string{"arm", "leg", "arm"}[i], report.Size{Value: []float64{1, 5, 2}[i], Unit: "mm"}, "it shears by %d mm", []int{1, 5, 2}[i])
	}
	r.Add(report.Loss, report.MissingTexture, "a.png", "no texture: it is a folder")
	r.Add(report.Loss, report.MissingTexture, "b.png", "no texture: it does not exist")
	var lines []string
	for _, g := range report.Alike(r.Findings) {
		lines = append(lines, g.String())
	}
	want := []string{
		`loss: Nub00, Nub01, Nub02, … and 33 more: the skeleton has no such joint (the nearest is "Bone0", 0 edits away); its tracks are left out (36 alike)`,
		`info: Camera: the skeleton has no such joint; its tracks are left out`,
		`loss: arm, leg: it shears by 5 mm (3 alike; the worst is leg)`,
		`loss: a.png: no texture: it is a folder`,
		`loss: b.png: no texture: it does not exist`,
	}
	if got := strings.Join(lines, "\n"); got != strings.Join(want, "\n") {
		t.Errorf("%s\nwant\n%s", got, strings.Join(want, "\n"))
	}
	if groups := report.Alike(nil); len(groups) != 0 {
		t.Errorf("groups of nothing: %v", groups)
	}
}
