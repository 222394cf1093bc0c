package runtime

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/oracle"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// wildKeys draws clips of keys as bad as Validate lets them be.
type wildKeys struct {
	*rand.Rand
	tame float64 // greatest power of ten of values
}

// power is a number of either sign between 10^low and 10^high.
func (w wildKeys) power(low, high float64) float32 {
	v := math.Pow(10, low+w.Float64()*(high-low))
	if w.IntN(2) == 0 {
		v = -v
	}
	return float32(v)
}

func (w wildKeys) value(p soa.Property, i soa.Interpolation, before [4]float32) (v [4]float32) {
	draw := func(n int) {
		for k := range n {
			v[k] = w.power(-w.tame, w.tame)
			if w.IntN(8) == 0 {
				v[k] = 0
			}
		}
	}
	switch p {
	case soa.Translation:
		draw(3)
	case soa.Scale:
		for k := range 3 {
			v[k] = [...]float32{0, 1, -1, w.Float32(), 1e-9}[w.IntN(5)]
		}
	case soa.Rotation:
		if i == soa.Cubic && w.IntN(3) == 0 {
			if draw(4); w.IntN(3) == 0 {
				v = [4]float32{}
			}
			return v
		}
		q := exact.Quat{w.NormFloat64(), w.NormFloat64(), w.NormFloat64(), w.NormFloat64()}.Unit()
		old := exact.Quat{float64(before[0]), float64(before[1]), float64(before[2]), float64(before[3])}
		switch w.IntN(6) {
		case 0:
			q = exact.Quat{0, 0, 0, 1}
		case 1: // half a turn away
			q = exact.Quat{old[3], -old[2], old[1], -old[0]}.Unit()
		case 2: // the same again, or its negative
			q = old.Negate().Unit()
		case 3: // very near
			q = old.Lerp(q, 1e-4).Unit()
		}
		return q.Float32()
	default:
		draw(1)
	}
	return v
}

func (w wildKeys) track(c *soa.Clip, p soa.Property, target int) {
	t := soa.Track{Target: int16(target), Property: p, First: uint32(len(c.Time)), Interpolation: soa.Interpolation(w.IntN(3))}
	if t.Interpolation == soa.Cubic {
		t.FirstTangent = uint32(len(c.In))
	}
	c.Tracks = append(c.Tracks, t)
	tick, v := float32(0), [4]float32{3: 1}
	if w.IntN(3) == 0 {
		tick = w.power(-7, 3)
	}
	even := w.IntN(2) == 0
	for range []int{1, 2, 3, 1 + w.IntN(40)}[w.IntN(4)] {
		v = w.value(p, t.Interpolation, v)
		c.Time, c.X, c.Y, c.Z, c.W = append(c.Time, tick), append(c.X, v[0]), append(c.Y, v[1]), append(c.Z, v[2]), append(c.W, v[3])
		if t.Interpolation == soa.Cubic {
			var tangent [2]soa.Tangent
			for side := range tangent {
				for k := range componentsOf(p) {
					tangent[side][k] = w.power(-3, [...]float64{0, w.tame}[w.IntN(2)])
				}
			}
			c.In, c.Out = append(c.In, tangent[0]), append(c.Out, tangent[1])
		}
		step := float32(1)
		if !even {
			step = float32(math.Abs(float64(w.power(-7, 6))))
		}
		tick = max(tick+step, math.Nextafter32(tick, math.MaxFloat32)+1e-20)
	}
}

func componentsOf(p soa.Property) int {
	switch p {
	case soa.Rotation:
		return 4
	case soa.Weight, soa.Float:
		return 1
	}
	return 3
}

// model draws a model of joints without parents.
func (w wildKeys) model(joints int) *soa.Model {
	m := &soa.Model{Name: "wild", Skeleton: &soa.Skeleton{Rest: soa.MakeTransforms(joints)}}
	for j := range joints {
		m.Skeleton.Name = append(m.Skeleton.Name, fmt.Sprint("joint ", j))
		m.Skeleton.Unit, m.Skeleton.Parent = append(m.Skeleton.Unit, 1), append(m.Skeleton.Parent, soa.NoJoint)
		m.Skeleton.Rest.TX[j] = float32(j)
	}
	m.Skeleton.ComputeDepth()
	m.Weights = []soa.MorphWeight{{Mesh: "m", Target: "a"}, {Mesh: "m", Target: "b"}}
	m.Floats = []soa.NamedFloat{{Name: "f"}, {Name: "g"}}
	for n := range 1 + w.IntN(3) {
		c := &soa.Clip{Name: fmt.Sprint("clip ", n), TicksPerSecond: math.Abs(float64(w.power(-3, 4))), Start: float64(w.power(-3, 3))}
		for p := soa.Translation; p <= soa.Float; p++ {
			targets := joints
			if p >= soa.Weight {
				targets = 2
			}
			for target := range targets {
				if w.IntN(3) > 0 {
					w.track(c, p, target)
				}
			}
		}
		for _, t := range c.Time {
			c.Duration = max(c.Duration, float64(t))
		}
		if w.IntN(4) == 0 {
			c.Duration *= w.Float64() // keys beyond the end
		}
		m.Clips = append(m.Clips, c)
	}
	return m
}

