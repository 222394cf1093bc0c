package limit

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// Scales bounds by how much layers together scale a chain of joints. Clips and means of them
// scale it by less than soa.MaxMagnitude; layers that are added multiply scales, or divide by
// them, offsets add to them, and poses that are held go on with a velocity:
//
//	most    the greatest scale of a slot at rest and in clips
//	chain   the product of most along a chain of slots
//	growth  the product of most/rest: by how much a layer of the weight 1 multiplies chain
//
// Where chain · growthᵏ · weightsᵈ, of k added layers and d columns in a chain, exceeds
// MostScaled, each scale of the sum is limited by itself, to the product of most that leaves
// room for MostScaled. Ordinary layers never come there.
type Scales struct {
	slots   []scaledSlot
	Chain   float64
	growth  float64
	depth   int       // most columns of a chain
	held    float64   // by how much a pose that is held exceeds most, along a chain
	offset  float64   // and an offset
	Product []float64 // memory for CanHold and CanDieOut, a number per slot
}

// scaledSlot is a slot: its parent, and the column of its scale.
type scaledSlot struct {
	parent int
	row    int // first value in a row, or −1: it has no column
	block  int // the same in a block
	most   float64
	limit  float32
}

// The greatest products of scales along a chain: of added layers, and by how much held poses and
// offsets multiply that. Places, which are less than 2⁵¹ after all layers, times these stay
// finite in float32 for as many joints as there can be.
const (
	MostScaled  = 1 << 34
	heldScale   = 1 << 10
	offsetScale = 1 << 14
)

// New bounds the scales of poses whose slots have some greatest ones, or returns nil
// where no slot has a column for them.
func New(l *pose.Layout, most []float64) *Scales {
	if most == nil {
		return nil
	}
	z := &Scales{slots: make([]scaledSlot, l.Rotations()), Chain: 1, growth: 1, held: heldScale, offset: offsetScale, Product: make([]float64, l.Rotations())}
	chain, growth, depth := make([]float64, len(z.slots)), make([]float64, len(z.slots)), make([]int, len(z.slots))
	for s := range z.slots {
		of := &z.slots[s]
		*of = scaledSlot{parent: int(l.Parent[s]), row: -1, most: most[s]}
		chain[s], growth[s] = most[s], 1
		if c := l.ScaleColumn[s]; c != soa.None {
			of.row, of.block = 4*(l.Rotations()+int(c)), l.BlockRow(l.Rotations()+int(c))
			growth[s], depth[s] = max(1, most[s]/leastOfScale(l.Rest[of.row:])), 1
		}
		if p := of.parent; p >= 0 {
			chain[s], growth[s], depth[s] = chain[s]*chain[p], growth[s]*growth[p], depth[s]+depth[p]
		}
		z.Chain, z.growth, z.depth = max(z.Chain, chain[s]), max(z.growth, growth[s]), max(z.depth, depth[s])
	}
	room := 1.
	if z.Chain < MostScaled {
		_, bits := math.Frexp(MostScaled / z.Chain)
		room = 1 / exact.Exp(-math.Ln2*float64(bits-1)/float64(z.depth))
	} else {
		z.held, z.offset = 2, 2 // rounding
	}
	for s := range z.slots {
		z.slots[s].limit = float32(z.slots[s].most * room)
	}
	return z
}

// leastOfScale is the least factor of a scale that is not 0, or 1.
func leastOfScale(v []float32) float64 {
	least := math.Inf(1)
	for _, x := range v[:3] {
		if x != 0 {
			least = min(least, math.Abs(float64(x)))
		}
	}
	if math.IsInf(least, 1) {
		return 1
	}
	return least
}

// Added is the greatest scale of a chain once a layer has been added to what may have another
// one: infinite where one is taken away, since a divisor may be 0.
func (z *Scales) Added(scale float64, subtracts bool, weight float32, held bool) float64 {
	if subtracts {
		return math.Inf(1)
	}
	scale *= z.growth
	if held {
		scale *= z.held
	}
	for u, n := float64(weight), z.depth; u > 1 && n > 0; u, n = u*u, n/2 {
		if n%2 == 1 {
			scale *= u
		}
	}
	return scale
}

// LimitRow limits the scales of a pose, a row.
func (z *Scales) LimitRow(row []float32) {
	for s := range z.slots {
		if of := &z.slots[s]; of.row >= 0 {
			of.hold(row[of.row:], 1)
		}
	}
}

// LimitLane limits those of a lane of a block.
func (z *Scales) LimitLane(block []float32, lane int) {
	for s := range z.slots {
		if of := &z.slots[s]; of.row >= 0 {
			of.hold(block[of.block+lane:], simd.Lanes)
		}
	}
}

// hold limits a scale whose values are some step apart.
func (of *scaledSlot) hold(v []float32, step int) {
	for k := range 3 {
		switch x := &v[k*step]; {
		case *x < -of.limit:
			*x = -of.limit
		case !(*x <= of.limit): // 0/0, too
			*x = of.limit
		}
	}
}

// CanHold reports whether the scales of a pose, a row, are those of a pose that is held. product
// is memory like Product.
func (z *Scales) CanHold(product []float64, row []float32) bool {
	return z.greatestProduct(product, row, 0) <= z.held
}

// CanDieOut is CanHold of an offset.
func (z *Scales) CanDieOut(product []float64, row []float32) bool {
	return z.greatestProduct(product, row, 1) <= z.offset
}

// greatestProduct returns the greatest product along a chain of a row's scales over the greatest ones of
// clips. most is the part of the latter that is added to each: 1 for an offset, 0 for a pose.
func (z *Scales) greatestProduct(product []float64, row []float32, most float64) (greatest float64) {
	for s := range z.slots {
		of := &z.slots[s]
		product[s] = 1
		if of.row >= 0 {
			v := row[of.row:]
			if x := largest(v); x > 0 {
				product[s] = max(1, most+x/of.most)
			}
		}
		if of.parent >= 0 {
			product[s] *= product[of.parent]
		}
		greatest = max(greatest, product[s])
	}
	return greatest
}

// Copy copies the scales of a row.
func (z *Scales) Copy(to, from []float32) {
	for s := range z.slots {
		if of := &z.slots[s]; of.row >= 0 {
			copy(to[of.row:of.row+4], from[of.row:])
		}
	}
}

// Clear lets an offset have none.
func (z *Scales) Clear(row []float32) {
	for s := range z.slots {
		if of := &z.slots[s]; of.row >= 0 {
			clear(row[of.row : of.row+4])
		}
	}
}
