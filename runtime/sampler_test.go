package runtime_test

import (
	"errors"
	"fmt"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/benchmarks/rig"
	"github.com/sinew-anim/sinew/internal/oracle"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/soa"
	"pgregory.net/rapid"
)

func newSampler(t fataler, m *soa.Model, c *soa.Clip) *runtime.Sampler {
	t.Helper()
	s, err := runtime.NewSampler(m, c)
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// fataler is what testing and rapid have in common.
type fataler interface {
	Helper()
	Fatal(args ...any)
	Fatalf(format string, args ...any)
}

// poseBits lists all values of a pose as bits.
func poseBits(p *runtime.Pose) []uint32 {
	var bits []uint32
	for _, c := range [][]float32{p.TX, p.TY, p.TZ, p.RX, p.RY, p.RZ, p.RW, p.SX, p.SY, p.SZ, p.Weight} {
		for _, v := range c {
			bits = append(bits, math.Float32bits(v))
		}
	}
	return bits
}

func sameBits(t fataler, what string, got, want []uint32) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%s: %d values, want %d", what, len(got), len(want))
	}
	for i := range want {
		if got[i] != want[i] {
			t.Fatalf("%s: value %d is %v, want %v", what, i, math.Float32frombits(got[i]), math.Float32frombits(want[i]))
		}
	}
}

// Whatever way leads to a tick, and whatever the cursors held, pose and cursors
// are those of a fresh search.
func TestSampleDoesNotDependOnThePath(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := rig.Random(rapid.Uint64().Draw(t, "model"), rapid.SampledFrom([]int{0, 1, 15, 16, 17, 67}).Draw(t, "joints"))
		c := m.Clips[rapid.IntRange(0, 3).Draw(t, "clip")]
		s := newSampler(t, m, c)
		cursors := make([]uint32, s.Cursors())
		tick := 0.0
		for range rapid.IntRange(1, 30).Draw(t, "steps") {
			switch rapid.IntRange(0, 5).Draw(t, "move") {
			case 0:
				tick += rapid.Float64Range(0, 1).Draw(t, "forward")
			case 1:
				tick -= rapid.Float64Range(0, 1).Draw(t, "backward")
			case 2:
				tick = rapid.Float64Range(-1, c.Duration+1).Draw(t, "seek")
			case 3:
				if len(c.Time) > 0 {
					tick = float64(rapid.SampledFrom(c.Time).Draw(t, "key"))
				}
			case 4:
				tick = rapid.SampledFrom([]float64{math.Inf(1), math.Inf(-1), math.NaN(), 0, c.Duration}).Draw(t, "edge")
			case 5:
				for i := range cursors {
					cursors[i] = rapid.Uint32().Draw(t, "cursor of something else")
				}
			}
			got, want := runtime.NewPose(m), runtime.NewPose(m)
			fresh := make([]uint32, s.Cursors())
			if err := errors.Join(s.Sample(tick, cursors, &got), s.Sample(tick, fresh, &want)); err != nil {
				t.Fatal(err)
			}
			sameBits(t, fmt.Sprintf("pose at tick %v", tick), poseBits(&got), poseBits(&want))
			sameBits(t, fmt.Sprintf("cursors at tick %v", tick), cursors, fresh)
			if math.IsNaN(tick) {
				tick = 0
			}
		}
	})
}

// trackValue reads what a track drives from a pose.
func trackValue(p *runtime.Pose, tr *soa.Track) [4]float32 {
	j := tr.Target
	switch tr.Property {
	case soa.Translation:
		return [4]float32{p.TX[j], p.TY[j], p.TZ[j]}
	case soa.Rotation:
		return [4]float32{p.RX[j], p.RY[j], p.RZ[j], p.RW[j]}
	case soa.Scale:
		return [4]float32{p.SX[j], p.SY[j], p.SZ[j]}
	case soa.Float:
		return [4]float32{p.Float[j]}
	}
	return [4]float32{p.Weight[j]}
}

