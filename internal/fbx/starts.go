package fbx

import (
	"bytes"
	"errors"
	"fmt"
	"math"
	"strings"
)

// ErrFormat is wrapped by every error of this package.
var ErrFormat = errors.New("malformed FBX")

// second is one second in FBX's unit of time.
const second = 46186158000

// Starts returns the second at which each animation stack begins, by name. Of
// stacks that share a name the first counts.
func Starts(data []byte) (map[string]float64, error) {
	var t takes
	var err error
	if bytes.HasPrefix(data, []byte(binaryMagic)) {
		err = t.readBinary(data)
	} else {
		err = t.readText(data)
	}
	if err != nil {
		return nil, err
	}
	starts := make(map[string]float64)
	for _, s := range t.stacks {
		if _, known := starts[s.name]; known {
			continue
		}
		if begin, ok := t.begin(s); ok {
			starts[s.name] = float64(begin) / second
		}
	}
	return starts, nil
}

// takes is what decides where stacks begin.
type takes struct {
	stacks []stack
	first  map[int64]int64   // per curve: its first key
	parent map[int64][]int64 // connections, from source to destination
}

type stack struct {
	id          int64
	name        string
	start, stop int64 // LocalStart, LocalStop
}

// begin returns a stack's first moment: LocalStart, or where the stack states
// no range, the earliest key of its curves. It is false where nothing tells.
func (t *takes) begin(s stack) (int64, bool) {
	if s.start != 0 || s.stop != 0 {
		return s.start, true
	}
	earliest := int64(math.MaxInt64)
	for curve, first := range t.first {
		if first < earliest && t.under(curve, s.id, 4) {
			earliest = first
		}
	}
	return earliest, earliest != math.MaxInt64
}

// under reports whether connections lead from one object up to another.
func (t *takes) under(from, to int64, steps int) bool {
	for _, p := range t.parent[from] {
		if p == to || steps > 0 && t.under(p, to, steps-1) {
			return true
		}
	}
	return false
}

// maxConnections bounds what a file may connect to one object: more parents
// than an animation ever has would only slow the search.
const maxConnections = 64

func (t *takes) connect(from, to int64) {
	if t.parent == nil {
		t.parent = make(map[int64][]int64)
	}
	if len(t.parent[from]) < maxConnections {
		t.parent[from] = append(t.parent[from], to)
	}
}

func (t *takes) addCurve(id, first int64) {
	if t.first == nil {
		t.first = make(map[int64]int64)
	}
	t.first[id] = first
}

// stackName takes the class off an object's name: "AnimStack::Take" in text,
// "Take\x00\x01AnimStack" in binary files.
func stackName(raw string) string {
	if name, _, ok := strings.Cut(raw, "\x00\x01"); ok {
		return name
	}
	if _, name, ok := strings.Cut(raw, "::"); ok {
		return name
	}
	return raw
}

func malformed(format string, args ...any) error {
	return fmt.Errorf("%w: %s", ErrFormat, fmt.Sprintf(format, args...))
}
