package control

import (
	"fmt"
	"math"
	"sort"

	"github.com/sinew-anim/sinew/internal/geom"
)

// Value is numbers over time: no key, one that always holds, or several. Numbers are
// interpolated linearly, rotations by the shorter arc.
type Value struct {
	Keys []Key
	Loop bool // the last key is the first of the next round
}

// Key holds one, three or, for a rotation, four numbers at a time in seconds.
type Key struct {
	At float64
	To [4]float32
}

// Point is a place in the model: of a joint, after the modifiers before, or a value.
type Point struct {
	Joint  string
	Offset [3]float32 // in the joint's frame
	Value
}

// Turn is a rotation in the model: of a joint or a value.
type Turn struct {
	Joint string
	Value
}

// Number, Place and Rotation return constant values.
func Number(v float32) Value      { return always(v) }
func Place(x, y, z float32) Value { return always(x, y, z) }
func Rotation(q [4]float32) Value { return always(q[:]...) }

func always(v ...float32) Value {
	k := Key{}
	copy(k.To[:], v)
	return Value{Keys: []Key{k}}
}

// PointOfJoint returns the place of a joint, PointAt a constant one.
func PointOfJoint(name string) Point { return Point{Joint: name} }
func PointAt(x, y, z float32) Point  { return Point{Value: Place(x, y, z)} }

// Given reports whether there is any key.
func (v *Value) Given() bool { return len(v.Keys) > 0 }

// Given reports whether there is a joint or any key.
func (p *Point) Given() bool { return p.Joint != "" || p.Value.Given() }

// Given reports whether there is a joint or any key.
func (r *Turn) Given() bool { return r.Joint != "" || r.Value.Given() }

// At returns the numbers at a time in seconds, clamped to the first and last key. A value
// without keys is 0.
func (v *Value) At(t float64) [4]float32 {
	return v.interpolate(t, func(a, b [4]float32, f float32) [4]float32 {
		for i := range a {
			a[i] += float32((b[i] - a[i]) * f)
		}
		return a
	})
}

// RotationAt is At for a rotation, as a unit quaternion; without keys the identity.
func (v *Value) RotationAt(t float64) [4]float32 {
	if !v.Given() {
		return geom.Identity.Array()
	}
	q := v.interpolate(t, func(a, b [4]float32, f float32) [4]float32 {
		return geom.QuatOf(a).Unit().Nlerp(geom.QuatOf(b).Unit(), f).Array()
	})
	return geom.QuatOf(q).Unit().Array()
}

func (v *Value) interpolate(t float64, mix func(a, b [4]float32, f float32) [4]float32) [4]float32 {
	n := len(v.Keys)
	if n == 0 {
		return [4]float32{}
	}
	first, last := v.Keys[0].At, v.Keys[n-1].At
	if v.Loop && last > first {
		t = first + math.Mod(t-first, last-first)
		if t < first {
			t += last - first
		}
	}
	k := sort.Search(n, func(k int) bool { return v.Keys[k].At > t })
	if k == 0 || k == n || !(t >= first) {
		return v.Keys[min(max(k-1, 0), n-1)].To
	}
	a, b := &v.Keys[k-1], &v.Keys[k]
	return mix(a.To, b.To, float32((t-a.At)/(b.At-a.At)))
}

// Moves reports whether the value changes over time.
func (v *Value) Moves() bool { return len(v.Keys) > 1 }

// End is the time of the last key.
func (v *Value) End() float64 {
	if !v.Given() {
		return 0
	}
	return v.Keys[len(v.Keys)-1].At
}

func (v *Value) vector(t float64) [3]float32 {
	all := v.At(t)
	return [3]float32(all[:3])
}

// share is the weight of a part of a target: without keys 1 where the part is given.
func (v *Value) share(given bool, t float64) float32 {
	switch {
	case v.Given():
		return v.At(t)[0]
	case given:
		return 1
	}
	return 0
}

// still reports whether a value is one constant key.
func (v *Value) still() bool { return len(v.Keys) == 1 && v.Keys[0].At == 0 && !v.Loop }

// text describes where a target is.
func (p *Point) text(verb string) string {
	switch {
	case p.Joint != "":
		return verb + p.Joint
	case p.Moves():
		return fmt.Sprintf("%sa place that moves for %.6g s", verb, p.End())
	case p.Given():
		at := p.At(0)
		return fmt.Sprintf("%s%.4g, %.4g, %.4g", verb, at[0], at[1], at[2])
	}
	return ""
}

func names[T any](list []T, name func(*T) string) (out []string) {
	for k := range list {
		out = append(out, name(&list[k]))
	}
	return out
}
