package draco

import (
	"encoding/binary"
	"math"

	"github.com/sinew-anim/sinew/internal/draco/internal/code"
	"github.com/sinew-anim/sinew/internal/draco/internal/topology"
)

// group is attributes whose values are stored in one order.
type group struct {
	surface *topology.Surface // each of its vertices has a value; nil where each point has one, in order
	corners []int32           // of each value
	value   []int32           // of each vertex
	points  []int32           // of each value: a point that has it; nil: the value's own number
	byPoint []int32           // of each point: its value; nil: the point's own number
	count   int               // values
	columns []column
}

// column is one attribute while it is decoded.
type column struct {
	Attribute
	kind     uint8
	coding   uint8
	integers []int32 // [value][component], where the attribute is coded so
	width    int     // components of integers
	raw      []byte  // [value][component], where it is not
	quantum  quantum
	bits     uint8 // of a component of an octahedral normal
}

// Kinds of attributes that predictions ask for.
const (
	kindPosition = 0
	kinds        = 9
)

// How values are coded.
const (
	codingRaw = iota
	codingInteger
	codingQuantized
	codingNormal
)

// attributes reads all attributes.
func (d *decoder) attributes() {
	groups := int(d.U8())
	d.groups = make([]group, 0, groups)
	for i := 0; i < groups && d.Err == nil; i++ {
		d.groups = append(d.groups, d.readOrder())
	}
	size := 0
	for i := range d.groups {
		size += d.readColumns(&d.groups[i])
		if d.Err == nil && int64(size)*int64(max(d.mesh.Points, 1)) > int64(d.limits.Bytes) {
			d.Fail(ErrLimit, "%d points of %d bytes, at most %d bytes", d.mesh.Points, size, d.limits.Bytes)
		}
	}
	if d.Err != nil || !d.Take(d.mesh.Points, uintptr(size)) {
		return
	}
	for i := range d.groups {
		if d.Err != nil {
			return
		}
		d.readValues(&d.groups[i])
	}
}

// readOrder reads in which order the values of a group are stored.
func (d *decoder) readOrder() (g group) {
	if d.Surface == nil {
		return group{count: d.mesh.Points}
	}
	data, perCorner, traversal := int8(d.U8()), d.U8(), d.U8()
	if d.Err != nil {
		return
	}
	if traversal > 1 || int(data) >= len(d.Seamed) || perCorner != 0 && (traversal != 0 || data < 0) {
		d.Fail(ErrFormat, "attributes of data %d, per corner %d, traversal %d", data, perCorner, traversal)
		return
	}
	g.surface = d.Surface
	if perCorner != 0 {
		g.surface = d.Seamed[data]
	}
	if !d.Take(len(d.mesh.Indices), 16) {
		return
	}
	var ok bool
	if g.corners, g.value, ok = g.surface.Order(traversal == 1); !ok {
		d.Fail(ErrFormat, "a triangle without vertices")
		return
	}
	g.count = len(g.corners)
	g.points = make([]int32, g.count)
	for i, c := range g.corners {
		g.points[i] = int32(d.mesh.Indices[c])
	}
	g.byPoint = make([]int32, d.mesh.Points)
	for c, p := range d.mesh.Indices {
		v := g.value[g.surface.Vertex[c]]
		if v < 0 || int(v) >= d.mesh.Points {
			d.Fail(ErrFormat, "value %d of %d points", v, d.mesh.Points)
			return
		}
		g.byPoint[p] = v
	}
	return g
}

// bytesOfColumn bounds the memory of an attribute, and of what decodes it, besides its values.
const bytesOfColumn = 1 << 9

