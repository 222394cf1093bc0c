package kernel

import (
	"errors"
	"math"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/kernel/formula"
	"github.com/sinew-anim/sinew/native/simd"
)

// lanewiseKernel is a kernel of package formula.
type lanewiseKernel struct {
	name     string
	run      func(*Lanewise) error
	uniforms int
	rows     []int
}

var lanewiseKernels = []lanewiseKernel{
	{"FrameRig16", FrameRig16, 4, []int{7, 5, 3, 7}},
	{"FrameGeneral16", FrameGeneral16, 0, []int{19, 5, 3, 3, 19}},
	{"FrameStatic16", FrameStatic16, 16, []int{19, 19}},
	{"TurnBeside16", TurnBeside16, 0, []int{4, 4, 4, 5, 1}},
	{"AimPose16", AimPose16, 9, []int{4, 7, 5, 8, 1, 2}},
	{"SpringAdvance16", SpringAdvance16, 3, []int{7, 3, 9, 27, 5, 2, 12, 7, 1}},
	{"SpringHit16", SpringHit16, 2, []int{7, 3, 7, 1}},
	{"SpringHitPlane16", SpringHitPlane16, 1, []int{7, 3, 6, 1}},
	{"SpringPush16", SpringPush16, 2, []int{7, 3, 7, 1}},
	{"SpringPushPlane16", SpringPushPlane16, 1, []int{7, 3, 6, 1}},
	{"SpringWorld16", SpringWorld16, 4, []int{21, 3}},
	{"bendRotation16", unchecked(bendRotation16), 0, []int{4, 4, 4, 1, 1, 5}},
	{"bendOther16", unchecked(bendOther16), 0, []int{4, 4, 4, 1, 1, 4}},
	{"lookBegin16", unchecked(lookBegin16), 9, []int{7, 14, 7, 8, 14}},
	{"lookShare16", unchecked(lookShare16), 4, []int{14, 14, 7, 7, 14}},
	{"lookHold16", unchecked(lookHold16), 9, []int{14, 4, 4, 14}},
	{"lookMore16", unchecked(lookMore16), 1, []int{14, 14, 14}},
	{"lookLine16", unchecked(lookLine16), 0, []int{14, 7, 14}},
	{"lookWalk16", unchecked(lookWalk16), 0, []int{14, 14, 7, 7}},
	{"lookMiss16", unchecked(lookMiss16), 1, []int{14, 7, 8, 14}},
	{"lookTake16", unchecked(lookTake16), 1, []int{14, 14, 1}},
	{"RescalePose16", rescaleOne, 0, []int{groupJoints * rotationRows}},
	{"BoneTurn16", BoneTurn16, 0, []int{7, 12, 4, 4, 5, 1}},
	{"FixedRig16", FixedRig16, 4, []int{7, 3}},
	{"FixedGeneral16", FixedGeneral16, 4, []int{19, 3}},
	{"TwistMeasure16", TwistMeasure16, 7, []int{4, 4, 5}},
	{"TwistShare16", TwistShare16, 1, []int{9, 1}},
	{"TwistBack16", TwistBack16, 0, []int{4, 9, 5, 1}},
	{"SocketStand16", SocketStand16, 5, []int{4, 3, 7, 1, 7, 1}},
	{"SocketBegin16", SocketBegin16, 0, []int{7, 7, 7, 7, 9, 1}},
	{"SocketSettle16", SocketSettle16, 0, []int{9, 7, 1}},
	{"SocketMoveRig16", SocketMoveRig16, 8, []int{7, 4, 5, 3, 7, 1}},
	{"SocketMoveGeneral16", SocketMoveGeneral16, 4, []int{19, 4, 5, 3, 7, 1}},
	{"LimitCheck16", LimitCheck16, 31, []int{5, 1, 1}},
	{"LimitHold16", LimitHold16, 31, []int{5, 1}},
	{"LimbPose16", LimbPose16, 12, []int{4, 7, 4, 7, 4, 7, 5, 5, 5, 14, 1, 3}},
}

