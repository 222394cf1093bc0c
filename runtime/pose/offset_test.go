package pose_test

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// quintic is David Bollo's curve (Inertialization, GDC 2018) from a distance x0 at the
// speed v0 to 0 in t1, in float64. In place of t1 the speed is limited, so that all
// joints share t1.
type quintic struct{ x0, v0, a0, t1 float64 }

func newQuintic(x0, v0, t1 float64) quintic {
	v0 = min(max(v0, -5*x0/t1), 0)
	return quintic{x0, v0, max(0, (-8*v0*t1-20*x0)/(t1*t1)), t1}
}

// at returns the distance, speed, acceleration and jerk at t.
func (q quintic) at(t float64) (x, v, a, j float64) {
	if t >= q.t1 {
		return 0, 0, 0, 0
	}
	x0, v0, a0, T := q.x0, q.v0, q.a0, q.t1
	A := -(a0*T*T + 6*v0*T + 12*x0) / (2 * math.Pow(T, 5))
	B := (3*a0*T*T + 16*v0*T + 30*x0) / (2 * math.Pow(T, 4))
	C := -(3*a0*T*T + 12*v0*T + 20*x0) / (2 * math.Pow(T, 3))
	x = ((((A*t+B)*t+C)*t+a0/2)*t+v0)*t + x0
	v = (((5*A*t+4*B)*t+3*C)*t+a0)*t + v0
	a = ((20*A*t+12*B)*t+6*C)*t + a0
	return x, v, a, (60*A*t+24*B)*t + 6*C
}

// still is a layout of one joint, whose rest is no displacement at all.
func still(tb testing.TB) *pose.Layout {
	p := trs{T: make([]float32, 3), Q: []float32{0, 0, 0, 1}, S: []float32{1, 1, 1}}
	return layoutOf(tb, p, []trs{p})
}

// The offset of a translation follows the quintic: within [0, x0], from the speed of
// the source to no value, speed and acceleration at the end, with a bounded jerk.
func TestOffsetIsTheQuintic(t *testing.T) {
	l := still(t)
	column := 4 * (l.Rotations() + int(l.TranslationColumn[0]))
	rapid.Check(t, func(rt *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 2))
		duration := rapid.Float32Range(0.05, 3).Draw(rt, "duration")
		source, before := slices.Clone(l.Rest), slices.Clone(l.Rest)
		direction := [3]float64{r.Float64() - 0.5, r.Float64() - 0.5, r.Float64() - 0.5}
		const h = 1. / 32
		v0 := rapid.Float64Range(-8, 2).Draw(rt, "speed") / float64(duration) // in lengths of x0
		for k, d := range direction {
			source[column+k], before[column+k] = float32(d), float32(d*(1-v0*h))
		}
		offset := make([]float32, l.RowValues())
		must.Do(t, l.MakeOffset(offset, &pose.Transition{Source: source, SourceBefore: before, Destination: l.Rest, Before: h, Duration: duration}))
		x0 := math.Hypot(math.Hypot(float64(source[column]), float64(source[column+1])), float64(source[column+2]))
		want := newQuintic(x0, v0*x0, float64(duration))
		scale := math.Pow(float64(duration), 3) / x0
		const steps = 64
		var last float64
		for i := range steps + 3 {
			s := float32(i) / steps
			row := slices.Clone(l.Rest)
			f, g, hh := pose.OffsetBasis(s)
			must.Do(t, l.OffsetRow(row, offset, f, g, hh))
			along := 0.
			for k := range 3 {
				along += float64(row[column+k]) * float64(source[column+k]) / x0
			}
			x, v, a, j := want.at(float64(s) * float64(duration))
			if d := math.Abs(along - x); d > x0*(2e-6+1e-7*float64(duration)/h) { // the speed is a difference of two near values
				rt.Fatalf("at %v: %v of %v, want %v", s, along, x0, x)
			}
			if along < -1e-30 || along > x0*(1+1e-6) || x < -1e-12*x0 || x > x0*(1+1e-12) {
				rt.Fatalf("at %v: %v is not within 0 and %v", s, along, x0)
			}
			if math.Abs(j)*scale > 60.000001 {
				rt.Fatalf("at %v: jerk %v", s, j*scale)
			}
			if i == 1 && along > last && v0 < 0 {
				rt.Fatalf("it moves away: %v after %v", along, last)
			}
			if i == steps-1 && (math.Abs(v)*float64(duration) > 1e-2*x0 || math.Abs(a) > x0/float64(duration*duration)*2) {
				rt.Fatalf("near the end: speed %v, acceleration %v", v, a)
			}
			if i >= steps && along != 0 {
				rt.Fatalf("at %v: %v is left", s, along)
			}
			last = along
		}
		// C1 at the start: the offset moves as the source did.
		const small = 1. / 256
		f, g, hh := pose.OffsetBasis(small)
		row := slices.Clone(l.Rest)
		must.Do(t, l.OffsetRow(row, offset, f, g, hh))
		start := 0.
		for k := range 3 {
			start += float64(row[column+k]-source[column+k]) * float64(source[column+k]) / x0
		}
		if got, limited := start/small/x0, min(max(v0*float64(duration), -5), 0); math.Abs(got-limited) > 10*small {
			rt.Fatalf("it starts at the speed %v, the source has %v", got, limited)
		}
	})
}

