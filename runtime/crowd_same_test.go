package runtime_test

import (
	"fmt"
	"hash/fnv"
	"slices"
	"sync"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
)

// frames are the steps in time of a crowd that is compared with another.
var frames = [...]float64{0, 0.037, 0.21, -1.3, 0.01}

// everySIMD runs a test with each instruction set.
func everySIMD(t *testing.T, test func(isa simd.ISA)) {
	t.Helper()
	for _, isa := range simd.ISAs() {
		restore, err := simd.Use(isa)
		must.Do(t, err)
		test(isa)
		restore()
	}
}

// alone are n crowds of one instance, each of which does what an instance of a crowd
// is to do: what the bits of all others are compared with.
type alone []*runtime.Crowd

func (r *road) alone(t must.T, n int) alone {
	t.Helper()
	for len(r.solo) < n {
		r.solo = append(r.solo, r.crowd(t, 1, runtime.CrowdOptions{}))
	}
	for i, role := range roles(r.solo[0].Clips(), n) {
		role.play(t, r.solo[i], 0)
	}
	return r.solo[:n]
}

func (a alone) update(t must.T, i int, dt float64) {
	t.Helper()
	must.Do(t, a[i].Update(dt))
}

// bitsAlone are, per frame and instance, what instances computed alone, in plain Go.
func (r *road) bitsAlone(t *testing.T, n int) [len(frames)][][]uint32 {
	restore, err := simd.Use(simd.Generic)
	must.Do(t, err)
	defer restore()
	var all [len(frames)][][]uint32
	a := r.alone(t, n)
	for f, dt := range frames {
		for i := range a {
			a.update(t, i, dt)
			all[f] = append(all[f], bitsOf(t, a[i], 0))
		}
	}
	return all
}

// ways are all ways to advance and compute a crowd: they make no difference.
var ways = []struct {
	name    string
	options runtime.CrowdOptions
	update  func(t *testing.T, c *runtime.Crowd, dt float64)
}{
	{"Update", runtime.CrowdOptions{}, update},
	{"Update, 2 workers", runtime.CrowdOptions{Workers: 2}, update},
	{"Update, 7 workers", runtime.CrowdOptions{Workers: 7}, update},
	{"Update, small cache", runtime.CrowdOptions{CacheBytes: 1}, update},
	{"Update, levels of detail that are all", runtime.CrowdOptions{LODs: []play.LOD{{Every: 1}, {Every: 1}}}, update},
	{"Advance", runtime.CrowdOptions{}, func(t *testing.T, c *runtime.Crowd, dt float64) {
		must.Do(t, c.Advance(dt))
		must.Do(t, c.Update(0))
	}},
	{"UpdateSome", runtime.CrowdOptions{Workers: 2}, func(t *testing.T, c *runtime.Crowd, dt float64) {
		var some, others []int // whole blocks, and instances here and there
		for i := range c.Len() {
			if i/16%2 == 1 || i%3 == 0 {
				some = append(some, i)
			} else {
				others = append(others, i)
			}
		}
		must.Do(t, c.UpdateSome(some, dt))
		must.Do(t, c.UpdateSome(others, dt))
	}},
	{"RunBlocks", runtime.CrowdOptions{}, func(t *testing.T, c *runtime.Crowd, dt float64) {
		var group sync.WaitGroup
		for b := range c.NewScratch().Blocks() {
			group.Go(func() { must.Do(t, c.RunBlocks(c.NewScratch(), b, b+1, dt)) })
		}
		group.Wait()
	}},
}

func update(t *testing.T, c *runtime.Crowd, dt float64) { must.Do(t, c.Update(dt)) }

// The bits of an instance are those of the same instance alone, in a block of any
// others, with any instruction set, by any number of workers and whatever the way to
// update it.
func TestCrowdIsTheSameEverywhere(t *testing.T) {
	most, counts := 65, []int{1, 2, 5, 6, 15, 16, 17, 33, 65}
	if testing.Short() {
		most, counts = 22, []int{6, 17, 22}
	}
	eachRoad(t, func(t *testing.T, r *road) {
		want := r.bitsAlone(t, most)
		everySIMD(t, func(isa simd.ISA) {
			for _, n := range counts {
				for w, way := range ways {
					if n < most && w > 0 {
						continue
					}
					c := r.crowd(t, n, way.options)
					for i, role := range roles(c.Clips(), n) {
						role.play(t, c, i)
					}
					for f, dt := range frames {
						way.update(t, c, dt)
						for i := range n {
							sameBits(t, fmt.Sprintf("%v, %s, frame %d, instance %d of %d", isa, way.name, f, i, n), bitsOf(t, c, i), want[f][i])
						}
					}
					c.Close()
				}
			}
		})
	})
}

