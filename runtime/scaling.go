package runtime

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// scaling bounds by how much layers together scale a chain of joints. Clips and means of them
// scale it by less than soa.MaxMagnitude; layers that are added multiply scales, or divide by
// them, offsets add to them, and poses that are held go on with a velocity:
//
//	most    the greatest scale of a slot at rest and in clips
//	chain   the product of most along a chain of slots
//	growth  the product of most/rest: by how much a layer of the weight 1 multiplies chain
//
// Where chain · growthᵏ · weightsᵈ, of k added layers and d columns in a chain, exceeds
// mostScaled, each scale of the sum is limited by itself, to the product of most that leaves
// room for mostScaled. Ordinary layers never come there.
type scaling struct {
	slots   []scaledSlot
	chain   float64
	growth  float64
	depth   int     // most columns of a chain
	held    float64 // by how much a pose that is held exceeds most, along a chain
	offset  float64 // and an offset
	product []float64
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
	mostScaled  = 1 << 34
	heldScale   = 1 << 10
	offsetScale = 1 << 14
)

// newScaling bounds the scales of poses whose slots have some greatest ones, or returns nil
// where no slot has a column for them.
func newScaling(l *pose.Layout, most []float64) *scaling {
	if most == nil {
		return nil
	}
	z := &scaling{slots: make([]scaledSlot, l.Rotations()), chain: 1, growth: 1, held: heldScale, offset: offsetScale, product: make([]float64, l.Rotations())}
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
		z.chain, z.growth, z.depth = max(z.chain, chain[s]), max(z.growth, growth[s]), max(z.depth, depth[s])
	}
	room := 1.
	if z.chain < mostScaled {
		_, bits := math.Frexp(mostScaled / z.chain)
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

// added is the greatest scale of a chain once a layer has been added to what may have another
// one: infinite where one is taken away, since a divisor may be 0.
func (z *scaling) added(scale float64, kind LayerKind, weight float32, held bool) float64 {
	if kind == Subtract {
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

// limitRow limits the scales of a pose, a row.
func (z *scaling) limitRow(row []float32) {
	for s := range z.slots {
		if of := &z.slots[s]; of.row >= 0 {
			of.hold(row[of.row:], 1)
		}
	}
}

// limitLane limits those of a lane of a block.
func (z *scaling) limitLane(block []float32, lane int) {
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

// canHold reports whether the scales of a pose, a row, are those of a pose that is held. product
// is memory for a number per slot.
func (z *scaling) canHold(product []float64, row []float32) bool {
	return z.beyond(product, row, 0) <= z.held
}

// canDieOut is canHold of an offset.
func (z *scaling) canDieOut(product []float64, row []float32) bool {
	return z.beyond(product, row, 1) <= z.offset
}

// beyond is by how much a row's scales exceed the greatest ones along a chain, when so many of
// these are added to them.
func (z *scaling) beyond(product []float64, row []float32, most float64) (greatest float64) {
	for s := range z.slots {
		of := &z.slots[s]
		product[s] = 1
		if of.row >= 0 {
			v := row[of.row:]
			if x := float64(max(abs(v[0]), abs(v[1]), abs(v[2]))); x > 0 {
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

// copyScales copies the scales of a row.
func (z *scaling) copyScales(to, from []float32) {
	for s := range z.slots {
		if of := &z.slots[s]; of.row >= 0 {
			copy(to[of.row:of.row+4], from[of.row:])
		}
	}
}

// clearScales lets an offset have none.
func (z *scaling) clearScales(row []float32) {
	for s := range z.slots {
		if of := &z.slots[s]; of.row >= 0 {
			clear(row[of.row : of.row+4])
		}
	}
}

// scalesOf are the greatest scales of a layout's slots at rest, or nil where none has a column.
func scalesOf(l *soa.Layout) (most []float64) {
	for _, c := range l.ScaleColumn {
		if c != soa.None {
			most = make([]float64, l.Rotations())
			break
		}
	}
	if most == nil || l.Form != soa.General {
		return nil
	}
	for s, c := range l.ScaleColumn {
		v := l.Scale[s][:]
		if c != soa.None {
			v = l.Rest[4*(l.Rotations()+int(c)):]
		}
		most[s] = float64(max(abs(v[0]), abs(v[1]), abs(v[2])))
	}
	for i := range l.Static {
		sum := 0.
		for k, v := range l.Static[i].Local {
			if k%4 != 3 {
				sum += float64(float64(v) * float64(v))
			}
		}
		most[l.Static[i].Joint] = math.Sqrt(sum)
	}
	return most
}

// scalesOfRows are those at rest and in the rows of a bank.
func scalesOfRows(b *soa.Bank) []float64 {
	most := scalesOf(&b.Layout)
	if most == nil {
		return nil
	}
	for row, stride := 0, b.Stride(); row < len(b.Rows); row += stride {
		for s, c := range b.ScaleColumn {
			if c != soa.None {
				v := b.Rows[row+4*(b.Rotations()+int(c)):]
				most[s] = max(most[s], float64(max(abs(v[0]), abs(v[1]), abs(v[2]))))
			}
		}
	}
	return most
}

// scalesOfClips are those at rest and in clips. A spline lies within the hull of its keys and of
// what is a third of the way along its tangents.
func scalesOfClips(l *soa.Layout, clips []*soa.Clip) []float64 {
	most := scalesOf(l)
	if most == nil {
		return nil
	}
	ofJoint := make([]float64, len(l.Slot))
	for _, c := range clips {
		for t := range c.Tracks {
			if tr := &c.Tracks[t]; tr.Property == soa.Scale {
				ofJoint[tr.Target] = max(ofJoint[tr.Target], greatestScale(c, t))
			}
		}
	}
	for s, c := range l.ScaleColumn {
		if j := l.Joint[s]; c != soa.None && j != soa.NoJoint {
			most[s] = max(most[s], ofJoint[j])
		}
	}
	return most
}

// greatestScale is no less than the greatest factor of a scale track at any time.
func greatestScale(c *soa.Clip, track int) (most float64) {
	tr := &c.Tracks[track]
	first, end := c.Keys(track)
	for k := first; k < end; k++ {
		most = max(most, float64(max(abs(c.X[k]), abs(c.Y[k]), abs(c.Z[k]))))
	}
	if tr.Interpolation != soa.Cubic {
		return most
	}
	slope, longest := 0., 0.
	for k := first; k < end; k++ {
		t := int(tr.FirstTangent) + k - first
		for i := range 3 {
			slope = max(slope, math.Abs(float64(c.In[t][i])), math.Abs(float64(c.Out[t][i])))
		}
		if k > first {
			longest = max(longest, float64(c.Time[k]-c.Time[k-1]))
		}
	}
	return most + float64(slope*longest)/3
}
