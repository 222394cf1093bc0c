package simd

import (
	"errors"
	"fmt"
	"os"
	"slices"
	"sync/atomic"
)

// ISA is an instruction set that kernels are written for.
type ISA int32

// Generic is plain Go, the definition of every kernel. All instruction sets give the same
// bits.
const (
	Generic ISA = iota + 1
	NEON        // arm64: 4 lanes at a time
	AVX2        // amd64 with BMI2 and POPCNT: 8 lanes at a time
	AVX512      // amd64 with F, BW, DQ and VL: 16 lanes at a time
)

// environment is the variable that selects the instruction set: generic, neon, avx2 or avx512.
const environment = "SINEW_SIMD"

var isaNames = []string{Generic: "generic", NEON: "neon", AVX2: "avx2", AVX512: "avx512"}

// String is the name of the instruction set as SINEW_SIMD spells it.
func (i ISA) String() string {
	if i < Generic || int(i) >= len(isaNames) {
		return fmt.Sprintf("isa %d", int32(i))
	}
	return isaNames[i]
}

// ErrISA is wrapped by errors about unknown or unavailable instruction sets.
var ErrISA = errors.New("no such instruction set")

// ParseISA returns the instruction set that String calls name.
func ParseISA(name string) (ISA, error) {
	if i := slices.Index(isaNames, name); i >= int(Generic) {
		return ISA(i), nil
	}
	return 0, fmt.Errorf("simd: %w: %q", ErrISA, name)
}

// ISAs returns the instruction sets that this machine and build can run, the fastest last.
func ISAs() []ISA {
	return append([]ISA{Generic}, machineISAs()...)
}

// active is the instruction set that kernels use, 0 before the first call of Current.
var active atomic.Int32

// Current returns the instruction set that kernels use: the one set by Use, else the one
// that SINEW_SIMD names, else the fastest of ISAs.
func Current() ISA {
	if i := active.Load(); i != 0 {
		return ISA(i)
	}
	return first()
}

// first makes the instruction set that Current returns first the active one. It is apart so that
// Current is inlined.
func first() ISA {
	i, _ := choose(os.Getenv(environment), ISAs()) // a name that is wrong counts as none
	active.CompareAndSwap(0, int32(i))
	return ISA(active.Load())
}

// choose returns the instruction set called name, or the last one: with an error for a name
// that is not empty.
func choose(name string, isas []ISA) (ISA, error) {
	best := isas[len(isas)-1]
	if name == "" {
		return best, nil
	}
	want, err := ParseISA(name)
	if err == nil {
		if slices.Contains(isas, want) {
			return want, nil
		}
		err = fmt.Errorf("simd: %w on this machine: %s", ErrISA, name)
	}
	return best, fmt.Errorf("%s: %w", environment, err)
}

// Use makes all kernels of the process use an instruction set until restore is called. It
// serves tests and benchmarks; results do not depend on it.
func Use(i ISA) (restore func(), err error) {
	if !slices.Contains(ISAs(), i) {
		return nil, fmt.Errorf("simd: %w on this machine: %s", ErrISA, i)
	}
	before := int32(Current())
	active.Store(int32(i))
	return func() { active.Store(before) }, nil
}
