package humanoid

import (
	"slices"

	"github.com/sinew-anim/sinew/soa"
)

// The parts of limbs. The first of an arm may be missing, and so may the last of a leg.
var (
	armParts = []string{"Shoulder", "UpperArm", "LowerArm", "Hand"}
	legParts = []string{"UpperLeg", "LowerLeg", "Foot", "Toes"}
)

// isArm reports whether parts are those of an arm.
func isArm(parts []string) bool { return parts[0] == "Shoulder" }

// core returns the index of the first of the three parts that each limb has.
func core(parts []string) int {
	if isArm(parts) {
		return 1
	}
	return 0
}

// fillLimbs completes both arms or both legs.
func (f *filler) fillLimbs(parts []string) {
	var known [2]bool
	for i, side := range [...]Side{Left, Right} {
		known[i] = slices.ContainsFunc(parts, func(part string) bool { return !f.open(side.Role(part)) })
		if known[i] {
			f.fillLimb(side, parts)
		}
	}
	switch {
	case !known[0] && !known[1]:
		hips := f.b.First("hips")
		from := []int{hips}
		if isArm(parts) {
			from = f.trunk()
		} else if j := f.b.First("pelvis"); j >= 0 {
			from = append(from, j)
		}
		if pairs := f.pairsOf(parts, from, hips); len(pairs) == 1 {
			f.setLimb(Left, parts, pairs[0][0])
			f.setLimb(Right, parts, pairs[0][1])
		}
	case !known[0]:
		f.fillOther(Left, parts)
	case !known[1]:
		f.fillOther(Right, parts)
	}
	f.fillBeyond(parts)
	f.dropUneven(parts)
}

// dropUneven takes roles away again: from joints with bones of other lengths than on the other side,
// and from joints without a counterpart there and a known joint beyond them.
func (f *filler) dropUneven(parts []string) {
	for i := len(parts) - 1; i >= 0; i-- {
		l, r := f.b[Left.Role(parts[i])], f.b[Right.Role(parts[i])]
		for _, side := range [...]Side{Left, Right} {
			role := side.Role(parts[i])
			chain := f.b[role]
			if len(chain) != 1 || !f.filled[chain[0]] {
				continue
			}
			beyond := i+1 < len(parts) && len(f.b[side.Role(parts[i+1])]) > 0
			if len(l) > 0 && len(r) > 0 && f.even(l[0], r[0]) || beyond && (len(l) == 0 || len(r) == 0) {
				continue
			}
			delete(f.b, role)
			f.filled[chain[0]] = false
		}
	}
}

// even reports whether two joints are as far from their parents.
func (f *filler) even(l, r int) bool {
	const slack = 1.1
	far := func(j int) float64 {
		if p := int(f.k.Parent[j]); p >= 0 {
			return f.bone(p, j)
		}
		return 0
	}
	a, b := far(l), far(r)
	return max(a, b) <= slack*min(a, b)+MinBoneLength
}

// trunk returns the joints from which arms may hang: those from the hips up to neck or head, or else
// up the back.
func (f *filler) trunk() []int {
	hips := f.b.First("hips")
	for _, role := range [...]string{"neck", "head"} {
		if end := f.b.First(role); end >= 0 {
			run, _ := f.way(hips, end)
			return append(run, end)
		}
	}
	list := []int{hips}
	if spine := f.b["spine"]; len(spine) > 0 {
		if run, ok := f.way(hips, spine[len(spine)-1]); ok {
			list = append(append(list, run...), spine[len(spine)-1])
		}
	}
	return append(list, f.mainPath(list[len(list)-1])[1:]...)
}

// fillLimb completes a limb with some known joints: it adds those between them, above the first and
// below the last.
func (f *filler) fillLimb(side Side, parts []string) {
	first, last := -1, -1
	for i, part := range parts {
		chain := f.b[side.Role(part)]
		if len(chain) == 0 {
			continue
		}
		if last >= 0 {
			above := f.b[side.Role(parts[last])]
			run, ok := f.way(above[len(above)-1], chain[0])
			if !ok {
				return
			}
			f.fillRun(side, parts, last+1, i, f.untaken(run))
		}
		if last = i; first < 0 {
			first = i
		}
	}
	if last < 0 {
		return
	}
	for len(f.b[side.Role(parts[first])]) == 0 { // fillRun made a shoulder the upper arm
		first++
	}
	top := f.b[side.Role(parts[first])][0]
	var run []int
	own := areaOf(side.Role(parts[0]))
	for j := int(f.k.Parent[top]); j >= 0 && !f.taken[j] && f.within[j] == own; j = int(f.k.Parent[j]) {
		run = append(run, j)
	}
	slices.Reverse(run)
	f.fillRun(side, parts, 0, first, run)
	if first == 0 && last == 0 && isArm(parts) {
		f.lowerShoulder(side)
	}
}

// fillBeyond finds the parts of limbs beyond those known, of both sides at once: noise hangs from one.
func (f *filler) fillBeyond(parts []string) {
	for i, part := range parts[1:] {
		var next [2][]int // what the part may be
		for k, side := range [...]Side{Left, Right} {
			above, role := f.b[side.Role(parts[i])], side.Role(part)
			switch {
			case len(f.b[role]) > 0:
				next[k] = f.b[role][:1]
			case len(above) > 0 && f.open(role):
				next[k] = f.untaken(f.children[above[len(above)-1]])
			}
		}
		if l, r := f.evenPair(next[0], next[1]); l >= 0 {
			for side, j := range map[Side]int{Left: l, Right: r} {
				if role := side.Role(part); len(f.b[role]) == 0 {
					f.set(role, j)
				}
			}
		}
	}
}

