package track

import (
	"cmp"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Key is one value of a track at a time in the file's ticks. Vectors leave the
// fourth component 0.
type Key struct {
	Time  float64
	Value [4]float64
}

// Track is one property of one joint in one clip, in float64.
type Track struct {
	Keys    []Key
	Mode    soa.Interpolation
	In, Out [][4]float64 // per key of a cubic track: its tangents, per tick
	// Implied: the file has no curve of the property. Its reader states the value, as libassimp does
	// of all three properties of a node.
	Implied bool
}

// Repairs counts the repairs made while cleaning tracks.
type Repairs struct {
	NotFinite, Unsorted, duplicate, notUnit, flipped int
	emptied                                          int     // tracks without a key that is left
	length                                           float64 // largest deviation from 1 among notUnit
}

// Mend records the repairs of a track.
func (src *Clip) Mend(name string, o Repairs) {
	r := &src.fixed
	r.length = max(r.length, o.length)
	for k, n := range []struct {
		sum *int
		n   int
	}{{&r.NotFinite, o.NotFinite}, {&r.Unsorted, o.Unsorted}, {&r.duplicate, o.duplicate}, {&r.notUnit, o.notUnit}, {&r.flipped, o.flipped}, {&r.emptied, o.emptied}} {
		if *n.sum += n.n; n.n > 0 && src.isNew(k, name) {
			src.mended[k] = append(src.mended[k], name)
		}
	}
}

// mendedName is a target and what was mended of it.
type mendedName struct {
	kind int
	name string
}

// isNew reports whether no repair of a kind was recorded for a target.
func (src *Clip) isNew(kind int, name string) bool {
	key := mendedName{kind, name}
	if src.known[key] {
		return false
	}
	if src.known == nil {
		src.known = make(map[mendedName]bool)
	}
	src.known[key] = true
	return true
}

// unitTolerance is the deviation of a quaternion's squared length above which the file is wrong
// rather than rounded.
const unitTolerance = 1e-3

// OffUnit returns how far the length of a rotation is from 1, 0 where that is rounding, and whether it
// is no rotation: of no length, or not finite.
func OffUnit(v [4]float64) (off float64, none bool) {
	n := exact.Quat(v).Dot(v)
	switch {
	case !(n > 1e-24) || math.IsInf(n, 0):
		return 0, true
	case math.Abs(n-1) > unitTolerance:
		return math.Abs(math.Sqrt(n) - 1), false
	}
	return 0, false
}

// Clean is the rule of all formats for keys that are wrong: it removes keys that are not finite and
// rotations without length, so that their neighbours' values hold, sorts the rest, merges keys of
// equal time, normalizes rotations and brings neighbours into one hemisphere. Cubic tracks keep length
// and sign, because glTF defines its spline on the unmodified values. A track may be left without
// keys, which is a loss.
func (t *Track) Clean(rotation bool) Repairs {
	had := len(t.Keys) > 0
	r := t.clean(rotation)
	if had && len(t.Keys) == 0 {
		r.emptied = 1
	}
	return r
}

func (t *Track) clean(rotation bool) Repairs {
	if t.Mode == soa.Cubic {
		return t.cleanCubic(rotation)
	}
	var r Repairs
	if rotation {
		r.notUnit, r.length = t.normalize()
	}
	inOrder := true
	for i := range t.Keys {
		k := &t.Keys[i]
		if !k.finite() || i > 0 && !(t.Keys[i-1].Time < k.Time) {
			inOrder = false
			break
		}
	}
	if !inOrder {
		r.NotFinite = t.dropNotFinite()
		r.Unsorted = t.sort()
		r.duplicate = t.mergeDuplicates()
	}
	if rotation {
		r.flipped = t.alignHemispheres()
	}
	return r
}

// cleanCubic removes keys that are not finite, rotations without length, and keys out of order: a
// spline through unordered keys has no meaning.
func (t *Track) cleanCubic(rotation bool) Repairs {
	var r Repairs
	n := 0
	for i := range t.Keys {
		in, out := Key{Value: t.In[i]}, Key{Value: t.Out[i]}
		_, none := OffUnit(t.Keys[i].Value)
		switch {
		case rotation && none || !t.Keys[i].finite() || !in.finite() || !out.finite():
			r.NotFinite++
			continue
		case n > 0 && !distinct(float32(t.Keys[n-1].Time), float32(t.Keys[i].Time)):
			r.duplicate++
			continue
		}
		t.Keys[n], t.In[n], t.Out[n] = t.Keys[i], t.In[i], t.Out[i]
		n++
	}
	t.Keys, t.In, t.Out = t.Keys[:n], t.In[:n], t.Out[:n]
	return r
}

// normalize brings rotations to unit length, and those of zero length to NaN. It returns the
// number of rotations whose deviation exceeds rounding.
func (t *Track) normalize() (off int, worst float64) {
	for i := range t.Keys {
		v := &t.Keys[i].Value
		by, none := OffUnit(*v)
		if none {
			v[0] = math.NaN() // dropNotFinite removes it
		} else if by > 0 {
			off++
			worst = math.Max(worst, by)
		}
		f := 1 / math.Sqrt(exact.Quat(*v).Dot(*v))
		v[0], v[1], v[2], v[3] = v[0]*f, v[1]*f, v[2]*f, v[3]*f
	}
	return off, worst
}

// dropNotFinite removes keys that are not finite and returns their number.
func (t *Track) dropNotFinite() int {
	n := len(t.Keys)
	t.Keys = slices.DeleteFunc(t.Keys, func(k Key) bool { return !k.finite() })
	return n - len(t.Keys)
}

// sort sorts the keys by time, stably, and returns the number of keys that preceded their
// predecessor.
func (t *Track) sort() int {
	unsorted := 0
	for i := 1; i < len(t.Keys); i++ {
		if t.Keys[i].Time < t.Keys[i-1].Time {
			unsorted++
		}
	}
	if unsorted > 0 {
		slices.SortStableFunc(t.Keys, func(a, b Key) int { return cmp.Compare(a.Time, b.Time) })
	}
	return unsorted
}

func (k *Key) finite() bool {
	return Finite(k.Value[0]) && Finite(k.Value[1]) && Finite(k.Value[2]) && Finite(k.Value[3]) && math.Abs(k.Time) < 1e12
}

// mergeDuplicates keeps at most two keys of equal time: the first and the last, which are the two
// sides of a jump, or one if they are equal. It returns the number of removed keys.
func (t *Track) mergeDuplicates() int {
	kept := t.Keys[:0]
	for _, k := range t.Keys {
		n := len(kept)
		switch {
		case n == 0 || kept[n-1].Time < k.Time:
			kept = append(kept, k)
		case kept[n-1].Value == k.Value:
			// An exact duplicate.
		case n >= 2 && kept[n-2].Time == k.Time:
			kept[n-1] = k
		default:
			kept = append(kept, k)
		}
	}
	removed := len(t.Keys) - len(kept)
	t.Keys = kept
	return removed
}

func (t *Track) alignHemispheres() int {
	flips := 0
	for i := 1; i < len(t.Keys); i++ {
		b := &t.Keys[i].Value
		if exact.Quat(*b).Dot(t.Keys[i-1].Value) < 0 {
			*b = exact.Quat(*b).Negate()
			flips++
		}
	}
	return flips
}

// constantTolerance is the difference, relative for values above 1, up to which keys count as
// equal: an exporter's float32 rounding.
const constantTolerance = 1e-7

// Constant reports whether all keys equal the first, up to rounding.
func (t *Track) Constant() bool {
	if len(t.Keys) < 2 {
		return true
	}
	for i := range t.In {
		if t.In[i] != ([4]float64{}) || t.Out[i] != ([4]float64{}) {
			return false
		}
	}
	first := t.Keys[0].Value
	for c, v := range first {
		limit := constantTolerance * math.Max(1, math.Abs(v))
		for i := len(t.Keys) - 1; i > 0; i-- {
			if math.Abs(t.Keys[i].Value[c]-v) > limit {
				return false
			}
		}
	}
	return true
}

// MakeConstant keeps only the first key, as a linear track.
func (t *Track) MakeConstant() {
	t.Keys = t.Keys[:1]
	t.Mode, t.In, t.Out = soa.Linear, nil, nil
}

// apply replaces every value by f(value) and every tangent by linear(tangent),
// the part of f without its constant term; nil means f.
func (t *Track) apply(f, linear func([4]float64) [4]float64) {
	for i := range t.Keys {
		t.Keys[i].Value = f(t.Keys[i].Value)
	}
	if linear == nil {
		linear = f
	}
	for i := range t.In {
		t.In[i], t.Out[i] = linear(t.In[i]), linear(t.Out[i])
	}
}

// Slot is the translation, rotation or scale of a joint: its rest value and a
// track per clip.
type Slot struct {
	Rest   [4]float64
	tracks []clipTrack // in the order of clips
}

// clipTrack is the track of a clip.
type clipTrack struct {
	clip int
	*Track
}

// Driven reports whether any clip has a track here.
func (s *Slot) Driven() bool { return len(s.tracks) > 0 }

// set sets the track of a clip. Clips come in their order.
func (s *Slot) set(clip int, t *Track) { s.tracks = append(s.tracks, clipTrack{clip, t}) }

// trackOf returns the track of a clip, or nil.
func (s *Slot) trackOf(clip int) *Track {
	i, ok := slices.BinarySearchFunc(s.tracks, clip, func(t clipTrack, clip int) int { return t.clip - clip })
	if !ok {
		return nil
	}
	return s.tracks[i].Track
}

// apply transforms the rest value and every track: see Track.Apply.
func (s *Slot) apply(f, linear func([4]float64) [4]float64) {
	s.Rest = f(s.Rest)
	for _, t := range s.tracks {
		t.apply(f, linear)
	}
}

// allHold reports whether p holds for the rest value and every key.
func (s *Slot) allHold(p func([4]float64) bool) bool {
	if !p(s.Rest) {
		return false
	}
	for _, t := range s.tracks {
		for i := range t.Keys {
			if !p(t.Keys[i].Value) {
				return false
			}
		}
	}
	return true
}

// DrivenIn reports whether clip c has a track here.
func (s *Slot) DrivenIn(c int) bool { return s.trackOf(c) != nil }

// Transferred returns the track of clip c with f applied to every key, or one key with the rest
// value if the clip has no track. It returns nil if the result would be one key that equals the
// model's rest value.
func (s *Slot) Transferred(c int, rest [4]float64, p soa.Property, f, linear func([4]float64) [4]float64) *Track {
	var tr Track
	if from := s.trackOf(c); from != nil {
		tr = Track{Keys: slices.Clone(from.Keys), Mode: from.Mode, In: slices.Clone(from.In), Out: slices.Clone(from.Out)}
	} else {
		tr.Keys = []Key{{0, s.Rest}}
	}
	tr.apply(f, linear)
	if len(tr.Keys) > 1 {
		return &tr
	}
	v := tr.Keys[0].Value
	if p == soa.Rotation && exact.Quat(v).Dot(rest) < 0 {
		v = exact.Quat(v).Negate()
	}
	if nearRest(v, rest) {
		return nil
	}
	return &tr
}
