package simd

import (
	"errors"
	"fmt"
	"os"
	"sync/atomic"
)

// Level is an instruction set that kernels are written for.
type Level int32

// Generic is plain Go, the definition of every kernel. All levels give the same
// bits.
const (
	Generic Level = iota + 1
	NEON          // arm64: 4 lanes at a time
	AVX2          // amd64 with BMI2 and POPCNT: 8 lanes at a time
	AVX512        // amd64 with F, BW, DQ and VL: 16 lanes at a time
)

// environment is the variable that overrides the choice of instruction set:
// generic, neon, avx2 or avx512.
const environment = "SINEW_SIMD"

var levelNames = [...]string{Generic: "generic", NEON: "neon", AVX2: "avx2", AVX512: "avx512"}

// String is the name of the level as SINEW_SIMD spells it.
func (l Level) String() string {
	if l < Generic || int(l) >= len(levelNames) {
		return fmt.Sprintf("level %d", int32(l))
	}
	return levelNames[l]
}

// ErrLevel is wrapped by errors about a level that does not exist, or that this
// machine or build does not have.
var ErrLevel = errors.New("no such instruction set")

// ParseLevel returns the level that String calls name.
func ParseLevel(name string) (Level, error) {
	for l := Generic; int(l) < len(levelNames); l++ {
		if levelNames[l] == name {
			return l, nil
		}
	}
	return 0, fmt.Errorf("simd: %w: %q", ErrLevel, name)
}

// Levels returns the levels that this machine and build can run, the fastest last.
func Levels() []Level {
	return append([]Level{Generic}, machineLevels()...)
}

// active is the level that kernels use, 0 before the first call of Current.
var active atomic.Int32

// Current returns the level that kernels use: the one set by Use, else the one that
// SINEW_SIMD names, else the fastest of Levels.
func Current() Level {
	if l := Level(active.Load()); l != 0 {
		return l
	}
	l, _ := choose(os.Getenv(environment), Levels()) // a name that is wrong counts as none
	active.CompareAndSwap(0, int32(l))
	return Level(active.Load())
}

// choose returns the level called name, or the last one where name is empty. A name
// that is not among levels gives the last one and an error.
func choose(name string, levels []Level) (Level, error) {
	best := levels[len(levels)-1]
	if name == "" {
		return best, nil
	}
	want, err := ParseLevel(name)
	if err == nil {
		for _, l := range levels {
			if l == want {
				return l, nil
			}
		}
		err = fmt.Errorf("simd: %w on this machine: %s", ErrLevel, name)
	}
	return best, fmt.Errorf("%s: %w", environment, err)
}

// Use makes all kernels of the process use level l until restore is called. It
// serves tests and benchmarks; results do not depend on it.
func Use(l Level) (restore func(), err error) {
	for _, have := range Levels() {
		if have == l {
			before := int32(Current())
			active.Store(int32(l))
			return func() { active.Store(before) }, nil
		}
	}
	return nil, fmt.Errorf("simd: %w on this machine: %s", ErrLevel, l)
}
