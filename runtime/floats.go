package runtime

import (
	"fmt"

	"github.com/sinew-anim/sinew/runtime/play"
)

// Float returns custom property f of the model, an index of soa.Model.Floats, as the
// character's layers combine it, whatever its level of detail: by their weights and
// kinds, with masks as of morph weights. What is missing of a weight of 1 is the model's own
// value, for a pose that is held too. It is computed at every call. A
// property out of range is 0.
func (x Instance) Float(f int) float32 {
	if !x.has() || f < 0 || f >= len(x.crowd.set.mix.floats.Rest) {
		return 0
	}
	return x.crowd.set.mix.float(x.index, f)
}

// Floats writes custom property f of the instances from first on, as Instance.Float, to dst.
// The error wraps ErrRange.
func (c *Crowd) Floats(dst []float32, first, f int) error {
	if first < 0 || first > c.n-len(dst) || f < 0 || f >= len(c.set.mix.floats.Rest) {
		return fmt.Errorf("floats: %w: instances %d to %d of %d, property %d of %d", ErrRange, first, first+len(dst), c.n, f, len(c.set.mix.floats.Rest))
	}
	for k := range dst {
		dst[k] = c.set.mix.float(first+k, f)
	}
	return nil
}

func (c *mixing) float(i, f int) float32 {
	if c.active.voices.busy[i] == 0 {
		return c.floats.Value(int(c.active.clip[i]), f, c.active.clocks.Position(i))
	}
	var list [play.MaxLayers]floatPart
	return c.blendFloat(c.floatParts(i, &list), f)
}

// Floats writes what Float returns for all custom properties of the model. The error
// wraps ErrStale, or ErrLength where out has not one value per property.
func (x Instance) Floats(out []float32) error {
	if err := x.check("floats"); err != nil {
		return err
	}
	c, i := x.crowd, x.index
	if len(out) != len(c.set.mix.floats.Rest) {
		return fmt.Errorf("floats: %w: room for %d of %d", ErrLength, len(out), len(c.set.mix.floats.Rest))
	}
	if c.set.active.voices.busy[i] == 0 {
		c.set.mix.floats.Values(int(c.set.active.clip[i]), c.set.active.clocks.Position(i), out)
		return nil
	}
	var list [play.MaxLayers]floatPart
	parts := c.set.mix.floatParts(i, &list)
	for f := range out {
		out[f] = c.set.mix.blendFloat(parts, f)
	}
	return nil
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
	v, n := &c.active.voices, 0
	sorted := v.sorted(i, &order)
	c.active.shares(i, sorted, &share)
	var g grouping
	for k, voice := range sorted {
		a := v.at(i, int(voice))
		w := float32(v.weight[a] * share[k])
		if w == 0 || c.active.rests(a) {
			continue
		}
		kind, mask := v.kind(a), v.mask[a]
		group, _ := g.place(kind, mask, v.layer[a])
		if mask > 0 {
			w = float32(w * c.active.masks[mask-1].least)
		}
		if w == 0 || v.held(a) { // it has its place nevertheless, as in the pose
			continue
		}
		if kind == play.Subtract {
			w = -w
		}
		p := floatPart{int(c.active.clip[a]), c.active.clocks.Position(a), w, group}
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
			if group == addedGroup {
				v -= c.floats.Rest[f]
			}
			sum += float32(p.weight * v)
			weight += p.weight
		}
		switch {
		case group == addedGroup:
			value += sum
		case weight >= 1:
			value = sum / weight
		default:
			value = sum + float32((1-weight)*value)
		}
	}
	return value
}
