package simd

import (
	"errors"
	"fmt"
	"os"
	"sync/atomic"
)

// Level is an instruction set that kernels are written for.
type Level int32

// Generic is plain Go: the definition of every kernel. The others give the
// same bits sooner.
const (
	Generic Level = iota + 1
	NEON          // arm64: 4 lanes at a time
	AVX2          // amd64 with BMI2 and POPCNT: 8 lanes at a time
	AVX512        // amd64 with F, BW, DQ and VL: 16 lanes at a time
)

// Environment is the variable that overrides the choice of instruction set:
// generic, neon, avx2 or avx512.
const Environment = "SINEW_SIMD"

var levelNames = [...]string{Generic: "generic", NEON: "neon", AVX2: "avx2", AVX512: "avx512"}

// String is the name of the level as Environment spells it.
func (l Level) String() string {
	if l < Generic || int(l) >= len(levelNames) {
		return fmt.Sprintf("level %d", int32(l))
	}
	return levelNames[l]
}

// ErrLevel is wrapped by the error about a level that does not exist or that
// this machine or build lacks.
var ErrLevel = errors.New("no such instruction set")

// ParseLevel returns the level of a name.
func ParseLevel(name string) (Level, error) {
	for l := Generic; int(l) < len(levelNames); l++ {
		if levelNames[l] == name {
			return l, nil
		}
	}
	return 0, fmt.Errorf("simd: %w: %q", ErrLevel, name)
}

// Levels lists what this machine and build can run, the fastest last.
func Levels() []Level {
	return append([]Level{Generic}, machineLevels()...)
}

// active is the level that kernels use, 0 as long as none has been asked for.
var active atomic.Int32

// Current is the level that kernels use: what Environment or Use say, or else
// the fastest of Levels.
func Current() Level {
	if l := Level(active.Load()); l != 0 {
		return l
	}
	l, _ := choose(os.Getenv(Environment), Levels())
	active.CompareAndSwap(0, int32(l))
	return Level(active.Load())
}

// CheckEnvironment reports an Environment that names no level of this machine.
// Kernels then run as if it were not set.
func CheckEnvironment() error {
	_, err := choose(os.Getenv(Environment), Levels())
	return err
}

// choose picks the level called name, or the last one where name is empty or
// not among levels, which is an error in the second case.
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
	return best, fmt.Errorf("%s: %w", Environment, err)
}

// Use makes every kernel of the process use level l until restore is called.
// It is meant for tests and benchmarks; results do not depend on it.
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
