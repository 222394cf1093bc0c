package oracle

import (
	"math"

	"github.com/sinew-anim/sinew/soa"
)

// Pose is a model at one time. Matrices and positions are in model space, Y up,
// in the model's units.
type Pose struct {
	Local   []Mat4     // per joint, relative to its parent
	Model   []Mat4     // per joint
	Weights []float64  // per entry of soa.Model.Weights
	Floats  []float64  // per entry of soa.Model.Floats
	Palette [][]Mat4   // per skin and palette entry
	Meshes  []Vertices // per mesh
}

// Vertices is a mesh in model space.
type Vertices struct {
	Position []Vec3
	Normal   []Vec3 // of unit length; empty where the mesh has none
}

// Evaluate poses the model at a time in seconds on the clips' own time lines.
// No clip at all gives the rest pose. Where two clips drive one property the
// later one wins.
func Evaluate(model *soa.Model, clips []*soa.Clip, seconds float64) *Pose {
	e := newEvaluation(model)
	for _, c := range clips {
		e.apply(c, tick(c, seconds))
	}
	pose := &Pose{Local: e.locals(), Weights: e.weight, Floats: e.float}
	pose.Model = globals(model.Skeleton, pose.Local)
	for _, skin := range model.Skins {
		pose.Palette = append(pose.Palette, palette(skin, pose.Model))
	}
	for _, mesh := range model.Meshes {
		pose.Meshes = append(pose.Meshes, Deform(model, mesh, pose))
	}
	return pose
}

// tick converts a time to ticks after the clip's start. From the end on, the
// clip is at its last keys, whatever rounding does to the product.
func tick(c *soa.Clip, seconds float64) float64 {
	if seconds >= c.End() {
		return math.Inf(1)
	}
	return (seconds - c.Start) * c.TicksPerSecond
}

// evaluation is the state that clips write to: one transform per joint.
type evaluation struct {
	skeleton    *soa.Skeleton
	translation []Vec3
	rotation    []Quat
	scale       []Vec3
	weight      []float64
	float       []float64
}

// newEvaluation starts from the rest pose.
func newEvaluation(model *soa.Model) *evaluation {
	e := &evaluation{skeleton: model.Skeleton}
	r := &model.Skeleton.Rest
	for j := range model.Skeleton.Len() {
		e.translation = append(e.translation, Vec3{float64(r.TX[j]), float64(r.TY[j]), float64(r.TZ[j])})
		e.rotation = append(e.rotation, Quat{float64(r.RX[j]), float64(r.RY[j]), float64(r.RZ[j]), float64(r.RW[j])}.Unit())
		e.scale = append(e.scale, Vec3{float64(r.SX[j]), float64(r.SY[j]), float64(r.SZ[j])})
	}
	for i := range model.Weights {
		e.weight = append(e.weight, float64(model.Weights[i].Rest))
	}
	for i := range model.Floats {
		e.float = append(e.float, float64(model.Floats[i].Rest))
	}
	return e
}

func (e *evaluation) apply(c *soa.Clip, tick float64) {
	for t := range c.Tracks {
		v := Sample(c, t, tick)
		target := c.Tracks[t].Target
		switch c.Tracks[t].Property {
		case soa.Translation:
			e.translation[target] = Vec3{v[0], v[1], v[2]}
		case soa.Rotation:
			e.rotation[target] = v
		case soa.Scale:
			e.scale[target] = Vec3{v[0], v[1], v[2]}
		case soa.Weight:
			e.weight[target] = v[0]
		case soa.Float:
			e.float[target] = v[0]
		}
	}
}

// locals returns T·R·S of every joint, or its static matrix.
func (e *evaluation) locals() []Mat4 {
	local := make([]Mat4, e.skeleton.Len())
	for j := range local {
		local[j] = Translate(e.translation[j]).Mul(e.rotation[j].Matrix()).Mul(Scaling(e.scale[j]))
	}
	for _, s := range e.skeleton.Static {
		local[s.Joint] = FromAffine(s.Local)
	}
	return local
}

// globals descends from every root, as the tutorial's ReadNodeHierarchy does.
func globals(s *soa.Skeleton, local []Mat4) []Mat4 {
	children := make([][]int, s.Len())
	var roots []int
	for j, p := range s.Parent {
		if p < 0 {
			roots = append(roots, j)
		} else {
			children[p] = append(children[p], j)
		}
	}
	global := make([]Mat4, s.Len())
	var descend func(j int, parent Mat4)
	descend = func(j int, parent Mat4) {
		global[j] = parent.Mul(local[j])
		for _, c := range children[j] {
			descend(c, global[j])
		}
	}
	for _, r := range roots {
		descend(r, Identity())
	}
	return global
}
