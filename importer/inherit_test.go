package importer_test

import (
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/exact"
)

// TestFBXInheritedScale: a joint that leaves its parent's scale out is told of,
// where the parent has one.
func TestFBXInheritedScale(t *testing.T) {
	const rrss, rrs = 1, -1
	for what, c := range map[string]struct {
		inherit int
		scale   exact.Vec
		lost    bool
	}{
		"plain product":            {0, exact.Vec{1, 2, 3}, false},
		"no scale above":           {rrs, exact.Vec{1, 1, 1}, false},
		"scale above left out":     {rrs, exact.Vec{2, 2, 2}, true},
		"turned first, even":       {rrss, exact.Vec{2, 2, 2}, false},
		"turned first, not evenly": {rrss, exact.Vec{1, 2, 3}, true},
	} {
		t.Run(what, func(t *testing.T) {
			f := &fbxFile{Models: []fbxModel{
				{Name: "root", Scaling: &c.scale},
				{Name: "arm", Parent: "root", Inherit: c.inherit, Translation: exact.Vec{5, 0, 0}, RotationPivot: exact.Vec{1, 0, 0}, Curves: turned(3, 1)},
			}}
			var r importer.Report
			load(t, f.write(t), importer.WithReport(&r))
			told := false
			for _, finding := range r.Findings {
				told = told || finding.Kind == importer.InheritedScale && finding.Severity == importer.Loss && strings.Contains(finding.Message, `"arm"`)
			}
			if told != c.lost {
				t.Errorf("told: %v, want %v: %v", told, c.lost, r.Findings)
			}
		})
	}
}
