package document

import (
	"math"
	"sort"

	"github.com/sinew-anim/sinew/internal/geom"
)

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