// Numbers for the bits of crowds after many frames, of instances at all levels of
// detail, some of them updated on their own: the same on every processor, with every
// instruction set and any number of workers.
func TestCrowdGivesTheseBits(t *testing.T) {
	want := map[string]map[string]uint64{
		"wild":                {"keys": 0x9be858ab8fcf566b, "rows": 0xf87e240ac879a0ea, "spans": 0x943e4fbd6821bc2f},
		"jumps":               {"keys": 0xe06663d8549ba1aa, "rows": 0xcecbc4a78c00cd66, "spans": 0xd76e59bdf40ae932},
		"general":             {"keys": 0x457d93727c65a18a, "rows": 0x457d93727c65a18a, "spans": 0xe74b66300ba27e8b},
		"rig":                 {"keys": 0xdb5fc103f802af67, "rows": 0x4801e0ae4fcdd96b, "spans": 0x9145dee8071315c7},
		"rig of centimetres":  {"keys": 0x8161a5fefb96f682, "rows": 0x99d09dfbbe895ef6, "spans": 0xcf5a3ac0285b62d5},
		"mirrored rig":        {"keys": 0xe5ce4e50b487cf69, "rows": 0xce1ec045c61445f3, "spans": 0xa4a36a143a93475e},
		"random rig bank":     {"rows": 0x53a0d28158f9063},
		"random general bank": {"rows": 0x6649ab2a3ab5ecdf},
	}
	for _, s := range subjects() {
		for i := range s.roads {
			r, want := &s.roads[i], want[s.name][s.roads[i].name]
			everySIMD(t, func(isa simd.ISA) {
				for _, workers := range []int{1, 7} {
					if got := r.hash(t, workers); got != want {
						t.Errorf("%s, %s, %v, %d workers: %#x, want %#x", s.name, r.name, isa, workers, got, want)
					}
				}
			})
		}
	}
}

func (r *road) hash(t *testing.T, workers int) uint64 {
	last := r.crowd(t, 1, runtime.CrowdOptions{}).Layout().Levels
	c := r.crowd(t, 35, runtime.CrowdOptions{Workers: workers, LODs: []play.LOD{{}, {Every: 3}, {Detail: len(last) - 1}, {Every: 2, Detail: len(last) / 2}, {Every: play.Never}}})
	defer c.Close()
	for i, role := range roles(c.Clips(), c.Len()) {
		role.play(t, c, i)
		if i >= 16 { // a block stays together
			must.Do(t, c.Instance(i).SetLOD(i%5))
		}
	}
	for frame := range 200 {
		must.Do(t, c.Update(1./60))
		if frame%10 == 0 {
			must.Do(t, c.UpdateSome([]int{0, 4, 5, 20, 24, 29, 30, 33, 34}, 0.003))
		}
	}
	h := fnv.New64a()
	for i := range c.Len() {
		for _, b := range bitsOf(t, c, i) {
			h.Write([]byte{byte(b), byte(b >> 8), byte(b >> 16), byte(b >> 24)})
		}
	}
	return h.Sum64()
}

// The way to a time makes no difference: an instance that played there shows the
// bits of one that was put there.
func TestPlayingAndSeekingAgree(t *testing.T) {
	eachRoad(t, func(t *testing.T, r *road) {
		c := r.crowd(t, 37, runtime.CrowdOptions{})
		all := roles(c.Clips(), c.Len())
		for i := range all {
			all[i].play(t, c, i)
		}
		for _, dt := range frames {
			must.Do(t, c.Update(dt))
		}
		sought := r.crowd(t, 37, runtime.CrowdOptions{})
		for i := range all {
			// The way to seconds and back may round: play both from there.
			for _, x := range [...]*runtime.Crowd{c, sought} {
				at := c.Instance(i).Time()
				must.Do(t, x.Instance(i).Play(all[i].clip, play.Options{Mode: play.Clamp}))
				must.Do(t, x.Instance(i).Seek(at))
			}
		}
		must.Do(t, c.Update(0))
		must.Do(t, sought.Update(0))
		for i := range all {
			sameBits(t, fmt.Sprintf("instance %d", i), bitsOf(t, c, i), bitsOf(t, sought, i))
		}
	})
}

