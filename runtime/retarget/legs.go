package retarget

import (
	"github.com/sinew-anim/sinew/runtime/contact"
	"github.com/sinew-anim/sinew/soa"
)

// Legs finds the legs of a human body, the left one first, by the names of joints or by the
// shape of the skeleton. Legs that it does not find are left out.
func Legs(k *soa.Skeleton) (legs []contact.Leg) {
	b, _ := findAny(k)
	for _, side := range [...]Side{Left, Right} {
		at := func(slot string) int { return b.first(slotName(slot, side)) }
		l := contact.Leg{Upper: at("UpperLeg"), Lower: at("LowerLeg"), Ankle: at("Foot"), Toes: at("Toes")}
		if l.Upper < 0 || l.Lower < 0 || l.Ankle < 0 || !isBelow(k, l.Lower, l.Upper) || !isBelow(k, l.Ankle, l.Lower) {
			continue
		}
		if l.Toes >= 0 && !isBelow(k, l.Toes, l.Ankle) {
			l.Toes = soa.NoJoint
		}
		legs = append(legs, l)
	}
	return legs
}
