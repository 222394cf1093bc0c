package soa

import (
	"errors"
	"testing"
)

// twoArms is a model of a root with two arms, in an order of choice, with a
// clip that moves both and a weight.
func twoArms(first, second string) *Model {
	m := &Model{
		Skeleton: &Skeleton{Name: []string{"root", first, second}, Parent: []int16{NoJoint, 0, 0}, Unit: []float32{1, 1, 1}, Rest: MakeTransforms(3)},
		Weights:  []MorphWeight{{Mesh: "m", Target: second}, {Mesh: "m", Target: first}},
	}
	m.Skeleton.ComputeDepth()
	at := map[string]float32{"left": 1, "right": -1}
	m.Skeleton.Rest.TX[1], m.Skeleton.Rest.TX[2] = at[first], at[second]
	m.Clips = []*Clip{{
		Name: "wave", TicksPerSecond: 30, Duration: 10,
		Tracks: []Track{
			{Target: 1, Property: Rotation},
			{Target: 2, Property: Rotation, Interpolation: Cubic, First: 1},
			{Target: 0, Property: Weight, First: 3},
		},
		Time: []float32{0, 0, 10, 0}, X: []float32{0, 1, 0, 0.5}, Y: make([]float32, 4), Z: make([]float32, 4), W: []float32{1, 0, 1, 0},
		In: make([]Tangent, 2), Out: []Tangent{{1}, {2}}, Events: []Event{{5, 2, "top"}},
	}}
	return m
}

func TestAddClips(t *testing.T) {
	to, from := twoArms("left", "right"), twoArms("right", "left")
	added, err := to.AddClips(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := to.Validate(); err != nil {
		t.Fatal(err)
	}
	c := added[0]
	if len(to.Clips) != 2 || to.Clips[1] != c || c.Name != "wave" || len(c.Events) != 1 {
		t.Fatalf("%+v", c)
	}
	// The right arm was joint 1 with one key and is joint 2; the left one leads.
	if c.Tracks[0].Target != 1 || c.Tracks[0].Interpolation != Cubic || c.X[0] != 1 || c.Out[1] != (Tangent{2}) ||
		c.Tracks[1].Target != 2 || c.Tracks[1].First != 2 || c.W[2] != 1 || c.Tracks[2].Target != 1 || c.X[3] != 0.5 {
		t.Errorf("%+v", c)
	}
}

func TestAddClipsRefuses(t *testing.T) {
	for name, spoil := range map[string]func(from *Model){
		"another joint":  func(from *Model) { from.Skeleton.Name[1] = "tail" },
		"another parent": func(from *Model) { from.Skeleton.Name[0] = "hips" },
		"another unit":   func(from *Model) { from.Skeleton.Unit[0] = 2 },
		"another rest":   func(from *Model) { from.Skeleton.Rest.TY[0] = 2 },
		"another weight": func(from *Model) { from.Weights[0].Target = "smile" },
	} {
		to, from := twoArms("left", "right"), twoArms("right", "left")
		spoil(from)
		if _, err := to.AddClips(from); !errors.Is(err, ErrSkeleton) || len(to.Clips) != 1 {
			t.Errorf("%s: %v", name, err)
		}
	}
}
