package humanoid

import (
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-anim/sinew/soa"
)

// candidate is a joint whose name means a role.
type candidate struct {
	joint int
	name  bareName
	rank  int
}

// named is what the names of joints say.
type named struct {
	body   Body
	means  []string        // per joint, the role that its name means, or ""
	helper []bool          // per joint: its name says that it is no part of a body
	said   map[string]bool // the roles that a name means
	tree   *tree
}

// byNames finds a body by the names of joints.
func byNames(k *soa.Skeleton) *named {
	roles := make(map[string][]candidate)
	names := bareNames(k.Name)
	deform := false
	for _, n := range names {
		deform = deform || n.deform && bodyNames[n.key].role != ""
	}
	out := &named{body: make(Body), means: make([]string, k.Len()), helper: make([]bool, k.Len()), said: make(map[string]bool)}
	first := firstFinger(names)
	for j, n := range names {
		out.helper[j] = n.helper || deform && !n.deform // the controls of a rig beside what they move
		if deform && !n.deform {
			continue
		}
		c := candidate{joint: j, name: n}
		if role := meaning(&c, first); role != "" {
			out.means[j] = role
			roles[role] = append(roles[role], c)
		}
	}
	t := newTree(k)
	out.tree = t
	settle(t, roles)
	b := out.body
	for role, list := range roles {
		out.said[role] = len(list) > 0
		if role != "hips" && len(list) > 0 {
			b[role] = chainOf(t, list, role)
		}
	}
	b.findHips(t, roles["hips"])
	b.dropTips(k)
	for role, chain := range b {
		if len(chain) == 0 {
			delete(b, role)
		}
	}
	return out
}

// fingerDigit returns the number that tells a finger from others, or -1.
func (n *bareName) fingerDigit() int {
	if !fingerKeys[n.key] || len(n.numbers) == 0 {
		return -1
	}
	w := n.numbers[0]
	if n.key == "finger" && len(n.numbers) == 1 {
		w = w[:1] // Biped: 0 is the thumb, 01 its second bone
	}
	digit, err := strconv.Atoi(w)
	if err != nil || digit > len(fingers) {
		return -1
	}
	return digit
}

// firstFinger returns the number of the thumb: 0 as in Biped, or 1 where there is a fifth finger, as in
// MakeHuman, or where bones of fingers have names, as in Rokoko.
func firstFinger(names []bareName) int {
	first := 0
	for i := range names {
		switch digit := names[i].fingerDigit(); {
		case digit == 0 || digit > 0 && names[i].biped:
			return 0
		case digit == len(fingers) || digit > 0 && names[i].key != "finger":
			first = 1
		}
	}
	return first
}

// meaning returns the role that a candidate's name means, or "".
func meaning(c *candidate, firstFinger int) string {
	n := &c.name
	if role, ok := strings.CutPrefix(n.key, "vertebra "); ok {
		c.rank = 1
		return role
	}
	if n.key == "" && n.biped && n.side == Middle {
		return "hips" // the root of a Biped
	}
	if digit := n.fingerDigit() - firstFinger; digit >= 0 && digit < len(fingers) {
		if n.key == "fingermetacarpal" && digit > 0 {
			return ""
		}
		return n.side.Role(fingers[digit])
	}
	b, ok := bodyNames[n.key]
	if n.key == "hip" && n.side != Middle {
		b = bodyName{"UpperLeg", 1, true}
	} else if n.key == "hip" {
		b = bodyName{"hips", 0, false}
	}
	if !ok || b.sided != (n.side != Middle) {
		return ""
	}
	c.rank = b.rank
	return n.side.Role(b.role)
}

