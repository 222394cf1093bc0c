package importer_test

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/soa"
)

// TestCutMovesAsTheWhole compares parts of clips with the whole: linear, step and
// cubic ones, cut on keys and between them.
func TestCutMovesAsTheWhole(t *testing.T) {
	for _, file := range []string{strider + "strider_walk.fbx", strider + "strider_sparse.gltf", strider + "strider_wave.dae"} {
		m := files.Load(t, file)
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
	c := files.Load(t, strider+"strider_walk.fbx").Clips[0]
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
	clips := files.Load(t, strider+"strider_all.fbx").Clips
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

// Parts of a clip move the root as the whole does, and have its events.
func TestCutMotionAndEvents(t *testing.T) {
	m := &soa.Motion{Time: []float32{0, 10, 25, 40}, X: []float32{0, 1, -1, 0.5}, Y: []float32{0, 0, 0.5, 0.25}, Z: []float32{0, 2, 3, 5}, Yaw: []float32{0, 1, 4, -3}}
	c := &soa.Clip{Name: "walk", TicksPerSecond: 20, Start: 1, Duration: 40, Motion: m, Additive: true, Events: []soa.Event{
		{Time: 0, Length: 40, Name: "all"}, {Time: 4, Length: 6, Name: "before"}, {Time: 12, Name: "moment"}, {Time: 20, Length: 18, Name: "after"}, {Time: 31, Name: "late"},
	}}
	part, err := importer.Cut(c, importer.Range{Name: "part", Start: 1.5, End: 2.5})
	if err != nil {
		t.Fatal(err)
	}
	if err := part.Validate(1, 0, 0); err != nil {
		t.Fatal(err)
	}
	want := []soa.Event{{Time: 0, Length: 20, Name: "all"}, {Time: 2, Name: "moment"}, {Time: 10, Length: 10, Name: "after"}}
	if !slices.Equal(part.Events, want) || !part.Additive {
		t.Errorf("additive %v, events %+v", part.Additive, part.Events)
	}
	for tick := 0.; tick <= 20; tick += 0.5 {
		whole := place(m, 0).inverse().mul(place(m, 10)).mul(place(part.Motion, tick))
		if d := whole.distance(place(m, tick+10)); d > 2e-6 {
			t.Errorf("at tick %v the part is %v off", tick, d)
		}
	}
}

// plane is a rotation about Y and a translation, as a motion has it.
type plane struct{ x, y, z, yaw float64 }

func place(m *soa.Motion, tick float64) plane {
	at := func(v []float32) float64 {
		for k := 1; k < len(v); k++ {
			if a, b := float64(m.Time[k-1]), float64(m.Time[k]); tick <= b {
				return float64(v[k-1]) + (tick-a)/(b-a)*float64(v[k]-v[k-1])
			}
		}
		return float64(v[len(v)-1])
	}
	return plane{at(m.X), at(m.Y), at(m.Z), at(m.Yaw)}
}

func (p plane) mul(q plane) plane {
	s, c := math.Sincos(p.yaw)
	return plane{p.x + c*q.x + s*q.z, p.y + q.y, p.z + c*q.z - s*q.x, p.yaw + q.yaw}
}

func (p plane) inverse() plane {
	q := plane{yaw: -p.yaw}.mul(plane{x: p.x, y: p.y, z: p.z})
	return plane{-q.x, -q.y, -q.z, -p.yaw}
}

func (p plane) distance(q plane) float64 {
	return math.Hypot(math.Hypot(p.x-q.x, p.z-q.z), math.Hypot(p.y-q.y, p.yaw-q.yaw))
}
