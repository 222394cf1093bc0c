package retarget

import (
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/soa"
)

// candidate is a joint that a name puts into a slot.
type candidate struct {
	joint int
	name  bareName
	rank  int
}

// findBody finds the body by the names of joints.
func findBody(k *soa.Skeleton) body {
	slots := make(map[string][]candidate)
	names := make([]bareName, k.Len())
	deform := false
	for j, name := range k.Name {
		names[j] = bare(name)
		deform = deform || names[j].deform && bodyNames[names[j].key].slot != ""
	}
	for j, n := range names {
		if deform && !n.deform { // the controls of a rig beside what they move
			continue
		}
		c := candidate{joint: j, name: n}
		slot := meaning(&c)
		if slot != "" {
			slots[slot] = append(slots[slot], c)
		}
	}
	settle(k, slots)
	b := make(body)
	for slot, list := range slots {
		if slot != "hips" && len(list) > 0 {
			b[slot] = chainOf(k, list, slot)
		}
	}
	b.findHips(k, slots["hips"])
	b.dropTips(k)
	for slot, chain := range b {
		if len(chain) == 0 {
			delete(b, slot)
		}
	}
	return b
}

// meaning returns the slot that a candidate's name means, or "".
func meaning(c *candidate) string {
	n := &c.name
	switch {
	case n.key == "" && n.biped && n.side == Middle:
		return "hips" // the root of a Biped
	case n.key == "finger" && n.number != "" && n.number[0] <= '4':
		return slotName(fingers[n.number[0]-'0'], n.side) // Biped: 0 is the thumb, 01 its second bone
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
	return slotName(b.slot, n.side)
}

// settle moves candidates whose names mean different things in different rigs.
func settle(k *soa.Skeleton, slots map[string][]candidate) {
	for _, side := range [...]Side{Left, Right} {
		// A shoulder below a clavicle is the upper arm.
		shoulder, arm := slotName("Shoulder", side), slotName("UpperArm", side)
		above := slices.IndexFunc(slots[shoulder], func(c candidate) bool { return c.rank == 0 })
		if above >= 0 && len(slots[arm]) == 0 {
			for _, c := range slots[shoulder] {
				if c.rank == 1 && isBelow(k, c.joint, slots[shoulder][above].joint) {
					slots[arm] = append(slots[arm], c)
				}
			}
		}
		// A leg above a shin or a knee is the upper leg.
		upper, lower := slotName("UpperLeg", side), slotName("LowerLeg", side)
		isLeg := func(c candidate) bool { return c.name.key == "leg" }
		isOther := func(c candidate) bool { return !isLeg(c) }
		if len(slots[upper]) == 0 && slices.ContainsFunc(slots[lower], isOther) {
			for _, c := range slots[lower] {
				if isLeg(c) {
					slots[upper] = append(slots[upper], c)
				}
			}
			slots[lower] = slices.DeleteFunc(slots[lower], isLeg)
		}
	}
	// Rigify calls all from the hips to the head spine.
	at := func(number string) int {
		return slices.IndexFunc(slots["spine"], func(c candidate) bool {
			return c.name.key == "spine" && strings.TrimLeft(c.name.number, "0") == number
		})
	}
	if len(slots["head"]) > 0 || len(slots["hips"]) > 0 || at("") < 0 || at("6") < 0 {
		return
	}
	var spine []candidate
	for _, c := range slots["spine"] {
		slot := map[string]string{"": "hips", "4": "neck", "5": "neck", "6": "head"}[strings.TrimLeft(c.name.number, "0")]
		if slot == "" || c.name.key != "spine" {
			spine = append(spine, c)
			continue
		}
		c.rank = 0
		slots[slot] = append(slots[slot], c)
	}
	slots["spine"] = spine
}

// chainOf returns, of the candidates of the best rank, the first and those that follow it
// on one path. Of the names of bones and of the joints at which they begin, such as elbow
// and forearm, the first on the way counts where a rig has both. Where two begin as near to the root it returns none: there are two bodies.
func chainOf(k *soa.Skeleton, list []candidate, slot string) []int {
	first := slices.MinFunc(list, func(a, b candidate) int { return a.rank - b.rank })
	if bare, _ := splitSlot(slot); slices.Contains([]string{"LowerArm", "Hand", "LowerLeg", "Foot"}, bare) {
		for _, c := range list {
			if isBelow(k, first.joint, c.joint) {
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
		case isBelow(k, j, last):
			chain = append(chain, j)
		case len(chain) == 1 && k.Depth[j] == k.Depth[last] && k.Parent[j] != k.Parent[last]:
			return nil
		}
	}
	return chain
}

// findHips chooses the joint that carries the body: of the named ones the topmost that is
// above both legs and the back, and where none is, what all these have in common. What
// else is named so is the pelvis.
func (b body) findHips(k *soa.Skeleton, named []candidate) {
	var parts []int
	for _, slot := range [...]string{"leftUpperLeg", "rightUpperLeg"} {
		if j := b.first(slot); j >= 0 {
			parts = append(parts, j)
		}
	}
	for _, slot := range [...]string{"spine", "neck", "head"} {
		if j := b.first(slot); j >= 0 {
			parts = append(parts, j)
			break
		}
	}
	hips := soa.NoJoint
	for _, c := range named {
		above := !slices.ContainsFunc(parts, func(j int) bool { return !isBelow(k, j, c.joint) })
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
		if c.joint != hips && isBelow(k, c.joint, hips) {
			b["pelvis"] = []int{c.joint}
			break
		}
	}
	// What is hips is nothing else, and the root is above it.
	for slot, chain := range b {
		if slot != "hips" {
			b[slot] = slices.DeleteFunc(chain, func(j int) bool { return j == hips || slot == "root" && !isBelow(k, hips, j) })
		}
	}
}

// commonAbove returns the lowest joint that is above all of some, or soa.NoJoint.
func commonAbove(k *soa.Skeleton, joints []int) int {
	for j := int(k.Parent[joints[0]]); j >= 0; j = int(k.Parent[j]) {
		if !slices.ContainsFunc(joints, func(o int) bool { return !isBelow(k, o, j) }) {
			return j
		}
	}
	return soa.NoJoint
}

// dropTips takes the tips off fingers of four bones, which exporters add: they move
// nothing.
func (b body) dropTips(k *soa.Skeleton) {
	for _, side := range [...]Side{Left, Right} {
		for _, finger := range fingers {
			slot := slotName(finger, side)
			c := b[slot]
			if len(c) == 4 && !slices.Contains(k.Parent, int16(c[3])) {
				b[slot] = c[:3]
			}
		}
	}
}