// Everything that Validate accepts plays, and each column has the value of its track: to
// 1e-6 of the skeleton's size, or of the keys around.
func TestKeysOfAnyValidModel(t *testing.T) {
	rounds := 1500
	if testing.Short() {
		rounds = 300
	}
	played := 0
	for seed := range uint64(rounds) {
		w := wildKeys{rand.New(rand.NewPCG(seed, 4)), [...]float64{1, 3, 6, 9}[seed%4]}
		m := w.model(1 + w.IntN(6))
		if m.Validate() != nil {
			continue
		}
		played++
		for _, form := range []pose.FormChoice{pose.FormAuto, pose.FormGeneral} {
			c, err := NewCrowd(Keyframes(m), 17, CrowdOptions{Layout: pose.LayoutOptions{Form: form, AllJoints: true}, Play: &PlayOptions{Seed: seed}})
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			must(t, c.Update(0.1))
			for i, v := range c.Palettes() {
				if v-v != 0 {
					t.Fatalf("seed %d, form %v: value %d of the palettes is %v", seed, c.Layout().Form, i, v)
				}
			}
			if form == pose.FormGeneral {
				checkColumns(t, seed, w, m, c)
			}
		}
	}
	if played < rounds/2 {
		t.Errorf("only %d of %d models are valid", played, rounds)
	}
}

func must(t *testing.T, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}

// checkColumns holds the poses of a crowd in the general form, alone and in a block,
// against the oracle.
func checkColumns(t *testing.T, seed uint64, w wildKeys, m *soa.Model, c *Crowd) {
	p, s := c.player.(*keysPlayer), c.NewScratch()
	row, block := s.keys.row, s.pose
	plan, err := planKeys(context.Background(), m, m.Clips, pose.LayoutOptions{Form: pose.FormGeneral, AllJoints: true})
	must(t, err)
	size := max(1, plan.size)
	for n, clip := range m.Clips {
		last := newTickClock(clip).last
		for tr := range clip.Tracks {
			track := &clip.Tracks[tr]
			if track.Property == soa.Float {
				continue
			}
			column, _ := plan.column(track)
			first, end := clip.Keys(tr)
			for range 24 {
				k := first + w.IntN(end-first)
				tick := float64(clip.Time[k])
				if k+1 < end {
					tick += w.Float64() * float64(w.IntN(2)) * (float64(clip.Time[k+1]) - tick)
				}
				if !(tick >= 0 && tick <= last) {
					continue
				}
				if k+1 < end && halfTurn(clip, k) && track.Interpolation == soa.Linear {
					continue // either way is the shorter one
				}
				whole, rest := simd.SplitTick(tick)
				p.sampleRow(s, row, int32(n), int64(math.Float32bits(whole)), rest)
				got := constantOf(p.poses.Layout, track)
				if column >= 0 {
					got = [4]float32(row[4*column:])
				}
				want := oracle.Sample(clip, tr, tick)
				if off, bound := deviation(clip, tr, k, tick, size, got, want); !(off <= bound) {
					t.Fatalf("seed %d, clip %d, %v of %d, %v, %d keys, at %v after key %d (%v): %v, want %v, off by %.3g of %.3g",
						seed, n, track.Property, track.Target, track.Interpolation, end-first, tick, k-first, clip.Time[k], got, want, off, bound)
				}
				if column < 0 {
					continue
				}
				f := partFrames{}
				for l := range f.clip {
					f.clip[l], f.at.Row[l], f.at.Alpha[l] = int32(n), int64(math.Float32bits(whole)), rest
				}
				s.keys.held = heldAnything
				p.sample(s, block, &f, 1<<5)
				for e, v := range got {
					if b := block[p.columns.Row(column)+e*simd.Lanes+5]; math.Float32bits(b) != math.Float32bits(v) {
						t.Fatalf("seed %d, clip %d, track %d at %v: component %d is %v in a block, %v alone", seed, n, tr, tick, e, b, v)
					}
				}
			}
		}
	}
}

