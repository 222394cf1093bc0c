package simd

import (
	"errors"
	"testing"
	"unsafe"
)

func TestISAs(t *testing.T) {
	isas := ISAs()
	if isas[0] != Generic {
		t.Errorf("the first isa is %v", isas[0])
	}
	if got, err := choose("", isas); got != isas[len(isas)-1] || err != nil {
		t.Errorf("no name: %v, %v", got, err)
	}
	if got, err := choose("generic", isas); got != Generic || err != nil {
		t.Errorf("generic: %v, %v", got, err)
	}
	for _, name := range []string{"sse", "AVX2"} {
		if got, err := choose(name, isas); got != isas[len(isas)-1] || !errors.Is(err, ErrISA) {
			t.Errorf("%s: %v, %v", name, got, err)
		}
	}
	if _, err := choose("neon", []ISA{Generic, AVX2}); !errors.Is(err, ErrISA) {
		t.Errorf("neon on amd64: %v", err)
	}
	before := Current()
	for _, l := range isas {
		restore, err := Use(l)
		if err != nil || Current() != l {
			t.Errorf("Use(%v): %v, current %v", l, err, Current())
		}
		restore()
		if back, err := ParseISA(l.String()); back != l || err != nil {
			t.Errorf("%v is parsed as %v: %v", l, back, err)
		}
	}
	if Current() != before {
		t.Errorf("restored to %v, want %v", Current(), before)
	}
	if _, err := Use(ISA(99)); !errors.Is(err, ErrISA) {
		t.Errorf("Use(99): %v", err)
	}
}

func TestAlignedSlices(t *testing.T) {
	for n := range 100 {
		f := AlignedFloat32(n)
		if len(f) != n || cap(f) != n {
			t.Fatalf("%d: %d of %d", n, len(f), cap(f))
		}
		if uintptr(unsafe.Pointer(unsafe.SliceData(f)))%64 != 0 {
			t.Fatalf("%d is not aligned", n)
		}
	}
}
