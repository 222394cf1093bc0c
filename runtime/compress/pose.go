package compress

import (
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// skeleton is a model's in float64.
type skeleton struct {
	parent []int16
	depth  int
	static []*exact.Matrix // per joint: its matrix, where that is not T·R·S
	rest   pose
}

// pose is the local state of a skeleton and the matrices that follow from it.
type pose struct {
	t, s   []exact.Vec
	q      []exact.Quat
	weight []float64
	float  []float64
	global []exact.Matrix
}

func newPose(model *soa.Model) pose {
	joints, weights, floats := model.Skeleton.Len(), len(model.Weights), len(model.Floats)
	return pose{
		t: make([]exact.Vec, joints), s: make([]exact.Vec, joints), q: make([]exact.Quat, joints),
		weight: make([]float64, weights), float: make([]float64, floats), global: make([]exact.Matrix, joints),
	}
}

func newSkeleton(model *soa.Model) *skeleton {
	skel := model.Skeleton
	n := skel.Len()
	s := &skeleton{parent: skel.Parent, static: make([]*exact.Matrix, n), rest: newPose(model)}
	for i := range skel.Static {
		m := exact.FromFloat32(skel.Static[i].Local)
		s.static[skel.Static[i].Joint] = &m
	}
	r := &skel.Rest
	for j := range n {
		s.depth = max(s.depth, int(skel.Depth[j]))
		s.rest.t[j] = exact.Vec{float64(r.TX[j]), float64(r.TY[j]), float64(r.TZ[j])}
		s.rest.q[j] = exact.Quat{float64(r.RX[j]), float64(r.RY[j]), float64(r.RZ[j]), float64(r.RW[j])}.Unit()
		s.rest.s[j] = exact.Vec{float64(r.SX[j]), float64(r.SY[j]), float64(r.SZ[j])}
	}
	for w := range model.Weights {
		s.rest.weight[w] = float64(model.Weights[w].Rest)
	}
	for i := range model.Floats {
		s.rest.float[i] = float64(model.Floats[i].Rest)
	}
	s.toModel(&s.rest)
	return s
}

func (p *pose) copyLocals(from *pose) {
	copy(p.t, from.t)
	copy(p.q, from.q)
	copy(p.s, from.s)
	copy(p.weight, from.weight)
	copy(p.float, from.float)
}

// set writes a track's value.
func (p *pose) set(property soa.Property, target int, v exact.Quat) {
	switch property {
	case soa.Translation:
		p.t[target] = exact.Vec{v[0], v[1], v[2]}
	case soa.Rotation:
		p.q[target] = v
	case soa.Scale:
		p.s[target] = exact.Vec{v[0], v[1], v[2]}
	case soa.Weight:
		p.weight[target] = v[0]
	case soa.Float:
		p.float[target] = v[0]
	}
}

// get returns the value that a track would have.
func (p *pose) get(property soa.Property, target int) exact.Quat {
	switch property {
	case soa.Translation:
		return exact.Quat{p.t[target][0], p.t[target][1], p.t[target][2]}
	case soa.Rotation:
		return p.q[target]
	case soa.Scale:
		return exact.Quat{p.s[target][0], p.s[target][1], p.s[target][2]}
	case soa.Weight:
		return exact.Quat{p.weight[target]}
	}
	return exact.Quat{p.float[target]}
}

// toModel computes the model-space matrices from the local state.
func (s *skeleton) toModel(p *pose) {
	for j, up := range s.parent {
		var m exact.Matrix
		if s.static[j] != nil {
			m = *s.static[j]
		} else {
			m = exact.Compose(p.t[j], p.q[j], p.s[j])
		}
		if up >= 0 {
			m = p.global[up].Mul(m)
		}
		p.global[j] = m
	}
}

// around returns, per axis of a joint, where on it a point is a distance from the
// joint; 0 where the axis has no length.
func around(global *exact.Matrix, distance float64) (v exact.Vec) {
	for axis := range v {
		if length := global.Column(axis).Length(); length > 0 {
			v[axis] = distance / length
		}
	}
	return v
}

// miss returns the square of the greatest distance of a joint, and of the points
// around it, from where another matrix has them.
func miss(got, want *exact.Matrix, around exact.Vec) (worst float64) {
	d := got.Translation().Sub(want.Translation())
	worst = d.Dot(d)
	for axis, at := range around {
		e := d.Add(got.Column(axis).Sub(want.Column(axis)).Scale(at))
		worst = max(worst, e.Dot(e))
	}
	return worst
}