// unchecked is a kernel that only other kernels' functions call.
func unchecked(run func(*Lanewise)) func(*Lanewise) error {
	return func(a *Lanewise) error { run(a); return nil }
}

// arguments are random, and for some kinds awkward: zeros, ones, huge, tiny or no numbers.
func (k *lanewiseKernel) arguments(r random, kind int) *Lanewise {
	a := NewLanewise()
	awkward := []float32{0, 1, -1, 1e-20, 1e20, float32(math.Inf(1)), float32(math.NaN()), 0.5}
	draw := func(n int) []float32 {
		v := simd.AlignedFloat32(n)
		copy(v, r.values(n, -1, 1))
		for i := range v {
			if kind > 0 && r.IntN(8) < kind {
				v[i] = awkward[r.IntN(2*kind)]
			}
		}
		return v
	}
	for i, n := range k.rows {
		a.Rows[i] = draw(n * simd.Lanes)
	}
	a.Uniforms = draw(k.uniforms)
	return a
}

func TestLanewiseKernelsHaveTheBitsOfTheirFormulas(t *testing.T) {
	for _, k := range lanewiseKernels {
		t.Run(k.name, func(t *testing.T) {
			r := newRandom(7)
			for trial := range 200 {
				a := k.arguments(r, trial%5)
				want := k.runOn(t, a, simd.Generic, simd.Lanes)
				used := simd.Lanes
				if trial%2 > 0 {
					used = 1 + trial/2%simd.Lanes
				}
				for _, isa := range simd.ISAs() {
					for i, rows := range k.runOn(t, a, isa, used) {
						spare(rows, want[i], used)
						if n := differ(rows, want[i]); n >= 0 {
							t.Fatalf("trial %d, %v, %d lanes: argument %d, row %d, lane %d is %v, want %v", trial, isa, used, i, n/simd.Lanes, n%simd.Lanes, rows[n], want[i][n])
						}
					}
				}
			}
		})
	}
}

// spare gives lanes that are not used the values of others.
func spare(rows, from []float32, used int) {
	for i := range rows {
		if i%simd.Lanes >= used {
			rows[i] = from[i]
		}
	}
}

// runOn runs a kernel with an instruction set on a copy of its arguments, which it returns. Lanes
// beyond those in registers with one that is used have to stay what they are.
func (k *lanewiseKernel) runOn(t *testing.T, a *Lanewise, isa simd.ISA, used int) [][]float32 {
	restore, err := simd.Use(isa)
	if err != nil {
		t.Fatal(err)
	}
	defer restore()
	own := NewLanewise()
	own.Uniforms, own.Own, own.Len = a.Uniforms, a.Own, used
	for i, rows := range a.Rows {
		own.Rows[i] = slices.Clone(rows)
	}
	if err := k.run(own); err != nil {
		t.Fatal(err)
	}
	if used <= 4 && k.name != "RescalePose16" {
		for i, rows := range own.Rows {
			for n := range rows {
				if n%simd.Lanes >= 4 && math.Float32bits(rows[n]) != math.Float32bits(a.Rows[i][n]) {
					t.Fatalf("%v writes lane %d for %d lanes", isa, n%simd.Lanes, used)
				}
			}
		}
	}
	return own.Rows[:]
}

// differ is the first value of another bit pattern, or -1. All that are no numbers are
// alike: no kernel says which of two operands it takes.
func differ(a, b []float32) int {
	for i := range a {
		if math.Float32bits(a[i]) != math.Float32bits(b[i]) && (a[i] == a[i] || b[i] == b[i]) {
			return i
		}
	}
	return -1
}

func TestLanewiseKernelsRefuseShortArguments(t *testing.T) {
	for _, k := range lanewiseKernels {
		if k.name[0] >= 'a' {
			continue // unchecked
		}
		for i := range k.rows {
			a := k.arguments(newRandom(1), 0)
			a.Rows[i] = a.Rows[i][1:]
			if err := k.run(a); !errors.Is(err, simd.ErrLength) {
				t.Errorf("%s with a short argument %d: %v", k.name, i, err)
			}
		}
		if a := k.arguments(newRandom(1), 0); k.uniforms > 0 {
			a.Uniforms = a.Uniforms[1:]
			if err := k.run(a); !errors.Is(err, simd.ErrLength) {
				t.Errorf("%s with few uniforms: %v", k.name, err)
			}
		}
	}
}

