package mix

import (
	"github.com/sinew-anim/sinew/runtime/internal/active"
	"github.com/sinew-anim/sinew/runtime/play"
)

// Float returns float f of instance i: what a program has set, or what the layers make of it.
func (c *Mixing) Float(i, f int) float32 {
	if v, ok := c.Faces.set(i, f); ok {
		return v
	}
	if c.Active.Clips.Flags[i] == 0 {
		return c.Floats.Value(int(c.Active.Clip[i]), f, c.Active.Clocks.Position(i))
	}
	var list [play.MaxLayers]FloatPart
	return c.BlendFloat(c.FloatParts(i, &list), f)
}

// AllFloats writes all floats of instance i.
func (c *Mixing) AllFloats(i int, out []float32) {
	if c.Active.Clips.Flags[i] == 0 {
		c.Floats.Values(int(c.Active.Clip[i]), c.Active.Clocks.Position(i), out)
	} else {
		var list [play.MaxLayers]FloatPart
		parts := c.FloatParts(i, &list)
		for f := range out {
			out[f] = c.BlendFloat(parts, f)
		}
	}
	for f := range out {
		if v, ok := c.Faces.set(i, f); ok {
			out[f] = v
		}
	}
}

// FloatPart is what one active clip adds to custom properties.
type FloatPart struct {
	clip    int
	seconds float64
	weight  float32
	group   uint8
}

// FloatParts lists the clips of instance i, group by group, those that are added last.
func (c *Mixing) FloatParts(i int, list *[play.MaxLayers]FloatPart) []FloatPart {
	var order [play.MaxLayers]uint8
	var share [play.MaxLayers]float32
	v, n := &c.Active.Clips, 0
	sorted := v.Sorted(i, &order)
	c.Active.Shares(i, sorted, &share)
	var g active.Grouping
	for k, nth := range sorted {
		a := v.At(i, int(nth))
		w := float32(v.Weight[a] * share[k])
		if w == 0 || c.Active.Rests(a) {
			continue
		}
		kind, mask := v.Kind(a), v.Mask[a]
		group, _ := g.Place(kind, mask, v.Layer[a])
		if mask > 0 {
			w = float32(w * c.Active.Masks[mask-1].Least)
		}
		if w == 0 || v.HoldsPose(a) { // it has its place nevertheless, as in the pose
			continue
		}
		if kind == play.Subtract {
			w = -w
		}
		p := FloatPart{int(c.Active.Clip[a]), c.Active.Clocks.Position(a), w, group}
		at := n
		for ; at > 0 && p.before(&list[at-1]); at-- {
			list[at] = list[at-1]
		}
		list[at] = p
		n++
	}
	return list[:n]
}

// before orders parts by group and, so that the order of layers does not matter, by what plays.
func (p *FloatPart) before(q *FloatPart) bool {
	switch {
	case p.group != q.group:
		return p.group < q.group
	case p.clip != q.clip:
		return p.clip < q.clip
	case p.seconds != q.seconds:
		return p.seconds < q.seconds
	}
	return p.weight < q.weight
}

// BlendFloat is a custom property of parts: that of layers, the mean of each group over what
// is below.
func (c *Mixing) BlendFloat(parts []FloatPart, f int) float32 {
	value := c.Floats.Rest[f]
	for k := 0; k < len(parts); {
		group, sum, weight := parts[k].group, float32(0), float32(0)
		for ; k < len(parts) && parts[k].group == group; k++ {
			p := &parts[k]
			v := c.Floats.Value(p.clip, f, p.seconds)
			if group == active.AddedGroup {
				v -= c.Floats.Rest[f]
			}
			sum += float32(p.weight * v)
			weight += p.weight
		}
		switch {
		case group == active.AddedGroup:
			value += sum
		case weight >= 1:
			value = sum / weight
		default:
			value = sum + float32((1-weight)*value)
		}
	}
	return value
}
