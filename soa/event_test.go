package soa

import (
	"errors"
	"math"
	"testing"

	"pgregory.net/rapid"
)

// An event made of its ends lies between them, and misses the second by a rounding.
func TestNewEvent(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		from := rapid.Float32Range(0, 1000).Draw(t, "from")
		to := rapid.Float32Range(from, 2000).Draw(t, "to")
		e := NewEvent("e", from, to)
		if e.Time != from || e.End() > to || float64(e.End()) < float64(to)*(1-3e-7) {
			t.Fatalf("%v to %v became %v to %v", from, to, e.Time, e.End())
		}
	})
	if e := NewEvent("moment", 3, 3); e != (Event{Time: 3, Name: "moment"}) {
		t.Errorf("%+v", e)
	}
}

// moving is twoArms with a clip that has events and a motion.
func moving() *Model {
	m := twoArms("left", "right")
	m.Clips[0].Motion = &Motion{Joint: 1, Time: []float32{0, 4, 10}, X: []float32{0, 1, 2}, Y: []float32{0, 0, 0}, Z: []float32{0, 3, 4}, Yaw: []float32{0, 5, 6}}
	m.Clips[0].Events = []Event{{0, 10, "all"}, {2, 0, "a"}, {2, 1, "b"}, {10, 0, "end"}}
	return m
}

func TestEventsAndMotionValidate(t *testing.T) {
	if err := moving().Validate(); err != nil {
		t.Fatal(err)
	}
	nan := float32(math.NaN())
	for name, spoil := range map[string]func(c *Clip){
		"an event before the start":  func(c *Clip) { c.Events[0].Time = -1 },
		"an event after the end":     func(c *Clip) { c.Events[3].Time = 10.001 },
		"an event past the end":      func(c *Clip) { c.Events[2].Length = 8.001 },
		"a negative length":          func(c *Clip) { c.Events[2].Length = -1 },
		"no length":                  func(c *Clip) { c.Events[2].Length = nan },
		"no time":                    func(c *Clip) { c.Events[2].Time = nan },
		"events out of order":        func(c *Clip) { c.Events[0].Time, c.Events[0].Length = 3, 1 },
		"no such joint":              func(c *Clip) { c.Motion.Joint = 3 },
		"no joint":                   func(c *Clip) { c.Motion.Joint = NoJoint },
		"a motion without keys":      func(c *Clip) { *c.Motion = Motion{} },
		"a key too few":              func(c *Clip) { c.Motion.Z = c.Motion.Z[:2] },
		"a motion that starts late":  func(c *Clip) { c.Motion.Time[0] = 1 },
		"a motion from another turn": func(c *Clip) { c.Motion.Yaw[0] = 1 },
		"keys out of order":          func(c *Clip) { c.Motion.Time[1] = 0 },
		"a key after the end":        func(c *Clip) { c.Motion.Time[2] = 10.001 },
		"a key nowhere":              func(c *Clip) { c.Motion.Y[1] = nan },
		"a key at no time":           func(c *Clip) { c.Motion.Time[1] = nan },
	} {
		m := moving()
		spoil(m.Clips[0])
		if err := m.Validate(); !errors.Is(err, ErrInvalid) {
			t.Errorf("%s in a clip: %v", name, err)
		}
		b, c := twoSlots(), m.Clips[0]
		b.Slot = append(b.Slot, 0) // of the model's third joint
		b.Clips[0].Seconds, b.Clips[0].TicksPerSecond = c.Seconds(), c.TicksPerSecond
		b.Clips[0].Events, b.Clips[0].Motion = c.Events, c.Motion
		if err := b.Validate(); !errors.Is(err, ErrInvalid) {
			t.Errorf("%s in a bank: %v", name, err)
		}
	}
	b := twoSlots()
	b.Clips[0].TicksPerSecond = 0
	if err := b.Validate(); !errors.Is(err, ErrInvalid) {
		t.Errorf("a bank's clip without ticks: %v", err)
	}
}

