package importer_test

import (
	"errors"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/oracle"
	"github.com/sinew-anim/sinew/soa"
)

// TestCutMovesAsTheWhole compares parts of clips with the whole: linear, step and
// cubic ones, cut on keys and between them.
func TestCutMovesAsTheWhole(t *testing.T) {
	for _, file := range []string{strider + "strider_walk.fbx", strider + "strider_sparse.gltf", strider + "strider_wave.dae"} {
		m := load(t, file)
		for _, whole := range m.Clips {
			for _, part := range [][2]float64{{0, 1}, {0.2, 0.7}, {0.31, 0.33}, {0.5, 0.5}} {
				r := importer.Range{Name: "part", Start: whole.Start + part[0]*whole.Seconds(), End: whole.Start + part[1]*whole.Seconds()}
				c, err := importer.Cut(whole, r)
				if err != nil {
					t.Fatal(err)
				}
				if err := c.Validate(m.Skeleton.Len(), len(m.Weights), len(m.Floats)); err != nil {
					t.Fatalf("%s %v: %v", file, part, err)
				}
				if math.Abs(c.Start-r.Start) > 1e-9 || math.Abs(c.End()-r.End) > 1e-9 {
					t.Errorf("%s: the part runs from %v to %v, want %v", file, c.Start, c.End(), r)
				}
				worst := 0.0
				for u := 0.0; u <= 1; u += 1. / 16 {
					s := r.Start + u*(r.End-r.Start)
					a, b := oracle.Evaluate(m, []*soa.Clip{whole}, s), oracle.Evaluate(m, []*soa.Clip{c}, s)
					for j := range a.Model {
						for _, k := range []int{3, 7, 11} {
							worst = math.Max(worst, math.Abs(a.Model[j][k]-b.Model[j][k]))
						}
					}
				}
				if worst > 2e-5 {
					t.Errorf("%s, clip %q, part %v: off by %.3g", file, whole.Name, part, worst)
				}
			}
		}
	}
}

func TestCutRefuses(t *testing.T) {
	c := load(t, strider+"strider_walk.fbx").Clips[0]
	for _, r := range []importer.Range{{"late", 0, 99}, {"early", -1, 0}, {"back", 0.5, 0.2}, {"nan", math.NaN(), 1}} {
		if _, err := importer.Cut(c, r); !errors.Is(err, importer.ErrOption) {
			t.Errorf("%v: %v", r, err)
		}
	}
	if got := importer.Frames("a", 15, 30, 30); got.Start != 0.5 || got.End != 1 {
		t.Errorf("frames 15 to 30 are %v", got)
	}
}

func TestSelectClips(t *testing.T) {
	clips := load(t, strider+"strider_all.fbx").Clips
	got, err := importer.SelectClips(clips, []string{"w*"}, []string{"*_tail"})
	if err != nil || len(got) != 2 || got[0].Name != "walk" || got[1].Name != "wave" {
		t.Errorf("%d clips: %v", len(got), err)
	}
	if all, err := importer.SelectClips(clips, nil, nil); err != nil || len(all) != len(clips) {
		t.Errorf("no patterns: %d of %d clips: %v", len(all), len(clips), err)
	}
	if _, err := importer.SelectClips(clips, []string{"["}, nil); !errors.Is(err, importer.ErrOption) {
		t.Errorf("a malformed pattern: %v", err)
	}
}
