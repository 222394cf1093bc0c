package main

import (
	"math"
	"strings"
)

// joint has a position and an orientation in model space, and a tip: surfaces are bound to the segment between position and
// tip.
type joint struct {
	name    string
	parent  int // -1 for the root
	at, tip vec
	turn    quat
}

// skeleton is the bind pose: parents before their children.
type skeleton []joint

// index returns a joint by name. Names are literals of this program: an unknown one is a bug.
func (s skeleton) index(name string) int {
	for i, j := range s {
		if j.name == name {
			return i
		}
	}
	panic("gen: no joint " + name)
}

// axis is the direction of a joint's x axis relative to its segment, chosen so that no joint is rotated by about 180° from its
// parent or from the model: an MD5 file omits w, which is imprecise near 0.
type axis int

const (
	along   axis = iota // x points to the tip
	against             // x points away from it, as on the right side of the body
	model               // the axes are the model's
)

func (s *skeleton) add(parent, name string, at, tip vec, x axis, y vec) {
	j := joint{name: name, parent: -1, at: at, tip: tip, turn: still}
	if parent != "" {
		j.parent = s.index(parent)
	}
	switch x {
	case along:
		j.turn = frame(tip.sub(at), y)
	case against:
		j.turn = frame(at.sub(tip), y)
	}
	*s = append(*s, j)
}

// addBothSides adds a joint of the left side, whose name ends in .L, and its mirror image.
func (s *skeleton) addBothSides(parent, name string, at, tip, y vec) {
	s.add(parent, name, at, tip, along, y)
	s.add(right(parent), right(name), at.mirrored(), tip.mirrored(), against, y.mirrored())
}

// right returns the name on the right for a name on the left; names in the middle stay.
func right(name string) string {
	if base, isLeft := strings.CutSuffix(name, ".L"); isLeft {
		return base + ".R"
	}
	return name
}

// wardenSkeleton is a stocky biped in an A pose, with a lantern hanging from its right hand, a cape and a plume.
func wardenSkeleton() skeleton {
	var s skeleton
	up, left := vec{0, 0, 1}, vec{1, 0, 0}
	s.add("", "origin", vec{}, vec{0, 0, 1}, model, up)
	s.add("origin", "pelvis", vec{0, 0.5, 29}, vec{0, 0.5, 33}, model, up)
	s.add("pelvis", "spine", vec{0, 0.5, 33}, vec{0, 0.8, 40}, along, back)
	s.add("spine", "chest", vec{0, 0.8, 40}, vec{0, 0.6, 48}, along, back)
	s.add("chest", "neck", vec{0, 0.6, 48.5}, vec{0, 0.2, 52}, along, back)
	s.add("neck", "head", vec{0, 0.2, 52}, vec{0, 0.2, 64}, along, back)
	s.add("head", "plume.1", vec{0, 0.4, 66}, vec{0, 1.8, 70.5}, along, back)
	s.add("plume.1", "plume.2", vec{0, 1.8, 70.5}, vec{0, 9, 71}, along, up.scale(-1))

	s.addBothSides("chest", "clavicle.L", vec{2.2, 0.5, 47.4}, vec{9.2, 0.7, 46.6}, back)
	s.addBothSides("clavicle.L", "upperarm.L", vec{9.2, 0.7, 46.6}, vec{15.2, 1.1, 38.8}, back)
	s.addBothSides("upperarm.L", "forearm.L", vec{15.2, 1.1, 38.8}, vec{19.8, -0.7, 31.8}, back)
	s.addBothSides("forearm.L", "hand.L", vec{19.8, -0.7, 31.8}, vec{21.6, -1.8, 28}, back)

	s.addBothSides("pelvis", "thigh.L", vec{4.6, 0.4, 27.6}, vec{5, -0.8, 15.6}, back)
	s.addBothSides("thigh.L", "shin.L", vec{5, -0.8, 15.6}, vec{5.2, 0.9, 4.4}, back)
	s.addBothSides("shin.L", "foot.L", vec{5.2, 0.9, 4.4}, vec{5.4, -4, 1.6}, left)
	s.addBothSides("foot.L", "toe.L", vec{5.4, -4, 1.6}, vec{5.6, -7.6, 1.4}, left)

	grip := vec{-20.9, -1.4, 29.5} // where the right hand closes
	s.add("hand.R", "lantern.chain", grip, grip.add(vec{0, 0, -4}), against, back)
	s.add("lantern.chain", "lantern", grip.add(vec{0, 0, -4}), grip.add(vec{0, 0, -11}), against, back)

	s.add("chest", "cape.1", vec{0, 5.6, 47.5}, vec{0, 7.2, 36.5}, against, back)
	s.add("cape.1", "cape.2", vec{0, 7.2, 36.5}, vec{0, 8.2, 25.5}, against, back)
	s.add("cape.2", "cape.3", vec{0, 8.2, 25.5}, vec{0, 9, 13.5}, against, back)
	return s
}

// rounded returns the skeleton rounded as in the file, so that computed data agree with readers of the file.
func (s skeleton) rounded() skeleton {
	out := append(skeleton(nil), s...)
	for i := range out {
		j := &out[i]
		j.at = vec{roundTo(j.at.x, places), roundTo(j.at.y, places), roundTo(j.at.z, places)}
		j.turn = roundedTurn(j.turn)
	}
	return out
}

// roundedTurn rounds a quaternion as MD5 does: x, y and z to decimals, and w = −√(1−x²−y²−z²).
func roundedTurn(q quat) quat {
	if q.w > 0 {
		q = quat{-q.x, -q.y, -q.z, -q.w}
	}
	q.x, q.y, q.z = roundTo(q.x, turnPlaces), roundTo(q.y, turnPlaces), roundTo(q.z, turnPlaces)
	q.w = -math.Sqrt(math.Max(0, 1-q.x*q.x-q.y*q.y-q.z*q.z))
	return q
}

// roundTo rounds to a number of decimals, never to a negative zero.
func roundTo(x float64, decimals int) float64 {
	unit := math.Pow10(decimals)
	return math.Round(x*unit)/unit + 0
}
