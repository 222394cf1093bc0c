package retarget

import (
	"strings"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Front is which way a skeleton faces, found once from its joints' names or shape and
// then asked of any pose.
type Front struct {
	pairs [][2]int // joints on the left and on the right
}

// FindFront finds the pairs of joints by which a skeleton faces somewhere: the upper
// legs, upper arms and shoulders of a human body, and of anything else all joints whose
// names differ in left and right alone. Of a skeleton without such pairs it finds none.
func FindFront(k *soa.Skeleton) Front {
	b, how := findAny(k)
	if how == "" {
		return Front{pairsByName(k)}
	}
	if b.facesBack(k) {
		b.exchange()
	}
	var f Front
	for _, slot := range [...]string{"UpperLeg", "UpperArm", "Shoulder"} {
		if l, r := b.first("left"+slot), b.first("right"+slot); l >= 0 && r >= 0 {
			f.pairs = append(f.pairs, [2]int{l, r})
		}
	}
	if f.pairs == nil {
		f.pairs = pairsByName(k)
	}
	return f
}

// pairsByName pairs joints by words for a side in their names.
func pairsByName(k *soa.Skeleton) (pairs [][2]int) {
	first := firstByName(k)
	for j, name := range k.Name {
		if bare(name).side != Left {
			continue
		}
		if other, ok := SwapSide(name); ok {
			if r, ok := first[strings.ToLower(other)]; ok && r != j {
				pairs = append(pairs, [2]int{j, r})
			}
		}
	}
	return pairs
}

// firstByName returns the first joint of each name, whatever its case.
func firstByName(k *soa.Skeleton) map[string]int {
	first := make(map[string]int, k.Len())
	for j := k.Len() - 1; j >= 0; j-- {
		first[strings.ToLower(k.Name[j])] = j
	}
	return first
}

// Of returns the horizontal unit vector (x, z) in which a pose faces, left × up with Y up.
// ok is false where the skeleton has no pairs, and for a pose that lies on its side. place
// returns the position of a joint.
func (f Front) Of(place func(joint int) [3]float64) (x, z float64, ok bool) {
	var left exact.Vec
	for _, p := range f.pairs {
		left = left.Add(exact.Vec(place(p[0])).Sub(exact.Vec(place(p[1]))))
	}
	whole := left.Length()
	ahead := left.Cross(exact.Vec{0, 1, 0})
	const lying = 0.3 // of the whole, below which sides are above each other
	if !(ahead.Length() > lying*whole) {
		return 0, 0, false
	}
	ahead = ahead.Unit()
	return ahead[0], ahead[2], true
}
