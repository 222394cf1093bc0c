package track

import (
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/extent"
	"github.com/sinew-anim/sinew/soa"
)

// Clip is one animation of the file with its channels bound to nodes.
type Clip struct {
	Name    string
	Number  int     // among the file's
	Rate    float64 // ticks per second
	Begin   float64 // seconds on the file's time line at the keys' time 0
	ByNode  map[int]*Channel
	Weights []Weights
	Floats  map[int]*Track // by index in Floats
	Resting map[int]*Track // by index in Floats: tracks that only repeat the rest value
	fixed   Repairs        // of all tracks, counted by the cleaning passes
	mended  [6][]string    // names of the repaired targets, per kind of repair
	known   map[mendedName]bool
	Now     string        // target being cleaned
	keyed   extent.Extent // of the tracks, before constant ones lose keys
	Ranged  bool          // the file states the length
	Length  float64       // in ticks, if Ranged
}

// Channel holds the tracks of one node; nil means that the property is not driven.
type Channel struct {
	T, R, S *Track
	Next    *Channel // for the node's next factor, if its transform has several
}

// States reports whether the file has a curve of a property, in the channel or those after it.
func (ch *Channel) States(p soa.Property) bool {
	for ; ch != nil; ch = ch.Next {
		if t := [...]*Track{soa.Translation: ch.T, soa.Rotation: ch.R, soa.Scale: ch.S}[p]; t != nil && !t.Implied {
			return true
		}
	}
	return false
}

// Weights holds the tracks of one node's morph weights; nil means that the target is not driven.
type Weights struct {
	Name   string
	Node   int // if Bound; otherwise Name identifies the node or mesh
	Bound  bool
	Tracks []*Track
	// reported: a finding about the node already exists.
	Reported bool
}

// Bind moves a channel's tracks into a factor's slots, for clip c; clips come in their order. It drops
// tracks that only repeat the rest value.
func (src *Clip) Bind(fc *Factor, c int, ch *Channel) {
	ch.keepLength()
	src.bindSlot(&fc.T, c, ch.T, false)
	src.bindSlot(&fc.R, c, ch.R, true)
	src.bindSlot(&fc.S, c, ch.S, false)
}

func (src *Clip) bindSlot(s *Slot, c int, t *Track, rotation bool) {
	if t == nil {
		return
	}
	src.Mend(src.Now, t.Clean(rotation))
	src.See(t)
	if len(t.Keys) == 0 {
		return
	}
	if rotation && exact.Quat(t.Keys[0].Value).Dot(s.Rest) < 0 {
		t.apply(func(v [4]float64) [4]float64 { return exact.Quat(v).Negate() }, nil)
	}
	if t.Constant() {
		t.MakeConstant()
		if rotation { // a spline's keys keep the length of the file's
			t.Keys[0].Value = exact.Quat(t.Keys[0].Value).Unit()
		}
		if !s.Driven() && nearRest(t.Keys[0].Value, s.Rest) {
			s.Rest = t.Keys[0].Value
			return
		}
	}
	s.set(c, t)
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
