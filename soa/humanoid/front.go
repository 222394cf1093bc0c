package humanoid

import (
	"strings"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Front computes where a skeleton faces in any pose.
type Front struct {
	pairs [][2]int // joints on the left and on the right
}

// FindFront finds the pairs of joints that show where a skeleton faces: upper legs, upper arms and
// shoulders of a human body, and otherwise all joints whose names differ in the side alone.
func FindFront(k *soa.Skeleton) Front {
	b, how := Find(k)
	if how == "" {
		return Front{pairsByName(k)}
	}
	if b.facesBack(k) {
		b.exchange()
	}
	var f Front
	for _, role := range [...]string{"UpperLeg", "UpperArm", "Shoulder"} {
		if l, r := b.First("left"+role), b.First("right"+role); l >= 0 && r >= 0 {
			f.pairs = append(f.pairs, [2]int{l, r})
		}
	}
	if f.pairs == nil {
		f.pairs = pairsByName(k)
	}
	return f
}

// pairsByName pairs joints whose names differ in the side alone.
func pairsByName(k *soa.Skeleton) (pairs [][2]int) {
	first := FirstByName(k)
	sides := bareNames(k.Name)
	for j, name := range k.Name {
		if sides[j].side != Left {
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

// FirstByName returns the first joint of each name, in lower case.
func FirstByName(k *soa.Skeleton) map[string]int {
	first := make(map[string]int, k.Len())
	for j := k.Len() - 1; j >= 0; j-- {
		first[strings.ToLower(k.Name[j])] = j
	}
	return first
}

// Direction returns the horizontal unit vector (x, z) in which a pose faces, left × up with Y up, from the
// positions of joints in model space. ok is false for a skeleton without pairs and for a pose
// that lies on its side.
func (f Front) Direction(position func(joint int) [3]float64) (x, z float64, ok bool) {
	var left exact.Vec
	for _, p := range f.pairs {
		left = left.Add(exact.Vec(position(p[0])).Sub(exact.Vec(position(p[1]))))
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
