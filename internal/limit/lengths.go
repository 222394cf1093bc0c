package limit

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// Lengths bounds how far from 1 lengths of rotations come to be that multiply along a chain of
// a rig, see pose.Layout.Rescale. For each slot squares of lengths lie between
//
//	2^−(1 + a)        of a sum that has been completed, with a layers added
//	w^2(1 + a)·2^a    where w, the sum of weights, and each weight of a layer, is more than 1
//	2^2               more, with an offset
//
// The product of all slots of a chain may come to 2^±lengthBits: that times the scale of a
// bank's palettes and the lengths of its rows is in float32, see longestChain.
type Lengths struct {
	most [][2]float32 // the greatest w, by a and without and with an offset
	Mask float32      // the greatest weight of a mask's columns, at least 1
}

const lengthBits = 76

// OfPoses bounds the poses of a layout to which up to a number of layers are added.
func OfPoses(l *pose.Layout, layers int) *Lengths {
	z := &Lengths{most: make([][2]float32, layers+1), Mask: 1}
	depth := 1.
	if l.Form == soa.Rig {
		depth = float64(l.Depth())
	}
	for added := range z.most {
		a := float64(added)
		for offset := range z.most[added] {
			x := lengthBits/depth - 2*float64(offset)
			switch {
			case l.Form != soa.Rig:
				z.most[added][offset] = math.MaxFloat32
			case depth*(1+a) > lengthBits || x < 0:
				z.most[added][offset] = 0
			case x > a:
				z.most[added][offset] = float32(1 / exact.Exp(-math.Ln2*(x-a)/(2*(1+a))))
			default:
				z.most[added][offset] = 1
			}
			if z.most[added][offset] >= 1 {
				z.most[added][offset] *= 1 + 1e-3 // for rounding
			}
		}
	}
	return z
}

// Exceeds reports whether the rotations of a pose with a number of added layers, and weights
// up to heaviest, have to be rescaled.
func (z *Lengths) Exceeds(added int, offset bool, heaviest float32) bool {
	most := z.most[added][0]
	if offset {
		most = z.most[added][1]
	}
	return float32(heaviest*z.Mask) > most
}

// longestChain is the greatest product of the lengths of rotations along a chain of joints, and
// its inverse the least: a mean multiplies a rotation by its squared length, and palettes
// multiply squares of what comes out. Compiled rotations are of a length near 1.
const longestChain = 1 << 4

// CheckLengths checks that the lengths of rotations are near enough to 1, along each chain.
func CheckLengths(b *soa.Bank) error {
	n := b.Rotations()
	most, least := make([]float64, n), make([]float64, n) // squares, of all rows, then along the chain
	for s := range n {
		most[s], least[s] = squareOf(b.Rest[4*s:]), squareOf(b.Rest[4*s:])
	}
	for row, stride := 0, b.Stride(); row < len(b.Rows); row += stride {
		for s := range n {
			square := squareOf(b.Rows[row+4*s:])
			most[s], least[s] = max(most[s], square), min(least[s], square)
		}
	}
	for s := range n {
		if p := b.Parent[s]; p >= 0 {
			most[s], least[s] = most[s]*max(1, most[p]), least[s]*min(1, least[p])
		}
		if !(most[s] < longestChain*longestChain && least[s] > 1./(longestChain*longestChain)) {
			return fmt.Errorf("%w: bank %q: the lengths of rotations multiply to %v to %v along the chain of slot %d", soa.ErrInvalid, b.Name, math.Sqrt(least[s]), math.Sqrt(most[s]), s)
		}
	}
	return nil
}

// squareOf is the squared length of a rotation.
func squareOf(q []float32) (sum float64) {
	for _, v := range q[:4] {
		sum += float64(float64(v) * float64(v))
	}
	return sum
}
