package runtime

import (
	"github.com/sinew-anim/sinew/runtime/play"
)

// part is what one voice adds to an instance's pose.
type part struct {
	clip   int32  // −1 − place: a held pose
	key    uint32 // of a held pose
	kind   play.Kind
	mask   uint8
	group  uint8
	row    int64
	alpha  float32
	weight float32
}

// shape is what the poses of instances have to have in common to be computed in one
// block: kind, group and mask of each part, the level of detail, and whether an offset dies
// out. It is three numbers, which are quickly copied and compared.
//
//	low, high   kind 4 bits │ group 4 │ mask 8, of four parts each
//	more        detail 32 bits │ shapeControlled, shapeOffset, shapePlain │ number of parts 8
type shape struct {
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

func (s *shape) n() int { return int(uint8(s.more)) }

func (s *shape) plain() bool { return s.more&shapePlain != 0 }

func (s *shape) offset() bool { return s.more&shapeOffset != 0 }

func (s *shape) controlled() bool { return s.more&shapeControlled != 0 }

func (s *shape) detail() int { return int(s.more >> shapeDetail) }

// in is a shape of no offset or control and the first level of detail in another one.
func (s shape) in(detail int, offset, controlled bool) shape {
	s.more |= uint64(detail) << shapeDetail
	if offset {
		s.more |= shapeOffset
	}
	if controlled {
		s.more |= shapeControlled
	}
	return s
}

// partShape is what a shape tells of a part.
type partShape struct {
	kind        play.Kind
	group, mask uint8
}

func (s *shape) at(k int) partShape {
	x := s.low
	if k >= 4 {
		x = s.high
	}
	x >>= k % 4 * 16
	return partShape{play.Kind(x >> 12 & 15), uint8(x >> 8 & 15), uint8(x)}
}

func (s *shape) put(k int, p *part) {
	x := (uint64(p.kind)<<12 | uint64(p.group)<<8 | uint64(p.mask)) << (k % 4 * 16)
	if k < 4 {
		s.low |= x
	} else {
		s.high |= x
	}
}

// plan is how the voices of an instance make its pose, as long as none comes or goes. Each
// link is a voice, layer by layer, the youngest of each first:
//
//	first of its layer 1 bit │ part 4 bits, noPart: none │ voice 3 bits
type plan struct {
	shape shape // but for level of detail and offset
	link  [play.MaxLayers]uint8
	n     uint8 // links; 0: not known
}

// noPart is the part of a voice that adds nothing.
const noPart = play.MaxLayers

// make makes the plan of sorted voices, of some of which keys tell the order.
func (p *plan) make(v *voices, i int, sorted []uint8, keys []uint64, list []part) {
	var part [play.MaxLayers]uint8
	for k := range part {
		part[k] = noPart
	}
	for m, key := range keys {
		part[key%play.MaxLayers] = uint8(m)
	}
	p.shape, p.n = shapeOf(list), uint8(len(sorted))
	layer := -1
	for n := range sorted {
		k := len(sorted) - 1 - n
		voice := sorted[k]
		p.link[n] = part[k]<<3 | voice
		if of := int(v.layer[v.at(i, int(voice))]); of != layer {
			p.link[n] |= firstOfLayer
			layer = of
		}
	}
}

// firstOfLayer is a flag of links.
const firstOfLayer = 0x80

// partKey orders parts by group, kind, clip and mask. The last three bits tell which of
// the sorted voices it is.
//
//	group 4 bits │ 7 − kind 3 │ clip, from the least 32 │ mask 8 │ voice 3
func partKey(group uint8, kind play.Kind, clip int32, mask uint8, k int) uint64 {
	return uint64(group)<<46 | uint64(7-kind)<<43 | uint64(uint32(clip)^1<<31)<<11 | uint64(mask)<<3 | uint64(k)
}

func (p *part) setKey(key uint64) {
	p.group, p.kind, p.clip, p.mask = uint8(key>>46), play.Kind(7-key>>43&7), int32(uint32(key>>11)^1<<31), uint8(key>>3)
}

// addedGroup is the group of parts that are added to a finished pose: the last.
const addedGroup = 15

// grouping finds the groups of parts, layer by layer.
type grouping struct {
	layer     uint8
	low, high uint8 // groups of the layer's Blend voices and of those that cover
	filled    bool  // the low group has parts that the layer's voices cover
	began     bool  // the high group has voices of the layer that cover
	kind      play.Kind
	mask      uint8 // as kind, of the first of them
}

// place gives a part its group, and the kind that it has there. A voice that covers what
// is below is in a group above that of its layer's Blend voices, so that a fade between
// two kinds does not jump. Those that cover in model space are in groups apart, one for
// each mask, and never in the lowest: they cover the rest pose too where nothing else is
// below, so that nothing jumps where what is below has faded out.
func (g *grouping) place(kind play.Kind, mask, layer uint8) (group uint8, as play.Kind) {
	if g.layer != layer {
		if g.layer = layer; g.began {
			g.low, g.filled = g.high, true
		}
		g.high, g.began = g.low, false
	}
	switch {
	case kind.Adds():
		return addedGroup, kind
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

// parts reports whether a voice that covers needs another group than the one before it in
// its layer.
func (g *grouping) parts(kind play.Kind, mask uint8) bool {
	return kind != g.kind || kind == play.ModelOverride && mask != g.mask
}

// before reports whether p comes before q, which has the same kind and mask.
func (p *part) before(q *part) bool {
	switch {
	case p.clip >= 0 || q.clip >= 0: // layerAt mixes them
		if p.clip != q.clip {
			return p.clip < q.clip
		}
	case p.key != q.key:
		return p.key < q.key
	}
	switch {
	case p.row != q.row:
		return p.row < q.row
	case p.alpha != q.alpha:
		return p.alpha < q.alpha
	}
	return p.weight < q.weight
}

// shapeOf is the shape of parts, of no offset and the first level of detail.
func shapeOf(list []part) (s shape) {
	s.more = uint64(len(list))
	if len(list) == 1 && list[0].weight == 1 && list[0].mask == 0 && !list[0].kind.Adds() {
		s.more |= shapePlain
	}
	for k := range list {
		s.put(k, &list[k])
	}
	return s
}

func abs(x float32) float32 { return max(x, -x) }
