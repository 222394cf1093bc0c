package edit

import (
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// insertBound is the largest change of a spline of rotations, in radians, by an inserted key.
// Keys are added to hold it. All other tracks keep their curves exactly.
const insertBound = 1e-6

// Insert adds a key to a track without changing its curve. If there is a key, it does nothing. The
// error wraps ErrTrack or ErrTime.
func Insert(c *Clip, id ID, seconds float64) (*Clip, error) {
	t := c.Track(id)
	err := c.place(seconds)
	if t == nil {
		err = c.noTrack(id)
	}
	if err != nil {
		return nil, fmt.Errorf("insert a key: %w", err)
	}
	return c.with(t.cut(seconds)), nil
}

// cut returns the track with a key at a time, and the same curve.
func (t *Track) cut(seconds float64) Track {
	k := t.countBefore(seconds, true)
	out := *t
	switch {
	case len(t.Keys) == 0 || k > 0 && t.Keys[k-1].Time == seconds:
		return out
	case k == 0 || k == len(t.Keys) || t.Mode != soa.Cubic:
		key := Key{Time: seconds, Value: t.raw(seconds, false)}
		if k == 0 && t.Mode == soa.Cubic { // the curve holds, and leaves the old key with its own slope
			out.Keys = slices.Clone(t.Keys)
			out.Keys[0].In = Value{}
		}
		if k == len(t.Keys) && t.Mode == soa.Cubic {
			out.Keys = slices.Clone(t.Keys)
			out.Keys[k-1].Out = Value{}
		}
		out.Keys = slices.Insert(slices.Clip(out.Keys), k, key)
		return out
	}
	a, b := t.Keys[k-1], t.Keys[k]
	m := split(&a, &b, seconds)
	if t.Property != soa.Rotation {
		out.Keys = slices.Insert(slices.Clip(t.Keys), k, m)
		return out
	}
	// A key of unit length has the direction of the curve and of its slope, but not its length.
	m = ofUnit(m)
	p := piece{a: a, b: b}
	keys := append(p.refine(a, m, nil, maxSplits), p.refine(m, b, nil, maxSplits)...)
	out.Keys = slices.Concat(t.Keys[:k], keys[:len(keys)-1], t.Keys[k:])
	return out
}

// maxSplits is the largest number of halvings of a spline's piece.
const maxSplits = 12

// split is de Casteljau's construction on a Hermite piece: its value and slope at a time.
func split(a, b *Key, seconds float64) Key {
	span := b.Time - a.Time
	f := (seconds - a.Time) / span
	slope := exact.HermiteSlope(a.Value, b.Value, a.Out, b.In, f, span)
	return Key{seconds, exact.Hermite(a.Value, b.Value, a.Out, b.In, f, span), slope, slope}
}

// ofUnit makes a rotation's key of unit length, with the slope of the curve of unit length.
func ofUnit(k Key) Key {
	length := exact.Quat(k.Value).Length()
	if !(length > 0) {
		return k
	}
	v := exact.Quat(k.Value).Unit()
	k.Value, k.In = v, normalizedSlope(k.In, v, length)
	k.Out = k.In
	return k
}

// normalizedSlope returns the slope of v/|v|: the part of a slope across v, over the length.
func normalizedSlope(slope, v exact.Quat, length float64) exact.Quat {
	radial := slope.Dot(v)
	for c := range slope {
		slope[c] = (slope[c] - float64(radial*v[c])) / length
	}
	return slope
}

// piece is a part of a spline of rotations between two keys.
type piece struct{ a, b Key }

// refine appends the keys after from up to to, with as many between as the bound asks for.
func (p *piece) refine(from, to Key, keys []Key, splits int) []Key {
	if splits == 0 || p.error(&from, &to) <= insertBound {
		return append(keys, to)
	}
	m := ofUnit(split(&p.a, &p.b, from.Time+float64((to.Time-from.Time)/2)))
	return p.refine(m, to, p.refine(from, m, keys, splits-1), splits-1)
}

// error measures the angle between the piece and a spline through two keys.
func (p *piece) error(from, to *Key) (worst float64) {
	for _, f := range [...]float64{0.2113, 0.5, 0.7887} {
		seconds := from.Time + float64((to.Time-from.Time)*f)
		want, got := split(&p.a, &p.b, seconds), split(from, to, seconds)
		worst = max(worst, 2*exact.Quat(want.Value).Unit().Distance(exact.Quat(got.Value).Unit()))
	}
	return worst
}
