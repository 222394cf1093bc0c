package track

import (
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
)

// Clip is one animation of the file with its channels bound to nodes.
type Clip struct {
	Name    string
	Rate    float64 // ticks per second
	Begin   float64 // seconds on the file's time line at the keys' time 0
	ByNode  map[int]*Channel
	Weights []Weights
	Floats  map[int]*Track // by number in the Floats
	Resting map[int]*Track // the same: those that only repeat how the float rests
	fixed   Repairs        // of all its tracks, by the passes that clean them
	mended  [5][]string    // the names of what these are of, in the order of repairs
	Now     string         // the name of what is being cleaned
	Keyed   extent         // of its tracks, before constant ones lose keys
	Ranged  bool           // it states how long it is, whatever its keys
	Length  float64        // in ticks, where it does
}

// Channel is the tracks of one node; nil for a property that is not driven.
type Channel struct {
	T, R, S *Track
	Next    *Channel // of a node whose transform is several factors: of the next one
}

// Weights is the tracks of the morph weights of one node; nil for a target
// that is not driven.
type Weights struct {
	Name   string
	Node   int // the node, where bound; else the name tells it
	Bound  bool
	Tracks []*Track
	// reported is set where it is known already what the node lacks.
	Reported bool
}

// Bind puts a channel's tracks into a factor's slots for clip c of n. Tracks that
// only repeat the rest value are left out.
func (src *Clip) Bind(fc *Factor, c, n int, ch *Channel) {
	ch.keepLength()
	src.bindSlot(&fc.T, c, n, ch.T, false)
	src.bindSlot(&fc.R, c, n, ch.R, true)
	src.bindSlot(&fc.S, c, n, ch.S, false)
}

func (src *Clip) bindSlot(s *Slot, c, n int, t *Track, rotation bool) {
	if t == nil {
		return
	}
	src.Mend(src.Now, t.Clean(rotation))
	src.Keyed.See(t)
	if len(t.Keys) == 0 {
		return
	}
	if rotation && exact.Quat(t.Keys[0].Value).Dot(s.Rest) < 0 {
		t.apply(func(v [4]float64) [4]float64 { return exact.Quat(v).Negate() }, nil)
	}
	if t.Constant() {
		t.MakeConstant()
		if !s.Driven() && nearRest(t.Keys[0].Value, s.Rest) {
			s.Rest = t.Keys[0].Value
			return
		}
	}
	s.set(c, n, t)
}

// restTolerance is the distance from the rest value, relative for values above 1,
// up to which a constant key counts as the rest value. It covers the rounding of
// a file's matrix, of its decomposition and of MD5's six digits.
const restTolerance = 3e-6

func nearRest(v, rest [4]float64) bool {
	for i := range v {
		if math.Abs(v[i]-rest[i]) > restTolerance*math.Max(1, math.Abs(rest[i])) {
			return false
		}
	}
	return true
}

// SortedKeys returns a map's keys in ascending order.
func SortedKeys[V any](m map[int]V) []int {
	keys := make([]int, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