// evenPair returns the joints of two lists that are as far from their parents. Of several such pairs it
// is the one that reaches much farther than the others, and on both sides equally far, or twice
// soa.NoJoint.
func (f *filler) evenPair(left, right []int) (l, r int) {
	const much = 0.6
	l, r = soa.NoJoint, soa.NoJoint
	most, second := 0., -1. // how far they reach; second is below 0 while there is one pair
	for _, a := range left {
		for _, b := range right {
			reach := min(f.reach(a), f.reach(b))
			switch {
			case !f.even(a, b):
			case l < 0:
				l, r, most = a, b, reach
			case reach > most:
				l, r, most, second = a, b, reach, most
			default:
				second = max(second, reach)
			}
		}
	}
	if second >= 0 && (second >= much*most || f.reach(l)+f.reach(r) > 2.2*most) {
		return soa.NoJoint, soa.NoJoint
	}
	return l, r
}

// lowerShoulder makes a shoulder the upper arm if its bone is as long as one: Kinect and SMPL call the
// joint so, and others the collarbone.
func (f *filler) lowerShoulder(side Side) {
	const collar = 0.75 // of the next bone, up to which a bone may be a collarbone
	shoulder, upper := side.Role("Shoulder"), side.Role("UpperArm")
	path := f.mainPath(f.mainChild(f.b.First(shoulder)))
	if len(path) < 2 || !f.open(upper) {
		return
	}
	if f.bone(f.b.First(shoulder), path[0]) > collar*f.bone(path[0], path[1]) {
		f.b[upper] = f.b[shoulder]
		delete(f.b, shoulder)
	}
}

// bone returns the distance between two joints.
func (f *filler) bone(a, b int) float64 { return f.place[b].Sub(f.place[a]).Length() }

// fillRun gives the parts from one up to another to joints on the way between those known.
func (f *filler) fillRun(side Side, parts []string, from, to int, run []int) {
	for _, part := range parts[from:to] {
		if !f.open(side.Role(part)) {
			return
		}
	}
	start := core(parts)
	lead := from < start // a collarbone may be missing
	need := to - max(from, start)
	next := soa.NoJoint
	if to < len(parts) {
		next = f.b.First(side.Role(parts[to]))
	}
	switch n := len(run); {
	case n == 0 || next < 0:
	case lead && n == need+1 || !lead && n == need:
		f.setRun(side, parts[from:to], run)
	case lead && n == need:
		f.setRun(side, parts[start:to], run)
	case n > need && need > 0:
		f.pickRun(side, parts, to, need, append(slices.Clone(run), next), lead)
	case n == 1 && need == 2 && from == start && start > 0:
		// What is called a shoulder is the upper arm: one joint is between it and the hand.
		f.b[side.Role(parts[start])] = f.b[side.Role(parts[0])]
		delete(f.b, side.Role(parts[0]))
		f.set(side.Role(parts[start+1]), run[0])
	}
	// What is called a leg is the upper one: one joint is between it and the foot.
	if n := len(run); !isArm(parts) && n == 1 && need == 0 && to == 2 && f.open(side.Role(parts[0])) {
		lower := side.Role(parts[1])
		if int(f.k.Parent[f.b.First(lower)]) == f.b.First("hips") {
			f.b[side.Role(parts[0])] = f.b[lower]
			delete(f.b, lower)
			f.set(lower, run[0])
		}
	}
}

// setRun gives parts to joints one by one.
func (f *filler) setRun(side Side, parts []string, run []int) {
	for i, part := range parts {
		f.set(side.Role(part), run[i])
	}
}

// pickRun chooses among more joints than parts those that make the bones of a limb long. The last
// joint of the run is that of the part after them.
func (f *filler) pickRun(side Side, parts []string, to, need int, run []int, lead bool) {
	if need == 2 {
		if e := f.elbow(run); e > 0 {
			f.setRun(side, parts[to-2:to], run[e-1:e+1])
			if lead && e > 1 {
				f.set(side.Role(parts[0]), run[e-2])
			}
		}
		return
	}
	chosen := len(run) - 2 // the upper part is next to the lower one
	if to-1 > core(parts) {
		above := f.b.First(side.Role(parts[to-2]))
		most := MinBoneLength
		for i, j := range run[:len(run)-1] {
			if above < 0 {
				return
			}
			if least := min(f.bone(above, j), f.bone(j, run[len(run)-1])); least > most {
				chosen, most = i, least
			}
		}
	}
	f.set(side.Role(parts[to-1]), run[chosen])
	if lead && chosen > 0 {
		f.set(side.Role(parts[0]), run[chosen-1])
	}
}

// elbow returns the index of the joint between the two longest consecutive bones of a path, or -1.
func (f *filler) elbow(path []int) int {
	best, most := -1, MinBoneLength
	for i := 1; i+1 < len(path); i++ {
		if least := min(f.bone(path[i-1], path[i]), f.bone(path[i], path[i+1])); least > most {
			best, most = i, least
		}
	}
	return best
}
