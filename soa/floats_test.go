package soa

import (
	"errors"
	"reflect"
	"testing"
)

// glowing is twoArms with floats on the second arm and on no joint, driven by
// the clip.
func glowing(first, second string) *Model {
	m := twoArms(first, second)
	m.Floats = []NamedFloat{{"glow", 2, 0.5}, {"fog", NoJoint, 1}, {"still", 0, 7}}
	m.Clips[0] = m.Clips[0].WithFloats(glow())
	return m
}

func glow() *Clip {
	return &Clip{
		Tracks: []Track{{Target: 0, Property: Float, Interpolation: Cubic}, {Target: 1, Property: Float, Interpolation: Step, First: 2}},
		Time:   []float32{0, 10, 4}, X: []float32{3, 4, 5}, Y: make([]float32, 3), Z: make([]float32, 3), W: make([]float32, 3),
		In: []Tangent{{6}, {7}}, Out: []Tangent{{8}, {9}},
	}
}

// A clip's floats and the rest of it are the clip again, and each is a clip.
func TestClipFloats(t *testing.T) {
	m := glowing("left", "right")
	c := m.Clips[0]
	if err := m.Validate(); err != nil {
		t.Fatal(err)
	}
	floats, rest := c.Floats(), c.WithoutFloats()
	if err := errors.Join(m.ValidateClip(floats), m.ValidateClip(rest)); err != nil {
		t.Fatal(err)
	}
	if len(floats.Tracks) != 2 || len(rest.Tracks) != 3 || len(rest.In) != 2 || len(rest.Events) != 1 || floats.Name != "wave" || floats.Duration != 10 {
		t.Errorf("%+v\n%+v", floats, rest)
	}
	for i := range floats.Tracks {
		if tr := floats.Tracks[i]; tr != glow().Tracks[i] {
			t.Errorf("track %d is %+v", i, tr)
		}
	}
	if !reflect.DeepEqual(floats.X, glow().X) || !reflect.DeepEqual(floats.Out, glow().Out) {
		t.Errorf("%+v", floats)
	}
	if again := rest.WithFloats(floats); !reflect.DeepEqual(again, c) {
		t.Errorf("%+v\nbecame\n%+v", c, again)
	}
	plain := twoArms("left", "right").Clips[0]
	if plain.Floats() != nil || plain.WithoutFloats() != plain || plain.WithFloats(nil) != plain {
		t.Error("a clip without floats is another without them")
	}
}

func TestAddClipsFloats(t *testing.T) {
	from := glowing("right", "left")
	to := twoArms("left", "right")
	to.Floats = []NamedFloat{{"glow", 0, 9}, {"fog", NoJoint, 2}}
	if _, err := to.AddClips(from); err != nil {
		t.Fatal(err)
	}
	if err := to.Validate(); err != nil {
		t.Fatal(err)
	}
	// The glow of the left arm is not that of the root; the still float, which no
	// clip drives, is left out.
	want := []NamedFloat{{"glow", 0, 9}, {"fog", NoJoint, 2}, {"glow", 1, 0.5}}
	if !reflect.DeepEqual(to.Floats, want) {
		t.Errorf("floats %+v, want %+v", to.Floats, want)
	}
	c := to.Clips[1]
	fog, glow := c.Tracks[3], c.Tracks[4]
	if fog.Target != 1 || c.X[fog.First] != 5 || glow.Target != 2 || glow.Interpolation != Cubic || c.X[glow.First] != 3 || c.Out[glow.FirstTangent] != (Tangent{8}) {
		t.Errorf("%+v", c)
	}
	if to.Float("glow", 1) != 2 || to.Float("glow", 2) != None || to.Float("fog", NoJoint) != 1 {
		t.Error("floats are not found by name and joint")
	}

	from.Floats[0].Joint, from.Skeleton.Name[2] = 2, "tail"
	to = twoArms("left", "right")
	if _, err := to.AddClips(from); !errors.Is(err, ErrSkeleton) || len(to.Floats) != 0 || len(to.Clips) != 1 {
		t.Errorf("a float on another joint: %v, %+v", err, to.Floats)
	}
}

func TestFloatsValidate(t *testing.T) {
	for name, spoil := range map[string]func(m *Model){
		"a joint too far": func(m *Model) { m.Floats[0].Joint = 3 },
		"no such joint":   func(m *Model) { m.Floats[0].Joint = -2 },
		"no number":       func(m *Model) { m.Floats[0].Rest /= 0 * m.Floats[0].Rest },
		"too many":        func(m *Model) { m.Floats = make([]NamedFloat, MaxJoints+1) },
		"too few":         func(m *Model) { m.Floats = m.Floats[:1] },
		"a property":      func(m *Model) { m.Clips[0].Tracks[4].Property++ },
	} {
		m := glowing("left", "right")
		spoil(m)
		if err := m.Validate(); !errors.Is(err, ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if Float.String() != "float" {
		t.Error(Float)
	}
}