// A bank's clip has the ticks of the clip, however its seconds were rounded.
func TestBankTicks(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		c := Clip{
			TicksPerSecond: rapid.Float64Range(1, 5000).Draw(t, "ticks per second"),
			Duration:       float64(rapid.Float32Range(0, 1e5).Draw(t, "ticks")),
		}
		if rapid.Bool().Draw(t, "rounded up") {
			c.Duration = (c.Duration + float64(math.Nextafter32(float32(c.Duration), math.MaxFloat32))) / 2
		}
		c.Events = []Event{{Time: float32(c.Duration)}}
		b := twoSlots()
		b.Clips[0].Seconds, b.Clips[0].TicksPerSecond, b.Clips[0].Events = c.Seconds(), c.TicksPerSecond, c.Events
		if err := errors.Join(c.Validate(0, 0, 0), b.Validate()); err != nil {
			t.Fatal(err)
		}
	})
}

// Everything of a clip comes along where clips are added.
func TestAddClipsMotion(t *testing.T) {
	to, from := twoArms("right", "left"), moving()
	from.Clips[0].Additive = true
	added, err := to.AddClips(from)
	if err != nil {
		t.Fatal(err)
	}
	if err := to.Validate(); err != nil {
		t.Fatal(err)
	}
	c := added[0]
	if !c.Additive || len(c.Events) != 4 || c.Motion.Joint != 2 || c.Motion.Yaw[2] != 6 || from.Clips[0].Motion.Joint != 1 {
		t.Errorf("%+v, motion %+v", c, c.Motion)
	}
	for name, spoil := range map[string]func(from *Model){
		"a rotation that rests elsewhere": func(from *Model) { from.Skeleton.Rest.RX[1], from.Skeleton.Rest.RW[1] = 1, 0 },
		"a weight that rests elsewhere":   func(from *Model) { from.Weights[0].Rest = 1 },
		"a motion of another joint": func(from *Model) {
			from.Skeleton.Name[2], from.Clips[0].Motion.Joint = "tail", 2
			from.Clips[0].Tracks[1].Target, from.Clips[0].Tracks[1].Property = 1, Scale
		},
	} {
		to, from := twoArms("right", "left"), moving()
		spoil(from)
		if name != "a motion of another joint" {
			if _, err := to.AddClips(from); err != nil {
				t.Errorf("%s, not additive: %v", name, err)
			}
			from.Clips[0].Additive = true
			to = twoArms("right", "left")
		}
		if _, err := to.AddClips(from); !errors.Is(err, ErrSkeleton) || len(to.Clips) != 1 {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// Everything of a clip comes along where clips are joined.
func TestJoinClipsMotion(t *testing.T) {
	m := moving()
	first := m.Clips[0]
	late := &Clip{Name: "late", TicksPerSecond: 15, Start: 0.2, Duration: 3, Events: []Event{{1, 2, "late"}}}
	c, err := m.JoinClips("all", first, late)
	if err != nil {
		t.Fatal(err)
	}
	if c.Motion != first.Motion || len(c.Events) != 5 || c.Events[3] != (Event{8, 4, "late"}) || c.Additive {
		t.Errorf("%+v", c)
	}
	late.Motion = &Motion{Joint: 2, Time: []float32{0, 3}, X: []float32{0, 7}, Y: []float32{0, 0}, Z: []float32{0, 0}, Yaw: []float32{0, 0}}
	if _, err := m.JoinClips("all", first, late); !errors.Is(err, ErrOverlap) {
		t.Errorf("two motions: %v", err)
	}
	first.Motion = nil
	if c, err = m.JoinClips("all", first, late); err != nil {
		t.Fatal(err)
	}
	if g := c.Motion; g.Joint != 2 || len(g.Time) != 3 || g.Time[1] != 6 || g.X[1] != 0 || g.Time[2] != 12 || g.X[2] != 7 {
		t.Errorf("%+v", c.Motion)
	}
	first.Additive = true
	if _, err := m.JoinClips("all", first, late); !errors.Is(err, ErrInvalid) {
		t.Errorf("additive and not: %v", err)
	}
	late.Additive = true
	if c, err = m.JoinClips("all", first, late); err != nil || !c.Additive {
		t.Errorf("additive ones: %v", err)
	}
}

func TestFloatsMotion(t *testing.T) {
	m := glowing("left", "right")
	c := m.Clips[0]
	c.Motion, c.Additive = moving().Clips[0].Motion, true
	if r := c.WithoutFloats(); r.Motion != c.Motion || !r.Additive {
		t.Errorf("%+v", r)
	}
	if r := c.WithoutFloats().WithFloats(c.Floats()); r.Motion != c.Motion || !r.Additive || len(r.Events) != 1 {
		t.Errorf("%+v", r)
	}
}
