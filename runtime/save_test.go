package runtime_test

import (
	"bytes"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"strconv"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// An instance goes on with the same bits in another crowd, at another number, wherever
// its layers, fades and queues are; and what it is given is what it gives.
func TestSavedStateGoesOn(t *testing.T) {
	for s := range seed.Cases(t, 1) {
		eachRoadOf(t, layeredSubjects(s), func(t *testing.T, r *road) { r.goOn(t, s) })
	}
}

// goOn saves and restores instances that do what a seed draws.
func (r *road) goOn(t *testing.T, s uint64) {
	const n = 24
	layered := func(o runtime.CrowdOptions) (*runtime.Crowd, *director) {
		c, d := r.layered(t, n, o)
		d.seed = s
		return c, d
	}
	c, d := layered(runtime.CrowdOptions{})
	for f, dt := range layerFrames {
		for i := range n {
			d.act(t, c, i, i, f)
		}
		must.Do(t, c.Update(dt))
		other, _ := layered(runtime.CrowdOptions{Workers: 2})
		for i := range n {
			d.act(t, other, i, i+1, f) // something to be replaced
		}
		must.Do(t, other.Update(0.1))
		for i := range n {
			state, err := c.Instance(i).Save(nil)
			must.Do(t, err)
			must.Do(t, other.Instance(n-1-i).Restore(state))
			again, err := other.Instance(n - 1 - i).Save(nil)
			must.Do(t, err)
			if !bytes.Equal(again, state) {
				t.Fatalf("frame %d: instance %d saves another state than was restored", f, i)
			}
			must.Do(t, c.Instance(i).Restore(state))
		}
		for _, dt := range []float64{0, 0.05, 0.3} {
			must.Do(t, other.Update(dt))
			twin, _ := layered(runtime.CrowdOptions{})
			for i := range n {
				state, err := c.Instance(i).Save(nil)
				must.Do(t, err)
				must.Do(t, twin.Instance(i).Restore(state))
			}
			must.Do(t, twin.Update(dt))
			must.Do(t, c.Update(dt))
			for i := range n {
				what := fmt.Sprintf("frame %d, instance %d after %v s", f, i, dt)
				sameBits(t, what, bitsOf(t, other, n-1-i), bitsOf(t, c, i))
				sameBits(t, what, bitsOf(t, twin, i), bitsOf(t, c, i))
			}
		}
		other.Close()
	}
}

// savedStates are states of instances that combine all kinds of things.
func savedStates(t must.T) (r *road, states [][]byte) {
	t.Helper()
	keys := keysOf(figure.Random(7, 5), pose.FormAuto)
	c, d := keys.layered(t, 40, runtime.CrowdOptions{})
	for f, dt := range layerFrames {
		for i := range c.Len() {
			d.act(t, c, i, i, f)
		}
		must.Do(t, c.Update(dt))
	}
	for i := range c.Len() {
		state, err := c.Instance(i).Save(nil)
		must.Do(t, err)
		states = append(states, state)
	}
	return &keys, states
}

// What is not a state is refused, and nothing has changed; what is taken plays on.
func FuzzRestore(f *testing.F) {
	r, states := savedStates(f)
	for _, s := range states[:8] {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		c, _ := r.layered(t, 1, runtime.CrowdOptions{})
		before, err := c.Instance(0).Save(nil)
		must.Do(t, err)
		if err := c.Instance(0).Restore(data); err != nil {
			if !errors.Is(err, play.ErrState) {
				t.Fatal(err)
			}
			after, _ := c.Instance(0).Save(nil)
			if !bytes.Equal(before, after) {
				t.Fatal("a refused state changed the instance")
			}
			return
		}
		for _, dt := range []float64{0, 0.1, 1e9, -3} {
			must.Do(t, c.Update(dt))
		}
		must.Do(t, c.Instance(0).Play(0, play.Options{Fade: 0.1}))
		must.Do(t, c.Update(0.05))
	})
}

// Broken states of every kind are refused or play on.
func TestRestoreRefuses(t *testing.T) {
	r, states := savedStates(t)
	random := rand.New(rand.NewPCG(1, 2))
	c, _ := r.layered(t, 2, runtime.CrowdOptions{})
	refused := 0
	for _, s := range states {
		for range 50 {
			b := slices.Clone(s)
			switch random.IntN(3) {
			case 0:
				b = b[:random.IntN(len(b))]
			case 1:
				b = append(b, 0)
			default:
				b[random.IntN(min(len(b), 200))] ^= 1 << random.IntN(8)
			}
			if err := c.Instance(1).Restore(b); err != nil {
				if refused++; !errors.Is(err, play.ErrState) {
					t.Fatal(err)
				}
			}
			must.Do(t, c.Update(0.1))
		}
	}
	if refused < 50*len(states)/2 {
		t.Errorf("%d of %d broken states were refused", refused, 50*len(states))
	}
	if err := c.Instance(2).Restore(states[0]); !errors.Is(err, runtime.ErrRange) {
		t.Errorf("instance 2 of 2: %v", err)
	}
}

// TestFlippedStates flips bits of saved states: they are refused, or play on with palettes
// that are numbers. SINEW_FLIPS sets how many are broken.
func TestFlippedStates(t *testing.T) {
	n := 20_000
	if s := os.Getenv("SINEW_FLIPS"); s != "" {
		var err error
		n, err = strconv.Atoi(s)
		must.Do(t, err)
	} else if testing.Short() {
		n = 4000
	}
	road, states := savedStates(t)
	c, _ := road.layered(t, 1, runtime.CrowdOptions{})
	r := rand.New(rand.NewPCG(seed.First(t), 5))
	played := 0
	for k := range n {
		s := states[k%len(states)]
		b := slices.Clone(s)
		for range 1 + r.IntN(2) {
			at := r.IntN(len(b))
			if r.IntN(2) == 0 {
				at = r.IntN(min(len(b), 300))
			}
			b[at] ^= 1 << r.IntN(8)
		}
		if err := c.Instance(0).Restore(b); err != nil {
			if !errors.Is(err, play.ErrState) {
				t.Fatal(err)
			}
			continue
		}
		played++
		for _, dt := range []float64{0, 0.1, 0.5, -0.3, 1e6} {
			must.Do(t, c.Update(dt))
			for at, v := range append(slices.Clone(c.Palettes()), c.Instance(0).Weights()...) {
				if v-v != 0 {
					t.Fatalf("state %d, broken %d: after %v s value %d is %v", k%len(states), k, dt, at, v)
				}
			}
		}
		again, err := c.Instance(0).Save(nil)
		must.Do(t, err)
		if err := c.Instance(0).Restore(again); err != nil {
			t.Fatalf("state %d, broken %d plays on to one that is refused: %v\n%x\n%x", k%len(states), k, err, b, again)
		}
	}
	t.Logf("%d of %d broken states are played", played, n)
	if played < n/20 {
		t.Errorf("only %d of %d broken states are played", played, n)
	}
}
