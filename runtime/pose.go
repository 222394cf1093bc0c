package runtime

import "github.com/sinew-anim/sinew/soa"

// Pose is what a model looks like at one moment: the local transform of each
// joint and the value of each morph weight and of each float.
//
//	TX[j] TY[j] TZ[j]  RX[j] RY[j] RZ[j] RW[j]  SX[j] SY[j] SZ[j]   j = joint
//	Weight[w]                                                       w = index of Model.Weights
//	Float[f]                                                        f = index of Model.Floats
type Pose struct {
	soa.Transforms
	Weight []float32
	Float  []float32
}

// NewPose returns a pose of the model at rest, in one allocation.
func NewPose(model *soa.Model) Pose {
	joints, weights, floats := model.Skeleton.Len(), len(model.Weights), len(model.Floats)
	p := SlicePose(make([]float32, PoseFloats(joints, weights, floats)), joints, weights, floats)
	p.Reset(model)
	return p
}

// PoseFloats returns how many float32 a pose of that many joints, morph weights
// and floats occupies, for callers that lay several out in one slab.
func PoseFloats(joints, weights, floats int) int {
	return soa.TransformFloats(joints) + weights + floats
}

// SlicePose lays a pose over buf, which must hold at least PoseFloats(joints,
// weights, floats) values, without changing them.
func SlicePose(buf []float32, joints, weights, floats int) Pose {
	n := soa.TransformFloats(joints)
	m := n + weights
	return Pose{
		Transforms: soa.SliceTransforms(buf, joints),
		Weight:     buf[n:m:m],
		Float:      buf[m : m+floats : m+floats],
	}
}

// Reset puts the pose at rest: all joints, weights and floats as where no clip
// drives it. A clip leaves what it does not drive as the pose holds it, so a
// pose is reset when its clip changes. The pose must be one of this model.
func (p *Pose) Reset(model *soa.Model) {
	p.CopyFrom(&model.Skeleton.Rest)
	for i := range p.Weight {
		p.Weight[i] = model.Weights[i].Rest
	}
	for i := range p.Float {
		p.Float[i] = model.Floats[i].Rest
	}
}

// components lists the components of a property, of which it has n.
func (p *Pose) components(property soa.Property) (list [4][]float32, n int) {
	switch property {
	case soa.Translation:
		return [4][]float32{p.TX, p.TY, p.TZ}, 3
	case soa.Rotation:
		return [4][]float32{p.RX, p.RY, p.RZ, p.RW}, 4
	case soa.Scale:
		return [4][]float32{p.SX, p.SY, p.SZ}, 3
	case soa.Weight:
		return [4][]float32{p.Weight}, 1
	}
	return [4][]float32{p.Float}, 1
}
