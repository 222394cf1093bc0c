package runtime

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// lengths bounds how far from 1 lengths of rotations come to be that multiply along a chain of
// a rig, see pose.Layout.Rescale. For each slot squares of lengths lie between
//
//	2^−(1 + a)        of a sum that has been completed, with a layers added
//	w^2(1 + a)·2^a    where w, the sum of weights, and each weight of a layer, is more than 1
//	2^2               more, with an offset
//
// The product of all slots of a chain may come to 2^±lengthBits: that times the scale of a
// bank's palettes and the lengths of its rows is in float32, see longestChain.
type lengths struct {
	most [MaxLayers + 1][2]float32 // the greatest w, by a and without and with an offset
	mask float32                   // the greatest weight of a mask's columns, at least 1
}

const lengthBits = 76

// set bounds the poses of a layout.
func (z *lengths) set(l *pose.Layout) {
	z.mask = 1
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
}

// exceeds reports whether the rotations of a list's poses have to be rescaled.
func (z *lengths) exceeds(l *mixList) bool {
	added, offset := 0, 0
	for k := range l.shape.n() {
		if l.shape.at(k).kind.adds() {
			added++
		}
	}
	if l.shape.offset() {
		offset = 1
	}
	return float32(l.heaviest*z.mask) > z.most[added][offset]
}
