package importer

import (
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
)

// clipSource is one animation of the file with its channels bound to nodes.
type clipSource struct {
	name    string
	rate    float64 // ticks per second
	begin   float64 // seconds on the file's time line at the keys' time 0
	byNode  map[int]*channel
	weights []weightChannel
	floats  map[int]*track // by number in the floatSet
	resting map[int]*track // the same: those that only repeat how the float rests
	fixed   repairs        // of all its tracks, by the passes that clean them
	mended  [5][]string    // the names of what these are of, in the order of repairs
	now     string         // the name of what is being cleaned
	keyed   extent         // of its tracks, before constant ones lose keys
	ranged  bool           // it states how long it is, whatever its keys
	length  float64        // in ticks, where it does
}

// channel is the tracks of one node; nil for a property that is not driven.
type channel struct {
	t, r, s *track
	next    *channel // of a node whose transform is several factors: of the next one
}

// weightChannel is the tracks of the morph weights of one node; nil for a target
// that is not driven.
type weightChannel struct {
	name   string
	node   int // the node, where bound; else the name tells it
	bound  bool
	tracks []*track
	// reported is set where it is known already what the node lacks.
	reported bool
}

// bind puts a channel's tracks into a factor's slots for clip c of n. Tracks that
// only repeat the rest value are left out.
func (src *clipSource) bind(fc *factor, c, n int, ch *channel) {
	ch.keepLength()
	src.bindSlot(&fc.t, c, n, ch.t, false)
	src.bindSlot(&fc.r, c, n, ch.r, true)
	src.bindSlot(&fc.s, c, n, ch.s, false)
}

func (src *clipSource) bindSlot(s *slot, c, n int, t *track, rotation bool) {
	if t == nil {
		return
	}
	src.mend(src.now, t.clean(rotation))
	src.keyed.see(t)
	if len(t.keys) == 0 {
		return
	}
	if rotation && exact.Quat(t.keys[0].value).Dot(s.rest) < 0 {
		t.apply(func(v [4]float64) [4]float64 { return exact.Quat(v).Negate() }, nil)
	}
	if t.constant() {
		t.makeConstant()
		if !s.driven() && nearRest(t.keys[0].value, s.rest) {
			s.rest = t.keys[0].value
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

// sortedKeys returns a map's keys in ascending order.
func sortedKeys[V any](m map[int]V) []int {
	keys := make([]int, 0, len(m))
	for k := range m {
		keys = append(keys, k)
	}
	slices.Sort(keys)
	return keys
}