func TestChainsHaveTheBitsOfTheirFormulas(t *testing.T) {
	for trial := range 60 {
		var want []float32
		used := simd.Lanes
		for k, isa := range slices.Concat(simd.ISAs(), simd.ISAs()) {
			if k == len(simd.ISAs()) {
				used = 1 + trial%simd.Lanes
			}
			restore, err := simd.Use(isa)
			if err != nil {
				t.Fatal(err)
			}
			r := newRandom(uint64(trial))
			c := NewChain(2 + trial%7)
			c.Iterations, c.Len, c.CCD = trial%5, used, trial/7%2 > 0
			copy(c.Joints, r.values(len(c.Joints), -1, 1))
			copy(c.Head, r.values(len(c.Head), -2, 2))
			c.Above, c.Last = r.values(FrameValues, -1, 1), r.values(FrameValues, -1, 1)
			c.Weight, c.Reached = r.values(simd.Lanes, 0, 1), r.values(2*simd.Lanes, 0, 1)
			if err := SolveChain16(c); err != nil {
				t.Fatal(err)
			}
			restore()
			got := c.Reached
			for k := range 2 + trial%7 {
				got = append(got, c.Joints[k*ChainValues:][formula.ChainOwn*simd.Lanes:][:4*simd.Lanes]...)
			}
			if want == nil {
				want = got
			}
			spare(got, want, used)
			if n := differ(got, want); n >= 0 {
				t.Fatalf("trial %d, %v, %d lanes: value %d is %v, want %v", trial, isa, used, n, got[n], want[n])
			}
			c.Reached = nil
			if err := SolveChain16(c); !errors.Is(err, simd.ErrLength) {
				t.Errorf("nowhere to say how far it has come: %v", err)
			}
		}
	}
}

func BenchmarkLanewise(b *testing.B) {
	for _, k := range lanewiseKernels {
		b.Run(k.name, func(b *testing.B) {
			a := k.arguments(newRandom(1), 0)
			for b.Loop() {
				if err := k.run(a); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

// Lanes with uniforms of their own have the bits of each alone.
func TestLimbsHaveUniformsOfTheirOwn(t *testing.T) {
	k := lanewiseKernels[slices.IndexFunc(lanewiseKernels, func(k lanewiseKernel) bool { return k.name == "LimbPose16" })]
	r := newRandom(3)
	for trial := range 60 {
		a, n := k.arguments(r, trial%5), 1+trial%4
		own := r.values(4*k.uniforms, -1, 1)
		var want [][]float32
		for lane := range n {
			one := *a
			one.Uniforms = nil
			for i := range k.uniforms {
				one.Uniforms = append(one.Uniforms, own[4*i+lane])
			}
			got := k.runOn(t, &one, simd.Generic, n)
			if want == nil {
				want = got
			}
			for i := range got {
				for at := lane; at < len(want[i]); at += simd.Lanes {
					want[i][at] = got[i][at]
				}
			}
		}
		a.Own = own
		for _, isa := range simd.ISAs() {
			for i, rows := range k.runOn(t, a, isa, n) {
				spare(rows, want[i], n)
				if at := differ(rows, want[i]); at >= 0 {
					t.Fatalf("trial %d, %v, %d lanes: argument %d, row %d, lane %d is %v, want %v", trial, isa, n, i, at/simd.Lanes, at%simd.Lanes, rows[at], want[i][at])
				}
			}
		}
	}
	a := k.arguments(r, 0)
	if a.Own = make([]float32, 48); !errors.Is(k.run(a), simd.ErrLength) {
		t.Error("16 lanes have uniforms of their own")
	}
	if a.Len, a.Own = 4, a.Own[1:]; !errors.Is(k.run(a), simd.ErrLength) {
		t.Error("too few uniforms")
	}
}
