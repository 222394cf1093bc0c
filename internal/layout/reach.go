package layout

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// vertexReach returns, per kept joint, how far from it the farthest vertex lies
// that it moves, in the metres of a pose.
func vertexReach(model *soa.Model, skel *exact.Skeleton, ref *exact.Pose) []float64 {
	reach := make([]float64, len(skel.Joint)) // squared
	ofSkin := make([][]reachingBone, len(model.Skins))
	for _, mesh := range model.Meshes {
		if mesh.Skin == soa.None {
			continue
		}
		bones := ofSkin[mesh.Skin]
		if bones == nil {
			bones = reachingBones(model.Skins[mesh.Skin], skel, ref)
			ofSkin[mesh.Skin] = bones
		}
		n := mesh.Influences
		for v := range mesh.Vertices() {
			at := exact.WidenVec([3]float32(mesh.Position[3*v:]))
			for e, weight := range mesh.BoneWeight[n*v : n*v+n] {
				if weight < 0.25 { // the others blend in what these move
					continue
				}
				b := &bones[mesh.BoneIndex[n*v+e]]
				if b.reaches(&at, reach[b.joint]) {
					continue
				}
				far := directed(b.global, placed(&b.inverse, at))
				if square := far.Dot(far); square > reach[b.joint] || square != square {
					reach[b.joint] = square
				}
			}
		}
	}
	for i, square := range reach {
		reach[i] = math.Sqrt(square)
	}
	return reach
}

// reachingBone is a bone of a skin, and a bound of how far from its joint vertices are.
//
//	|L·v + t|² ≤ stretch·|v - center|² + slack
//
// with the linear part L and the translation t of the matrix from the skin's space to the pose's, less
// the joint's place.
type reachingBone struct {
	joint   int // place in the exact.Skeleton
	inverse exact.Matrix
	global  *exact.Matrix
	center  exact.Vec
	stretch float64
	slack   float64
}

func reachingBones(skin *soa.Skin, skel *exact.Skeleton, ref *exact.Pose) []reachingBone {
	bones := make([]reachingBone, len(skin.InverseBind))
	for b := range bones {
		joint := skel.Index[skin.Joint[b]]
		bones[b] = newReachingBone(exact.FromFloat32(skin.InverseBind[b]), &ref.Global[joint], joint)
	}
	return bones
}

// reachGrain is far more than what rounding adds to a bound, as a part of what is rounded.
const reachGrain = 1e-9

func newReachingBone(inverse exact.Matrix, global *exact.Matrix, joint int) reachingBone {
	b := reachingBone{joint: joint, inverse: inverse, global: global, stretch: math.Inf(1)}
	m := *global
	m[3], m[7], m[11] = 0, 0, 0
	m = m.Mul(inverse)
	bind, ok := m.Inverse()
	if !ok {
		return b
	}
	b.center = bind.Translation()
	// The greatest stretch, squared, is at most the greatest sum of a row of LᵀL.
	most := 0.0
	for i := range 3 {
		sum := 0.0
		for k := range 3 {
			sum += math.Abs(m.Column(i).Dot(m.Column(k)))
		}
		most = max(most, sum)
	}
	b.stretch = float64(most * (1 + reachGrain))
	missed := directed(&m, b.center).Add(m.Translation()).Length() + float64(reachGrain*m.Translation().Length())
	b.slack = float64(missed*missed) / (reachGrain / 4)
	return b
}

// reaches reports whether a vertex is certainly no farther than some distance, squared.
func (b *reachingBone) reaches(v *exact.Vec, square float64) bool {
	x, y, z := v[0]-b.center[0], v[1]-b.center[1], v[2]-b.center[2]
	return float64(b.stretch*((float64(x*x)+float64(y*y))+float64(z*z)))+b.slack < square
}

// directed and placed are the matrix's Direction and Point, which copy it.
func directed(m *exact.Matrix, v exact.Vec) exact.Vec {
	return exact.Vec{
		float64(m[0]*v[0]) + float64(m[1]*v[1]) + float64(m[2]*v[2]),
		float64(m[4]*v[0]) + float64(m[5]*v[1]) + float64(m[6]*v[2]),
		float64(m[8]*v[0]) + float64(m[9]*v[1]) + float64(m[10]*v[2]),
	}
}

func placed(m *exact.Matrix, v exact.Vec) exact.Vec { return directed(m, v).Add(m.Translation()) }
