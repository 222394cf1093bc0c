package voxel

import (
	"cmp"
	"slices"
)

// Weight is the weight of a bone.
type Weight struct {
	Bone   int
	Weight float64
}

// nearest is the least distance that counts, as a part of the volume's diagonal: a bone may
// go right through a point.
const nearest = 1e-6

// negligible is a weight that is left out, as a part of the largest.
const negligible = 1e-3

// Weights appends the weights of a point, ascending bones, with the sum 1:
//
//	w = 1 / ((1−α)·d + α·d²)²
//
// without those below a thousandth of the largest, divided by the sum of the others. d is the
// distance as a part of the diagonal of the box around the surface; α, from 0 to 1, is how soon the
// influence of a bone falls off. A point that no bone reaches has no weights.
func (d *Distances) Weights(to []Weight, point int, alpha float64) []Weight {
	from := len(to)
	sum, most := 0.0, 0.0
	for _, r := range d.near[point] {
		far := max(float64(r.distance), nearest)
		far = float64((1-alpha)*far) + float64(alpha*float64(far*far))
		w := 1 / float64(far*far)
		if most = max(most, w); w < float64(most*negligible) { // the nearest bone comes first
			continue
		}
		sum += w
		to = append(to, Weight{int(r.bone), w})
	}
	own := to[from:]
	for i := range own {
		own[i].Weight /= sum
	}
	slices.SortFunc(own, func(a, b Weight) int { return cmp.Compare(a.Bone, b.Bone) })
	return to
}
