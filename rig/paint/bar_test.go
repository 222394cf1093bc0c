package paint_test

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// bar is a horizontal tube from x = −1 to 1 of radius 0.1 with five joints along it, whose vertices are
// doubled at a seam. Weights go linearly from joint to joint.
func bar(rings, sides int) *soa.Model {
	joints := []string{"root", "arm.L", "hand.L", "arm.R", "hand.R"}
	x := []float32{0, 0.3, 0.7, -0.3, -0.7}
	parent := []int16{soa.NoJoint, 0, 1, 0, 3}
	rest := soa.MakeTransforms(len(joints))
	skin := &soa.Skin{}
	for j, p := range parent {
		rest.TX[j] = x[j]
		if p >= 0 {
			rest.TX[j] -= x[p]
		}
		inverse := soa.IdentityAffine()
		inverse[3] = -x[j]
		skin.Joint, skin.InverseBind = append(skin.Joint, uint16(j)), append(skin.InverseBind, inverse)
	}
	k := &soa.Skeleton{Name: joints, Parent: parent, Rest: rest, Unit: []float32{1, 1, 1, 1, 1}}
	k.ComputeDepth()
	m := &soa.Mesh{Name: "bar", Node: "bar", Skin: 0, Joint: soa.NoJoint, Offset: soa.IdentityAffine(), Influences: 4}
	for r := range rings {
		at := 2*float32(r)/float32(rings-1) - 1
		for s := range sides + 1 {
			sin, cos := exact.SinCos(2 * math.Pi * float64(s%sides) / float64(sides))
			m.Position = append(m.Position, at, float32(0.1*cos), float32(0.1*sin))
			m.Normal = append(m.Normal, 0, float32(cos), float32(sin))
			bones, w := weightsAt(x, at)
			m.BoneIndex = append(m.BoneIndex, bones[0], bones[1], 0, 0)
			m.BoneWeight = append(m.BoneWeight, w, 1-w, 0, 0)
			if r > 0 && s > 0 {
				a := uint32(r*(sides+1) + s)
				b, c, d := a-1, a-uint32(sides)-1, a-uint32(sides)-2
				m.Index = append(m.Index, a, b, c, b, d, c)
			}
		}
	}
	return &soa.Model{
		Name: "bar", Skeleton: k, Skins: []*soa.Skin{skin}, Meshes: []*soa.Mesh{m},
		Materials: []soa.Material{{Name: "cloth", BaseColor: [4]float32{1, 1, 1, 1}}},
	}
}

// weightsAt returns the two joints beside a place, the one of the greater weight first.
func weightsAt(x []float32, at float32) (bones [2]uint16, w float32) {
	a, b := 1, 2
	if at < 0 {
		a, b = 3, 4
	}
	if abs(at) < abs(x[a]) {
		a, b = 0, a
	}
	t := min(max((at-x[a])/(x[b]-x[a]), 0), 1)
	if t > 0.5 {
		return [2]uint16{uint16(b), uint16(a)}, t
	}
	return [2]uint16{uint16(a), uint16(b)}, 1 - t
}

func abs(x float32) float32 { return max(x, -x) }
