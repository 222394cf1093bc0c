//go:build acl

package acl

import (
	"errors"
	"math"
	"testing"
)

// sway is two joints: the second rotates about x, the first rests.
func sway(samples int) *Samples {
	s := &Samples{Parent: []int16{-1, 0, 1}, Rate: 30}
	joint := func(angle, up float64) []float32 {
		return []float32{float32(math.Sin(angle / 2)), 0, 0, float32(math.Cos(angle / 2)), 0, float32(up), 0, 1, 1, 1}
	}
	for _, up := range []float64{1, 0.5, 0.25} {
		s.Rest = append(s.Rest, joint(0.3, up)...)
	}
	for k := range samples {
		angle := math.Sin(float64(k) / 7)
		for _, v := range [][]float32{joint(0.3, 1), joint(angle, 0.5), joint(0.3, 0.25)} {
			s.Values = append(s.Values, v...)
		}
	}
	return s
}

func TestSamplesComeBack(t *testing.T) {
	s := sway(41)
	c, err := Compress(s, 1e-4, 0.03)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if raw := 4 * len(s.Values); c.Size() <= 0 || c.Size() >= raw {
		t.Errorf("%d bytes of %d", c.Size(), raw)
	}
	if e := c.Error(); !(e > 0 && e < 2e-4) {
		t.Errorf("ACL measures %v m", e)
	}
	got := make([]float32, len(s.Rest))
	for k := range 41 {
		if err := c.Pose(float64(k)/s.Rate, got); err != nil {
			t.Fatal(err)
		}
		for i, want := range s.Values[k*len(got):][:len(got)] {
			if d := math.Abs(float64(got[i] - want)); !(d < 4e-3) {
				t.Fatalf("value %d of sample %d is %v, want %v", i, k, got[i], want)
			}
		}
	}
}

// TestPlay checks at which times Poses decompresses after Play.
func TestPlay(t *testing.T) {
	c, err := Compress(sway(41), 1e-4, 0.03)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if c.Poses(1) == nil {
		t.Error("poses without Play")
	}
	for _, step := range []float64{0, 0.1} {
		if err := c.Play(2, []float32{0.2, 0.7, 1.1}, step); err != nil {
			t.Fatal(err)
		}
		for i := range 7 {
			if err := c.Poses(1); err != nil {
				t.Fatal(err)
			}
			want := []float32{0.2, 0.7, 1.1}[i%3]
			if step > 0 {
				want = []float32{0.2, 0.7}[i%2] + float32(i/2)*float32(step)
			}
			got := make([]float32, 3*PerJoint)
			if err := c.Last(got); err != nil {
				t.Fatal(err)
			}
			if got, expect := got[PerJoint], c.at(t, float64(want)); math.Abs(float64(got-expect)) > 1e-5 {
				t.Errorf("step %v: pose %d turns by %v, want %v", step, i, got, expect)
			}
		}
	}
}

// at returns the second joint's angle at a time.
func (c *Clip) at(t *testing.T, seconds float64) float32 {
	out := make([]float32, 3*PerJoint)
	if err := c.Pose(seconds, out); err != nil {
		t.Fatal(err)
	}
	return out[PerJoint]
}

func TestRefusals(t *testing.T) {
	for name, spoil := range map[string]func(*Samples){
		"no joint":      func(s *Samples) { s.Parent = nil },
		"half a sample": func(s *Samples) { s.Values = s.Values[:len(s.Values)-3] },
		"no sample":     func(s *Samples) { s.Values = nil },
		"no rate":       func(s *Samples) { s.Rate = 0 },
		"a late parent": func(s *Samples) { s.Parent[1] = 2 },
	} {
		s := sway(4)
		spoil(s)
		if _, err := Compress(s, 1e-4, 0.03); !errors.Is(err, ErrRefused) {
			t.Errorf("%s: %v", name, err)
		}
	}
	c, err := Compress(sway(4), 1e-4, 0.03)
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if c.Play(2, []float32{0}, 0) == nil || c.Play(0, nil, 1) == nil || c.Pose(0, nil) == nil {
		t.Error("it plays without contexts")
	}
}
