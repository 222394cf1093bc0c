package codec

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/soa"
)

// wiggle is a model of n joints, each on the one before or, as a star, on the first,
// all of which turn about z by an angle and back, key by key.
func wiggle(n, keys int, star bool, angle float64) *soa.Model {
	k := &soa.Skeleton{Rest: soa.MakeTransforms(n)}
	c := &soa.Clip{Name: "wiggle", TicksPerSecond: 30, Duration: float64(keys - 1)}
	for j := range n {
		parent := int16(j - 1)
		if star && j > 0 {
			parent = 0
		}
		k.Name, k.Parent, k.Unit = append(k.Name, "joint"), append(k.Parent, parent), append(k.Unit, 1)
		k.Rest.TX[j] = 0.1
		c.Tracks = append(c.Tracks, soa.Track{Property: soa.Rotation, Target: int16(j), First: uint32(len(c.Time))})
		for i := range keys {
			s, w := math.Sincos(angle / 2 * math.Sin(float64(3*j+2*i)))
			c.Time, c.X, c.Y = append(c.Time, float32(i)), append(c.X, 0), append(c.Y, 0)
			c.Z, c.W = append(c.Z, float32(s)), append(c.W, float32(w))
		}
	}
	k.ComputeDepth()
	return &soa.Model{Name: "wiggle", Skeleton: k, Clips: []*soa.Clip{c}}
}

// A rotation that moves nothing by as much as the bound, but too much to stand still,
// holds the bound with any step, and the search for the longest one ends.
func TestSearchEnds(t *testing.T) {
	m := wiggle(1, 30, false, 5e-4)
	p, err := Clip(context.Background(), m, m.Clips[0], Options{})
	if err != nil {
		t.Fatal(err)
	}
	if !(p.Bound > 0 && p.Error <= p.Bound) {
		t.Errorf("an error of %v, the bound is %v", p.Error, p.Bound)
	}
}

// The work is proportional to joints times keys, whatever hangs on what.
func TestSearchIsBounded(t *testing.T) {
	for _, star := range []bool{false, true} {
		for _, n := range []int{10, 40, 160} {
			m := wiggle(n, 20, star, 0.3)
			e := newEncoder(context.Background(), m, m.Clips[0], filled(t, Options{Bound: 1e-3}))
			p := e.encode()
			passes := float64(e.work) / float64(n*20)
			t.Logf("star %v, %d joints: each key of each joint is placed %.0f times, %d bytes", star, n, passes, p.Size())
			if most := 2*refinePasses*len(gridParts) + 1500; passes > float64(most) {
				t.Errorf("star %v, %d joints: each key of each joint is placed %.0f times, at most %d are wanted", star, n, passes, most)
			}
		}
	}
}

func filled(t *testing.T, o Options) Options {
	t.Helper()
	if err := o.fill(); err != nil {
		t.Fatal(err)
	}
	return o
}

// endsAfter is a context that ends after a number of calls of Err.
type endsAfter struct {
	context.Context
	left int
}

func (c *endsAfter) Err() error {
	if c.left--; c.left < 0 {
		return context.Canceled
	}
	return nil
}

// Wherever compression is when its context ends, it returns the context's error.
func TestContext(t *testing.T) {
	m := wiggle(12, 40, false, 0.3)
	for _, o := range []Options{{}, {Small: true}} {
		asked := &endsAfter{context.Background(), math.MaxInt}
		if _, err := Clip(asked, m, m.Clips[0], o); err != nil {
			t.Fatal(err)
		}
		times := math.MaxInt - asked.left
		for left := 0; left < times; left += 1 + times/50 {
			p, err := Clip(&endsAfter{context.Background(), left}, m, m.Clips[0], o)
			if p != nil || !errors.Is(err, context.Canceled) {
				t.Fatalf("after %d of %d checks of the context: %v, %v", left, times, p, err)
			}
		}
		if _, err := Clips(&endsAfter{context.Background(), times / 2}, m, nil, o); !errors.Is(err, context.Canceled) {
			t.Errorf("Clips: %v", err)
		}
	}
}

// working is a context that notes how much the encoder works between two checks.
type working struct {
	context.Context
	e          *encoder
	last, most int
}

func (c *working) Err() error {
	if c.e != nil { // it is not yet prepared
		c.most, c.last = max(c.most, c.e.work-c.last), c.e.work
	}
	return nil
}

// The context is asked at least as often as a joint is placed at all keys, or all joints at
// one.
func TestContextIsAskedOften(t *testing.T) {
	for _, size := range [][2]int{{12, 200}, {1200, 10}} {
		m := wiggle(size[0], size[1], false, 0.3)
		ctx := &working{Context: context.Background()}
		ctx.e = newEncoder(ctx, m, m.Clips[0], filled(t, Options{}))
		ctx.e.encode()
		if most := max(size[0], size[1]); ctx.most > most {
			t.Errorf("%d joints of %d keys: %d are placed between two checks of the context, at most %d are wanted", size[0], size[1], ctx.most, most)
		}
	}
}

// The clips of a skeleton with more joints than characters have are packed in a few passes,
// the fewer the more joints there are.
func TestManyJointsTakeFewPasses(t *testing.T) {
	for _, star := range []bool{false, true} {
		for _, n := range []int{2 * manyJoints, 4 * manyJoints} {
			if testing.Short() && n > 2*manyJoints {
				break
			}
			m := wiggle(n, 10, star, 0.3)
			for j := range n { // near enough to the origin for the bound
				m.Skeleton.Rest.TX[j] = 10 / float32(n)
			}
			e := newEncoder(context.Background(), m, m.Clips[0], filled(t, Options{}))
			if e.encode() == nil {
				t.Fatalf("star %v, %d joints: nothing holds the bound", star, n)
			}
			passes := float64(e.work) / float64(n*10)
			t.Logf("star %v, %d joints: each key of each joint is placed %.0f times", star, n, passes)
			if most := 2*refinePasses*manyJoints/n + 100; passes > float64(most) {
				t.Errorf("star %v, %d joints: each key of each joint is placed %.0f times, at most %d are wanted", star, n, passes, most)
			}
		}
	}
}