// settle moves candidates whose names mean different roles in different rigs.
func settle(k *tree, roles map[string][]candidate) {
	for _, side := range [...]Side{Left, Right} {
		// A shoulder below a clavicle is the upper arm.
		shoulder, arm := side.Role("Shoulder"), side.Role("UpperArm")
		above := slices.IndexFunc(roles[shoulder], func(c candidate) bool { return c.rank == 0 })
		if above >= 0 && len(roles[arm]) == 0 {
			for _, c := range roles[shoulder] {
				if c.rank == 1 && k.isDescendant(c.joint, roles[shoulder][above].joint) {
					roles[arm] = append(roles[arm], c)
				}
			}
		}
		settleJoints(k, roles, side)
		// A leg above a shin or a knee is the upper leg.
		upper, lower := side.Role("UpperLeg"), side.Role("LowerLeg")
		isLeg := func(c candidate) bool { return c.name.key == "leg" }
		isOther := func(c candidate) bool { return !isLeg(c) }
		if len(roles[upper]) == 0 && slices.ContainsFunc(roles[lower], isOther) {
			for _, c := range roles[lower] {
				if isLeg(c) {
					roles[upper] = append(roles[upper], c)
				}
			}
			roles[lower] = slices.DeleteFunc(roles[lower], isLeg)
		}
	}
	settleVertebrae(k, roles)
	settleRigify(roles)
}

// settleJoints moves candidates of rigs that name joints instead of bones: Kinect, SMPL. There the
// shoulder is where the upper arm begins, and what is called foot below an ankle is where the toes do.
func settleJoints(k *tree, roles map[string][]candidate, side Side) {
	shoulder, arm := side.Role("Shoulder"), side.Role("UpperArm")
	if lower := roles[side.Role("LowerArm")]; len(roles[arm]) == 0 && len(roles[shoulder]) == 1 && len(lower) > 0 {
		if int(k.Parent[lower[0].joint]) == roles[shoulder][0].joint {
			roles[arm], roles[shoulder] = roles[shoulder], nil
		}
	}
	// Of two shoulders on one way to the arm the lower one is the upper arm: AdvancedSkeleton.
	if list := roles[shoulder]; len(roles[arm]) == 0 && len(list) == 2 && list[0].rank == list[1].rank {
		if lower := roles[side.Role("LowerArm")]; len(lower) > 0 && k.isDescendant(list[1].joint, list[0].joint) && k.isDescendant(lower[0].joint, list[1].joint) {
			roles[arm], roles[shoulder] = list[1:], list[:1:1]
		}
	}
	foot, toes := side.Role("Foot"), side.Role("Toes")
	if len(roles[toes]) > 0 {
		return
	}
	isFoot := func(c candidate) bool {
		return c.rank == 0 && slices.ContainsFunc(roles[foot], func(o candidate) bool { return o.rank == 1 && k.isDescendant(c.joint, o.joint) })
	}
	var feet []candidate
	for _, c := range roles[foot] {
		if isFoot(c) {
			roles[toes] = append(roles[toes], c)
		} else {
			feet = append(feet, c)
		}
	}
	roles[foot] = feet
}

// settleVertebrae drops joints that are named by vertebrae and carry no head, neck or arm.
func settleVertebrae(k *tree, roles map[string][]candidate) {
	carries := func(c candidate) bool {
		for _, role := range [...]string{"head", "neck", "leftShoulder", "rightShoulder", "leftUpperArm", "rightUpperArm", "leftHand", "rightHand"} {
			for _, o := range roles[role] {
				if o.joint != c.joint && k.isDescendant(o.joint, c.joint) {
					return true
				}
			}
		}
		return false
	}
	for _, role := range [...]string{"spine", "neck"} {
		roles[role] = slices.DeleteFunc(roles[role], func(c candidate) bool {
			return strings.HasPrefix(c.name.key, "vertebra ") && !carries(c)
		})
	}
}

// settleRigify tells the joints that Rigify calls spine, from the hips to the head, by their numbers.
func settleRigify(roles map[string][]candidate) {
	at := func(number string) int {
		return slices.IndexFunc(roles["spine"], func(c candidate) bool {
			return c.name.key == "spine" && strings.TrimLeft(c.name.number(), "0") == number
		})
	}
	if len(roles["head"]) > 0 || len(roles["hips"]) > 0 || at("") < 0 || at("6") < 0 {
		return
	}
	var spine []candidate
	for _, c := range roles["spine"] {
		role := map[string]string{"": "hips", "4": "neck", "5": "neck", "6": "head"}[strings.TrimLeft(c.name.number(), "0")]
		if role == "" || c.name.key != "spine" {
			spine = append(spine, c)
			continue
		}
		c.rank = 0
		roles[role] = append(roles[role], c)
	}
	roles["spine"] = spine
}

