package soa

import (
	"errors"
	"math"
	"testing"
)

// chain is a model of joints below each other, with a clip that scales one of them.
func chain(joints int) *Model {
	s := &Skeleton{Name: make([]string, joints), Parent: make([]int16, joints), Unit: make([]float32, joints), Rest: MakeTransforms(joints)}
	for j := range joints {
		s.Parent[j], s.Unit[j] = int16(j-1), 1
	}
	s.ComputeDepth()
	return &Model{Skeleton: s, Clips: []*Clip{{
		Name: "grow", TicksPerSecond: 30, Duration: 2, Tracks: []Track{{Target: 1, Property: Scale}},
		Time: []float32{0, 2}, X: []float32{1, 1}, Y: []float32{1, 1}, Z: []float32{1, 1}, W: []float32{0, 0},
	}}}
}

// TestMagnitudes: numbers that are finite and too large together, or times between which
// nothing can be computed, are invalid.
func TestMagnitudes(t *testing.T) {
	for name, c := range map[string]struct {
		valid bool
		set   func(m *Model)
	}{
		"as it is":       {true, func(*Model) {}},
		"large at rest":  {true, func(m *Model) { m.Skeleton.Rest.SX[0] = 1 << 40 }},
		"larger at rest": {false, func(m *Model) { m.Skeleton.Rest.SX[0] = 1 << 41 }},
		"large twice":    {false, func(m *Model) { m.Skeleton.Rest.SX[0], m.Skeleton.Rest.SY[3] = 1<<21, -1<<20 }},
		"large, then small": {true, func(m *Model) {
			m.Skeleton.Rest.SX[0], m.Skeleton.Rest.SX[1] = 1<<40, 1.0/(1<<40)
			m.Skeleton.Rest.SY[1], m.Skeleton.Rest.SZ[1] = 0, 0
			m.Clips = nil
		}},
		"large in a clip":       {false, func(m *Model) { m.Skeleton.Rest.SX[0], m.Clips[0].X[1] = 1<<21, 1<<20 }},
		"large between keys":    {false, func(m *Model) { cubic(m, 1<<40); m.Skeleton.Rest.SX[0] = 2 }},
		"a clip beside another": {false, func(m *Model) { beside(m) }},
		"far":                   {false, func(m *Model) { m.Skeleton.Rest.TX[2] = 1e20 }},
		"late":                  {false, func(m *Model) { m.Clips[0].Time[1] = 1e30 }},
		"close":                 {false, func(m *Model) { m.Clips[0].Time[1] = math.SmallestNonzeroFloat32 }},
		"endless":               {false, func(m *Model) { m.Clips[0].Duration, m.Clips[0].TicksPerSecond = 1e300, 1e-300 }},
		"endless, slowly":       {false, func(m *Model) { m.Clips[0].TicksPerSecond = math.SmallestNonzeroFloat64 }},
		"in a far future":       {false, func(m *Model) { m.Clips[0].Start = 1e300 }},
		"a static matrix":       {false, func(m *Model) { static(m, 1<<30); m.Skeleton.Rest.SZ[1] = 1 << 12 }},
		"a bounded one":         {true, func(m *Model) { static(m, 1<<30); m.Skeleton.Rest.SZ[1] = 1 << 10 }},
	} {
		m := chain(4)
		c.set(m)
		if err := m.Validate(); (err == nil) != c.valid || err != nil && !errors.Is(err, ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
	// Deep, but no joint scales.
	if err := chain(MaxJoints).Validate(); err != nil {
		t.Error(err)
	}
}

func cubic(m *Model, slope float32) {
	c := m.Clips[0]
	c.Tracks[0].Interpolation = Cubic
	c.In, c.Out = make([]Tangent, 2), []Tangent{{slope}, {}}
}

// beside adds a clip that scales another joint: together they are too large.
func beside(m *Model) {
	other := *m.Clips[0]
	other.Tracks = []Track{{Target: 2, Property: Scale}}
	other.X = []float32{1, 1 << 21}
	m.Clips[0].X[1] = 1 << 21
	m.Clips = append(m.Clips, &other)
}

func static(m *Model, scale float32) {
	m.Skeleton.Static = []StaticLocal{{Joint: 3, Local: Affine{0: scale}}}
}
