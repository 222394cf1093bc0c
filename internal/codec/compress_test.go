package codec_test

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/internal/codec"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// pack compresses a clip and checks that what comes out is valid.
func pack(t testing.TB, m *soa.Model, c *soa.Clip, o codec.Options) *soa.Packed {
	t.Helper()
	p, err := codec.Clip(context.Background(), m, c, o)
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Validate(m.Skeleton.Len(), len(m.Weights), len(m.Floats)); err != nil {
		t.Fatal(err)
	}
	return p
}

func unpack(t testing.TB, m *soa.Model, p *soa.Packed) *soa.Clip {
	t.Helper()
	c, err := codec.Unpack(m, p)
	if err != nil {
		t.Fatal(err)
	}
	if err := m.ValidateClip(c); err != nil {
		t.Fatal(err)
	}
	return c
}

// apart returns the greatest distance of a joint, or of a point near it on an
// axis, from its place.
func apart(got, want []oracle.Mat4, near float64) (distance float64) {
	for j := range want {
		for axis := -1; axis < 3; axis++ {
			var v oracle.Vec3
			if axis >= 0 {
				v[axis] = 1
				l := want[j].Direction(v).Length()
				if l == 0 {
					continue
				}
				v[axis] = near / l
			}
			distance = max(distance, got[j].Point(v).Sub(want[j].Point(v)).Length())
		}
	}
	return distance
}

// reference is the clip that a packed one's bounds are about.
func reference(c *soa.Clip, p *soa.Packed) *soa.Clip {
	if p.OnFrames {
		return exact.OnFrames(c)
	}
	return c
}

// hold checks the promise of a packed clip at random times, at keys, at the start and
// the end, and returns the part of it that was needed.
func hold(t must.T, m *soa.Model, c *soa.Clip, p *soa.Packed, unpacked *soa.Clip, random int) (used float64) {
	t.Helper()
	c = reference(c, p)
	bare := bones(m)
	times := []float64{0, c.Seconds()}
	r := rand.New(rand.NewPCG(1, 2))
	for range random {
		times = append(times, r.Float64()*c.Seconds())
		if len(c.Time) > 0 {
			// A little after it: where values jump, rounding decides at the key.
			times = append(times, min(c.Seconds(), float64(c.Time[r.IntN(len(c.Time))])/c.TicksPerSecond+1e-9))
		}
	}
	for _, x := range times {
		got, want := oracle.Evaluate(bare, []*soa.Clip{unpacked}, c.Start+x), oracle.Evaluate(bare, []*soa.Clip{c}, c.Start+x)
		distance, weight := apart(got.Model, want.Model, p.ErrorDistance), 0.0
		for w, v := range want.Weights {
			weight = max(weight, math.Abs(got.Weights[w]-v))
		}
		if !(distance <= p.Bound) || !(weight <= p.WeightBound) {
			t.Fatalf("clip %q at %v s: off by %.4g m, a weight by %.4g; the bounds are %.4g and %.4g", c.Name, x, distance, weight, p.Bound, p.WeightBound)
		}
		if p.Bound > 0 {
			used = max(used, distance/p.Bound)
		}
	}
	return used
}

// holdPlayed checks the promise of a packed clip that a crowd plays.
func holdPlayed(t testing.TB, m *soa.Model, c *soa.Clip, p *soa.Packed) {
	t.Helper()
	holdPlayedBy(t, m, c, p, 17)
}

// holdPlayedBy is holdPlayed with n instances at different times.
func holdPlayedBy(t testing.TB, m *soa.Model, c *soa.Clip, p *soa.Packed, n int) {
	t.Helper()
	c = reference(c, p)
	crowd, err := runtime.NewCrowd(runtime.Compressed(m, []*soa.Packed{p}), n, runtime.CrowdOptions{
		Play: &play.Options{Seed: 1}, Layout: pose.LayoutOptions{AllJoints: true}})
	if err != nil {
		t.Fatal(err)
	}
	for i := range crowd.Len() {
		want, got := oracle.Evaluate(bones(m), []*soa.Clip{c}, crowd.Instance(i).Time()).Model, make([]oracle.Mat4, m.Skeleton.Len())
		reach := 0.0
		for j := range got {
			a, err := crowd.Instance(i).Joint(j)
			if err != nil {
				t.Fatal(err)
			}
			got[j], reach = oracle.FromAffine(a), max(reach, want[j].Translation().Length())
		}
		if off, most := apart(got, want, p.ErrorDistance), p.Bound+1e-6*reach; !(off <= most) {
			t.Fatalf("clip %q at %v s is played %.4g m off, the bound is %.4g", c.Name, crowd.Instance(i).Time(), off, most)
		}
	}
}

// bones leaves out meshes and skins.
func bones(m *soa.Model) *soa.Model {
	bare := *m
	bare.Meshes, bare.Skins = nil, nil
	return &bare
}

// failures takes reports of failure without failing.
type failures struct{ count int }

