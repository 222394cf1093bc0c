package humanoid

import (
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// filler completes a body that names show in part, limb by limb, from the tree of the joints and their
// places. Joints get a role only if their names mean none, and only where the tree leaves one choice.
type filler struct {
	*shape
	b      Body
	named  *named
	filled []bool         // per joint: it has its role from here
	taken  []bool         // per joint: it has a role, or its name means one or that it is no part
	within []area         // per joint: the areas of the body whose joints are in its subtree
	first  map[string]int // see FirstByName
}

// area is a set of areas of the body.
type area uint8

const (
	trunkArea area = 1 << iota
	leftArm
	rightArm
	leftLeg
	rightLeg
	arms = leftArm | rightArm
	legs = leftLeg | rightLeg
)

// areaOf returns the area of a role.
func areaOf(role string) area {
	bare, side := SplitRole(role)
	at := leftArm
	switch bare {
	case "hips", "pelvis", "root", "spine", "neck", "head", "jaw", "Eye", "":
		return trunkArea
	case "UpperLeg", "LowerLeg", "Foot", "Toes":
		at = leftLeg
	}
	if side == Right {
		at <<= 1
	}
	return at
}

// fill completes the body of names, and marks the joints that it gave roles.
func fill(k *soa.Skeleton, n *named) []bool {
	f := &filler{b: n.body, named: n, filled: make([]bool, k.Len())}
	if k.Len() > maxShapeJoints {
		return f.filled
	}
	f.shape, f.first = newShape(k), FirstByName(k)
	f.taken, f.within = make([]bool, k.Len()), make([]area, k.Len())
	for j, role := range n.means {
		f.taken[j] = role != "" || n.helper[j]
		if role != "" {
			f.within[j] = areaOf(role)
		}
	}
	for role, chain := range f.b {
		for _, j := range chain {
			f.taken[j], f.within[j] = true, areaOf(role)
		}
	}
	for j := k.Len() - 1; j >= 0; j-- {
		if p := k.Parent[j]; p >= 0 {
			f.within[p] |= f.within[j]
		}
	}
	f.fillWhole()
	f.fillHips()
	if f.b.First("hips") < 0 {
		return f.filled
	}
	f.fillLimbs(legParts)
	f.fillLimbs(armParts)
	f.fillSpine()
	f.fillNeck()
	f.fillFingers()
	return f.filled
}

// open reports whether no joint has a role and no name means it.
func (f *filler) open(role string) bool { return !f.named.said[role] && len(f.b[role]) == 0 }

// set gives a joint a role that has none, or makes it one more joint of the role's chain.
func (f *filler) set(role string, joints ...int) {
	chain := append(slices.Clone(f.b[role]), joints...)
	slices.SortStableFunc(chain, func(a, b int) int { return int(f.k.Depth[a]) - int(f.k.Depth[b]) })
	f.b[role] = chain
	for _, j := range joints {
		f.filled[j], f.taken[j] = true, true
		for up := j; up >= 0; up = int(f.k.Parent[up]) {
			f.within[up] |= areaOf(role)
		}
	}
}

// way returns the joints between two, from the upper one down. ok is false unless one is below the other.
func (f *filler) way(above, below int) (list []int, ok bool) {
	for j := below; j >= 0; {
		if j = int(f.k.Parent[j]); j == above {
			slices.Reverse(list)
			return list, true
		}
		list = append(list, j)
	}
	return nil, false
}

// untaken returns the joints of a list that may get a role.
func (f *filler) untaken(list []int) (out []int) {
	for _, j := range list {
		if !f.taken[j] {
			out = append(out, j)
		}
	}
	return out
}

// reach returns the length of the longest way from a joint's parent over the joint downwards.
func (f *filler) reach(j int) float64 {
	return f.length[j] + f.place[j].Sub(f.place[max(0, int(f.k.Parent[j]))]).Length()
}

// mainChild returns the child that continues a chain: the only one that may get a role, or one that
// reaches much farther than all others. It returns soa.NoJoint where there is none.
func (f *filler) mainChild(j int) int {
	const much = 0.6 // of the farthest, up to which another one does not count
	best := soa.NoJoint
	for _, c := range f.children[j] {
		if !f.taken[c] && (best < 0 || f.reach(c) > f.reach(best)) {
			best = c
		}
	}
	for _, c := range f.children[j] {
		if best >= 0 && c != best && !f.named.helper[c] && f.reach(c) >= much*f.reach(best) {
			return soa.NoJoint
		}
	}
	return best
}

// mainPath returns a joint and those that continue its chain.
func (f *filler) mainPath(j int) (list []int) {
	for ; j >= 0; j = f.mainChild(j) {
		list = append(list, j)
	}
	return list
}

// fillHips finds hips that no name means: the joint that carries legs that have names, or two like
// limbs, below a part of the trunk.
func (f *filler) fillHips() {
	if !f.open("hips") {
		return
	}
	var trunk []int
	for _, role := range [...]string{"spine", "neck", "head"} {
		if trunk = f.b[role]; len(trunk) > 0 {
			trunk = trunk[:1]
			break
		}
	}
	if len(trunk) == 0 {
		trunk = f.firstOfArms()
	}
	if len(trunk) == 0 {
		return
	}
	if j := f.hipsOfLegs(trunk); j >= 0 {
		root := f.b.First("root") == j
		if root {
			delete(f.b, "root")
		}
		if root || !f.taken[j] {
			f.set("hips", j)
		}
		return
	}
	for j := int(f.k.Parent[trunk[0]]); j >= 0; j = int(f.k.Parent[j]) {
		if f.taken[j] && f.b.First("root") != j {
			continue
		}
		if pairs := f.pairsOf(legParts, []int{j}, j); len(pairs) > 0 {
			if f.b.First("root") == j {
				delete(f.b, "root")
			}
			f.set("hips", j)
			return
		}
	}
}

// firstOfArms returns the upmost known joints of both arms, or nil.
func (f *filler) firstOfArms() []int {
	var list []int
	for _, side := range [...]Side{Left, Right} {
		for _, part := range armParts {
			if j := f.b.First(side.Role(part)); j >= 0 {
				list = append(list, j)
				break
			}
		}
	}
	if len(list) < 2 {
		return nil
	}
	return list
}

// branch returns the joint below the hips that carries both arms and what is known of neck and head, or
// soa.NoJoint.
func (f *filler) branch() int {
	list := f.firstOfArms()
	if list == nil {
		return soa.NoJoint
	}
	for _, role := range [...]string{"neck", "head"} {
		if j := f.b.First(role); j >= 0 {
			list = append(list, j)
			break
		}
	}
	if j := commonAbove(f.named.tree, list); j >= 0 && f.named.tree.isDescendant(j, f.b.First("hips")) {
		return j
	}
	return soa.NoJoint
}

// fillSpine makes the joints between the hips and the arms spine, or those between the hips and the neck.
func (f *filler) fillSpine() {
	if f.named.said["spine"] && len(f.b["spine"]) == 0 { // two bodies
		return
	}
	hips := f.b.First("hips")
	end := f.b.First("neck")
	if end < 0 && len(f.b["spine"]) > 0 {
		end = f.b["spine"][len(f.b["spine"])-1]
	}
	above := f.branch()
	if above >= 0 {
		end = above
	}
	run, ok := f.way(hips, end)
	if end < 0 || !ok {
		return
	}
	if above >= 0 {
		run = append(run, above)
	}
	if run = f.untaken(run); len(run) > 0 {
		f.set("spine", run...)
	}
}

// fillNeck finds the neck and the head between and beyond what is known of them.
func (f *filler) fillNeck() {
	base := f.branch()
	neck, head := f.b.First("neck"), f.b.First("head")
	if f.named.said["neck"] && neck < 0 || f.named.said["head"] && head < 0 {
		return
	}
	if head < 0 {
		from := base
		if neck >= 0 {
			from = f.b["neck"][len(f.b["neck"])-1]
		}
		if from < 0 {
			return
		}
		if head = f.headAbove(from, neck >= 0); head < 0 {
			return
		}
		f.set("head", head)
	}
	if base < 0 {
		base = neck
	}
	if run, ok := f.way(base, head); base >= 0 && ok {
		if run = f.untaken(run); len(run) > 0 {
			f.set("neck", run...)
		}
	}
}

// headAbove returns the head that follows a known neck, or else a neck without a name or the joint that
// carries the arms. It returns soa.NoJoint where there is a choice.
func (f *filler) headAbove(from int, neck bool) int {
	first := f.mainChild(from)
	if !neck || len(f.children[from]) > 1 {
		first = f.upward(from)
	}
	switch {
	case first < 0 || neck || len(f.children[first]) == 0:
		return first
	case len(f.children[first]) > 1:
		return f.upward(first)
	}
	return f.mainChild(first)
}

// upward returns the only child of the joint that carries the arms that points away from the hips and
// lies in the middle, or soa.NoJoint.
func (f *filler) upward(from int) int {
	up := f.place[from].Sub(f.place[f.b.First("hips")]).Unit()
	left := f.leftward().Unit()
	found := soa.NoJoint
	for _, c := range f.children[from] {
		way := f.place[c].Sub(f.place[from])
		if f.taken[c] || f.within[c] != 0 || !(way.Length() > MinBoneLength) || !(way.Dot(up) > 0.7*way.Length()) {
			continue
		}
		if aside := way.Dot(left); aside*aside > 0.05*way.Dot(way) {
			continue
		}
		if found >= 0 {
			return soa.NoJoint
		}
		found = c
	}
	return found
}

// leftward returns the sum of the ways from right joints to left ones that are known.
func (f *filler) leftward() (sum exact.Vec) {
	for _, parts := range [...][]string{legParts, armParts} {
		for _, part := range parts {
			l, r := f.b.First("left"+part), f.b.First("right"+part)
			if l >= 0 && r >= 0 {
				sum = sum.Add(f.place[l].Sub(f.place[r]))
			}
		}
	}
	return sum
}
