package mix

import (
	"github.com/sinew-anim/sinew/runtime/internal/active"
	"github.com/sinew-anim/sinew/runtime/play"
)

// Thin reduces parts to a number, for LOD.Layers: the others of a group get the weights of those that
// go. Parts that a group above covers wholly go first, then those of the least weight times mask,
// the highest first. One part of the lowest group remains, below the others.
func (c *Mixing) Thin(list []active.Part, most int) []active.Part {
	if len(list) <= most {
		return list
	}
	for k := range list { // the mask of a group in model space is that of its first part
		if p := &list[k]; k > 0 && !p.Kind.Adds() && p.Group == list[k-1].Group && headOf(list, k).Kind == play.ModelOverride {
			p.Mask = list[k-1].Mask
		}
	}
	list = uncovered(list)
	for len(list) > most {
		list = drop(list, c.leastPart(list))
	}
	return list
}

// headOf is the first part of the group of part k.
func headOf(list []active.Part, k int) *active.Part {
	for k > 0 && list[k-1].Group == list[k].Group {
		k--
	}
	return &list[k]
}

// whole is the weight at which a group covers what is below; sums of shares may be rounded down.
const whole = 1 - 1e-6

// uncovered drops the groups below the highest one that covers the whole body, which becomes the
// lowest.
func uncovered(list []active.Part) []active.Part {
	bottom, group := 0, uint8(0)
	for first := 0; first < len(list) && !list[first].Kind.Adds(); {
		next, weight := first, float32(0)
		for ; next < len(list) && list[next].Group == list[first].Group; next++ {
			if list[next].Mask == 0 {
				weight += list[next].Weight
			}
		}
		if weight >= whole {
			bottom, group = first, list[first].Group
		}
		first = next
	}
	if group == 0 {
		return list
	}
	list = list[:copy(list, list[bottom:])]
	for k := range list {
		if p := &list[k]; p.Group == group {
			p.Group, p.Kind = 0, play.Blend
		}
	}
	return list
}

// leastPart finds the part that counts least of those that can go.
func (c *Mixing) leastPart(list []active.Part) int {
	first := 0
	if list[0].Kind.Adds() || len(list) > 1 && list[1].Group == list[0].Group {
		first = -1 // the lowest group has others, or there is none
	}
	least := len(list) - 1
	for k := least - 1; k > first; k-- {
		if c.counts(&list[k]) < c.counts(&list[least]) {
			least = k
		}
	}
	return least
}

// counts is a part's weight times the mean of its mask.
func (c *Mixing) counts(p *active.Part) float32 {
	if p.Mask == 0 {
		return active.Abs(p.Weight)
	}
	return float32(active.Abs(p.Weight) * c.Active.Masks[p.Mask-1].Mean)
}

// drop takes part k from a list; the others of its group get its weight.
func drop(list []active.Part, k int) []active.Part {
	gone, sum := list[k], float32(0)
	list = append(list[:k], list[k+1:]...)
	if gone.Kind.Adds() {
		return list
	}
	for n := range list {
		if list[n].Group == gone.Group {
			sum += list[n].Weight
		}
	}
	if sum == 0 {
		return list
	}
	for n := range list {
		if list[n].Group != gone.Group {
			continue
		}
		list[n].Weight += float32(gone.Weight * list[n].Weight / sum)
		if n == 0 || list[n-1].Group != gone.Group {
			list[n].Kind = max(list[n].Kind, gone.Kind) // in model space the group stays
		}
	}
	return list
}