func (*failures) Helper()                 {}
func (f *failures) Fatal(...any)          { f.count++ }
func (f *failures) Fatalf(string, ...any) { f.count++ }

var bounds = []float64{1e-5, 1e-4, 1e-3}

func TestBound(t *testing.T) {
	for name, o := range codings {
		t.Run(name, func(t *testing.T) { testBound(t, o) })
	}
}

func testBound(t *testing.T, o codec.Options) {
	m := figure.Character(figure.Motion{Name: "sway", Seconds: 1})
	last := math.MaxInt
	for _, o.Bound = range bounds {
		c := m.Clips[0]
		p := pack(t, m, c, o)
		unpacked := unpack(t, m, p)
		used := hold(t, m, c, p, unpacked, 60)
		holdPlayed(t, m, c, p)
		t.Logf("%v m: %d bytes of %d, %.3f of the bound used", o.Bound, p.Size(), 20*len(c.Time), used)
		if used < 0.3 {
			t.Errorf("only %v of the bound %v is used", used, o.Bound)
		}
		if !(p.Error <= p.Bound) || p.Bound != o.Bound {
			t.Errorf("error %v, bound %v, want %v", p.Error, p.Bound, o.Bound)
		}
		if p.Size() >= last {
			t.Errorf("%d bytes at %v, %d at the bound before", p.Size(), o.Bound, last)
		}
		last = p.Size()

		// The check measures: at a tenth of the bound it fails.
		tight := *p
		tight.Bound /= 10
		var f failures
		hold(&f, m, c, &tight, unpacked, 60)
		if f.count == 0 {
			t.Errorf("a tenth of the bound %v holds", o.Bound)
		}
	}
}

func TestLossless(t *testing.T) {
	m := figure.Character(figure.Motion{Name: "sway", Seconds: 1})
	p := pack(t, m, m.Clips[0], codec.Options{Lossless: true})
	if got := unpack(t, m, p); !reflect.DeepEqual(clean(got), clean(m.Clips[0])) {
		t.Error("the clip is not what it was")
	}
}

// clean makes empty slices nil.
func clean(c *soa.Clip) *soa.Clip {
	d := *c
	d.In, d.Out, d.Events = append([]soa.Tangent(nil), c.In...), append([]soa.Tangent(nil), c.Out...), append([]soa.Event(nil), c.Events...)
	return &d
}

// The number of workers changes nothing.
func TestWorkers(t *testing.T) {
	m := figure.Character(figure.Motion{Name: "a", Seconds: 0.4}, figure.Motion{Name: "b", Seconds: 0.3}, figure.Motion{Name: "c", Seconds: 0.5})
	for name, o := range codings {
		o.Workers = 1
		one, err := codec.Clips(context.Background(), m, nil, o)
		if err != nil {
			t.Fatal(err)
		}
		o.Workers = 8
		many, err := codec.Clips(context.Background(), m, nil, o)
		if err != nil {
			t.Fatal(err)
		}
		if !reflect.DeepEqual(one, many) {
			t.Errorf("%s: eight workers make other clips than one", name)
		}
	}
}

func TestRefused(t *testing.T) {
	m := figure.Character(figure.Motion{Name: "sway", Seconds: 0.5})
	for _, o := range []codec.Options{{Bound: -1}, {Bound: math.NaN()}, {Distance: math.Inf(1)}, {SegmentKeys: -1}, {SegmentKeys: 1 << 20}} {
		if _, err := codec.Clip(context.Background(), m, m.Clips[0], o); !errors.Is(err, soa.ErrOption) {
			t.Errorf("%+v: %v", o, err)
		}
	}
	if _, err := codec.Clip(context.Background(), m, nil, codec.Options{}); !errors.Is(err, soa.ErrInvalid) {
		t.Errorf("no clip: %v", err)
	}
	broken := *m.Clips[0]
	broken.X = slices.Clone(broken.X[:3])
	if _, err := codec.Clip(context.Background(), m, &broken, codec.Options{}); !errors.Is(err, soa.ErrInvalid) {
		t.Errorf("a broken clip: %v", err)
	}
	p := pack(t, m, m.Clips[0], codec.Options{})
	p.Joints++
	if _, err := codec.Unpack(m, p); !errors.Is(err, soa.ErrInvalid) {
		t.Errorf("a clip of another model: %v", err)
	}
}

// A packed clip becomes rows of a bank like any other.
func TestCompiles(t *testing.T) {
	m := figure.Character(figure.Motion{Name: "sway", Seconds: 0.5})
	c := unpack(t, m, pack(t, m, m.Clips[0], codec.Options{}))
	b, err := bake.Bank(context.Background(), m, []*soa.Clip{c}, bake.BankOptions{})
	if err != nil {
		t.Fatal(err)
	}
	if got := b.Clips[0]; got.Name != "sway" || got.Seconds != m.Clips[0].Seconds() {
		t.Errorf("the bank has the clip %q of %v s", got.Name, got.Seconds)
	}
}
