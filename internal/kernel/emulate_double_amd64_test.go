//go:build !purego

package kernel

import (
	"math"
	"testing"
	"unsafe"

	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/native/simd"
)

// onDoubles executes an instruction of float64, or returns false.
func (e *emulated) onDoubles(t *testing.T, op string, o []string, lanes uint16, out *[simd.Lanes]uint32) bool {
	type doubles = *[simd.Lanes / 2]float64
	source := func(i int) doubles {
		v := e.vector(t, o[i], false)
		return doubles(unsafe.Pointer(&v))
	}
	to := doubles(unsafe.Pointer(out))
	set := func(f func(i int) float64) {
		for i := range to {
			if lanes>>i&1 != 0 {
				to[i] = f(i)
			}
		}
	}
	switch op {
	case "VMOVUPD":
		a := source(0)
		set(func(i int) float64 { return a[i] })
	case "VBROADCASTSD":
		a := source(0)
		set(func(int) float64 { return a[0] })
	case "VPERMPD":
		imm, a := e.value(t, o[0], 8), source(1)
		set(func(i int) float64 { return a[i&^3|int(imm>>(2*(i&3))&3)] })
	case "VMULPD":
		a, b := source(0), source(1)
		set(func(i int) float64 { return float64(a[i] * b[i]) })
	case "VADDPD":
		a, b := source(0), source(1)
		set(func(i int) float64 { return a[i] + b[i] })
	case "VCVTPS2PD":
		a := e.vector(t, o[0], false)
		set(func(i int) float64 { return float64(math.Float32frombits(a[i])) })
	case "VCVTPD2PSY", "VCVTSD2SS":
		a, n := source(0), 4
		if op == "VCVTSD2SS" {
			n = 1
		}
		*out = [simd.Lanes]uint32{}
		for i := range n {
			out[i] = math.Float32bits(float32(a[i]))
		}
	default:
		return false
	}
	return true
}

func TestEmulatedPlaceJoints(t *testing.T) {
	e := emulate(t, "placeJointsAVX512")
	for s := range seed.Cases(t, 4) {
		r := newRandom(s)
		for range 20 {
			c := drawJoints(r, 1+r.IntN(20), 1+r.IntN(9))
			c.palettes = append(c.palettes, 0, 0, 0, 0) // masks are read whole here
			want, got := c.room(), c.room()
			placeJointsGo(want, c.palettes, c.stride, c.instances, c.joints, c.slots, c.bind, c.places)
			e.run(t, pointer(&got[0]), pointer(&c.palettes[0]), uint64(4*c.stride), pointer(&c.instances[0]), uint64(len(c.instances)),
				pointer(&c.joints[0]), uint64(len(c.joints)), pointer(&c.slots[0]), pointer(&c.bind[0]), pointer(unsafe.SliceData(c.places)))
			c.compare(t, got, want)
		}
	}
}
