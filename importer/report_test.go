package importer_test

import (
	"context"
	"math"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/truth"
)

// The report tells how far curves bend between their frames, alone or isolated.
func TestSubFrameBends(t *testing.T) {
	for _, c := range []struct {
		Name   []string
		metres float64
		joints int
	}{
		{[]string{"pab", "run.fbx"}, 0.0260, 64}, {[]string{"pab", "walk.fbx"}, 0.000941, 7}, {[]string{"strider", "strider_sparse.gltf"}, 0, 0},
	} {
		file := truth.Shared(t, append([]string{"models"}, c.Name...)...)
		for _, opts := range []importer.Options{{}, {Isolation: &importer.Limits{}}} {
			var r report.Report
			opts.Report = &r
			m, err := importer.Load(context.Background(), file, opts)
			must.Do(t, err)
			for i, clip := range r.Clips {
				b := clip.Bend
				if b.Joints != c.joints || math.Abs(b.Metres-c.metres) > 1e-4 || slices.Contains(m.Skeleton.Name, b.Joint) != (c.joints > 0) {
					t.Errorf("%s: clip %q bends by %v m at %q and %d joints, want %v m and %d", file, m.Clips[i].Name, b.Metres, b.Joint, b.Joints, c.metres, c.joints)
				}
			}
		}
	}
}
