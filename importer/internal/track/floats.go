package track

import (
	"cmp"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/meter"
	"github.com/sinew-anim/sinew/soa"
)

// Float is a custom property that clips drive: a number besides transforms
// and morph weights. libassimp does not import any.
type Float struct {
	Node   int // of the tree, or −1
	Name   string
	Rest   float64
	Stated bool // the file states a rest value
	Wanted bool // kept even if no clip changes it
	Kept   bool // the model gets it in any case
	Keyed  bool // some clip has several keys for it
	Index  int  // in the model, or −1
}

// FloatKey identifies a custom property by its name and its joint or tree node.
type FloatKey struct {
	On   int
	Name string
}

// Floats holds the custom properties of a file.
type Floats struct {
	List []Float
	At   map[FloatKey]int
}

// Add returns the index of the node's custom property with that name, adding it if new.
func (s *Floats) Add(want Float) int {
	key := FloatKey{want.Node, want.Name}
	i, known := s.At[key]
	if !known {
		i = len(s.List)
		s.List = append(s.List, want)
		s.At[key] = i
	}
	return i
}

// Choose cleans the tracks of custom properties, drops those that repeat the rest value, and
// selects the model's properties: those that a clip changes, and those that an artist added and
// keyed. Their nodes become joints.
func (s *Floats) Choose(clips []Clip, m *meter.Meter) {
	driven := make([][]int, len(s.List)) // by float: the clips that do, in their order
	for c := range clips {
		for i := range clips[c].Floats {
			driven[i] = append(driven[i], c)
		}
	}
	for i := range s.List {
		fl := &s.List[i]
		fl.Index = -1
		keep := fl.Kept
		for _, c := range driven[i] {
			src := &clips[c]
			t := src.Floats[i]
			if m.Step(500+30*len(t.Keys)) != nil {
				return
			}
			src.Mend(fl.Name, t.Clean(false))
			src.See(t)
			if len(t.Keys) == 0 {
				delete(src.Floats, i)
				continue
			}
			if !fl.Stated {
				fl.Rest, fl.Stated = t.Keys[0].Value[0], true
			}
			keep = keep || fl.Wanted && (fl.Keyed || len(t.Keys) > 1)
			if t.Constant() {
				t.MakeConstant()
				if float32(t.Keys[0].Value[0]) == float32(fl.Rest) {
					src.keepResting(i)
					continue
				}
			}
			keep = true
		}
		if keep && Finite(fl.Rest) {
			fl.Index = 0
		}
	}
}

// keepResting moves a track that repeats the rest value from Floats to Resting.
func (src *Clip) keepResting(i int) {
	if src.Resting == nil {
		src.Resting = make(map[int]*Track)
	}
	src.Resting[i] = src.Floats[i]
	delete(src.Floats, i)
}

// Finite reports whether v is within the range of numbers in a model.
func Finite(v float64) bool { return math.Abs(v) < soa.MaxMagnitude }

// FiniteMatrix reports whether all elements are within the range of numbers in a model.
func FiniteMatrix(m exact.Matrix) bool {
	return !slices.ContainsFunc(m[:], func(v float64) bool { return !Finite(v) })
}

// Tracks lists a clip's tracks of custom properties, by index in the model.
func (s *Floats) Tracks(src *Clip) []Named {
	var tracks []Named
	for i, t := range src.Floats {
		if k := s.List[i].Index; k >= 0 {
			tracks = append(tracks, Named{k, soa.Float, t})
		}
	}
	return SortTracks(tracks)
}

// SortTracks orders tracks by target and keeps the first of each.
func SortTracks(tracks []Named) []Named {
	slices.SortStableFunc(tracks, func(a, b Named) int { return cmp.Compare(a.Target, b.Target) })
	return slices.CompactFunc(tracks, func(a, b Named) bool { return a.Target == b.Target })
}
