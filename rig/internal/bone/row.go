package bone

import (
	"cmp"
	"slices"
)

// Weight is the weight of a bone, by its index.
type Weight struct {
	Bone  int32
	Value float64
}

// Row is the weights of a point, > 0.
type Row []Weight

// Sum returns the sum of the weights.
func (r Row) Sum() (sum float64) {
	for _, w := range r {
		sum += w.Value
	}
	return sum
}

// At returns the weight of a bone, or 0.
func (r Row) At(bone int32) float64 {
	for _, w := range r {
		if w.Bone == bone {
			return w.Value
		}
	}
	return 0
}

// Normalize divides by the sum, if there is one.
func (r Row) Normalize() {
	if sum := r.Sum(); sum > 0 {
		for i := range r {
			r[i].Value /= sum
		}
	}
}

// Sort puts the largest weights first, by bone those that float32 does not tell apart.
func (r Row) Sort() {
	slices.SortFunc(r, func(a, b Weight) int {
		return cmp.Or(cmp.Compare(float32(b.Value), float32(a.Value)), cmp.Compare(a.Bone, b.Bone))
	})
}

// Add adds the weights of another row times a factor.
func (r Row) Add(from Row, factor float64) Row {
next:
	for _, w := range from {
		for i := range r {
			if r[i].Bone == w.Bone {
				r[i].Value += float64(w.Value * factor)
				continue next
			}
		}
		r = append(r, Weight{w.Bone, float64(w.Value * factor)})
	}
	return r
}