// constantOf is the value of what has no column.
func constantOf(l *soa.Layout, t *soa.Track) (v [4]float32) {
	switch t.Property {
	case soa.Translation:
		copy(v[:], l.Pivot[l.Slot[t.Target]][:])
	case soa.Scale:
		copy(v[:], l.Scale[l.Slot[t.Target]][:])
	case soa.Weight:
		v[0] = l.WeightRest[t.Target]
	}
	return v
}

// halfTurn reports whether rotations k and k+1 are half a turn apart to the last bit.
func halfTurn(c *soa.Clip, k int) bool {
	key := func(k int) exact.Quat {
		return exact.Quat{float64(c.X[k]), float64(c.Y[k]), float64(c.Z[k]), float64(c.W[k])}
	}
	return math.Abs(key(k).Dot(key(k+1))) < 1e-15
}

// deviation is how far a column is from its track, and how far it may be: what a tick's
// rounding in the 48th place does to the track counts as well.
func deviation(clip *soa.Clip, tr, key int, tick, size float64, got [4]float32, want [4]float64) (off, bound float64) {
	track := &clip.Tracks[tr]
	distance := func(a, b [4]float64) (d float64) {
		if track.Property == soa.Rotation {
			return exact.Quat(a).Unit().Distance(exact.Quat(b).Unit().Toward(exact.Quat(a)))
		}
		for k := range componentsOf(track.Property) {
			d = max(d, math.Abs(a[k]-b[k]))
		}
		return d
	}
	var v [4]float64
	for k := range v {
		v[k] = float64(got[k])
	}
	bound = 1.25e-6 // 1e-6 and float32's rounding
	if track.Property != soa.Rotation {
		most := 1.0
		if track.Property == soa.Translation {
			most = size
		}
		first, end := clip.Keys(tr)
		for k := max(key-1, first); k < min(key+2, end); k++ {
			for _, x := range [...]float32{clip.X[k], clip.Y[k], clip.Z[k]} {
				most = max(most, math.Abs(float64(x)))
			}
			if track.Interpolation == soa.Cubic { // the curve lies within its control points
				i := int(track.FirstTangent) + k - first
				for _, s := range [...]soa.Tangent{clip.In[i], clip.Out[i]} {
					for _, x := range s[:3] {
						ticks := 0.0
						if k+1 < end {
							ticks = float64(clip.Time[k+1]) - float64(clip.Time[k])
						}
						if k > first {
							ticks = max(ticks, float64(clip.Time[k])-float64(clip.Time[k-1]))
						}
						most = max(most, math.Abs(float64(x))*ticks/3)
					}
				}
			}
		}
		bound *= most
	}
	slack := math.Abs(tick) / (1 << 46)
	for _, at := range [...]float64{tick - slack, tick + slack} {
		bound += distance(oracle.Sample(clip, tr, at), want)
	}
	return distance(v, want), bound
}

// Rotations whose spline passes through zero, half turns and keys nearer than kernels can
// divide by were refused.
func TestKeysOnceRefused(t *testing.T) {
	for name, c := range map[string]*soa.Clip{
		"a spline of 14 rotations": zigzag(14),
		"half a turn": {
			Tracks: []soa.Track{{Property: soa.Rotation}}, TicksPerSecond: 1, Duration: 1,
			Time: []float32{1, math.Nextafter32(1, 2)}, X: []float32{0, 1}, Y: []float32{0, 0}, Z: []float32{0, 0}, W: []float32{1, 0},
		},
		"keys too near": {
			Tracks: []soa.Track{{Property: soa.Rotation}}, TicksPerSecond: 1, Duration: 1,
			Time: []float32{0, 1e-23}, X: []float32{0, 1}, Y: []float32{0, 0}, Z: []float32{0, 0}, W: []float32{1, 0},
		},
	} {
		m := wildKeys{rand.New(rand.NewPCG(1, 1)), 1}.model(1)
		m.Clips = []*soa.Clip{c}
		if _, err := NewCrowd(Keyframes(m), 1, CrowdOptions{}); err != nil {
			t.Errorf("%s: %v", name, errors.Unwrap(err))
		}
	}
}

// zigzag is a spline of rotations, each about opposite to the one before.
func zigzag(keys int) *soa.Clip {
	c := &soa.Clip{Tracks: []soa.Track{{Property: soa.Rotation, Interpolation: soa.Cubic}}, TicksPerSecond: 30, Duration: float64(keys - 1)}
	for k := range keys {
		sign := float32(1 - k%2*2)
		c.Time, c.X, c.Y, c.Z, c.W = append(c.Time, float32(k)), append(c.X, 0.001*float32(k)), append(c.Y, 0), append(c.Z, 0), append(c.W, sign)
		c.In, c.Out = append(c.In, soa.Tangent{3: 0.1}), append(c.Out, soa.Tangent{0.1, 0, 0, 0.1})
	}
	return c
}