// At a key the value is the key: exactly, except that rotations are normalised.
// Half way to the next one it is what the oracle says.
func TestSampleAtAndBetweenKeys(t *testing.T) {
	for seed := range uint64(30) {
		m := rig.Random(seed, 17)
		c := m.Clips[3]
		s := newSampler(t, m, c)
		cursors, pose := make([]uint32, s.Cursors()), runtime.NewPose(m)
		at := func(tick float64, k int) {
			t.Helper()
			if err := s.Sample(tick, cursors, &pose); err != nil {
				t.Fatal(err)
			}
			for i := range c.Tracks {
				tr := &c.Tracks[i]
				got, want := trackValue(&pose, tr), oracle.Sample(c, i, tick)
				first, end := c.Keys(i)
				exact := k >= first && k < end && tr.Property != soa.Rotation
				for n := range got {
					if d := math.Abs(float64(got[n]) - want[n]); exact && d != 0 || !(d <= 1e-6) {
						t.Fatalf("seed %d, track %d (%v %v) at tick %v: %v, want %v", seed, i, tr.Interpolation, tr.Property, tick, got, want)
					}
				}
			}
		}
		for i := range c.Tracks {
			first, end := c.Keys(i)
			for k := first; k < end; k++ {
				at(float64(c.Time[k]), k)
				if k+1 < end {
					at((float64(c.Time[k])+float64(c.Time[k+1]))/2, -1)
				}
			}
		}
	}
}

// Components that a clip does not drive stay as the pose holds them.
func TestSampleLeavesTheRest(t *testing.T) {
	m := rig.Random(3, 67)
	c := m.Clips[0]
	driven := map[[2]int]bool{}
	for _, tr := range c.Tracks {
		driven[[2]int{int(tr.Property), int(tr.Target)}] = true
	}
	s, pose := newSampler(t, m, c), runtime.NewPose(m)
	for _, list := range [][]float32{pose.TX, pose.RW, pose.SZ, pose.Weight, pose.Float} {
		for i := range list {
			list[i] = 77
		}
	}
	if err := s.Sample(1, make([]uint32, s.Cursors()), &pose); err != nil {
		t.Fatal(err)
	}
	kept := 0
	for property, list := range [][]float32{pose.TX, pose.RW, pose.SZ, pose.Weight, pose.Float} {
		for i, v := range list {
			if is := v != 77; is != driven[[2]int{property, i}] {
				t.Errorf("%v of %d: driven %v, written %v", soa.Property(property), i, !is, is)
			} else if !is {
				kept++
			}
		}
	}
	if kept == 0 {
		t.Fatal("the clip drives everything")
	}
}

// Far out on a long clip the fraction between keys keeps its precision, which
// float32 ticks would lose.
func TestSampleLongClip(t *testing.T) {
	const last = 1 << 22 // two days of 24 keys a second
	m := &soa.Model{Name: "long", Skeleton: &soa.Skeleton{Name: []string{"a"}, Parent: []int16{-1}, Depth: []uint16{0}, Unit: []float32{1}, Rest: soa.MakeTransforms(1)}}
	m.Clips = []*soa.Clip{{
		Name: "long", TicksPerSecond: 24, Duration: last,
		Tracks: []soa.Track{{Property: soa.Translation}},
		Time:   []float32{0, last - 1, last}, X: []float32{0, 0, 1}, Y: make([]float32, 3), Z: make([]float32, 3), W: make([]float32, 3),
	}}
	s, pose := newSampler(t, m, m.Clips[0]), runtime.NewPose(m)
	for _, part := range []float64{0.001, 0.123, 0.5, 0.999} {
		if err := s.Sample(last-1+part, make([]uint32, 1), &pose); err != nil {
			t.Fatal(err)
		}
		if math.Abs(float64(pose.TX[0])-part) > 1e-6 {
			t.Fatalf("%v of the way the value is %v", part, pose.TX[0])
		}
	}
}

func TestSamplerErrors(t *testing.T) {
	m := rig.Random(1, 16)
	big := rig.Random(1, 67)
	c := m.Clips[3]
	for name, f := range map[string]func() error{
		"no model":   func() error { _, err := runtime.NewSampler(nil, c); return err },
		"no clip":    func() error { _, err := runtime.NewSampler(m, nil); return err },
		"clip's own": func() error { _, err := runtime.NewSampler(m, &soa.Clip{}); return err },
		"foreign":    func() error { _, err := runtime.NewSampler(m, big.Clips[3]); return err },
	} {
		if err := f(); !errors.Is(err, soa.ErrInvalid) {
			t.Errorf("%s: %v, want soa.ErrInvalid", name, err)
		}
	}
	s, pose := newSampler(t, m, c), runtime.NewPose(m)
	other := newSampler(t, big, big.Clips[3])
	before := poseBits(&pose)
	if err := s.Sample(1, make([]uint32, s.Cursors()-1), &pose); !errors.Is(err, runtime.ErrLength) {
		t.Errorf("too few cursors: %v", err)
	}
	if err := other.Sample(1, make([]uint32, other.Cursors()), &pose); !errors.Is(err, runtime.ErrLength) {
		t.Errorf("pose of a smaller model: %v", err)
	}
	sameBits(t, "pose after refused calls", poseBits(&pose), before)
}
