package rig

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa/humanoid"
)

// The proportions of a grown person as parts of the trunk, from the groin to the chin. In parts of the
// height, heights are: chin 0.870, shoulder 0.818, hip joint 0.530, groin 0.485, knee 0.285, ankle
// 0.039 and, in a shoe, 0.057; the shoulders are 0.259 apart.
const (
	hipHeight     = 0.12 // above the groin
	neckDepth     = 0.08 // below the chin
	shoulderDepth = 0.14 // below the chin
	shoulderOut   = 0.29 // from the middle to the shoulder joint
	headHeight    = 0.03 // above the chin: where the skull turns on the neck
	ankleHeight   = 0.2  // of the knee's height above the ground
	spineAt       = 0.25 // of the way from the hips to the neck
	chestAt       = 0.5
	upperChestAt  = 0.75
	collarAt      = 0.25 // of the way from the middle to the shoulder
	toesAt        = 0.65 // of the way from the ankle to the tip of the foot
	toesHeight    = 0.25 // of the ankle's height above the ground
)

// biped places the joints of a person.
func (b *body) biped() error {
	chin, groin := b.at["chin"], b.at["groin"]
	trunk := chin[1] - groin[1]
	if !(trunk > 0.05*b.height) {
		return fmt.Errorf("%w: the chin is %.3g m above the groin, of a mesh %.3g m high", ErrMarker, trunk, b.height)
	}
	b.spine(chin, groin, trunk)
	for _, side := range [...]humanoid.Side{humanoid.Left, humanoid.Right} {
		b.arm(side, chin, trunk)
		if err := b.leg(side, groin, trunk); err != nil {
			return err
		}
	}
	return nil
}

// spine places the joints from the hips to the head, in the middle of horizontal cross-sections.
func (b *body) spine(chin, groin exact.Vec, trunk float64) {
	up := exact.Vec{0, 1, 0}
	low, high := groin[1]+float64(hipHeight*trunk), chin[1]-float64(neckDepth*trunk)
	parent := ""
	z := groin[2]
	for _, x := range [...]struct {
		name string
		part float64
	}{{"hips", 0}, {"spine", spineAt}, {"chest", chestAt}, {"upperChest", upperChestAt}, {"neck", 1}} {
		p := exact.Vec{0, low + float64((high-low)*x.part), z}
		c := b.centre(x.name, p, up)
		z = c[2]
		b.add(x.name, parent, exact.Vec{0, p[1], z})
		parent = x.name
	}
	b.add("head", "neck", exact.Vec{0, chin[1] + float64(headHeight*trunk), z})
}

// arm places the joints of an arm.
func (b *body) arm(side humanoid.Side, chin exact.Vec, trunk float64) {
	elbow, wrist := b.at[side.Role("Elbow")], b.at[side.Role("Wrist")]
	out := math.Copysign(1, elbow[0])
	chest := b.place["upperChest"]
	shoulder, given := b.at[side.Role("Shoulder")]
	if !given {
		shoulder = exact.Vec{float64(out * min(shoulderOut*trunk, float64(0.95*math.Abs(elbow[0])))), chin[1] - float64(shoulderDepth*trunk), chest[2]}
	}
	// The joint is on the axis of the upper arm, which a cross-section a quarter below it shows. Arms that
	// hang down hide theirs in the trunk.
	q := shoulder.Lerp(elbow, 0.25)
	axis := elbow.Sub(shoulder)
	if o, c, ok := outlineAround(b.surface, q, axis, near*b.height); ok {
		wide := o.high.Sub(o.low).Length()
		if off := c.Sub(q); wide < 0.8*trunk && off.Length() < 0.25*trunk {
			shoulder = shoulder.Add(off)
		}
	}
	fore := wrist.Sub(elbow)
	elbow = b.centre(side.Role("LowerArm"), elbow, elbow.Sub(shoulder).Unit().Add(fore.Unit()))
	wrist = b.centre(side.Role("Hand"), wrist, fore)
	neck := b.place["neck"]
	collar := exact.Vec{float64(shoulder[0] * collarAt), neck[1] + float64((shoulder[1]-neck[1])*0.6), chest[2] + float64((shoulder[2]-chest[2])/2)}
	b.add(side.Role("Shoulder"), "upperChest", collar)
	b.add(side.Role("UpperArm"), side.Role("Shoulder"), shoulder)
	b.add(side.Role("LowerArm"), side.Role("UpperArm"), elbow)
	b.add(side.Role("Hand"), side.Role("LowerArm"), wrist)
}

// leg places the joints of a leg.
func (b *body) leg(side humanoid.Side, groin exact.Vec, trunk float64) error {
	knee := b.at[side.Role("Knee")]
	thigh := groin[1] - knee[1]
	if !(thigh > 0.02*b.height) {
		return fmt.Errorf("%w: %s is %.3g m below the groin, of a mesh %.3g m high", ErrMarker, side.Role("Knee"), thigh, b.height)
	}
	up := exact.Vec{0, 1, 0}
	high := exact.Vec{knee[0], groin[1] - float64(0.2*thigh), b.place["hips"][2]}
	c := b.centre(side.Role("UpperLeg"), high, up)
	if c[0]*knee[0] > 0 && math.Abs(c[0]) > float64(0.3*math.Abs(knee[0])) { // else both legs in a skirt
		high = c
	}
	hip := exact.Vec{float64(0.9 * high[0]), groin[1] + float64((hipHeight-0.02)*trunk), high[2]}
	knee = b.centre(side.Role("LowerLeg"), knee, high.Sub(knee))
	ground := b.ground(knee, thigh)
	ankle, given := b.at[side.Role("Ankle")]
	if !given {
		y := ground + float64(ankleHeight*(knee[1]-ground))
		slope := (knee[0] - high[0]) / (knee[1] - high[1])
		ankle = exact.Vec{knee[0] + float64(slope*(y-knee[1])), y, knee[2]}
	}
	ankle = b.centre(side.Role("Foot"), ankle, up)
	b.add(side.Role("UpperLeg"), "hips", hip)
	b.add(side.Role("LowerLeg"), side.Role("UpperLeg"), knee)
	b.add(side.Role("Foot"), side.Role("LowerLeg"), ankle)
	b.add(side.Role("Toes"), side.Role("Foot"), b.toes(ankle, ground, knee[1]-ankle[1]))
	return nil
}

// ground is the height of the lowest vertex below a place, within a distance over the ground.
func (b *body) ground(p exact.Vec, within float64) float64 {
	low := p[1]
	for _, x := range b.surface.Position {
		if math.Abs(x[0]-p[0]) < within && math.Abs(x[2]-p[2]) < within && x[0]*p[0] > 0 {
			low = min(low, x[1])
		}
	}
	return low
}

// toes places the joint of the toes on the way to the foremost vertex below the ankle.
func (b *body) toes(ankle exact.Vec, ground, shin float64) exact.Vec {
	tip := exact.Vec{ankle[0], ground, ankle[2] + float64(0.1*shin)}
	for _, x := range b.surface.Position {
		if x[1] < ankle[1] && x[2] > tip[2] && math.Abs(x[0]-ankle[0]) < float64(0.5*shin) && x[2]-ankle[2] < shin && x[0]*ankle[0] > 0 {
			tip = x
		}
	}
	p := ankle.Lerp(tip, toesAt)
	p[1] = ground + float64(toesHeight*(ankle[1]-ground))
	return p
}
