package runtime

import (
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/native/simd"
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

func (s *shape) n() int           { return int(uint8(s.more)) }
func (s *shape) plain() bool      { return s.more&shapePlain != 0 }
func (s *shape) offset() bool     { return s.more&shapeOffset != 0 }
func (s *shape) controlled() bool { return s.more&shapeControlled != 0 }
func (s *shape) detail() int      { return int(s.more >> shapeDetail) }

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

// parts lists what makes the pose of instance i, in an order that does not depend on
// that of its layers: groups from the bottom up, then what is added to them; within a
// group by clip, mask, place and weight. It makes the plan for the next step, where that
// will be the same.
func (c *mixing) parts(i, slot int, s *mixScratch, list *[play.MaxLayers]part, next *plan) []part {
	var order [play.MaxLayers]uint8
	v := &c.active.voices
	sorted := v.sorted(i, &order)
	var share [play.MaxLayers]float32
	c.active.shares(i, sorted, &share)
	var keys [play.MaxLayers]uint64 // of parts, in order
	n, stays := 0, true
	var g grouping
	for k, voice := range sorted {
		a := v.at(i, int(voice))
		kind, clip, mask := v.kind(a), c.active.clip[a], v.mask[a]
		share[k] = float32(v.weight[a] * share[k])
		if v.held(a) {
			clip = -1
		}
		if share[k] == 0 || int(clip) == c.active.clips() {
			stays = stays && (v.weight[a] == 0 || int(clip) == c.active.clips())
			continue // it adds nothing
		}
		if kind == play.Subtract {
			share[k] = -share[k]
		}
		group, kind := g.place(kind, mask, v.layer[a])
		key := partKey(group, kind, clip, mask, k)
		at := n
		for ; at > 0 && keys[at-1] > key; at-- {
			keys[at] = keys[at-1]
		}
		keys[at] = key
		n++
	}
	for m, key := range keys[:n] {
		k := key % play.MaxLayers
		voice := sorted[k]
		p, at := &list[m], &s.planes[voice%play.MaxLayers][slot/simd.Lanes]
		p.setKey(key)
		p.row, p.alpha, p.weight = at.Row[slot%simd.Lanes], at.Alpha[slot%simd.Lanes], share[k]
		if p.clip < 0 {
			c.putHeld(p, v.at(i, int(voice)))
		}
		for ; m > 0 && keys[m-1]^key < play.MaxLayers; m-- {
			stays = false
			if !list[m].before(&list[m-1]) {
				break
			}
			list[m], list[m-1] = list[m-1], list[m]
		}
	}
	next.n = 0
	if stays && (n > 1 || n == 1 && len(sorted) == 1 && v.rate[v.at(i, int(sorted[0]))] == 0) {
		next.make(v, i, sorted, keys[:n], list[:n])
	}
	return list[:n]
}

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

// putHeld lets a part be the pose that a voice holds.
func (c *mixing) putHeld(p *part, a int) {
	p.clip, p.key = c.heldPart(a), c.active.held.key[c.active.voices.more[a]]
}

// heldPart is the clip of a part that is the pose that a voice holds.
func (c *mixing) heldPart(a int) int32 { return -1 - int32(c.active.voices.more[a]) }

// addedGroup is the group of parts that are added to a finished pose: the last.
const addedGroup = 15

// rests reports whether a voice adds nothing.
func (c *table) rests(a int) bool { return int(c.clip[a]) == c.clips() && !c.voices.held(a) }

// heldAlpha is how far a held pose has gone towards the end of its way: 1 − 2^−x, with
// x the number of half-lives that its clock counts.
func (c *table) heldAlpha(a int) float32 {
	_, x := c.clocks.Time(a)
	return float32(1 - exact.Halved(x))
}

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

// shares computes which part of its layer's weight each voice has: a voice leaves to
// the older ones what it has not come in yet.
func (c *table) shares(i int, sorted []uint8, share *[play.MaxLayers]float32) {
	v := &c.voices
	if c.graph.of != nil { // whose weights are parts of the whole
		for k := range sorted {
			share[k] = 1
		}
		return
	}
	left, layer := float32(1), -1
	for k := len(sorted) - 1; k >= 0; k-- {
		a := v.at(i, int(sorted[k]))
		if int(v.layer[a]) != layer {
			left, layer = 1, int(v.layer[a])
		}
		w := v.curve(a).Weight(float32(v.fade[a]))
		share[k] = float32(left * w)
		left -= share[k]
	}
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
