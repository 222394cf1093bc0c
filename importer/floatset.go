package importer

import (
	"cmp"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// floatSource is a custom property that clips drive: a number besides transforms
// and morph weights. libassimp does not import any.
type floatSource struct {
	node   int // of the tree, or −1
	name   string
	rest   float64
	stated bool // the file says how it rests
	wanted bool // it counts even where no clip moves it
	keyed  bool // some clip has several keys of it
	index  int  // in the model, or −1
}

// floatKey identifies a custom property: by node of the tree, or joint, and name.
type floatKey struct {
	on   int
	name string
}

// floatSet is the custom properties of a file.
type floatSet struct {
	list []floatSource
	at   map[floatKey]int
}

// add returns the index of the custom property of that name on the node, which it
// adds if new.
func (s *floatSet) add(want floatSource) int {
	key := floatKey{want.node, want.name}
	i, known := s.at[key]
	if !known {
		i = len(s.list)
		s.list = append(s.list, want)
		s.at[key] = i
	}
	return i
}

// choose cleans the tracks of custom properties, drops those that repeat the rest
// value, and decides which properties the model gets: those that a clip changes,
// and those that an artist added and keyed. Their nodes become joints.
func (s *floatSet) choose(clips []clipSource) {
	for i := range s.list {
		fl := &s.list[i]
		fl.index = -1
		keep := false
		for c := range clips {
			src := &clips[c]
			t := src.floats[i]
			if t == nil {
				continue
			}
			src.mend(fl.name, t.clean(false))
			src.keyed.see(t)
			if len(t.keys) == 0 {
				delete(src.floats, i)
				continue
			}
			if !fl.stated {
				fl.rest, fl.stated = t.keys[0].value[0], true
			}
			keep = keep || fl.wanted && (fl.keyed || len(t.keys) > 1)
			if t.constant() {
				t.makeConstant()
				if float32(t.keys[0].value[0]) == float32(fl.rest) {
					src.keepResting(i)
					continue
				}
			}
			keep = true
		}
		if keep && finite(fl.rest) {
			fl.index = 0
		}
	}
}

// keepResting moves a track that repeats the rest value from the clip's tracks to
// resting.
func (src *clipSource) keepResting(i int) {
	if src.resting == nil {
		src.resting = make(map[int]*track)
	}
	src.resting[i] = src.floats[i]
	delete(src.floats, i)
}

// finite reports whether a model can have a number.
func finite(v float64) bool { return math.Abs(v) < soa.MaxMagnitude }

// finiteMatrix reports whether a model can have a matrix.
func finiteMatrix(m exact.Matrix) bool {
	return !slices.ContainsFunc(m[:], func(v float64) bool { return !finite(v) })
}

// tracks lists the tracks of custom properties in a clip, by index in the model.
func (s *floatSet) tracks(src *clipSource) []namedTrack {
	var tracks []namedTrack
	for i, t := range src.floats {
		if k := s.list[i].index; k >= 0 {
			tracks = append(tracks, namedTrack{k, soa.Float, t})
		}
	}
	return sortTracks(tracks)
}

// sortTracks orders tracks by target and keeps the first of each.
func sortTracks(tracks []namedTrack) []namedTrack {
	slices.SortStableFunc(tracks, func(a, b namedTrack) int { return cmp.Compare(a.target, b.target) })
	return slices.CompactFunc(tracks, func(a, b namedTrack) bool { return a.target == b.target })
}
