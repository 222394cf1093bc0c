package retarget

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/humanoid"
)

// LostLimb is a limb of the source that the clip turns and that is not mapped, so that the target's limb
// stays at rest or follows in part.
type LostLimb struct {
	// Limb is leftArm, rightArm, leftLeg, rightLeg, spine, neck, head, leftFingers or rightFingers.
	Limb   string   `json:"limb"`
	Joints []string `json:"joints"` // of the source, without a counterpart
	Target []string `json:"target"` // joints that stay at rest relative to their parents
	// Degrees is the largest angle by which one of the joints turns away from its rest pose, against the
	// nearest mapped joint above it, and Seconds when it does.
	Degrees float64 `json:"degrees"`
	Seconds float64 `json:"at"`
}

// lostTurn is the angle in degrees up to which a limb is not lost.
const lostTurn = 1

// watched is an unmapped joint of the source, with its largest rotation in the poses read so far.
type watched struct {
	joint, above int // the nearest mapped joint above it, or soa.NoJoint
	limb         int // its place in transfer.lostLimbs
	most, tick   float64
}

// watch finds the limbs that may be lost, and the joints to watch.
func (t *transfer) watch(driven []bool, table map[string]string) {
	u := newUnmapped(t.m, table)
	for _, g := range u.groups(driven) {
		role := u.limbOf(&g)
		target := u.openTargets(&g)
		if role == "" || len(target) == 0 {
			continue
		}
		at := slices.IndexFunc(t.lost, func(l LostLimb) bool { return l.Limb == role })
		if at < 0 {
			at = len(t.lost)
			t.lost = append(t.lost, LostLimb{Limb: role})
		}
		l := &t.lost[at]
		for _, j := range g.joints {
			l.Joints = append(l.Joints, t.m.Skeleton[0].Name[j])
			t.watched = append(t.watched, watched{joint: j, above: g.above, limb: at})
		}
		for _, j := range target {
			if name := t.m.Skeleton[1].Name[j]; !slices.Contains(l.Target, name) {
				l.Target = append(l.Target, name)
			}
		}
	}
}

// noteTurns notes how far the watched joints turn in the pose that was read.
func (t *transfer) noteTurns(tick float64) {
	for i := range t.watched {
		w := &t.watched[i]
		turn := t.rot[w.joint].Mul(t.from[w.joint].Conjugate())
		if w.above >= 0 {
			turn = t.from[w.above].Mul(t.rot[w.above].Conjugate()).Mul(turn)
		}
		if d := degrees(turn); d > w.most {
			w.most, w.tick = d, tick
		}
	}
}

// lostLimbs returns the limbs that the poses read have turned.
func (t *transfer) lostLimbs(clip *soa.Clip) (list []LostLimb) {
	for _, w := range t.watched {
		if l := &t.lost[w.limb]; w.most > l.Degrees {
			l.Degrees, l.Seconds = w.most, clip.Start+w.tick/clip.TicksPerSecond
		}
	}
	return slices.DeleteFunc(t.lost, func(l LostLimb) bool { return l.Degrees <= lostTurn })
}

// limbError returns the error of Options.Strict.
func limbError(lost []LostLimb) error {
	var parts []string
	for i := range lost {
		parts = append(parts, lost[i].String())
	}
	return fmt.Errorf("%w: %s", ErrLimb, strings.Join(parts, "; "))
}

// String returns the limb, its joints and what is lost.
func (l *LostLimb) String() string {
	part, side := humanoid.SplitRole(l.Limb)
	name := strings.ToLower(part)
	switch side {
	case humanoid.Left:
		name = "left " + name
	case humanoid.Right:
		name = "right " + name
	}
	return fmt.Sprintf("the %s (%s) turns by up to %.0f° at %.3f s, and that of the target stays at rest", name, quoted(l.Joints), l.Degrees, l.Seconds)
}

// quoted lists the first of some names.
func quoted(names []string) string {
	const most = 4
	more := ""
	if len(names) > most {
		more = fmt.Sprintf(" and %d more", len(names)-most)
		names = names[:most]
	}
	list := make([]string, len(names))
	for i, name := range names {
		list[i] = fmt.Sprintf("%.60q", name)
	}
	return strings.Join(list, ", ") + more
}

// unmapped is what a mapping leaves out.
type unmapped struct {
	m     *humanoid.Mapping
	used  [2][]bool
	left  []bool      // per joint of the source: the table leaves it out
	role  [2][]string // per joint, or ""
	match []int       // per joint of the source, its target, or soa.NoJoint

	open    map[int][]int // unmapped joints of the target by the nearest mapped one above
	chained []bool        // per joint of the target: its parent or a child is unmapped too
}

func newUnmapped(m *humanoid.Mapping, table map[string]string) *unmapped {
	u := &unmapped{m: m, used: m.Used(), left: make([]bool, m.Skeleton[0].Len()), match: make([]int, m.Skeleton[0].Len())}
	for name, to := range table {
		if j, err := humanoid.FindJoint(m.Skeleton[0], name); err == nil && to == "" {
			u.left[j] = true
		}
	}
	for i := range m.Skeleton {
		u.role[i] = make([]string, m.Skeleton[i].Len())
		for role, chain := range m.Body[i] {
			for _, j := range chain {
				u.role[i][j] = role
				// Chains are mapped as a whole.
				u.used[i][j] = u.used[i][j] || len(m.Body[1-i][role]) > 0
			}
		}
	}
	for j := range u.match {
		u.match[j] = soa.NoJoint
	}
	for _, p := range m.Pairs {
		u.match[p.Source] = p.Target
		if p.Toward >= 0 && u.match[p.Toward] < 0 {
			u.match[p.Toward] = p.Target
		}
	}
	u.findOpen()
	return u
}

