package runtime

import (
	"github.com/sinew-anim/sinew/runtime/internal/active"
	"github.com/sinew-anim/sinew/runtime/play"
)

func (c *mixing) float(i, f int) float32 {
	if c.active.Clips.Flags[i] == 0 {
		return c.floats.Value(int(c.active.Clip[i]), f, c.active.Clocks.Position(i))
	}
	var list [play.MaxLayers]floatPart
	return c.blendFloat(c.floatParts(i, &list), f)
}

// floatPart is what one voice adds to custom properties.
type floatPart struct {
	clip    int
	seconds float64
	weight  float32
	group   uint8
}

// floatParts lists the clips of instance i, group by group, those that are added last.
func (c *mixing) floatParts(i int, list *[play.MaxLayers]floatPart) []floatPart {
	var order [play.MaxLayers]uint8
	var share [play.MaxLayers]float32
	v, n := &c.active.Clips, 0
	sorted := v.Sorted(i, &order)
	c.active.Shares(i, sorted, &share)
	var g active.Grouping
	for k, voice := range sorted {
		a := v.At(i, int(voice))
		w := float32(v.Weight[a] * share[k])
		if w == 0 || c.active.Rests(a) {
			continue
		}
		kind, mask := v.Kind(a), v.Mask[a]
		group, _ := g.Place(kind, mask, v.Layer[a])
		if mask > 0 {
			w = float32(w * c.active.Masks[mask-1].Least)
		}
		if w == 0 || v.Held(a) { // it has its place nevertheless, as in the pose
			continue
		}
		if kind == play.Subtract {
			w = -w
		}
		p := floatPart{int(c.active.Clip[a]), c.active.Clocks.Position(a), w, group}
		at := n
		for ; at > 0 && p.before(&list[at-1]); at-- {
			list[at] = list[at-1]
		}
		list[at] = p
		n++
	}
	return list[:n]
}

// before orders parts by group and, so that the order of layers does not matter, by what
// plays.
func (p *floatPart) before(q *floatPart) bool {
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

// blendFloat is a custom property of parts: that of layers, the mean of each group over what
// is below.
func (c *mixing) blendFloat(parts []floatPart, f int) float32 {
	value := c.floats.Rest[f]
	for k := 0; k < len(parts); {
		group, sum, weight := parts[k].group, float32(0), float32(0)
		for ; k < len(parts) && parts[k].group == group; k++ {
			p := &parts[k]
			v := c.floats.Value(p.clip, f, p.seconds)
			if group == active.AddedGroup {
				v -= c.floats.Rest[f]
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
