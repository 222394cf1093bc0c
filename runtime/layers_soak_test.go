package runtime_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// soakFrames are steps in time, the one after the other: usual ones, back, none, far.
var soakFrames = [...]float64{1. / 60, 1. / 30, 0.1, 0.004, -0.2, 1. / 60, 0.5, 0, 1. / 144, 30, -7, 1e-9, 1e12, 1. / 60, -1e15, 0.25}

// A crowd plays, fades, waits, seeks, freezes and is saved for 200,000 steps of
// instances: what it shows are numbers, it takes no more memory than it took at first,
// and it has not drifted from crowds that begin with what it has saved.
func TestLayersPlayOnAndOn(t *testing.T) {
	const n = 1000
	updates := 200
	if !testing.Short() {
		updates = 1000
	}
	model := smooth(figure.Random(3, 21), true)
	r := keysOf(model, pose.FormAuto)
	c, d := r.layered(t, n, runtime.CrowdOptions{Workers: 2})
	defer c.Close()
	var states [n][]byte
	update := func(f int, allocates bool) {
		for i := range n {
			if rand.New(rand.NewPCG(uint64(i), uint64(f))).IntN(4) == 0 {
				d.act(t, c, i, i, f)
			}
		}
		dt := soakFrames[f%len(soakFrames)]
		if allocates {
			must.Do(t, c.Update(dt))
			return
		}
		if allocs := testing.AllocsPerRun(1, func() { must.Do(t, c.Update(dt/2)) }); allocs > 0 {
			t.Fatalf("update %d: %v allocations", f, allocs)
		}
	}
	for f := range updates {
		update(f, f%8 != 7)
		for k, v := range c.Palettes() {
			if v-v != 0 {
				t.Fatalf("update %d, instance %d: a value is %v\n%+v", f, k/c.Stride(), v, c.Instance(k/c.Stride()).ActiveClips(nil))
			}
		}
		if f%20 != 19 {
			continue
		}
		fresh, _ := r.layered(t, n, runtime.CrowdOptions{})
		for i := range n {
			var err error
			states[i], err = c.Instance(i).Save(states[i][:0])
			must.Do(t, err)
			must.Do(t, fresh.Instance(n-1-i).Restore(states[i]))
			if i%3 == 0 {
				must.Do(t, c.Instance(i).Restore(states[i]))
			}
		}
		for _, dt := range []float64{0, 0.05} {
			must.Do(t, c.Update(dt))
			must.Do(t, fresh.Update(dt))
			for i := range n {
				sameBits(t, fmt.Sprintf("update %d, instance %d", f, i), poseBits(fresh, n-1-i), poseBits(c, i))
			}
		}
	}
	// Poses that are held, and offsets: a row per instance and layer is the most.
	held, offsets := runtime.PoolRows(c)
	if most := 4 * n; held > most || offsets > 2*n {
		t.Errorf("%d poses are held and %d offsets, for %d instances", held, offsets, n)
	}
	before := [2]int{held, offsets}
	for f := updates; f < updates+40; f++ {
		update(f, true)
	}
	if held, offsets := runtime.PoolRows(c); held > 2*before[0] || offsets > 2*before[1] {
		t.Errorf("%d poses are held and %d offsets, %v before", held, offsets, before)
	}
}