// The basis in factors is the polynomials, with its value, slope and curvature 0 at the
// end.
func TestOffsetBasis(t *testing.T) {
	for i := range 1001 {
		s := float64(i) / 1000
		f, g, h := pose.OffsetBasis(float32(s))
		s = float64(float32(s))
		want := [3]float64{1 - 10*s*s*s + 15*s*s*s*s - 6*s*s*s*s*s, s - 6*s*s*s + 8*s*s*s*s - 3*s*s*s*s*s, (s*s - 3*s*s*s + 3*s*s*s*s - s*s*s*s*s) / 2}
		for k, v := range [3]float32{f, g, h} {
			if math.Abs(float64(v)-want[k]) > 4e-7 || v < 0 {
				t.Fatalf("at %v: function %d is %v, want %v", s, k, v, want[k])
			}
		}
	}
	for _, s := range []float32{1, 2, float32(math.Inf(1)), float32(math.NaN())} {
		if f, g, h := pose.OffsetBasis(s); f != 0 || g != 0 || h != 0 {
			t.Errorf("at %v: %v, %v, %v are left", s, f, g, h)
		}
	}
}

// At its start the offset makes the source of the destination; a rotation stays on the
// shorter arc to the destination, and its angle and speed are those of the quintic of
// tan(angle/4). All lanes have the bits of one instance, with every instruction set.
func TestOffsetOfPoses(t *testing.T) {
	rapid.Check(t, func(rt *rapid.T) {
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(rt, "seed"), 3))
		rest := randomTRS(r, 3)
		l := layoutOf(t, rest, []trs{rest})
		var rows [4][]float32
		for i := range rows {
			rows[i] = rowFrom(l.Layout, randomTRS(r, 3))
			for c := range l.Rotations() { // of any length
				n := 0.5 + r.Float32()
				for k := range 4 {
					rows[i][4*c+k] *= n
				}
			}
		}
		for i := range rows[1] { // near the source
			rows[1][i] = rows[0][i] + 0.05*rows[1][i]
		}
		at := simd.Offsets{Values: make([]float32, 2*l.RowValues())}
		x := pose.Transition{Source: rows[0], SourceBefore: rows[1], Destination: rows[2], DestinationBefore: rows[2], Before: 1. / 30, Duration: 0.3}
		must.Do(t, l.MakeOffset(at.Values[l.RowValues():], &x))
		for lane := range simd.Lanes {
			s := float32(lane) / 8
			at.F[lane], at.G[lane], at.H[lane] = pose.OffsetBasis(s)
			if lane < 8 {
				at.Row[lane] = int64(l.RowValues())
			}
		}
		row := func(lane int) []float32 {
			out := slices.Clone(rows[2])
			for i, v := range out {
				out[i] = v + 0
			}
			must.Do(t, l.OffsetRow(out, at.Values[at.Row[lane]:], at.F[lane], at.G[lane], at.H[lane]))
			return out
		}
		for _, isa := range simd.ISAs() {
			restore, err := simd.Use(isa)
			must.Do(t, err)
			block := blockOf(l, rows[2])
			for i := range block {
				block[i] += 0
			}
			must.Do(t, l.Offset(block, block, &at))
			for lane := range simd.Lanes {
				if !slices.Equal(bits(rowOf(l, block, lane)), bits(row(lane))) {
					rt.Fatalf("%v: lane %d differs from one instance", isa, lane)
				}
			}
			restore()
		}
		start := row(0)
		for c := range l.Columns() {
			if c >= l.Rotations() {
				for k := range 3 {
					if d := start[4*c+k] - rows[0][4*c+k]; math.Abs(float64(d)) > 1e-6 {
						rt.Fatalf("column %d starts %v from the source", c, d)
					}
				}
				continue
			}
			source, destination := quat(rows[0][4*c:]).Unit(), quat(rows[2][4*c:]).Unit()
			if d := rotationError(quat(start[4*c:]), source); d > 1e-6 {
				rt.Fatalf("rotation %d starts %v from the source", c, d)
			}
			way := source.Mul(destination.Conjugate())
			whole, before := rodrigues(way, way), rodrigues(quat(rows[1][4*c:]).Unit().Mul(destination.Conjugate()), way)
			n, along := 0., 0.
			for k := range 3 {
				n += whole[k] * whole[k]
				along += whole[k] * before[k]
			}
			n = math.Sqrt(n)
			if n < 1e-3 {
				continue
			}
			curve := newQuintic(n, (n-along/n)/float64(x.Before), float64(x.Duration))
			for lane := range 8 {
				value, _, _, _ := curve.at(float64(lane) / 8 * float64(x.Duration))
				got := quat(row(lane)[4*c:]).Unit().Mul(destination.Conjugate())
				left := math.Tan(math.Acos(min(1, math.Abs(got[3]))) / 2)
				if math.Abs(left-value) > 1e-4 {
					rt.Fatalf("rotation %d at %d/8: tan(angle/4) is %v, want %v", c, lane, left, value)
				}
			}
		}
	})
}

// rodrigues is tan(angle/4) along the axis of a rotation, seen on the shorter way of
// another one.
func rodrigues(q, way exact.Quat) (v [3]float64) {
	q = q.NearestSign(way.NearestSign(exact.IdentityQuat()))
	for k := range v {
		v[k] = q[k] / (1 + q[3])
	}
	return v
}