// testLevels are levels of detail for a layout of that many.
func testLevels(details int) []play.LOD {
	last := details - 1
	return []play.LOD{{}, {Every: 2}, {Every: 5, Detail: last / 2}, {Detail: last}, {Every: 3, Detail: last}, {Every: play.Never}}
}

// An instance is evaluated at every k-th update, to what it would show without levels
// of detail but for the slots that the level leaves out, which move with those that
// stand in for them; between them nothing is written. Chosen instances are evaluated
// in any case, and no others.
func TestCrowdLevels(t *testing.T) {
	eachRoad(t, func(t *testing.T, r *road) {
		levels := testLevels(len(r.crowd(t, 1, runtime.CrowdOptions{}).Layout().Levels))
		everySIMD(t, func(isa simd.ISA) {
			for n, workers := range map[int]int{1: 1, 5: 1, 16: 3, 35: 1, 68: 3} {
				w := &levelled{road: r, alone: r.alone(t, n), last: make([]int, n)}
				w.crowd = r.crowd(t, n, runtime.CrowdOptions{Workers: workers, LODs: levels})
				for i, role := range roles(w.crowd.Clips(), n) {
					role.play(t, w.crowd, i)
					at := i % 7 % len(levels)
					if i/16 == 1 {
						at = 3 // a block of one kind that is not the first
					}
					must.Do(t, w.crowd.Instance(i).SetLOD(at))
					if w.crowd.Instance(i).LOD() != at {
						t.Fatalf("instance %d is at level %d, want %d", i, w.crowd.Instance(i).LOD(), at)
					}
				}
				for frame := range 12 {
					w.update(t, frame, levels)
				}
				w.updateSome(t, levels)
				w.crowd.Close()
			}
		})
	})
}

// levelled is a crowd with levels of detail beside its instances alone.
type levelled struct {
	*road
	crowd *runtime.Crowd
	alone alone
	last  []int // update of the last evaluation
}

// mark spoils what an evaluation of instance i would write.
func mark(c *runtime.Crowd, i int) { c.Instance(i).Palette()[5] = -77 }

func marked(c *runtime.Crowd, i int) bool { return c.Instance(i).Palette()[5] == -77 }

func (w *levelled) update(t *testing.T, frame int, levels []play.LOD) {
	t.Helper()
	for i := range w.alone {
		mark(w.crowd, i)
		w.alone.update(t, i, 0.03)
	}
	must.Do(t, w.crowd.Update(0.03))
	for i := range w.alone {
		level := levels[w.crowd.Instance(i).LOD()]
		every, since := max(level.Every, 1), frame-w.last[i]
		if marked(w.crowd, i) {
			if since > every && level.Every != play.Never {
				t.Fatalf("instance %d was not evaluated for %d updates, want every %d", i, since, every)
			}
			continue
		}
		// Play makes all due at the first update, whatever their turn.
		if level.Every == play.Never && frame > 0 || frame > every && w.last[i] > 0 && since != every {
			t.Fatalf("instance %d was evaluated after %d updates, want every %d", i, since, every)
		}
		w.last[i] = frame
		w.compare(t, i, level.Detail)
	}
}

// compare holds an instance against itself alone.
func (w *levelled) compare(t *testing.T, i, detail int) {
	t.Helper()
	want := slices.Clone(bitsOf(t, w.alone[i], 0))
	for s, in := range w.crowd.Layout().Levels[detail].StandIn {
		if s != int(in) {
			copy(want[12*s:12*s+12], want[12*int(in):])
		}
	}
	sameBits(t, fmt.Sprintf("instance %d, detail %d", i, detail), bitsOf(t, w.crowd, i), want)
}

func (w *levelled) updateSome(t *testing.T, levels []play.LOD) {
	t.Helper()
	for round := range 4 {
		var some []int
		for i := range w.alone {
			if i/16%3 == round%3 || (i*7+round)%4 == 0 { // whole blocks, and some here and there
				some = append(some, i)
			}
			mark(w.crowd, i)
		}
		must.Do(t, w.crowd.UpdateSome(some, 0.05))
		for i := range w.alone {
			if slices.Contains(some, i) {
				w.alone.update(t, i, 0.05)
				w.compare(t, i, levels[w.crowd.Instance(i).LOD()].Detail)
			} else if !marked(w.crowd, i) {
				t.Fatalf("instance %d was evaluated, and is not chosen", i)
			}
		}
	}
}
