package active

import (
	"github.com/sinew-anim/sinew/runtime/play"
)

// Part is what one active clip adds to an instance's pose.
type Part struct {
	Clip   int32  // −1 − place: a held pose
	Key    uint32 // of a held pose
	Kind   play.Kind
	Mask   uint8
	Group  uint8
	Row    int64
	Alpha  float32
	Weight float32
}

// Shape is what instances need in common to be computed in one block: kind, group and mask of each
// part, level of detail, offset and control. It is three numbers, for quick copies and compares.
//
//	low, high   kind 4 bits │ group 4 │ mask 8, of four parts each
//	more        detail 32 bits │ shapeControlled, shapeOffset, shapePlain │ number of parts 8
type Shape struct {
	low, high, more uint64
}

// Flags of shapes.
const (
	shapePlain      = 1 << (8 + iota) // one clip, all of it
	shapeOffset                       // an offset dies out
	shapeControlled                   // a control changes it
)

// shapeDetail is the first bit of the level of detail.
const shapeDetail = 32

func (s *Shape) Len() int         { return int(uint8(s.more)) }
func (s *Shape) Plain() bool      { return s.more&shapePlain != 0 }
func (s *Shape) Offset() bool     { return s.more&shapeOffset != 0 }
func (s *Shape) Controlled() bool { return s.more&shapeControlled != 0 }
func (s *Shape) Detail() int      { return int(s.more >> shapeDetail) }

// Variant returns a plain shape at a level of detail, with an offset or control. A plain one has
// neither, and the first level.
func (s Shape) Variant(detail int, offset, controlled bool) Shape {
	s.more |= uint64(detail) << shapeDetail
	if offset {
		s.more |= shapeOffset
	}
	if controlled {
		s.more |= shapeControlled
	}
	return s
}

// PartShape is what a shape tells of a part.
type PartShape struct {
	Kind        play.Kind
	Group, Mask uint8
}

func (s *Shape) At(k int) PartShape {
	x := s.low
	if k >= 4 {
		x = s.high
	}
	x >>= k % 4 * 16
	return PartShape{play.Kind(x >> 12 & 15), uint8(x >> 8 & 15), uint8(x)}
}

func (s *Shape) put(k int, p *Part) {
	x := (uint64(p.Kind)<<12 | uint64(p.Group)<<8 | uint64(p.Mask)) << (k % 4 * 16)
	if k < 4 {
		s.low |= x
	} else {
		s.high |= x
	}
}

// Plan is how the active clips of an instance make its pose until one comes or goes. Each link is an
// active clip, by layer, the youngest first:
//
//	first of its layer 1 bit │ part 4 bits, NoPart: none │ active clip 3 bits
type Plan struct {
	Shape Shape // but for level of detail and offset
	Link  [play.MaxLayers]uint8
	Links uint8 // links; 0: not known
}

// NoPart is the part of an active clip that adds nothing.
const NoPart = play.MaxLayers

// Make makes the plan of sorted active clips, of some of which keys tell the order.
func (p *Plan) Make(v *Clips, i int, sorted []uint8, keys []uint64, list []Part) {
	var part [play.MaxLayers]uint8
	for k := range part {
		part[k] = NoPart
	}
	for m, key := range keys {
		part[key%play.MaxLayers] = uint8(m)
	}
	p.Shape, p.Links = ShapeOf(list), uint8(len(sorted))
	layer := -1
	for n := range sorted {
		k := len(sorted) - 1 - n
		nth := sorted[k]
		p.Link[n] = part[k]<<3 | nth
		if of := int(v.Layer[v.At(i, int(nth))]); of != layer {
			p.Link[n] |= FirstOfLayer
			layer = of
		}
	}
}

// FirstOfLayer is a flag of links.
const FirstOfLayer = 0x80

// PartKey orders parts by group, kind, clip and mask. The last three bits tell which of
// the sorted active clips it is.
//
//	group 4 bits │ 7 − kind 3 │ clip, from the least 32 │ mask 8 │ active clip 3
func PartKey(group uint8, kind play.Kind, clip int32, mask uint8, k int) uint64 {
	return uint64(group)<<46 | uint64(7-kind)<<43 | uint64(uint32(clip)^1<<31)<<11 | uint64(mask)<<3 | uint64(k)
}

func (p *Part) SetKey(key uint64) {
	p.Group, p.Kind, p.Clip, p.Mask = uint8(key>>46), play.Kind(7-key>>43&7), int32(uint32(key>>11)^1<<31), uint8(key>>3)
}

// AddedGroup is the group of parts that are added to a finished pose: the last.
const AddedGroup = 15

// Grouping finds the groups of parts, layer by layer.
type Grouping struct {
	layer     uint8
	low, high uint8 // groups of the layer's Blend active clips and of those that cover
	filled    bool  // the low group has parts that the layer's active clips cover
	began     bool  // the high group has active clips of the layer that cover
	kind      play.Kind
	mask      uint8 // as kind, of the first of them
}

// Place returns the group of a part, and its kind there. An active clip that covers what is below is
// in a group above that of its layer's Blend clips, so that a fade between two kinds does not jump.
// Those in model space have a group per mask, never the lowest: they cover the rest pose too, so
// that nothing jumps where what is below has faded out.
func (g *Grouping) Place(kind play.Kind, mask, layer uint8) (group uint8, as play.Kind) {
	if g.layer != layer {
		if g.layer = layer; g.began {
			g.low, g.filled = g.high, true
		}
		g.high, g.began = g.low, false
	}
	switch {
	case kind.Adds():
		return AddedGroup, kind
	case kind == play.Blend:
		g.filled = true
		return g.low, kind
	}
	begins := !g.began || g.parts(kind, mask)
	covers := g.filled && g.high == g.low || g.began && begins || kind == play.ModelOverride && g.high == 0
	if covers {
		g.high++
	}
	if covers || begins {
		g.began, g.kind, g.mask = true, kind, mask
	}
	if kind == play.Override {
		kind = play.Blend // its group tells what it covers
	}
	return g.high, kind
}

// parts reports whether an active clip that covers needs another group than the one before it in
// its layer.
func (g *Grouping) parts(kind play.Kind, mask uint8) bool {
	return kind != g.kind || kind == play.ModelOverride && mask != g.mask
}

// Before reports whether p comes before q, which has the same kind and mask.
func (p *Part) Before(q *Part) bool {
	switch {
	case p.Clip >= 0 || q.Clip >= 0: // LayerAt mixes them
		if p.Clip != q.Clip {
			return p.Clip < q.Clip
		}
	case p.Key != q.Key:
		return p.Key < q.Key
	}
	switch {
	case p.Row != q.Row:
		return p.Row < q.Row
	case p.Alpha != q.Alpha:
		return p.Alpha < q.Alpha
	}
	return p.Weight < q.Weight
}

// ShapeOf is the shape of parts, of no offset and the first level of detail.
func ShapeOf(list []Part) (s Shape) {
	s.more = uint64(len(list))
	if len(list) == 1 && list[0].Weight == 1 && list[0].Mask == 0 && !list[0].Kind.Adds() {
		s.more |= shapePlain
	}
	for k := range list {
		s.put(k, &list[k])
	}
	return s
}

func Abs(x float32) float32 { return max(x, -x) }
