package retarget

import (
	"context"
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

const (
	// refinements bounds the halvings of the time between two keys of the source.
	refinements = 12
	// minSpacing is the shortest time in seconds between an added key and its neighbours.
	// It bounds the keys of a clip with jumps, for example where an elbow flips, or with a
	// body too large for float32 to hold the bound.
	minSpacing = 1. / 960
)

// widest is cos 45°, the product of quaternions 90° apart.
var widest = math.Sqrt2 / 2

// keyBytes is the memory of a joint of a key, with its share of the tracks.
const keyBytes = 8*4 + 8*3 + 4*5

// refiner adds keys between those of the source.
type refiner struct {
	t       *transfer
	ctx     context.Context
	bound   float64 // metres
	angle   float64 // radians
	spacing float64 // ticks
	most    int     // keys
	keys    []key
	added   int // of these, between the moments of the source
	stray   *Stray
}

// keys poses the target at the source's keys, and between them to hold the bounds. The error is the
// context's or wraps soa.ErrTooLarge.
func (t *transfer) keys(ctx context.Context, o *Options) (*refiner, error) {
	each := keyBytes * int64(len(t.pair))
	r := &refiner{
		t: t, ctx: ctx, bound: o.Bound, angle: o.Angle * (math.Pi / 180), spacing: minSpacing * t.clip.Clip.TicksPerSecond,
		most: int(min(o.MaxBytes/each, math.MaxInt32)),
	}
	moments := t.moments()
	if len(moments) > r.most {
		return nil, fmt.Errorf("%w: %d joints with keys at %d times take %d bytes, more than the %d of Options.MaxBytes",
			soa.ErrTooLarge, len(t.pair), len(moments), each*int64(len(moments)), o.MaxBytes)
	}
	for i, at := range moments {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		next := t.key(at.Tick, at.Jump)
		if i > 0 {
			if last := r.keys[len(r.keys)-1]; !last.jump {
				if err := r.refine(&last, &next, refinements); err != nil {
					return nil, err
				}
			}
		}
		r.keys = append(r.keys, next)
	}
	r.added = len(r.keys) - len(moments)
	return r, nil
}

// refine appends keys between two where interpolated joints exceed the bounds, up to a depth of
// halvings.
func (r *refiner) refine(a, b *key, depth int) error {
	if err := r.ctx.Err(); err != nil {
		return err
	}
	holds := r.holds(a, b)
	if err := r.ctx.Err(); err != nil {
		return err
	}
	at, ok := tickBetween(a, b, 0.5)
	if !holds && depth > 0 && ok && float64(at)-float64(a.tick) >= r.spacing {
		if len(r.keys) >= r.most {
			return fmt.Errorf("%w: keys that hold the bound take more bytes than Options.MaxBytes, %d keys of %d joints",
				soa.ErrTooLarge, r.most, len(r.t.pair))
		}
		middle := r.t.key(at, false)
		if err := r.refine(a, &middle, depth-1); err != nil {
			return err
		}
		r.keys = append(r.keys, middle)
		return r.refine(&middle, b, depth-1)
	}
	if !ok {
		return nil
	}
	if !holds {
		r.note(a, b, at)
	}
	if r.isWide(a, b) {
		r.keys = append(r.keys, r.straight(a, b, at))
	}
	return nil
}

// tickBetween returns the tick at a part of the interval between two keys; ok is false if float32 has
// none inside it.
func tickBetween(a, b *key, part float64) (tick float32, ok bool) {
	tick = float32(float64(a.tick) + float64((float64(b.tick)-float64(a.tick))*part))
	return tick, tick > a.tick && tick < b.tick
}

// holds reports whether two keys suffice for the time between them, or whether the context
// has ended.
func (r *refiner) holds(a, b *key) bool {
	for i := 1; i < 4; i++ {
		if r.ctx.Err() != nil {
			return true
		}
		at, ok := tickBetween(a, b, float64(i)/4)
		if !ok {
			continue
		}
		off, turned, _ := r.strays(a, b, at, true)
		if off > r.bound || turned > r.angle {
			return false
		}
	}
	return true
}

// strays poses the target at a tick between two keys and returns the largest deviation of its joints
// from the interpolated keys, in metres and radians, and the farthest joint. With first, it ends
// at the first joint beyond the bounds.
func (r *refiner) strays(a, b *key, at float32, first bool) (off, turned float64, joint int) {
	t, line := r.t, &r.t.line
	t.pose(t.wide(at), false)
	f := (float64(at) - float64(a.tick)) / (float64(b.tick) - float64(a.tick))
	line.CopyLocals(&t.dst.Rest)
	for j := range line.Q {
		if t.pair[j] >= 0 {
			line.Q[j] = exact.Slerp(a.q[j], b.q[j], f)
			// The sine of half the angle is half the chord, nearly.
			turned = max(turned, 2*line.Q[j].NearestSign(t.out.Q[j]).Distance(t.out.Q[j]))
		}
		if t.moves[j] {
			line.T[j] = a.t[j].Lerp(b.t[j], f)
		}
		t.dst.ToModelAt(j, line)
		if t.pair[j] >= 0 {
			if d := line.Global[j].Translation().Sub(t.out.Global[j].Translation()).Length(); d > off {
				off, joint = d, j
			}
		}
		if first && (off > r.bound || turned > r.angle) {
			break
		}
	}
	return off, turned, joint
}

// note records the largest deviation between keys at the closest spacing.
func (r *refiner) note(a, b *key, at float32) {
	off, _, joint := r.strays(a, b, at, false)
	if off <= r.bound || r.stray != nil && off <= r.stray.Metre {
		return
	}
	c := r.t.clip.Clip
	r.stray = &Stray{Joint: r.t.m.Skeleton[1].Name[joint], Seconds: c.Start + float64(at)/c.TicksPerSecond, Metre: off}
}

// isWide reports whether a joint rotates by more than 90° between two keys; near 180° the shorter
// arc is ambiguous.
func (r *refiner) isWide(a, b *key) bool {
	for j := range a.q {
		if r.t.pair[j] >= 0 && math.Abs(a.q[j].Dot(b.q[j])) < widest {
			return true
		}
	}
	return false
}

// straight returns a key interpolated between two others.
func (r *refiner) straight(a, b *key, tick float32) key {
	f := (float64(tick) - float64(a.tick)) / (float64(b.tick) - float64(a.tick))
	k := key{tick: tick, q: make([]exact.Quat, len(a.q)), t: make([]exact.Vec, len(a.t))}
	for j := range k.q {
		k.q[j], k.t[j] = exact.Slerp(a.q[j], b.q[j], f), a.t[j].Lerp(b.t[j], f)
	}
	return k
}
