package soa_test

import (
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/soa"
	"pgregory.net/rapid"
)

// TestNewSkeleton: joints of random trees in random order come out valid, each with its own parent
// and transform.
func TestNewSkeleton(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.IntRange(0, 40).Draw(t, "joints")
		joints := make([]soa.Joint, n)
		for i := range joints {
			joints[i] = soa.Joint{Name: string(rune('a'+i%26)) + strings.Repeat("'", i/26), Translation: [3]float32{float32(i), 2, 3}}
			if p := rapid.IntRange(-1, i-1).Draw(t, "parent"); p >= 0 {
				joints[i].Parent = joints[p].Name
			}
			if rapid.Bool().Draw(t, "turned") {
				joints[i].Rotation, joints[i].Scale = [4]float32{0, 0.6, 0, 0.8}, [3]float32{1, 2, -1}
			}
		}
		s, err := soa.NewSkeleton(rapid.Permutation(joints).Draw(t, "order")...)
		if err != nil {
			t.Fatal(err)
		}
		if s.Len() != n || s.Validate() != nil {
			t.Fatalf("%d joints of %d: %v", s.Len(), n, s.Validate())
		}
		for _, j := range joints {
			at := s.Joint(j.Name)
			parent := ""
			if p := s.Parent[at]; p >= 0 {
				parent = s.Name[p]
			}
			if parent != j.Parent || s.Rest.TX[at] != j.Translation[0] || (s.Rest.SY[at] == 2) != (j.Scale[1] == 2) || (s.Rest.RW[at] == 1) != (j.Rotation[3] == 0) {
				t.Fatalf("joint %+v became one below %q, %v", j, parent, s.Rest)
			}
		}
	})
}

// TestNewSkeletonRefused: the error names the joint.
func TestNewSkeletonRefused(t *testing.T) {
	nan := float32(math.NaN())
	for want, joints := range map[string][]soa.Joint{
		`joint "b" has the parent "c", which does not exist`: {{Name: "a"}, {Name: "b", Parent: "c"}},
		`joint "a" is above itself`:                          {{Name: "a", Parent: "b"}, {Name: "b", Parent: "a"}},
		`joint "b" is above itself`:                          {{Name: "a"}, {Name: "b", Parent: "b"}},
		`joint 1 has the name "a"`:                           {{Name: "a"}, {Name: "a"}},
		`joint 1 has the name ""`:                            {{Name: "a"}, {}},
		`"a" has a rotation that is not of unit length`:      {{Name: "a", Rotation: [4]float32{0, 0, 0, 2}}},
		`"a" has the transform component NaN`:                {{Name: "a", Translation: [3]float32{nan}}},
	} {
		if s, err := soa.NewSkeleton(joints...); s != nil || !errors.Is(err, soa.ErrInvalid) || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q: %v", want, err)
		}
	}
	if _, err := soa.NewSkeleton(make([]soa.Joint, soa.MaxJoints+1)...); !errors.Is(err, soa.ErrInvalid) {
		t.Error(err)
	}
}

