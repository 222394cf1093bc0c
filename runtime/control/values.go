package control

import (
	"fmt"
	"math"
	"sort"

	"github.com/sinew-anim/sinew/internal/geom"
)

// Value is numbers over time: none, one key that holds always, or several. Between keys
// numbers change linearly, and rotations by the shorter way.
type Value struct {
	Keys []Key
	Loop bool // the last key's time is the first one's again
}

// Key is the numbers at a time in seconds: one, three, or four of a rotation.
type Key struct {
	At float64
	To [4]float32
}

// Point is a place in the model: of a joint, as the modifiers before have left it, or a
// value.
type Point struct {
	Joint  string
	Offset [3]float32 // in the joint's frame
	Value
}

// Turn is a rotation in the model: of a joint, or a value.
type Turn struct {
	Joint string
	Value
}

// Number, Place and Rotation are values that hold always.
func Number(v float32) Value      { return always(v) }
func Place(x, y, z float32) Value { return always(x, y, z) }
func Rotation(q [4]float32) Value { return always(q[:]...) }

func always(v ...float32) Value {
	k := Key{}
	copy(k.To[:], v)
	return Value{Keys: []Key{k}}
}

// OfJoint is the place of a joint, At one in the model.
func OfJoint(name string) Point { return Point{Joint: name} }
func At(x, y, z float32) Point  { return Point{Value: Place(x, y, z)} }

// Given reports whether there is any key.
func (v *Value) Given() bool { return len(v.Keys) > 0 }

// Given reports whether there is a joint or any key.
func (p *Point) Given() bool { return p.Joint != "" || p.Value.Given() }

// Given reports whether there is a joint or any key.
func (r *Turn) Given() bool { return r.Joint != "" || r.Value.Given() }

// At returns the numbers at a time in seconds: before the first key and after the last one
// theirs. A value without keys is 0.
func (v *Value) At(t float64) [4]float32 {
	return v.between(t, func(a, b [4]float32, f float32) [4]float32 {
		for i := range a {
			a[i] += float32((b[i] - a[i]) * f)
		}
		return a
	})
}

// RotationAt is At of a rotation, whose length is 1. Without keys it is none.
func (v *Value) RotationAt(t float64) [4]float32 {
	if !v.Given() {
		return geom.Identity.Array()
	}
	q := v.between(t, func(a, b [4]float32, f float32) [4]float32 {
		return geom.QuatOf(a).Unit().Nlerp(geom.QuatOf(b).Unit(), f).Array()
	})
	return geom.QuatOf(q).Unit().Array()
}

func (v *Value) between(t float64, mix func(a, b [4]float32, f float32) [4]float32) [4]float32 {
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

// vector is the three numbers at a time.
func (v *Value) vector(t float64) [3]float32 {
	all := v.At(t)
	return [3]float32(all[:3])
}

// share is a weight of a part of a target, 1 where that is given and the weight is not.
func (v *Value) share(given bool, t float64) float32 {
	switch {
	case v.Given():
		return v.At(t)[0]
	case given:
		return 1
	}
	return 0
}

// still reports whether a value is its numbers alone.
func (v *Value) still() bool { return len(v.Keys) == 1 && v.Keys[0].At == 0 && !v.Loop }

// text says where a target is.
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
