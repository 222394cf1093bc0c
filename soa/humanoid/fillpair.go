package humanoid

import (
	"math"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/soa"
)

// found is a chain that may be a limb.
type found struct {
	path  []int
	elbow int
	side  Side // of its names
}

// lengths returns those of its two bones.
func (f *filler) lengths(c *found) (upper, lower float64) {
	return f.bone(c.path[c.elbow-1], c.path[c.elbow]), f.bone(c.path[c.elbow], c.path[c.elbow+1])
}

func (f *filler) total(c *found) float64 {
	upper, lower := f.lengths(c)
	return upper + lower
}

// chains returns the chains that hang from joints and may be limbs: two bones of comparable length,
// without known joints but fingers.
func (f *filler) chains(parts []string, from []int) (list []found) {
	allowed := area(0)
	if isArm(parts) {
		allowed = arms
	}
	for _, j := range from {
		for _, c := range f.children[j] {
			if f.taken[c] || slices.Contains(from, c) || f.within[c]&^allowed != 0 {
				continue
			}
			chain := found{path: f.mainPath(c)}
			if chain.elbow = f.elbow(chain.path); chain.elbow < 0 {
				continue
			}
			if upper, lower := f.lengths(&chain); max(upper, lower) > 2*min(upper, lower) {
				continue
			}
			chain.side = f.sideOf(chain.path[chain.elbow-1 : chain.elbow+2])
			list = append(list, chain)
		}
	}
	return list
}

// sideOf returns the side of a chain whose names say one and have one of the other side beside them.
func (f *filler) sideOf(path []int) Side {
	for _, j := range path {
		for _, other := range OtherNames(f.k.Name[j]) {
			if _, ok := f.first[strings.ToLower(other)]; ok {
				return SideOf(f.k.Name[j])
			}
		}
	}
	return Middle
}

// alike reports whether the bones of two chains are equally long.
func (f *filler) alike(a, b *found) bool {
	const slack = 1.08
	au, al := f.lengths(a)
	bu, bl := f.lengths(b)
	return max(au, bu) < slack*min(au, bu) && max(al, bl) < slack*min(al, bl)
}

// pairsOf returns the pairs of chains that may be both arms or both legs, left ones first: those that
// names give sides, or else those that lie on both sides of the trunk.
func (f *filler) pairsOf(parts []string, from []int, hips int) (pairs [][2]found) {
	list := f.chains(parts, from)
	sided := slices.ContainsFunc(list, func(c found) bool { return c.side != Middle })
	for i := range list {
		for k := i + 1; k < len(list); k++ {
			a, b := list[i], list[k]
			if sided && (a.side == Middle || a.side != -b.side) || !f.alike(&a, &b) || !f.fits(parts, &a, hips, sided) || !f.fits(parts, &b, hips, sided) {
				continue
			}
			if sided && a.side == Right || !sided && !f.isLeft(parts, &a, &b, hips) {
				a, b = b, a
			}
			if !sided && !f.isLeft(parts, &a, &b, hips) {
				continue // neither is
			}
			pairs = append(pairs, [2]found{a, b})
		}
	}
	// Much shorter ones are not in doubt.
	const much = 0.6
	longest := 0.
	for i := range pairs {
		longest = max(longest, f.total(&pairs[i][0]))
	}
	return slices.DeleteFunc(pairs, func(p [2]found) bool { return f.total(&p[0]) < much*longest })
}

// fits reports whether a chain is as long as a limb of the body, and, without a side in its name,
// whether a leg points away from the trunk, and the body of an arm stands.
func (f *filler) fits(parts []string, c *found, hips int, sided bool) bool {
	upper, lower := f.b.First("leftUpperLeg"), f.b.First("leftLowerLeg")
	if foot := f.b.First("leftFoot"); isArm(parts) && upper >= 0 && lower >= 0 && foot >= 0 {
		leg := f.bone(upper, lower) + f.bone(lower, foot)
		if part := f.total(c) / leg; !(part > 0.4 && part < 1.6) {
			return false
		}
		down := f.place[foot].Sub(f.place[upper])
		if up := f.place[c.path[0]].Sub(f.place[hips]); !sided && down.Dot(up) > -0.5*down.Length()*up.Length() {
			return false
		}
	}
	if isArm(parts) || sided {
		return true
	}
	top := f.top()
	if top < 0 {
		return false
	}
	up := f.place[top].Sub(f.place[hips])
	down := f.place[c.path[c.elbow+1]].Sub(f.place[hips])
	return down.Dot(up) < -0.5*down.Length()*up.Length()
}

// top returns the upmost known joint of the trunk, or soa.NoJoint.
func (f *filler) top() int {
	for _, role := range [...]string{"head", "neck", "spine"} {
		if chain := f.b[role]; len(chain) > 0 {
			return chain[len(chain)-1]
		}
	}
	return soa.NoJoint
}

// isLeft reports whether the first of two chains is the left one: as the other limbs say, or the feet.
func (f *filler) isLeft(parts []string, a, b *found, hips int) bool {
	apart := f.place[a.path[0]].Sub(f.place[b.path[0]])
	left := f.leftward()
	if top := f.top(); left.Length() <= MinBoneLength && !isArm(parts) && top >= 0 && len(a.path) > a.elbow+2 && len(b.path) > b.elbow+2 {
		up := f.place[top].Sub(f.place[hips]).Unit()
		forward := f.place[a.path[a.elbow+2]].Sub(f.place[a.path[a.elbow+1]]).Add(f.place[b.path[b.elbow+2]].Sub(f.place[b.path[b.elbow+1]]))
		left = up.Cross(forward)
	}
	return apart.Dot(left) > 0.5*math.Max(apart.Length(), MinBoneLength)*left.Length()
}

// setLimb gives the joints of a chain their roles.
func (f *filler) setLimb(side Side, parts []string, c found) {
	start := core(parts)
	for i := range 3 {
		f.set(side.Role(parts[start+i]), c.path[c.elbow-1+i])
	}
	if start > 0 && c.elbow > 1 {
		f.set(side.Role(parts[0]), c.path[c.elbow-2])
	}
	if start == 0 && len(c.path) > c.elbow+2 {
		f.set(side.Role(parts[3]), c.path[c.elbow+2])
	}
}

// fillOther finds a limb without known joints by the limb on the other side: a chain that is
// alike and hangs from the same joint.
func (f *filler) fillOther(side Side, parts []string) {
	start := core(parts)
	var joints [3]int
	for i := range joints {
		if joints[i] = f.b.First((-side).Role(parts[start+i])); joints[i] < 0 {
			return
		}
	}
	other := found{path: joints[:], elbow: 1}
	from := f.trunk()
	if !isArm(parts) {
		from = []int{f.b.First("hips")}
		if j := f.b.First("pelvis"); j >= 0 {
			from = append(from, j)
		}
	}
	list := slices.DeleteFunc(f.chains(parts, from), func(c found) bool {
		return c.side == -side || !f.alike(&c, &other)
	})
	if len(list) == 1 {
		f.setLimb(side, parts, list[0])
	}
}