// chainOf returns the topmost candidate of the best rank and those below it on one path. Where a
// rig has both a bone and the joint at which it begins, such as forearm and elbow, the upper one
// counts. It returns nil where two begin at one depth: there are two bodies.
func chainOf(k *tree, list []candidate, role string) []int {
	first := slices.MinFunc(list, func(a, b candidate) int { return a.rank - b.rank })
	if bare, _ := SplitRole(role); slices.Contains([]string{"LowerArm", "Hand", "LowerLeg", "Foot"}, bare) {
		for _, c := range list {
			if k.isDescendant(first.joint, c.joint) {
				first = c
			}
		}
	}
	best := first.rank
	var joints []int
	for _, c := range list {
		if c.rank == best {
			joints = append(joints, c.joint)
		}
	}
	slices.SortStableFunc(joints, func(a, b int) int { return int(k.Depth[a]) - int(k.Depth[b]) })
	chain := joints[:1:1]
	for _, j := range joints[1:] {
		switch last := chain[len(chain)-1]; {
		case k.isDescendant(j, last):
			chain = append(chain, j)
		case len(chain) == 1 && k.Depth[j] == k.Depth[last] && k.Parent[j] != k.Parent[last]:
			return nil
		}
	}
	return chain
}

// findHips chooses the joint that carries the body: the topmost of the named ones that is above
// both legs and the back, or else the lowest joint above all of these. Another joint of such a
// name below it is the pelvis.
func (b Body) findHips(k *tree, named []candidate) {
	var parts []int
	for _, role := range [...]string{"leftUpperLeg", "rightUpperLeg"} {
		if j := b.First(role); j >= 0 {
			parts = append(parts, j)
		}
	}
	for _, role := range [...]string{"spine", "neck", "head"} {
		if j := b.First(role); j >= 0 {
			parts = append(parts, j)
			break
		}
	}
	hips := soa.NoJoint
	for _, c := range named {
		above := !slices.ContainsFunc(parts, func(j int) bool { return !k.isDescendant(j, c.joint) })
		if above && (hips < 0 || k.Depth[c.joint] < k.Depth[hips]) {
			hips = c.joint
		}
	}
	if hips < 0 && len(parts) == 3 {
		hips = commonAbove(k, parts)
	}
	if hips < 0 {
		return
	}
	b["hips"] = []int{hips}
	for _, c := range named {
		if c.joint != hips && k.isDescendant(c.joint, hips) {
			b["pelvis"] = []int{c.joint}
			break
		}
	}
	// The hips have no other role, and the root is above them.
	for role, chain := range b {
		if role != "hips" {
			b[role] = slices.DeleteFunc(chain, func(j int) bool { return j == hips || role == "root" && !k.isDescendant(hips, j) })
		}
	}
}

// commonAbove returns the lowest joint above all the given ones, or soa.NoJoint.
func commonAbove(k *tree, joints []int) int {
	for j := int(k.Parent[joints[0]]); j >= 0; j = int(k.Parent[j]) {
		if !slices.ContainsFunc(joints, func(o int) bool { return !k.isDescendant(o, j) }) {
			return j
		}
	}
	return soa.NoJoint
}

// dropTips removes the tips of fingers of four bones, which exporters add: they move nothing.
func (b Body) dropTips(k *soa.Skeleton) {
	for _, side := range [...]Side{Left, Right} {
		for _, finger := range fingers {
			role := side.Role(finger)
			c := b[role]
			if len(c) == 4 && !slices.Contains(k.Parent, int16(c[3])) {
				b[role] = c[:3]
			}
		}
	}
}
