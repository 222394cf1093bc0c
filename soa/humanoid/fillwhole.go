package humanoid

import (
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/soa"
)

// fillWhole completes the body by the shape of the whole skeleton, where that is one body and no name
// contradicts it. Names decide which side is the left one. Neck and head are left to fillNeck: what hangs
// from a neck may be hair.
func (f *filler) fillWhole() {
	whole := byShape(f.k)
	if whole == nil {
		return
	}
	if !f.agrees(whole) {
		if whole.exchange(); !f.agrees(whole) {
			return
		}
	}
	f.lowerFeet(whole)
	if root := f.b.First("root"); root >= 0 && root == whole.First("hips") {
		delete(f.b, "root")
	}
	for role, chain := range whole {
		if f.open(role) && role != "neck" && role != "head" {
			f.set(role, chain...)
		}
	}
}

// agrees reports whether names mean the roles that the joints of a body have, or none, and the joints
// that have roles by name have them in that body.
func (f *filler) agrees(whole Body) bool {
	for role, chain := range whole {
		for _, j := range chain {
			means := f.named.means[j]
			fits := means == "" || means == role || means == "root" && role == "hips" || slices.Contains(f.b[role], j) || f.endsLeg(whole, role)
			if !fits || f.named.helper[j] {
				return false
			}
		}
		for _, j := range f.b[role] {
			if !slices.Contains(chain, j) && !f.endsLeg(whole, strings.Replace(role, "Foot", "Toes", 1)) {
				return false
			}
		}
	}
	return true
}

// endsLeg reports whether a name calls foot what are the toes of a body, as where joints are named and not
// bones: SMPL, Kinect. The joint is near the one above it, which has no name.
func (f *filler) endsLeg(whole Body, role string) bool {
	bare, side := SplitRole(role)
	if bare != "Toes" {
		return false
	}
	foot := side.Role("Foot")
	toes, ankle, knee := whole.First(role), whole.First(foot), whole.First(side.Role("LowerLeg"))
	return toes >= 0 && f.b.First(foot) == toes && f.named.means[toes] == foot && f.named.means[ankle] == "" && f.bone(ankle, toes) < 0.6*f.bone(knee, ankle)
}

// lowerFeet makes toes what is called foot where endsLeg says so.
func (f *filler) lowerFeet(whole Body) {
	for _, side := range [...]Side{Left, Right} {
		if foot, toes := side.Role("Foot"), side.Role("Toes"); f.endsLeg(whole, toes) {
			f.b[toes] = f.b[foot]
			delete(f.b, foot)
			f.named.said[foot] = false
		}
	}
}

// hipsOfLegs returns the joint above both legs and a part of the trunk, where a thigh, or a joint with as
// many joints above it as a leg has, is known of both. It returns soa.NoJoint where there is none.
func (f *filler) hipsOfLegs(trunk []int) int {
	list := slices.Clone(trunk)
	for _, side := range [...]Side{Left, Right} {
		for above, part := range legParts[:3] {
			if j := f.b.First(side.Role(part)); j >= 0 {
				list = append(list, j)
				if hips := commonAbove(f.named.tree, append(slices.Clone(trunk), j)); hips < 0 || int(f.k.Depth[j])-int(f.k.Depth[hips]) <= above {
					return soa.NoJoint
				}
				break
			}
		}
	}
	if len(list) < len(trunk)+2 {
		return soa.NoJoint
	}
	return commonAbove(f.named.tree, list)
}