// Crowds of one source share what it prepares, also those made at the same time, as long as
// their layouts are the same.
func TestCrowdsShareKeys(t *testing.T) {
	m := wildKeys{rand.New(rand.NewPCG(3, 3)), 1}.model(4)
	source := Keyframes(m)
	o := CrowdOptions{Layout: pose.LayoutOptions{AllJoints: true, Levels: []float64{0.1}}}
	var wait sync.WaitGroup
	crowds := make([]*Crowd, 8)
	for i := range crowds {
		wait.Add(1)
		go func() {
			defer wait.Done()
			own := o
			own.Layout.Levels = []float64{0.1}
			if i%2 == 1 {
				own.Layout.Form = pose.FormGeneral
			}
			crowds[i], _ = NewCrowd(source, 3, own)
		}()
	}
	wait.Wait()
	for i, c := range crowds {
		if c == nil {
			t.Fatalf("crowd %d was refused", i)
		}
		if shared := c.player == crowds[0].player; shared != (i%2 == 0) {
			t.Errorf("crowd %d: shared %v", i, shared)
		}
	}
	if c, err := NewCrowd(Keyframes(m), 3, o); err != nil || c.player == crowds[0].player {
		t.Errorf("another source: %v", err)
	}
}

// Keys take no more than twice the memory of splines, and eight times that of other tracks,
// and 64 kB: of splines that bend on each frame, of tracks with timelines of their own, of
// half turns.
func TestKeysMemory(t *testing.T) {
	frames := func(step float32, p soa.Property, i soa.Interpolation) *soa.Clip {
		r := rand.New(rand.NewPCG(9, 9))
		c := &soa.Clip{Name: "frames", TicksPerSecond: 30, Duration: 100}
		for joint := range 24 {
			tr := soa.Track{Target: int16(joint), Property: p, Interpolation: i, First: uint32(len(c.Time))}
			if i == soa.Cubic {
				tr.FirstTangent = uint32(len(c.In))
			}
			c.Tracks = append(c.Tracks, tr)
			for k := range 50 {
				q := exact.Quat{r.NormFloat64(), r.NormFloat64(), r.NormFloat64(), r.NormFloat64()}.Unit()
				v := q.Float32()
				if p != soa.Rotation {
					v[3] = 0
				}
				c.Time = append(c.Time, float32(k)*(1+step*float32(joint)))
				c.X, c.Y, c.Z, c.W = append(c.X, v[0]), append(c.Y, v[1]), append(c.Z, v[2]), append(c.W, v[3])
				if i == soa.Cubic {
					c.In, c.Out = append(c.In, soa.Tangent(v)), append(c.Out, soa.Tangent(v))
				}
			}
		}
		return c
	}
	m := wildKeys{rand.New(rand.NewPCG(3, 3)), 1}.model(24)
	for _, p := range []soa.Property{soa.Translation, soa.Rotation} {
		for _, i := range []soa.Interpolation{soa.Linear, soa.Step, soa.Cubic} {
			for _, step := range []float32{0, 0.003} {
				m.Clips = []*soa.Clip{frames(step, p, i), frames(step, p, i)}
				c, err := NewCrowd(Keyframes(m), 1, CrowdOptions{})
				must(t, err)
				bytes := 0
				for _, clip := range c.player.(*keysPlayer).bound {
					bytes += clip.Bytes()
				}
				share, keys := 8, 2*24*50*20
				if i == soa.Cubic {
					share, keys = 2, 2*24*50*52
				}
				if bytes > share*keys+64<<10 {
					t.Errorf("%v, %v, times %v apart: %d bytes for %d of keys", p, i, step, bytes, keys)
				}
			}
		}
	}
}

// Keys seconds, days and a million seconds apart need no more memory than others.
func TestKeysFarApart(t *testing.T) {
	m := wildKeys{rand.New(rand.NewPCG(3, 3)), 1}.model(2)
	m.Clips = []*soa.Clip{{
		Tracks: []soa.Track{{Property: soa.Rotation, Interpolation: soa.Cubic}}, TicksPerSecond: 1, Duration: 1e6,
		Time: []float32{0, 1, 2, 3, 1e6}, X: []float32{0, 1, 0, 0, 1}, Y: make([]float32, 5), Z: make([]float32, 5), W: []float32{1, 0, 1, 1, 0},
		In: make([]soa.Tangent, 5), Out: make([]soa.Tangent, 5),
	}}
	c, err := NewCrowd(Keyframes(m), 1, CrowdOptions{})
	must(t, err)
	if bytes := c.player.(*keysPlayer).bound[0].Bytes(); bytes > 32<<10 {
		t.Errorf("%d bytes", bytes)
	}
}
