package layout

import (
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// Slot is one slot of a layout to be.
type Slot struct {
	Joint   int // place in the exact.Skeleton
	Parent  int // slot, or -1
	Inverse exact.Matrix
	Bind    exact.Matrix // of Inverse
	// Given tells an inverse bind matrix that a skin gave from one that is free
	// to be chosen; Flat one that has no inverse.
	Given, Flat bool
}

// slots are those of a layout and what refers to them.
type slots struct {
	Slots  []Slot
	skins  []soa.LayoutSkin
	first  []int // per place in the exact.Skeleton: the joint's first slot
	levels []int // slots of each level of detail, all of them first
}

// depth is that of the layout to be.
func (p *slots) depth() int {
	l := soa.Layout{Parent: make([]int16, len(p.Slots))}
	for s := range p.Slots {
		l.Parent[s] = int16(p.Slots[s].Parent)
	}
	return l.Depth()
}

// neededJoints marks the joints that a layout keeps: those of skins, of meshes without one and of the
// options, with their ancestors; all joints where skins and meshes name none.
func neededJoints(model *soa.Model, o *pose.LayoutOptions) []bool {
	parent := model.Skeleton.Parent
	needed := make([]bool, len(parent))
	any := false
	keep := func(j int) {
		for any = true; j >= 0 && !needed[j]; j = int(parent[j]) {
			needed[j] = true
		}
	}
	for _, skin := range model.Skins {
		for _, j := range skin.Joint {
			keep(int(j))
		}
	}
	for _, mesh := range model.Meshes {
		if mesh.Skin == soa.None && mesh.Joint != soa.NoJoint {
			keep(int(mesh.Joint))
		}
	}
	if !any && len(o.Only) == 0 || o.AllJoints {
		for j := range needed {
			needed[j] = true
		}
	}
	for _, j := range slices.Concat(o.Joints, o.Only) {
		keep(j)
	}
	for _, r := range o.Reserve {
		keep(r.Joint)
	}
	return needed
}

// planSlots makes a slot per distinct joint and inverse bind matrix of the skins, and one per other
// kept joint. level is, per kept joint, the coarsest level of detail that keeps it; tolerance the
// distance by which a shared slot may miss a skin's own.
func planSlots(model *soa.Model, skel *exact.Skeleton, ref *exact.Pose, level []int, tolerance float64) (p slots) {
	byJoint := make([][]int, len(skel.Joint)) // slots of a joint, in order of appearance
	one := make([]int, len(skel.Joint))
	for i := range byJoint {
		byJoint[i] = one[i : i : i+1] // most have one
	}
	p.Slots = make([]Slot, 0, len(skel.Joint))
	size := Size(ref)
	for _, skin := range model.Skins {
		offset := p.skinOffset(skin, skel, ref, byJoint, size, tolerance)
		back, _ := offset.Inverse()
		bs := soa.LayoutSkin{Offset: offset.Float32()}
		for i, j := range skin.Joint {
			inverse := exact.FromFloat32(skin.InverseBind[i])
			inverse = inverse.Mul(back)
			bs.Slot = append(bs.Slot, uint16(p.slotFor(skel.Index[j], inverse, ref, byJoint, size, tolerance)))
		}
		p.skins = append(p.skins, bs)
	}
	for i := range skel.Joint {
		if !slices.ContainsFunc(byJoint[i], func(s int) bool { return !p.Slots[s].Flat }) {
			byJoint[i] = append(byJoint[i], len(p.Slots))
			p.Slots = append(p.Slots, Slot{Joint: i, Inverse: exact.Identity(), Bind: exact.Identity()})
		}
	}
	p.order(skel, byJoint, level)
	if len(model.Skins) == 0 {
		p.levels = p.levels[:1]
	}
	return p
}

// spread returns how far apart, in metres in a pose, two inverse bind matrices
// of a joint put the points around it: those within its skin's size.
func spread(a, b *exact.Matrix, global *exact.Matrix, size float64) float64 {
	bind, ok := b.Inverse()
	if !ok {
		if *a == *b {
			return 0
		}
		return math.Inf(1)
	}
	m := a.Mul(bind) // joint space to joint space; the identity where a = b
	worst := 0.0
	for i := range 4 {
		var v exact.Vec
		if i < 3 {
			length := global.Column(i).Length()
			if length == 0 {
				continue
			}
			v[i] = size / length
		}
		worst = max(worst, global.Direction(m.Point(v).Sub(v)).Length())
	}
	return worst
}

// slotFor returns the slot of a joint with an inverse bind matrix, a new one where there is none.
func (p *slots) slotFor(joint int, inverse exact.Matrix, ref *exact.Pose, byJoint [][]int, size, tolerance float64) int {
	for _, s := range byJoint[joint] {
		if spread(&p.Slots[s].Inverse, &inverse, &ref.Global[joint], size) <= tolerance {
			return s
		}
	}
	bind, ok := inverse.Inverse()
	if !ok {
		bind = exact.Matrix{}
	}
	byJoint[joint] = append(byJoint[joint], len(p.Slots))
	p.Slots = append(p.Slots, Slot{Joint: joint, Inverse: inverse, Bind: bind, Given: true, Flat: !ok})
	return len(p.Slots) - 1
}

// skinOffset finds the matrix M by which the skin's inverse bind matrices are those of existing slots
// times M: files give every mesh of a character its own skin, which differ by the meshes' places. A
// skin that shares no joint with the slots gets the scale that matches its palette to theirs.
func (p *slots) skinOffset(skin *soa.Skin, skel *exact.Skeleton, ref *exact.Pose, byJoint [][]int, size, tolerance float64) exact.Matrix {
	offset, found := exact.Identity(), false
	for i, j := range skin.Joint {
		joint := skel.Index[j]
		if len(byJoint[joint]) == 0 || p.Slots[byJoint[joint][0]].Flat {
			continue
		}
		first := &p.Slots[byJoint[joint][0]]
		own := exact.FromFloat32(skin.InverseBind[i])
		if !found {
			offset, found = first.Bind.Mul(own), true
			if spread(&first.Inverse, &own, &ref.Global[joint], size) <= tolerance {
				offset = exact.Identity()
			}
		}
		shared := first.Inverse.Mul(offset)
		if spread(&shared, &own, &ref.Global[joint], size) > tolerance {
			return exact.Identity()
		}
	}
	if _, ok := offset.Inverse(); found && ok {
		return offset
	}
	if len(p.Slots) == 0 || len(skin.Joint) == 0 {
		return exact.Identity()
	}
	own := exact.FromFloat32(skin.InverseBind[0])
	own = ref.Global[skel.Index[skin.Joint[0]]].Mul(own)
	first := ref.Global[p.Slots[0].Joint].Mul(p.Slots[0].Inverse)
	_, k, _ := own.Rigid()
	_, k0, _ := first.Rigid()
	if k0 == 0 || k == 0 || math.Abs(k/k0-1) < 1e-5 {
		return exact.Identity()
	}
	return exact.Scaling(k / k0)
}

// Size returns the distance of the joint farthest from the middle of all.
func Size(p *exact.Pose) float64 {
	var middle exact.Vec
	for i := range p.Global {
		middle = middle.Add(p.Global[i].Translation().Scale(1 / float64(len(p.Global))))
	}
	size := 0.0
	for i := range p.Global {
		size = max(size, p.Global[i].Translation().Sub(middle).Length())
	}
	return size
}

// subtreeReach returns, per kept joint, how far from it the farthest thing
// lies that it moves: joints below it and the vertices bound to them.
func subtreeReach(vertices []float64, skel *exact.Skeleton, ref *exact.Pose) []float64 {
	reach := slices.Clone(vertices)
	for i := len(reach) - 1; i >= 0; i-- {
		if p := skel.Parent[i]; p >= 0 {
			between := ref.Global[i].Translation().Sub(ref.Global[p].Translation()).Length()
			reach[p] = max(reach[p], between+reach[i])
		}
	}
	return reach
}

// levelOf returns per joint the coarsest level of detail that keeps it; limits
// are the reaches below which the levels after the first leave joints out.
func levelOf(reach, limits []float64) []int {
	level := make([]int, len(reach))
	for i, r := range reach {
		for level[i] < len(limits) && r >= limits[level[i]] {
			level[i]++
		}
	}
	return level
}

// order sorts the slots by level of detail, the coarsest first, so that every level is a prefix, and
// within a level depth first, so that most follow their parent. A joint's further slots hang below
// its first.
func (p *slots) order(skel *exact.Skeleton, byJoint [][]int, level []int) {
	// The children of a joint are a list: child is the first, beside the next one after a child.
	n := len(skel.Joint)
	child, beside := slices.Repeat([]int{-1}, n), slices.Repeat([]int{-1}, n)
	stack := make([]int, 0, n)
	for i, parent := range skel.Parent {
		if parent >= 0 {
			beside[i], child[parent] = child[parent], i // descending
		}
	}
	for i := n - 1; i >= 0; i-- {
		if skel.Parent[i] < 0 {
			stack = append(stack, i)
		}
	}
	depthFirst := make([]int, 0, len(skel.Joint))
	for len(stack) > 0 {
		i := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for c := child[i]; c >= 0; c = beside[c] {
			stack = append(stack, c)
		}
		depthFirst = append(depthFirst, i)
	}
	coarsest := slices.Max(append([]int{0}, level...))
	place := make([]int, len(p.Slots))
	sorted := make([]Slot, 0, len(p.Slots))
	p.first = make([]int, len(skel.Joint))
	for l := coarsest; l >= 0; l-- {
		for _, i := range depthFirst {
			if level[i] != l {
				continue
			}
			slices.SortStableFunc(byJoint[i], func(a, b int) int { return flatLast(p.Slots[a]) - flatLast(p.Slots[b]) })
			for n, s := range byJoint[i] {
				slot := p.Slots[s]
				place[s] = len(sorted)
				switch {
				case n > 0:
					slot.Parent = p.first[i]
				case skel.Parent[i] < 0:
					slot.Parent, p.first[i] = -1, len(sorted)
				default:
					slot.Parent, p.first[i] = p.first[skel.Parent[i]], len(sorted)
				}
				sorted = append(sorted, slot)
			}
		}
		p.levels = append(p.levels, len(sorted))
	}
	slices.Reverse(p.levels) // all slots first
	p.Slots = sorted
	for i := range p.skins {
		for k, s := range p.skins[i].Slot {
			p.skins[i].Slot[k] = uint16(place[s])
		}
	}
}

// flatLast sorts slots with a bind matrix before those without: a joint's first
// slot is the one that others rest on.
func flatLast(s Slot) int {
	if s.Flat {
		return 1
	}
	return 0
}

// bindFree chooses the inverse bind matrices that no skin gives. In the rig form a joint is bound as
// in the pose ref relative to a bound child or, without one, to its parent, so that its translation
// needs a column only where it moves; a root with neither is bound in that pose, under the palettes'
// scale k. A constant scale or mirror goes into the bind matrix this way. In the general form it is
// the identity, so that the palette's matrix is the joint's in model space, or mirrors x where the
// joint and the skins' palettes differ in mirroring: a renderer has one winding for all.
func (p *slots) bindFree(form soa.Form, k float64, skel *exact.Skeleton, ref *exact.Pose) {
	bound := make([]bool, len(p.Slots))
	for s := range p.Slots {
		if slot := &p.Slots[s]; slot.Given {
			bound[s] = !slot.Flat
		} else {
			slot.Bind, slot.Inverse = exact.Identity(), exact.Identity()
			if form == soa.General && (ref.Global[slot.Joint].Determinant() < 0) != (k < 0) {
				slot.Bind[0], slot.Inverse[0] = -1, -1
			}
		}
	}
	if form != soa.Rig {
		return
	}
	bind := func(s int, m exact.Matrix) {
		if inverse, ok := m.Inverse(); ok && !p.Slots[s].Given {
			p.Slots[s].Bind, p.Slots[s].Inverse, bound[s] = m, inverse, true
		}
	}
	for s := len(p.Slots) - 1; s >= 0; s-- {
		slot := &p.Slots[s]
		if up := slot.Parent; bound[s] && up >= 0 && !bound[up] && p.Slots[up].Joint != slot.Joint {
			local := skel.Local(slot.Joint, ref)
			if back, ok := local.Inverse(); ok {
				bind(up, slot.Bind.Mul(back))
			}
		}
	}
	for s := range p.Slots {
		if bound[s] {
			continue
		}
		if up := p.Slots[s].Parent; up >= 0 && bound[up] {
			local := skel.Local(p.Slots[s].Joint, ref)
			bind(s, p.Slots[up].Bind.Mul(local))
		} else {
			outside := exact.Scaling(1 / k)
			bind(s, outside.Mul(ref.Global[p.Slots[s].Joint]))
		}
	}
}
