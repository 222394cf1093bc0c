package source

import (
	"context"
	"math"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/internal/keys"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/internal/testing/wildkeys"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// Each column has the value of its track: to 1e-6 of the skeleton's size, or of the keys around.
func TestColumnsOfAnyValidModel(t *testing.T) {
	rounds := 1500
	if testing.Short() {
		rounds = 300
	}
	played := 0
	for seed := range uint64(rounds) {
		w := wildkeys.Keys{Rand: rand.New(rand.NewPCG(seed, 4)), Tame: [...]float64{1, 3, 6, 9}[seed%4]}
		m := w.Model(1 + w.IntN(6))
		if m.Validate() != nil {
			continue
		}
		played++
		checkColumns(t, seed, w, m)
	}
	if played < rounds/2 {
		t.Errorf("only %d of %d models are valid", played, rounds)
	}
}

// played prepares the keys of a model.
func played(m *soa.Model, o pose.LayoutOptions) (*keyframes, *Scratch, error) {
	p, err := Keyframes(m).Open(context.Background(), &Options{Layout: o})
	if err != nil {
		return nil, nil, err
	}
	s := &Scratch{}
	p.Prepare(s)
	return p.(*keyframes), s, nil
}

// tame is a model of joints and one of ordinary keys.
func tame(seed uint64, joints int) *soa.Model {
	return wildkeys.Keys{Rand: rand.New(rand.NewPCG(seed, seed)), Tame: 1}.Model(joints)
}

// checkColumns holds poses in the general form, alone and in a block, against the oracle.
func checkColumns(t *testing.T, seed uint64, w wildkeys.Keys, m *soa.Model) {
	o := pose.LayoutOptions{Form: pose.FormGeneral, AllJoints: true}
	p, s, err := played(m, o)
	if err != nil {
		t.Fatalf("seed %d: %v", seed, err)
	}
	block := simd.AlignedFloat32(p.poses.BlockValues())
	plan, err := keys.New(context.Background(), m, m.Clips, o)
	must.Do(t, err)
	size := max(1, plan.Size)
	for n, clip := range m.Clips {
		last := keys.NewTicks(clip).Last
		for tr := range clip.Tracks {
			track := &clip.Tracks[tr]
			if track.Property == soa.Float {
				continue
			}
			column, _ := plan.Column(track)
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
				whole, rest := kernel.SplitTick(tick)
				row := p.Pose(s, 0, int32(n), int64(math.Float32bits(whole)), rest)
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
				f := Part{}
				for l := range f.Clip {
					f.Clip[l], f.At.Row[l], f.At.Alpha[l] = int32(n), int64(math.Float32bits(whole)), rest
				}
				s.Overwritten()
				p.Sample(s, block, &f, 1<<5)
				for e, v := range got {
					if b := block[kernel.ColumnStart(p.bound[0].Columns(), column)+e*simd.Lanes+5]; math.Float32bits(b) != math.Float32bits(v) {
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
			return exact.Quat(a).Unit().Distance(exact.Quat(b).Unit().NearestSign(exact.Quat(a)))
		}
		for k := range wildkeys.Components(track.Property) {
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
		m := tame(1, 1)
		m.Clips = []*soa.Clip{c}
		if _, _, err := played(m, pose.LayoutOptions{}); err != nil {
			t.Errorf("%s: %v", name, err)
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
	m := tame(3, 4)
	source := Keyframes(m)
	o := Options{Layout: pose.LayoutOptions{AllJoints: true, Levels: []float64{0.1}}}
	var wait sync.WaitGroup
	players := make([]Player, 8)
	for i := range players {
		wait.Go(func() {
			own := o
			own.Layout.Levels = []float64{0.1}
			if i%2 == 1 {
				own.Layout.Form = pose.FormGeneral
			}
			players[i], _ = source.Open(context.Background(), &own)
		})
	}
	wait.Wait()
	for i, p := range players {
		if p == nil {
			t.Fatalf("crowd %d was refused", i)
		}
		if shared := p == players[0]; shared != (i%2 == 0) {
			t.Errorf("crowd %d: shared %v", i, shared)
		}
	}
	if p, err := Keyframes(m).Open(context.Background(), &o); err != nil || p == players[0] {
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
	m := tame(3, 24)
	for _, property := range []soa.Property{soa.Translation, soa.Rotation} {
		for _, i := range []soa.Interpolation{soa.Linear, soa.Step, soa.Cubic} {
			for _, step := range []float32{0, 0.003} {
				m.Clips = []*soa.Clip{frames(step, property, i), frames(step, property, i)}
				p, _, err := played(m, pose.LayoutOptions{})
				must.Do(t, err)
				bytes := 0
				for _, clip := range p.bound {
					bytes += clip.Bytes()
				}
				share, keys := 8, 2*24*50*20
				if i == soa.Cubic {
					share, keys = 2, 2*24*50*52
				}
				if bytes > share*keys+64<<10 {
					t.Errorf("%v, %v, times %v apart: %d bytes for %d of keys", property, i, step, bytes, keys)
				}
			}
		}
	}
}

// Keys seconds, days and a million seconds apart need no more memory than others.
func TestKeysFarApart(t *testing.T) {
	m := tame(3, 2)
	m.Clips = []*soa.Clip{{
		Tracks: []soa.Track{{Property: soa.Rotation, Interpolation: soa.Cubic}}, TicksPerSecond: 1, Duration: 1e6,
		Time: []float32{0, 1, 2, 3, 1e6}, X: []float32{0, 1, 0, 0, 1}, Y: make([]float32, 5), Z: make([]float32, 5), W: []float32{1, 0, 1, 1, 0},
		In: make([]soa.Tangent, 5), Out: make([]soa.Tangent, 5),
	}}
	p, _, err := played(m, pose.LayoutOptions{})
	must.Do(t, err)
	if bytes := p.bound[0].Bytes(); bytes > 32<<10 {
		t.Errorf("%d bytes", bytes)
	}
}
