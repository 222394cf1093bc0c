package runtime

import "github.com/sinew-anim/sinew/runtime/play"

// thin leaves the most parts that count most, for a level of detail: those of a group get
// what the others of it had. Parts that a group above covers wholly go first, and then
// those of the least weight times what their masks cover, the highest of equal ones
// first. One part of the lowest group remains: without it nothing is below the others.
func (c *mixing) thin(list []part, most int) []part {
	if len(list) <= most {
		return list
	}
	for k := range list { // the mask of a group in model space is that of its first part
		if p := &list[k]; k > 0 && !p.kind.Adds() && p.group == list[k-1].group && headOf(list, k).kind == play.ModelOverride {
			p.mask = list[k-1].mask
		}
	}
	list = uncovered(list)
	for len(list) > most {
		list = drop(list, c.leastPart(list))
	}
	return list
}

// headOf is the first part of the group of part k.
func headOf(list []part, k int) *part {
	for k > 0 && list[k-1].group == list[k].group {
		k--
	}
	return &list[k]
}

// whole is the weight from which on a group covers what is below: a sum of shares may be
// rounded down.
const whole = 1 - 1e-6

// uncovered is a list without the groups below the highest one that covers the whole body,
// which becomes the lowest.
func uncovered(list []part) []part {
	bottom, group := 0, uint8(0)
	for first := 0; first < len(list) && !list[first].kind.Adds(); {
		next, weight := first, float32(0)
		for ; next < len(list) && list[next].group == list[first].group; next++ {
			if list[next].mask == 0 {
				weight += list[next].weight
			}
		}
		if weight >= whole {
			bottom, group = first, list[first].group
		}
		first = next
	}
	if group == 0 {
		return list
	}
	list = list[:copy(list, list[bottom:])]
	for k := range list {
		if p := &list[k]; p.group == group {
			p.group, p.kind = 0, play.Blend
		}
	}
	return list
}

// leastPart finds the part that counts least of those that can go.
func (c *mixing) leastPart(list []part) int {
	first := 0
	if list[0].kind.Adds() || len(list) > 1 && list[1].group == list[0].group {
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
func (c *mixing) counts(p *part) float32 {
	if p.mask == 0 {
		return abs(p.weight)
	}
	return float32(abs(p.weight) * c.active.masks[p.mask-1].mean)
}

// drop takes part k from a list; the others of its group get its weight.
func drop(list []part, k int) []part {
	gone, sum := list[k], float32(0)
	list = append(list[:k], list[k+1:]...)
	if gone.kind.Adds() {
		return list
	}
	for n := range list {
		if list[n].group == gone.group {
			sum += list[n].weight
		}
	}
	if sum == 0 {
		return list
	}
	for n := range list {
		if list[n].group != gone.group {
			continue
		}
		list[n].weight += float32(gone.weight * list[n].weight / sum)
		if n == 0 || list[n-1].group != gone.group {
			list[n].kind = max(list[n].kind, gone.kind) // in model space the group stays
		}
	}
	return list
}
