package rig

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
	headBehind   = 0.35 // of the way from the chin to the chest
	humerusAt    = 0.6  // of the way from the elbow to the chest, in height
	humerusAhead = 0.15 // of that height
	femurAt      = 0.75 // of the way from the knee to the hips, in height
	tailJoints   = 4
	tailBehind   = 0.35 // of the height of the trunk at the hips: how far the tail begins behind them
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
		b.tail(hips, hips[1]-groin[1], tip)
	}
	return nil
}

// onSpine places a joint of the spine above a place on the belly.
func (b *body) onSpine(what string, belly exact.Vec) exact.Vec {
	p := exact.Vec{0, belly[1] + float64(0.05*b.height), belly[2]}
	top := p[1]
	if o, _, ok := outlineAround(b.surface, p, exact.Vec{0, 0, 1}, near*b.height); ok {
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
	elbow = b.limb(side.Role("LowerArm"), elbow, fore)
	wrist = b.limb(side.Role("Hand"), wrist, fore)
	b.add(side.Role("Shoulder"), "chest", exact.Vec{float64(0.5 * elbow[0]), chest[1], chest[2]})
	b.add(side.Role("UpperArm"), side.Role("Shoulder"), shoulder)
	b.add(side.Role("LowerArm"), side.Role("UpperArm"), elbow)
	b.add(side.Role("Hand"), side.Role("LowerArm"), wrist)
}

func (b *body) hindleg(side humanoid.Side, hips exact.Vec) {
	knee, ankle := b.at[side.Role("Knee")], b.at[side.Role("Ankle")]
	hip := exact.Vec{float64(0.8 * knee[0]), knee[1] + float64(femurAt*(hips[1]-knee[1])), hips[2]}
	shin := ankle.Sub(knee)
	along := shin.Unit().Add(knee.Sub(hip).Unit()) // the section halves the bend: across the shin it would cut the thigh along
	knee = b.limb(side.Role("LowerLeg"), knee, along)
	ground := b.ground(ankle, shin.Length())
	ankle = b.limb(side.Role("Foot"), ankle, exact.Vec{0, 1, 0})
	b.add(side.Role("UpperLeg"), "hips", hip)
	b.add(side.Role("LowerLeg"), side.Role("UpperLeg"), knee)
	b.add(side.Role("Foot"), side.Role("LowerLeg"), ankle)
	b.add(side.Role("Toes"), side.Role("Foot"), b.paw(ankle, ground))
}

// limb returns the place of a joint of a leg: on the way from its marker to the middle of the
// cross-section, half the width of the leg far at most. Knees, hocks and elbows of animals lie at the edge
// of the flesh, whose middle may be deep in a thigh. Where the section goes through both sides, as
// of a thigh that is one with the trunk, the marker stays.
func (b *body) limb(what string, p, normal exact.Vec) exact.Vec {
	o, centre, ok := outlineAround(b.surface, p, normal, near*b.height)
	if !ok {
		return b.centre(what, p, normal) // which notes it
	}
	if o.low[0]*p[0] < 0 || o.high[0]*p[0] < 0 {
		return p
	}
	way, most := centre.Sub(p), (o.high[0]-o.low[0])/2
	if far := way.Length(); far > most {
		way = way.Scale(most / far)
	}
	return p.Add(way)
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

// tail places joints from the end of the back to the tip, in the middle of the tail. high is that of the
// hips over the belly. A tail hangs from the back, so that the straight way from the hips would leave the
// body.
func (b *body) tail(hips exact.Vec, high float64, tip exact.Vec) {
	behind := float64(tailBehind / spineHeight * high)
	root := exact.Vec{0, hips[1], hips[2] - behind}
	b.add("tail1", "hips", b.endOfBack(hips, behind))
	axis := tip.Sub(root)
	for i := 1; i < tailJoints; i++ {
		name := fmt.Sprintf("tail%d", i+1)
		b.add(name, fmt.Sprintf("tail%d", i), b.thin(root.Lerp(tip, float64(i)/tailJoints), axis, high))
	}
}

// endOfBack is the last place within the mesh on the way straight back from the hips.
func (b *body) endOfBack(hips exact.Vec, behind float64) exact.Vec {
	const steps = 8
	for i := steps; i > 0; i-- {
		if p := (exact.Vec{0, hips[1], hips[2] - float64(behind*float64(i)/steps)}); b.contains(p) {
			return p
		}
	}
	return exact.Vec{0, hips[1], hips[2] - behind}
}

// thin returns the middle of the nearest cross-section that is narrower than a width, or the place where
// none is near it: beside a tail there may be the trunk.
func (b *body) thin(at, normal exact.Vec, width float64) exact.Vec {
	p := newPlane(at, normal)
	best, middle := near*b.height, at
	for _, x := range cut(b.surface, p) {
		if d, _ := x.distance(); d < best && x.high[0]-x.low[0] < width {
			best, middle = d, p.space(x.centre())
		}
	}
	return middle
}