// TestNewClip: tracks in any order play what they say, by every interpolation.
func TestNewClip(t *testing.T) {
	half := float32(math.Sqrt2 / 2)
	tracks := []soa.Keys{
		{Target: 2, Property: soa.Weight, Interpolation: soa.Step, Seconds: []float64{0, 0.5}, Values: []float32{0.25, 1}},
		{Target: 1, Property: soa.Rotation, Seconds: []float64{0, 2}, Values: []float32{0, 0, 0, 1, 0, 0, 0.7071, 0.7071}},
		{Target: 0, Property: soa.Float, Interpolation: soa.Cubic, Seconds: []float64{0, 1}, Values: []float32{0, 1}, In: []float32{0, 3}, Out: []float32{3, 0}},
		{Target: 1, Property: soa.Translation, Seconds: []float64{0.5, 1.5}, Values: []float32{1, 2, 3, 3, 2, 1}},
		{Target: 0, Property: soa.Scale, Interpolation: soa.Cubic, Seconds: []float64{1}, Values: []float32{1, 1, 2}},
	}
	for _, rate := range []float64{0, 1, 24, 1000} {
		c, err := soa.NewClip("all", rate, tracks...)
		must.Do(t, err)
		must.Do(t, c.Validate(2, 3, 1))
		if rate == 0 && c.TicksPerSecond != soa.DefaultTicksPerSecond || c.Seconds() != 2 || len(c.Tracks) != len(tracks) {
			t.Errorf("rate %v: %v ticks per second, %v s, %d tracks", rate, c.TicksPerSecond, c.Seconds(), len(c.Tracks))
		}
		for _, v := range []struct {
			property soa.Property
			target   int
			seconds  float64
			want     []float64
		}{
			{soa.Weight, 2, 0.49, []float64{0.25}}, {soa.Weight, 2, 0.5, []float64{1}},
			{soa.Rotation, 1, 2, []float64{0, 0, float64(half), float64(half)}},
			{soa.Rotation, 1, 1, []float64{0, 0, math.Sin(math.Pi / 8), math.Cos(math.Pi / 8)}},
			{soa.Translation, 1, 1, []float64{2, 2, 2}}, {soa.Translation, 1, 0, []float64{1, 2, 3}},
			{soa.Float, 0, 0.5, []float64{0.5}}, // the middle of a symmetric Hermite curve
			{soa.Float, 0, 0.25, []float64{3*0.25*0.5625 + 0.15625 - 3*0.75*0.0625}},
			{soa.Scale, 0, 0, []float64{1, 1, 2}},
		} {
			at := slices.IndexFunc(c.Tracks, func(t soa.Track) bool { return t.Property == v.property && int(t.Target) == v.target })
			got := oracle.Sample(c, at, v.seconds*c.TicksPerSecond)
			for k, want := range v.want {
				if math.Abs(got[k]-want) > 1e-6 {
					t.Errorf("rate %v: %v of %d at %v s is %v, want %v", rate, v.property, v.target, v.seconds, got, v.want)
					break
				}
			}
		}
	}
	if c, err := soa.NewClip("empty", 0); err != nil || c.Duration != 0 {
		t.Error(c, err)
	}
}

// TestNewClipRefused: the error names the clip, the track, the key and the value.
func TestNewClipRefused(t *testing.T) {
	nan := float32(math.NaN())
	turn := []float32{0, 0, 0, 1}
	for want, k := range map[string]soa.Keys{
		`"bad": invalid model data: the rotation of 3: key 1 at 0.5 s does not follow the one at 0.5 s`: {Target: 3, Property: soa.Rotation, Seconds: []float64{0.5, 0.5}, Values: append(turn, turn...)},
		`the rotation of 3: key 0 is at -1 s`:                         {Target: 3, Property: soa.Rotation, Seconds: []float64{-1}, Values: turn},
		`key 0 is at NaN s`:                                           {Property: soa.Rotation, Seconds: []float64{math.NaN()}, Values: turn},
		`(rotation of 3): key 0 is not of unit length: 0 0 0 2`:       {Target: 3, Property: soa.Rotation, Seconds: []float64{0}, Values: []float32{0, 0, 0, 2}},
		`the translation of 0: 4 values for 1 keys, want 3`:           {Seconds: []float64{0}, Values: turn},
		`the scale of 0: it has no keys`:                              {Property: soa.Scale},
		`unknown property`:                                            {Property: 9, Seconds: []float64{0}},
		`the weight of -1: targets are from 0`:                        {Property: soa.Weight, Target: -1, Seconds: []float64{0}, Values: []float32{1}},
		`is NaN`:                                                      {Property: soa.Weight, Seconds: []float64{0}, Values: []float32{nan}},
		`1 slopes in and 0 out`:                                       {Property: soa.Float, Interpolation: soa.Cubic, Seconds: []float64{0}, Values: []float32{1}, In: []float32{1}},
		`1 slopes in and 1 out for 1 keys, want 1 of each of a cubic`: {Property: soa.Float, Seconds: []float64{0}, Values: []float32{1}, In: []float32{1}, Out: []float32{1}},
	} {
		if c, err := soa.NewClip("bad", 30, k); c != nil || !errors.Is(err, soa.ErrInvalid) || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q: %v", want, err)
		}
	}
	once := soa.Keys{Target: 1, Property: soa.Float, Seconds: []float64{0}, Values: []float32{1}}
	if _, err := soa.NewClip("twice", 30, once, once); !errors.Is(err, soa.ErrInvalid) || !strings.Contains(err.Error(), "two tracks are of the float of 1") {
		t.Error(err)
	}
	if _, err := soa.NewClip("slow", -1, once); !errors.Is(err, soa.ErrInvalid) {
		t.Error(err)
	}
}
