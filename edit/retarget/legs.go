package retarget

import (
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/humanoid"
)

// Legs returns the legs of a human body that humanoid.Find finds, the left one first.
func Legs(k *soa.Skeleton) (legs []Leg) {
	b, _ := humanoid.Find(k)
	for _, side := range [...]humanoid.Side{humanoid.Left, humanoid.Right} {
		at := func(slot string) int { return b.First(side.Role(slot)) }
		l := Leg{Upper: at("UpperLeg"), Lower: at("LowerLeg"), Ankle: at("Foot"), Toes: at("Toes")}
		if l.Upper < 0 || l.Lower < 0 || l.Ankle < 0 || !k.InSubtree(l.Lower, l.Upper) || !k.InSubtree(l.Ankle, l.Lower) {
			continue
		}
		if l.Toes >= 0 && !k.InSubtree(l.Toes, l.Ankle) {
			l.Toes = soa.NoJoint
		}
		legs = append(legs, l)
	}
	return legs
}