// findOpen finds the unmapped joints of the target.
func (u *unmapped) findOpen() {
	k := u.m.Skeleton[1]
	u.open, u.chained = make(map[int][]int), make([]bool, k.Len())
	carrier := make([]int, k.Len()) // the nearest mapped joint above, or soa.NoJoint
	for j := range carrier {
		p := int(k.Parent[j])
		switch {
		case p < 0:
			carrier[j] = soa.NoJoint
		case u.used[1][p]:
			carrier[j] = p
		default:
			carrier[j] = carrier[p]
		}
		if u.used[1][j] || carrier[j] < 0 {
			continue
		}
		u.open[carrier[j]] = append(u.open[carrier[j]], j)
		if !u.used[1][p] {
			u.chained[j], u.chained[p] = true, true
		}
	}
}

// group is unmapped joints of the source that are connected.
type group struct {
	joints []int // those that the clip drives
	above  int   // the mapped joint that carries them, or soa.NoJoint
	below  []int // mapped joints that they carry
}

// groups returns the groups below the hips.
func (u *unmapped) groups(driven []bool) (list []group) {
	k, carried := u.m.Skeleton[0], u.m.Skeleton[0].Subtree(u.m.Hips[0])
	of := make([]int, k.Len()) // per joint, its group, or -1
	for j := range of {
		of[j] = -1
		p := int(k.Parent[j])
		free := !u.used[0][j] && !u.left[j] && p >= 0 && carried[j]
		switch {
		case !free && p >= 0 && of[p] >= 0 && !u.left[j]:
			list[of[p]].below = append(list[of[p]].below, j)
		case free && of[p] >= 0:
			of[j] = of[p]
		case free && !u.left[p]:
			of[j] = len(list)
			list = append(list, group{above: p})
		}
		if of[j] >= 0 && driven[j] {
			list[of[j]].joints = append(list[of[j]].joints, j)
		}
	}
	return slices.DeleteFunc(list, func(g group) bool { return len(g.joints) == 0 })
}

// limbParts maps the parts of a body to those limbs that a report names.
var limbParts = map[string]string{
	"spine": "spine", "neck": "neck", "head": "head",
	"UpperArm": "Arm", "LowerArm": "Arm", "Hand": "Arm", "UpperLeg": "Leg", "LowerLeg": "Leg", "Foot": "Leg",
	"Thumb": "Fingers", "Index": "Fingers", "Middle": "Fingers", "Ring": "Fingers", "Little": "Fingers", "Fingers": "Fingers",
}

// limbName returns the limb of a role, or "".
func limbName(role string) string {
	part, side := humanoid.SplitRole(role)
	if limbParts[part] == "" {
		return ""
	}
	return side.Role(limbParts[part])
}

// limbOf returns the limb of a group, or "": of its roles, or of what it carries, or of the target's
// joints that have no counterpart at that place.
func (u *unmapped) limbOf(g *group) string {
	for _, j := range g.joints {
		if l := limbName(u.role[0][j]); l != "" {
			return l
		}
	}
	if len(g.below) > 0 {
		return u.limbBetween(g)
	}
	side := humanoid.Middle
	for _, j := range g.joints {
		if side = humanoid.SideOf(u.m.Skeleton[0].Name[j]); side != humanoid.Middle {
			break
		}
	}
	for _, j := range u.openTargets(g) {
		l := limbName(u.role[1][j])
		if _, s := humanoid.SplitRole(l); l != "" && (side == humanoid.Middle || s == side) {
			return l
		}
	}
	return ""
}

// limbBetween returns the limb of a group by the mapped joints that it carries.
func (u *unmapped) limbBetween(g *group) string {
	found := ""
	for _, j := range g.below {
		l := limbName(u.role[0][j])
		if part, _ := humanoid.SplitRole(u.role[0][j]); part == "Shoulder" {
			l = strings.TrimSuffix(u.role[0][j], part) + "Arm"
		}
		switch {
		case l == "neck", l == "head" && (g.above < 0 || u.role[0][g.above] != "neck"), l == "spine":
			return "spine"
		case l == "head":
			return "neck"
		case found != "" && l != found:
			return "spine" // it carries both arms
		default:
			found = l
		}
	}
	return found
}

// openTargets returns joints of the target that have no counterpart where a group would have its own:
// between the targets of the joint that carries it and of those that it carries, or else below the
// former, single ones only for a single joint.
func (u *unmapped) openTargets(g *group) (list []int) {
	k := u.m.Skeleton[1]
	above := soa.NoJoint
	for j := g.above; j >= 0 && above < 0; j = int(u.m.Skeleton[0].Parent[j]) {
		above = u.match[j]
	}
	switch {
	case above < 0:
		return nil
	case len(g.below) == 0 && len(g.joints) == 1:
		return u.open[above]
	case len(g.below) == 0:
		for _, j := range u.open[above] {
			if u.chained[j] {
				list = append(list, j)
			}
		}
		return list
	}
	for _, b := range g.below {
		if u.match[b] < 0 || !k.InSubtree(u.match[b], above) {
			continue
		}
		for j := int(k.Parent[u.match[b]]); j >= 0 && j != above; j = int(k.Parent[j]) {
			if !u.used[1][j] {
				list = append(list, j)
			}
		}
	}
	slices.Sort(list)
	return slices.Compact(list)
}
