package runtime

import (
	"math"

	"github.com/sinew-anim/sinew/native/simd"
)

// part is what one voice adds to an instance's pose.
type part struct {
	clip   int32 // −1 − place: a held pose
	kind   LayerKind
	mask   uint8
	group  uint8
	row    int64
	alpha  float32
	weight float32
}

// shape is what the poses of instances have to have in common to be computed in one
// block: kind, group and mask of each part, and whether an offset dies out.
type shape struct {
	detail int32
	n      uint8
	plain  bool // one clip and nothing else
	offset bool
	part   [MaxLayers]struct{ kind, group, mask uint8 }
}

// parts lists what makes the pose of instance i, in an order that does not depend on
// that of its layers: groups from the bottom up, then what is added to them; within a
// group by clip, mask, place and weight.
func (c *Crowd) parts(i int, list *[MaxLayers]part, places *[MaxLayers]place) []part {
	var order [MaxLayers]uint8
	v := &c.voices
	sorted := v.sorted(i, &order)
	var share [MaxLayers]float32
	c.shares(i, sorted, &share)
	n := 0
	var g grouping
	for k, voice := range sorted {
		a := v.at(i, int(voice))
		w := float32(v.weight[a] * share[k])
		if w == 0 || c.rests(a) {
			continue
		}
		p := c.partOf(a, places[voice])
		p.weight = w
		g.place(&p, v.layer[a])
		insert(list[:n+1], &p)
		n++
	}
	return list[:n]
}

// rests reports whether a voice adds nothing.
func (c *Crowd) rests(a int) bool { return int(c.clip[a]) == c.Clips() && !c.voices.held(a) }

// partOf is what a voice adds, but for its weight.
func (c *Crowd) partOf(a int, at place) part {
	v := &c.voices
	p := part{clip: c.clip[a], kind: v.kind(a), mask: v.mask[a], row: at.row, alpha: at.alpha}
	if v.held(a) {
		p.clip, p.row, p.alpha = -1-int32(v.more[a]), 0, c.heldAlpha(a)
	}
	return p
}

// insert puts p into a list that is in order but for its last place.
func insert(list []part, p *part) {
	k := len(list) - 1
	for ; k > 0 && p.before(&list[k-1]); k-- {
		list[k] = list[k-1]
	}
	list[k] = *p
}

// heldAlpha is how far a held pose has gone towards the end of its way: 1 − 2^−x, with
// x the number of half-lives that its clock counts.
func (c *Crowd) heldAlpha(a int) float32 {
	_, x := c.clocks.Time(a)
	return float32(1 - halved(x))
}

// halved is 2^−x for x ≥ 0, by a polynomial of the part of x below 1: less than 2e-9
// off, and the same bits on every processor.
func halved(x float64) float64 {
	if x > 1000 {
		return 0
	}
	n := math.Floor(x)
	y := float64((x - n) * -math.Ln2)
	sum := 1.
	for k := 9; k > 0; k-- {
		sum = 1 + float64(float64(y*sum)/float64(k))
	}
	return math.Ldexp(sum, -int(n))
}

// grouping finds the groups of parts, layer by layer.
type grouping struct {
	layer     uint8
	low, high uint8 // groups of the layer's Blend voices and of those that begin one
	filled    bool  // the low group has parts
	began     bool  // the high group has parts
	mask      uint8 // of the high group
}

// place gives a part its group. A voice that covers what is below is in a group above
// that of its layer's Blend voices, so that a fade between two kinds does not jump. In
// model space a group has one mask.
func (g *grouping) place(p *part, layer uint8) {
	if g.layer != layer {
		if g.layer = layer; g.began {
			g.low, g.filled = g.high, true
		}
		g.high, g.began = g.low, false
	}
	switch {
	case p.kind.adds():
		p.group = math.MaxUint8
		if p.kind == Subtract {
			p.weight = -p.weight
		}
	case p.kind == Blend:
		p.group, g.filled = g.low, true
	default:
		if !g.began && g.filled || g.began && p.kind == ModelOverride && p.mask != g.mask {
			g.high++
		}
		p.group, g.began, g.mask = g.high, true, p.mask
		if p.kind == Override || p.group == 0 {
			p.kind = Blend // its group tells what it covers
		}
	}
}

// before reports whether p comes before q in the order of parts.
func (p *part) before(q *part) bool {
	switch {
	case p.group != q.group:
		return p.group < q.group
	case p.kind != q.kind:
		return p.kind > q.kind
	case p.clip != q.clip:
		return p.clip < q.clip
	case p.mask != q.mask:
		return p.mask < q.mask
	case p.row != q.row:
		return p.row < q.row
	case p.alpha != q.alpha:
		return p.alpha < q.alpha
	}
	return p.weight < q.weight
}

// shares computes which part of its layer's weight each voice has: a voice leaves to
// the older ones what it has not come in yet.
func (c *Crowd) shares(i int, sorted []uint8, share *[MaxLayers]float32) {
	v := &c.voices
	left, layer := float32(1), -1
	for k := len(sorted) - 1; k >= 0; k-- {
		a := v.at(i, int(sorted[k]))
		if int(v.layer[a]) != layer {
			left, layer = 1, int(v.layer[a])
		}
		w := v.curve(a).weight(v.fade[a])
		share[k] = float32(left * w)
		left -= share[k]
	}
}

// shapeOf is the shape of parts.
func shapeOf(detail int32, offset bool, list []part) (s shape) {
	s.detail, s.n, s.offset = detail, uint8(len(list)), offset
	s.plain = len(list) == 1 && !offset && list[0].weight == 1 && list[0].mask == 0 && list[0].kind == Blend
	for k := range list {
		p := &list[k]
		s.part[k].kind, s.part[k].group, s.part[k].mask = uint8(p.kind), p.group, p.mask
	}
	return s
}

// thin leaves the most parts with the greatest weights, for a level of detail: those
// of a group get what the others of it had.
func thin(list []part, most int) []part {
	for len(list) > most {
		least := 0
		for k := range list {
			if abs(list[k].weight) < abs(list[least].weight) {
				least = k
			}
		}
		gone := list[least]
		sum := float32(0)
		for k := range list {
			if k != least && list[k].group == gone.group {
				sum += list[k].weight
			}
		}
		list = append(list[:least], list[least+1:]...)
		if sum == 0 || gone.kind.adds() {
			continue
		}
		for k := range list {
			if list[k].group == gone.group {
				list[k].weight += float32(gone.weight * list[k].weight / sum)
			}
		}
	}
	return list
}

// frames of one part of the instances of a block.
type partFrames struct {
	clip   [simd.Lanes]int32
	at     simd.Frames
	weight [simd.Lanes]float32
}

func abs(x float32) float32 { return max(x, -x) }
