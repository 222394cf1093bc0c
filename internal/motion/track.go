package motion

import (
	"errors"
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Mode is what happens to a time outside a clip; the values are those of play.LoopMode.
type Mode uint8

const (
	Wrap     Mode = iota // the clip starts again from the place that it has led to
	Clamp                // nothing moves before the start and after the end
	PingPong             // the clip plays forwards and backwards in turn
)

// ErrTrack: a clip has no rate or no length in seconds, or a mode is unknown.
var ErrTrack = errors.New("no track of a motion")

// Track is a soa.Motion prepared for play: a place for every time. It is read only,
// so any number of goroutines may use one.
//
//	At(n, phase) = Tⁿ · M(phase)          T = M(seconds), one loop
//	Delta(a, b)  = At(a)⁻¹ · At(b)        in the mover's frame at a
type Track struct {
	keys    []key
	bucket  []int32 // the key that holds as each part of the clip starts
	perPart float64 // parts per second
	seconds float64
	loop    soa.RootTransform
	mode    Mode
	pieces  float64 // see Pieces
	dense   float64 // pieces per second
	turns   bool
}

// key is a key and what follows it up to the next.
type key struct {
	time, until float64 // seconds; those of the next key, infinite at the last one
	inverse     float64 // 1 over the time in between, 0 at the last one
	x, y, z     float64
	dx, dy, dz  float64
	yaw         float64 // radians to the next key
	c, s        float64
	flow        Twist // per second, as seen from the key
}

// Moment is a time in a clip that repeats: a number of periods and seconds into the
// next, as a crowd's clocks count them. For PingPong a period is both ways, and a
// phase beyond the clip's end is on the way back.
type Moment struct {
	Cycle int64
	Phase float64
}

// NewTrack prepares the motion of a clip that lasts some seconds. A nil motion does not
// move. The error wraps ErrTrack.
func NewTrack(m *soa.Motion, ticksPerSecond, seconds float64, mode Mode) (*Track, error) {
	if !(ticksPerSecond > 0) || !finite(ticksPerSecond) || !(seconds >= 0) || !finite(seconds) || mode > PingPong {
		return nil, fmt.Errorf("%w: %v ticks a second for %v s, mode %d", ErrTrack, ticksPerSecond, seconds, mode)
	}
	t := &Track{seconds: seconds, mode: mode, loop: soa.IdentityRoot()}
	if m == nil || len(m.Time) == 0 {
		t.keys = []key{{c: 1, until: math.Inf(1)}}
	} else {
		t.read(m, ticksPerSecond)
	}
	t.fill()
	if seconds > 0 {
		t.loop = t.M(seconds)
	}
	for k := range t.keys {
		t.pieces += 1 + math.Floor(math.Abs(t.keys[k].yaw)/MaxPieceTurn)
		t.turns = t.turns || t.keys[k].yaw != 0
	}
	if dense := t.pieces / seconds; finite(dense) {
		t.dense = dense
	}
	return t, nil
}

// finite reports whether a number is one.
func finite(v float64) bool { return v-v == 0 }

// read widens the keys. Between keys with a larger rotation it adds some, up to a
// limit, so that short series do.
func (t *Track) read(m *soa.Motion, ticksPerSecond float64) {
	const most = 64 // added between two keys
	at := func(i int, f float64) (k [5]float64) {
		for c, a := range [5][]float32{m.Time, m.X, m.Y, m.Z, m.Yaw} {
			k[c] = float64(a[i])
			if f > 0 {
				k[c] += float64((float64(a[i+1]) - k[c]) * f)
			}
		}
		return k
	}
	var yaw float64 // at the last key
	for i := range m.Time {
		parts := 1.
		if i+1 < len(m.Time) {
			parts = min(math.Ceil(math.Abs(float64(m.Yaw[i+1])-float64(m.Yaw[i]))/maxKeyTurn), most)
		}
		for part := 0.; part < max(1, parts); part++ {
			v := at(i, part/parts)
			t.append(min(v[0]/ticksPerSecond, t.seconds), v[1], v[2], v[3], v[4], v[4]-yaw)
			yaw = v[4]
		}
	}
}

// append adds a key, a rotation by turned after the last one.
func (t *Track) append(time, x, y, z, yaw, turned float64) {
	k := key{time: time, until: math.Inf(1), x: x, y: y, z: z}
	k.s, k.c = exact.SinCos(yaw)
	if n := len(t.keys); n > 0 {
		last := &t.keys[n-1]
		last.until = time
		if inverse := 1 / (k.time - last.time); finite(inverse) {
			last.inverse = inverse
		}
		last.dx, last.dy, last.dz, last.yaw = k.x-last.x, k.y-last.y, k.z-last.z, turned
		vx, vz := float64(last.dx*last.inverse), float64(last.dz*last.inverse)
		last.flow = Twist{
			float64(last.c*vx) - float64(last.s*vz), float64(last.dy * last.inverse),
			float64(last.c*vz) + float64(last.s*vx), float64(last.yaw * last.inverse),
		}
	}
	t.keys = append(t.keys, k)
}

// fill notes which key holds where.
func (t *Track) fill() {
	const perKey = 8 // so that most parts have one key only
	n := len(t.keys)
	if perPart := float64(perKey*n) / t.seconds; finite(perPart) {
		t.perPart = perPart
	}
	t.bucket = make([]int32, perKey*n)
	k := 0
	for part := range t.bucket {
		for k < n-1 && float64(t.keys[k+1].time*t.perPart) <= float64(part) {
			k++
		}
		t.bucket[part] = int32(k)
	}
}

// Seconds returns the length of one way through the clip.
func (t *Track) Seconds() float64 { return t.seconds }

// Turns reports whether the rotation changes on the way through the clip.
func (t *Track) Turns() bool { return t.turns }

// Pieces returns the number of parts of one way through the clip, from key to key, in each of which
// the velocity is steady and the rotation changes by at most MaxPieceTurn.
func (t *Track) Pieces() float64 { return t.pieces }

// PiecesPerSecond returns Pieces by the seconds of the clip, or 0 where it has no length.
func (t *Track) PiecesPerSecond() float64 { return t.dense }

// Loop returns T, where one loop leads to: IdentityRoot for Clamp and PingPong, which do not go on.
func (t *Track) Loop() soa.RootTransform { return t.Loops(1) }

// M returns the place at some seconds after the clip's start, in its first loop, on
// the way there. A time outside the clip counts as its nearest end.
func (t *Track) M(seconds float64) (p soa.RootTransform) {
	p.X, p.Y, p.Z, p.C, p.S = t.place(seconds)
	return p
}

// Phase returns the place at the phase of a Moment, in its first loop.
func (t *Track) Phase(phase float64) soa.RootTransform { return t.M(t.fold(phase)) }

// place is M in registers, which a RootTransform of five numbers does not go through.
func (t *Track) place(seconds float64) (x, y, z, c, s float64) {
	if !(seconds > 0) {
		seconds = 0
	}
	if seconds > t.seconds {
		seconds = t.seconds
	}
	k := t.find(seconds)
	f := float64((seconds - k.time) * k.inverse)
	x, y, z, c, s = k.x+float64(f*k.dx), k.y+float64(f*k.dy), k.z+float64(f*k.dz), k.c, k.s
	if k.yaw != 0 {
		w := float64(f * k.yaw)
		u := float64(w * w)
		cos := 1 - float64(u*(1./2-float64(u*(1./24-float64(u*(1./720-float64(u*(1./40320))))))))
		sin := w - float64(float64(w*u)*(1./6-float64(u*(1./120-float64(u*(1./5040))))))
		if k.yaw > maxKeyTurn || k.yaw < -maxKeyTurn {
			cos, sin = turn(w)
		}
		c, s = float64(c*cos)-float64(s*sin), float64(s*cos)+float64(c*sin)
	}
	return x, y, z, c, s
}

// maxKeyTurn is the largest rotation between two keys for which the short series of
// place are at full precision.
const maxKeyTurn = 1. / 16

// find returns the last key that is not after a time in the clip.
func (t *Track) find(seconds float64) *key {
	return &t.keys[t.index(seconds)]
}

// fold returns the time on the way there of a phase, which for PingPong may be on the way back.
func (t *Track) fold(phase float64) float64 {
	if t.mode == PingPong && phase > t.seconds {
		return t.seconds - (phase - t.seconds)
	}
	return phase
}

// Loops returns Tⁿ, where n loops lead to: IdentityRoot for Clamp and PingPong.
func (t *Track) Loops(n int64) soa.RootTransform {
	switch {
	case n == 0 || t.mode != Wrap:
		return soa.IdentityRoot()
	case n == 1:
		return t.loop
	}
	return t.loop.Pow(n)
}

// At returns the place at a moment, from where the instance was at the start of cycle
// 0. Its cost grows with the logarithm of the cycle.
func (t *Track) At(m Moment) soa.RootTransform {
	return t.Loops(m.Cycle).Mul(t.Phase(m.Phase))
}

// PlaceFrom writes the place base·M(phase) to p. Pointers, for a RootTransform of five numbers is
// slow to return.
func (t *Track) PlaceFrom(p, base *soa.RootTransform, phase float64) {
	x, y, z, c, s := t.place(t.fold(phase))
	u, v := base.C, base.S
	p.X, p.Y, p.Z = float64(u*x)+float64(v*z)+base.X, base.Y+y, float64(u*z)-float64(v*x)+base.Z
	p.C, p.S = float64(u*c)-float64(v*s), float64(v*c)+float64(u*s)
}

// Delta returns the movement between two moments, any number of cycles apart and in
// either direction, as seen from the place at the first: At(a)·Delta(a, b) is At(b).
// Movements of consecutive spans of time multiply to that of the whole.
func (t *Track) Delta(from, to Moment) (p soa.RootTransform) {
	t.Move(&p, from, to)
	return p
}

// Move writes Delta to p.
func (t *Track) Move(p *soa.RootTransform, from, to Moment) {
	u, v, w, cos, sin := t.place(t.fold(from.Phase))
	x, y, z, c, s := t.place(t.fold(to.Phase))
	if to.Cycle != from.Cycle && t.mode == Wrap {
		q := t.Loops(to.Cycle - from.Cycle).Mul(soa.RootTransform{X: x, Y: y, Z: z, C: c, S: s})
		x, y, z, c, s = q.X, q.Y, q.Z, q.C, q.S
	}
	x, y, z = x-u, y-v, z-w
	p.X, p.Y, p.Z = float64(cos*x)-float64(sin*z), y, float64(cos*z)+float64(sin*x)
	p.C, p.S = float64(cos*c)+float64(sin*s), float64(cos*s)-float64(sin*c)
}

// Twist is the logarithm of Delta.
func (t *Track) Twist(from, to Moment) Twist {
	var p soa.RootTransform
	t.Move(&p, from, to)
	return log(&p)
}
