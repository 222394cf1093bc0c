package skeleton

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa/humanoid"
)

// The proportions of a four-legged animal, such as a dog: the spine runs in the upper part of the trunk,
// the shoulder joint is above and before the elbow, and the forelegs are arms.
const (
	spineHeight  = 0.65 // of the way from the belly to the back
	neckAt       = 0.4  // of the way from the chest to the head
	headBehind   = 0.3  // of the way from the chin to the chest
	humerusAt    = 0.55 // of the way from the elbow to the chest, in height
	humerusAhead = 0.15 // of that height
	femurAt      = 0.75 // of the way from the knee to the hips, in height
	tailJoints   = 4
)

// quadruped places the joints of an animal.
func (b *body) quadruped() error {
	chin, groin := b.at["chin"], b.at["groin"]
	long := chin[2] - groin[2]
	if !(long > 0.05*b.height) {
		return fmt.Errorf("%w: the chin is %.3g m before the groin, of a mesh of %.3g m", ErrMarker, long, b.height)
	}
	elbow := b.at["leftElbow"].Lerp(b.at["rightElbow"], 0.5)
	elbow[0] = 0
	hips := b.onSpine("hips", groin)
	chest := b.onSpine("chest", elbow)
	ahead := exact.Vec{0, 0, 1}
	head := exact.Vec{0, chin[1], chin[2]}.Lerp(chest, headBehind)
	head = b.centre("head", exact.Vec{0, max(head[1], chin[1]), head[2]}, ahead)
	neck := chest.Lerp(head, neckAt)
	neck = b.centre("neck", neck, head.Sub(chest))
	b.add("hips", "", hips)
	b.add("spine", "hips", hips.Lerp(chest, 0.5))
	b.add("chest", "spine", chest)
	b.add("neck", "chest", neck)
	b.add("head", "neck", head)
	for _, side := range [...]humanoid.Side{humanoid.Left, humanoid.Right} {
		b.foreleg(side, chest)
		b.hindleg(side, hips)
	}
	if tip, ok := b.at["tail"]; ok {
		b.tail(hips, tip)
	}
	return nil
}

// onSpine places a joint of the spine above a place on the belly.
func (b *body) onSpine(what string, belly exact.Vec) exact.Vec {
	p := exact.Vec{0, belly[1] + float64(0.05*b.height), belly[2]}
	top := p[1]
	if o, _, ok := around(b.surface, p, exact.Vec{0, 0, 1}, near*b.height); ok {
		top = o.high[1]
	} else {
		b.notes = append(b.notes, fmt.Sprintf("the mesh has no cross-section at %s, which is just above its marker", what))
	}
	return exact.Vec{0, belly[1] + float64((top-belly[1])*spineHeight), belly[2]}
}

func (b *body) foreleg(side humanoid.Side, chest exact.Vec) {
	elbow, wrist := b.at[side.Role("Elbow")], b.at[side.Role("Wrist")]
	rise := chest[1] - elbow[1]
	shoulder := exact.Vec{float64(0.85 * elbow[0]), elbow[1] + float64(humerusAt*rise), elbow[2] + float64(humerusAhead*rise)}
	fore := wrist.Sub(elbow)
	elbow = b.centre(side.Role("LowerArm"), elbow, fore)
	wrist = b.centre(side.Role("Hand"), wrist, fore)
	b.add(side.Role("Shoulder"), "chest", exact.Vec{float64(0.5 * elbow[0]), chest[1], chest[2]})
	b.add(side.Role("UpperArm"), side.Role("Shoulder"), shoulder)
	b.add(side.Role("LowerArm"), side.Role("UpperArm"), elbow)
	b.add(side.Role("Hand"), side.Role("LowerArm"), wrist)
}

func (b *body) hindleg(side humanoid.Side, hips exact.Vec) {
	knee, ankle := b.at[side.Role("Knee")], b.at[side.Role("Ankle")]
	hip := exact.Vec{float64(0.8 * knee[0]), knee[1] + float64(femurAt*(hips[1]-knee[1])), hips[2]}
	shin := ankle.Sub(knee)
	knee = b.centre(side.Role("LowerLeg"), knee, shin)
	ground := b.ground(ankle, shin.Length())
	ankle = b.centre(side.Role("Foot"), ankle, exact.Vec{0, 1, 0})
	b.add(side.Role("UpperLeg"), "hips", hip)
	b.add(side.Role("LowerLeg"), side.Role("UpperLeg"), knee)
	b.add(side.Role("Foot"), side.Role("LowerLeg"), ankle)
	b.add(side.Role("Toes"), side.Role("Foot"), b.paw(ankle, ground))
}

// paw is the middle of the vertices near the ground, below the ankle.
func (b *body) paw(ankle exact.Vec, ground float64) exact.Vec {
	high := ankle[1] - ground
	low, top := ankle, ankle
	for _, x := range b.surface.Position {
		if x[1] < ground+float64(0.3*high) && math.Abs(x[0]-ankle[0]) < high && math.Abs(x[2]-ankle[2]) < high && x[0]*ankle[0] > 0 {
			low[2], top[2] = min(low[2], x[2]), max(top[2], x[2])
		}
	}
	return exact.Vec{ankle[0], ground + float64(0.15*high), (low[2] + top[2]) / 2}
}

// tail places joints on the way from the hips to the tip, in the middle of the tail.
func (b *body) tail(hips, tip exact.Vec) {
	parent := "hips"
	axis := tip.Sub(hips)
	for i := range tailJoints {
		p := hips.Lerp(tip, float64(i+1)/(tailJoints+1))
		name := fmt.Sprintf("tail%d", i+1)
		b.add(name, parent, b.centre(name, p, axis))
		parent = name
	}
}
