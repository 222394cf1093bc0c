package importer

import (
	"cmp"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// key is one value of a track at a time in the file's ticks. Vectors leave the
// fourth component 0.
type key struct {
	time  float64
	value [4]float64
}

// track is one property of one joint over one clip, in float64 until it is
// written into the clip's arrays.
type track struct {
	keys    []key
	mode    soa.Interpolation
	in, out [][4]float64 // per key of a cubic track: its tangents, per tick
}

// repairs counts the changes of cleaning tracks.
type repairs struct {
	notFinite, unsorted, duplicate, notUnit, flipped int
	length                                           float64 // how far the worst of notUnit is from 1
}

// mend notes the repairs of a track.
func (src *clipSource) mend(name string, o repairs) {
	r := &src.fixed
	r.length = max(r.length, o.length)
	for k, n := range []struct {
		sum *int
		n   int
	}{{&r.notFinite, o.notFinite}, {&r.unsorted, o.unsorted}, {&r.duplicate, o.duplicate}, {&r.notUnit, o.notUnit}, {&r.flipped, o.flipped}} {
		if *n.sum += n.n; n.n > 0 && !slices.Contains(src.mended[k], name) {
			src.mended[k] = append(src.mended[k], name)
		}
	}
}

// unitTolerance is the deviation of a quaternion's squared length above which it
// is an error of the file, not rounding.
const unitTolerance = 1e-3

// clean removes keys that are not finite, sorts the rest, merges keys of one
// time, normalises rotations and brings neighbours into one hemisphere. Cubic
// tracks keep length and sign, because glTF's spline is defined on the values as
// they are.
func (t *track) clean(rotation bool) repairs {
	if t.mode == soa.Cubic {
		return t.cleanCubic()
	}
	var r repairs
	if rotation {
		r.notUnit, r.length = t.normalize()
	}
	inOrder := true
	for i := range t.keys {
		k := &t.keys[i]
		if !k.finite() || i > 0 && !(t.keys[i-1].time < k.time) {
			inOrder = false
			break
		}
	}
	if !inOrder {
		r.notFinite = t.dropNotFinite()
		r.unsorted = t.sort()
		r.duplicate = t.mergeDuplicates()
	}
	if rotation {
		r.flipped = t.alignHemispheres()
	}
	return r
}

// cleanCubic removes keys that are not finite or not after the key before: a
// spline through unordered keys has no meaning.
func (t *track) cleanCubic() repairs {
	var r repairs
	n := 0
	for i := range t.keys {
		in, out := key{value: t.in[i]}, key{value: t.out[i]}
		switch {
		case !t.keys[i].finite() || !in.finite() || !out.finite():
			r.notFinite++
			continue
		case n > 0 && !apart(float32(t.keys[n-1].time), float32(t.keys[i].time)):
			r.duplicate++
			continue
		}
		t.keys[n], t.in[n], t.out[n] = t.keys[i], t.in[i], t.out[i]
		n++
	}
	t.keys, t.in, t.out = t.keys[:n], t.in[:n], t.out[:n]
	return r
}

// normalize brings rotations to unit length, those without length to NaN. It
// returns the number of rotations off by more than rounding.
func (t *track) normalize() (off int, worst float64) {
	for i := range t.keys {
		v := &t.keys[i].value
		n := exact.Quat(*v).Dot(*v)
		if math.Abs(n-1) > unitTolerance {
			if !(n > 1e-24) || math.IsInf(n, 0) {
				v[0] = math.NaN() // no rotation at all; dropNotFinite takes it out
			} else {
				off++
				worst = math.Max(worst, math.Abs(math.Sqrt(n)-1))
			}
		}
		f := 1 / math.Sqrt(n)
		v[0], v[1], v[2], v[3] = v[0]*f, v[1]*f, v[2]*f, v[3]*f
	}
	return off, worst
}

// dropNotFinite removes keys that are not finite and returns their number.
func (t *track) dropNotFinite() int {
	n := len(t.keys)
	t.keys = slices.DeleteFunc(t.keys, func(k key) bool { return !k.finite() })
	return n - len(t.keys)
}

// sort sorts the keys by time, equal ones in their order, and returns the number
// of keys that were earlier than their predecessor.
func (t *track) sort() int {
	unsorted := 0
	for i := 1; i < len(t.keys); i++ {
		if t.keys[i].time < t.keys[i-1].time {
			unsorted++
		}
	}
	if unsorted > 0 {
		slices.SortStableFunc(t.keys, func(a, b key) int { return cmp.Compare(a.time, b.time) })
	}
	return unsorted
}

func (k *key) finite() bool {
	return finite(k.value[0]) && finite(k.value[1]) && finite(k.value[2]) && finite(k.value[3]) && math.Abs(k.time) < 1e12
}

// mergeDuplicates keeps at most two keys of one time: the first and the last, the
// two sides of a jump, or one where they are equal. It returns the number of
// removed keys.
func (t *track) mergeDuplicates() int {
	kept := t.keys[:0]
	for _, k := range t.keys {
		n := len(kept)
		switch {
		case n == 0 || kept[n-1].time < k.time:
			kept = append(kept, k)
		case kept[n-1].value == k.value:
			// The same key again.
		case n >= 2 && kept[n-2].time == k.time:
			kept[n-1] = k
		default:
			kept = append(kept, k)
		}
	}
	removed := len(t.keys) - len(kept)
	t.keys = kept
	return removed
}

func (t *track) alignHemispheres() int {
	flips := 0
	for i := 1; i < len(t.keys); i++ {
		b := &t.keys[i].value
		if exact.Quat(*b).Dot(t.keys[i-1].value) < 0 {
			*b = exact.Quat(*b).Negate()
			flips++
		}
	}
	return flips
}

// constantTolerance is the difference, relative for values above 1, up to which
// keys count as equal: the float32 rounding of an exporter.
const constantTolerance = 1e-7

// constant reports whether all keys equal the first, up to rounding.
func (t *track) constant() bool {
	if len(t.keys) < 2 {
		return true
	}
	for i := range t.in {
		if t.in[i] != ([4]float64{}) || t.out[i] != ([4]float64{}) {
			return false
		}
	}
	first := t.keys[0].value
	for c, v := range first {
		limit := constantTolerance * math.Max(1, math.Abs(v))
		for i := len(t.keys) - 1; i > 0; i-- {
			if math.Abs(t.keys[i].value[c]-v) > limit {
				return false
			}
		}
	}
	return true
}

// makeConstant keeps only the first key, as a linear track.
func (t *track) makeConstant() {
	t.keys = t.keys[:1]
	t.mode, t.in, t.out = soa.Linear, nil, nil
}

// apply replaces every value by f(value) and every tangent by linear(tangent),
// the part of f without its constant term; nil means f.
func (t *track) apply(f, linear func([4]float64) [4]float64) {
	for i := range t.keys {
		t.keys[i].value = f(t.keys[i].value)
	}
	if linear == nil {
		linear = f
	}
	for i := range t.in {
		t.in[i], t.out[i] = linear(t.in[i]), linear(t.out[i])
	}
}

// slot is the translation, rotation or scale of a joint: its rest value and a
// track per clip.
type slot struct {
	rest   [4]float64
	tracks []*track // nil where no clip drives the slot; else one entry per clip, some nil
}

// driven reports whether a clip has a track here.
func (s *slot) driven() bool {
	for _, t := range s.tracks {
		if t != nil {
			return true
		}
	}
	return false
}

func (s *slot) set(clip, clips int, t *track) {
	if s.tracks == nil {
		s.tracks = make([]*track, clips)
	}
	s.tracks[clip] = t
}

// apply transforms the rest value and every track: see track.apply.
func (s *slot) apply(f, linear func([4]float64) [4]float64) {
	s.rest = f(s.rest)
	for _, t := range s.tracks {
		if t != nil {
			t.apply(f, linear)
		}
	}
}

// every reports whether p is true of the rest value and every key.
func (s *slot) every(p func([4]float64) bool) bool {
	if !p(s.rest) {
		return false
	}
	for _, t := range s.tracks {
		if t == nil {
			continue
		}
		for i := range t.keys {
			if !p(t.keys[i].value) {
				return false
			}
		}
	}
	return true
}

// transferred returns the track of clip c with f applied to every key, or one key
// with the rest value where the clip has no track. It returns nil where the
// result is one key that equals the model's rest value.
func (s *slot) transferred(c int, rest [4]float64, p soa.Property, f, linear func([4]float64) [4]float64) *track {
	var tr track
	if s.tracks != nil && s.tracks[c] != nil {
		from := s.tracks[c]
		tr = track{keys: slices.Clone(from.keys), mode: from.mode, in: slices.Clone(from.in), out: slices.Clone(from.out)}
	} else {
		tr.keys = []key{{0, s.rest}}
	}
	tr.apply(f, linear)
	if len(tr.keys) > 1 {
		return &tr
	}
	v := tr.keys[0].value
	if p == soa.Rotation && exact.Quat(v).Dot(rest) < 0 {
		v = exact.Quat(v).Negate()
	}
	if nearRest(v, rest) {
		return nil
	}
	return &tr
}