// readColumns reads what a group's attributes are. It returns the bytes of a point.
func (d *decoder) readColumns(g *group) (size int) {
	n := d.Varint()
	if n == 0 || int(n) > 5*len(d.Data) {
		d.Fail(ErrFormat, "%d attributes", n)
		return 0
	}
	if !d.Take(int(n), bytesOfColumn) {
		return 0
	}
	for range n {
		c := column{kind: d.U8()}
		c.Type, c.Components, c.Normalized, c.ID = Type(d.U8()), int(d.U8()), d.U8() != 0, d.Varint()
		if d.Err != nil {
			return 0
		}
		if c.kind >= kinds || c.Type < Int8 || c.Type > Bool || c.Components == 0 {
			d.Fail(ErrFormat, "attribute %d of kind %d, type %d, %d components", c.ID, c.kind, c.Type, c.Components)
			return 0
		}
		size += c.Type.Size() * c.Components
		g.columns = append(g.columns, c)
	}
	for i := range g.columns {
		c := &g.columns[i]
		c.coding, c.width = d.U8(), c.Components
		switch {
		case c.coding > codingNormal,
			c.coding == codingInteger && (c.Type > Uint32),
			c.coding >= codingQuantized && c.Type != Float32,
			c.coding == codingNormal && c.Components != 3:
			d.Fail(ErrFormat, "attribute %d of type %d and %d components in coding %d", c.ID, c.Type, c.Components, c.coding)
		}
		if c.coding == codingNormal {
			c.width = 2
		}
	}
	return size
}

// readValues reads the values of a group's attributes, and gives each point its own.
func (d *decoder) readValues(g *group) {
	for i := range g.columns {
		c := &g.columns[i]
		if c.coding == codingRaw {
			c.raw = d.Bytes(g.count * c.Components * c.Type.Size())
		} else {
			d.readIntegers(g, c)
		}
		if d.Err != nil {
			return
		}
	}
	for i := range g.columns {
		c := &g.columns[i]
		switch c.coding {
		case codingQuantized:
			c.quantum = d.readQuantum(c.Components)
		case codingNormal:
			c.bits = d.U8()
			if c.bits < 2 || c.bits > 30 {
				d.Fail(ErrFormat, "normals of %d bits", c.bits)
			}
		}
	}
	for i := range g.columns {
		if d.Err != nil {
			return
		}
		c := &g.columns[i]
		if !d.Take(len(c.integers), 6) {
			return
		}
		c.finish()
		c.spread(g, d.mesh.Points)
		d.mesh.Attributes = append(d.mesh.Attributes, c.Attribute)
	}
}

// readIntegers reads the corrections of an attribute's values, and adds them to predictions.
func (d *decoder) readIntegers(g *group, c *column) {
	scheme := int8(d.U8())
	transform := int8(-1)
	if scheme != schemeNone {
		transform = int8(d.U8())
	}
	if d.Err != nil {
		return
	}
	p, ok := d.predictor(g, c, scheme, transform)
	if !ok {
		return
	}
	if c.width > 0 && g.count > math.MaxInt/16/c.width || !d.Take(g.count*c.width, 8) {
		return
	}
	numbers := make([]uint32, g.count*c.width)
	if compressed := d.U8(); compressed != 0 {
		d.Numbers(numbers, c.width)
	} else {
		d.plainNumbers(numbers, int(d.U8()))
	}
	if d.Err != nil {
		return
	}
	c.integers = make([]int32, len(numbers))
	for i, v := range numbers {
		if p != nil && p.positive {
			c.integers[i] = int32(v)
		} else {
			c.integers[i] = code.Unzigzag(v)
		}
	}
	if p != nil {
		p.values = c.integers
		p.run(p, d)
	}
}

func (d *decoder) plainNumbers(dst []uint32, size int) {
	if size > 4 {
		d.Fail(ErrFormat, "numbers of %d bytes", size)
		return
	}
	b := d.Bytes(len(dst) * size)
	for i := range dst {
		if d.Err != nil {
			return
		}
		for k := range size {
			dst[i] |= uint32(b[i*size+k]) << (8 * k)
		}
	}
}

// finish turns integers into the attribute's type.
func (c *column) finish() {
	switch c.coding {
	case codingInteger:
		size := c.Type.Size()
		c.raw = make([]byte, len(c.integers)*size)
		var b [4]byte
		for i, v := range c.integers {
			binary.LittleEndian.PutUint32(b[:], uint32(v))
			copy(c.raw[i*size:(i+1)*size], b[:])
		}
	case codingQuantized:
		c.raw = c.quantum.floats(c.integers)
	case codingNormal:
		c.raw = newOctahedron(int32(c.bits)).unitVectors(c.integers)
	}
}

// spread gives each point its value.
func (c *column) spread(g *group, points int) {
	if g.byPoint == nil {
		c.Data = append([]byte(nil), c.raw...)
		return
	}
	size := c.Components * c.Type.Size()
	c.Data = make([]byte, points*size)
	for p, v := range g.byPoint {
		copy(c.Data[p*size:(p+1)*size], c.raw[int(v)*size:])
	}
}
