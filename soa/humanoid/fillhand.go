package humanoid

import (
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
)

// fillFingers finds five fingers of each hand by their places, where names mean none or some of them: the
// thumb points aside, and the others follow it across the hand. Both hands must have the same.
func (f *filler) fillFingers() {
	var hands [2][][]int
	for i, side := range [...]Side{Left, Right} {
		if f.b.First(side.Role("Hand")) < 0 || !f.open(side.Role("Fingers")) {
			return
		}
		if hands[i] = f.fingersOf(side); hands[i] == nil {
			return
		}
	}
	for n := range fingers {
		if len(hands[0][n]) != len(hands[1][n]) {
			return
		}
	}
	for i, side := range [...]Side{Left, Right} {
		for n, finger := range fingers {
			if role := side.Role(finger); f.open(role) {
				f.set(role, hands[i][n]...)
			}
		}
	}
}

// fingersOf returns the chains of five fingers from the thumb on, without bones of the palm, or nil. A
// finger that has a name must be in the place that it means.
func (f *filler) fingersOf(side Side) [][]int {
	hand := f.b[side.Role("Hand")]
	list := f.rays(side, hand[len(hand)-1])
	if len(list) != len(fingers) {
		return nil
	}
	thumb := f.thumb(hand[len(hand)-1], list)
	if thumb < 0 {
		return nil
	}
	list[0], list[thumb] = list[thumb], list[0]
	for _, ray := range list[2:] {
		if len(ray) != len(list[1]) {
			return nil
		}
	}
	if palm := len(list[1]) - len(list[0]); palm == 1 {
		for n := range list[1:] {
			list[n+1] = list[n+1][1:]
		}
	} else if palm != 0 {
		return nil
	}
	base := f.place[list[0][0]]
	away := func(ray []int) float64 { return f.place[ray[0]].Sub(base).Length() }
	slices.SortStableFunc(list[1:], func(a, b []int) int {
		if away(a) < away(b) {
			return -1
		}
		return 1
	})
	for n, finger := range fingers {
		if known := f.b[side.Role(finger)]; len(known) > 0 && !slices.Contains(list[n], known[0]) {
			return nil
		}
		if len(list[n]) == 4 && len(f.children[list[n][3]]) == 0 {
			list[n] = list[n][:3] // a tip
		}
	}
	return list
}

// rays returns the chains below a hand that are fingers by name, or may be: of at least two joints.
func (f *filler) rays(side Side, hand int) (list [][]int) {
	for _, c := range f.children[hand] {
		var ray []int
		for j := c; j >= 0; {
			role := f.named.means[j]
			bare, s := SplitRole(role)
			if f.taken[j] && !(s == side && slices.Contains(fingers[:], bare)) {
				break
			}
			ray = append(ray, j)
			next := -1
			for _, d := range f.children[j] {
				if f.named.helper[d] {
					continue
				}
				if next >= 0 {
					return nil
				}
				next = d
			}
			j = next
		}
		if len(ray) >= 2 {
			list = append(list, ray)
		}
	}
	return list
}

// thumb returns the index of the chain that points aside from the others and begins nearest to the
// hand, or -1 where these are two.
func (f *filler) thumb(hand int, list [][]int) int {
	ways := make([]exact.Vec, len(list))
	var sum exact.Vec
	for i, ray := range list {
		ways[i] = f.place[ray[len(ray)-1]].Sub(f.place[ray[0]]).Unit()
		sum = sum.Add(ways[i])
	}
	aside, second, near := 0, -1, 0
	for i, way := range ways {
		if way.Dot(sum) < ways[aside].Dot(sum) {
			aside = i
		}
		if f.bone(hand, list[i][0]) < f.bone(hand, list[near][0]) {
			near = i
		}
	}
	for i, way := range ways {
		if i != aside && (second < 0 || way.Dot(sum) < ways[second].Dot(sum)) {
			second = i
		}
	}
	const clear = 0.15 // of cosines
	if aside != near && ways[second].Dot(sum.Unit())-ways[aside].Dot(sum.Unit()) < clear {
		return -1
	}
	return aside
}
