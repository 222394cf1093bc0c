package exact

import "github.com/sinew-anim/sinew/soa"

// Skeleton is a model's skeleton, or a part of it: joint i is the model's Joint[i], ascending.
type Skeleton struct {
	Joint  []int
	Index  []int // per joint of the model: its place in Joint, or -1
	Parent []int // place of the parent, or -1
	Depth  int   // of the deepest joint
	Static []*Matrix
	Rest   Pose
}

// Pose is the local and model-space state of a Skeleton, with the model's weights
// and floats.
type Pose struct {
	T, S   []Vec
	Q      []Quat
	Weight []float64
	Float  []float64
	Global []Matrix
}

// NewSkeleton returns the skeleton of the needed joints, which include all their ancestors, or of
// all for nil.
func NewSkeleton(model *soa.Model, needed []bool) *Skeleton {
	skel := model.Skeleton
	s := &Skeleton{Index: make([]int, skel.Len())}
	for j := range skel.Len() {
		s.Index[j] = -1
		if needed != nil && !needed[j] {
			continue
		}
		s.Index[j] = len(s.Joint)
		s.Joint = append(s.Joint, j)
		parent := -1
		if p := skel.Parent[j]; p >= 0 {
			parent = s.Index[p]
		}
		s.Parent = append(s.Parent, parent)
		s.Depth = max(s.Depth, int(skel.Depth[j]))
	}
	s.Static = make([]*Matrix, len(s.Joint))
	for i := range skel.Static {
		if at := s.Index[skel.Static[i].Joint]; at >= 0 {
			m := FromFloat32(skel.Static[i].Local)
			s.Static[at] = &m
		}
	}
	s.readRest(model)
	return s
}

// readRest fills the pose at rest.
func (s *Skeleton) readRest(model *soa.Model) {
	n := len(s.Joint)
	s.Rest = Pose{Weight: make([]float64, len(model.Weights)), Float: make([]float64, len(model.Floats))}
	s.Rest.T, s.Rest.S, s.Rest.Q, s.Rest.Global = make([]Vec, n), make([]Vec, n), make([]Quat, n), make([]Matrix, n)
	s.SetLocals(&s.Rest, &model.Skeleton.Rest)
	for i := range model.Weights {
		s.Rest.Weight[i] = float64(model.Weights[i].Rest)
	}
	for i := range model.Floats {
		s.Rest.Float[i] = float64(model.Floats[i].Rest)
	}
	s.ToModel(&s.Rest)
}

// RestPositions returns the positions of a skeleton's joints at rest, in model space.
func RestPositions(k *soa.Skeleton) []Vec {
	s := NewSkeleton(&soa.Model{Skeleton: k}, nil)
	places := make([]Vec, k.Len())
	for j := range places {
		places[j] = s.Rest.Global[j].Translation()
	}
	return places
}

// NewPose returns the skeleton at rest.
func (s *Skeleton) NewPose() Pose {
	n := len(s.Joint)
	p := Pose{
		T: make([]Vec, n), S: make([]Vec, n), Q: make([]Quat, n),
		Weight: make([]float64, len(s.Rest.Weight)), Float: make([]float64, len(s.Rest.Float)), Global: make([]Matrix, n),
	}
	p.CopyLocals(&s.Rest)
	copy(p.Global, s.Rest.Global)
	return p
}

// CopyLocals overwrites all but the model-space matrices with those of another
// pose.
func (p *Pose) CopyLocals(from *Pose) {
	copy(p.T, from.T)
	copy(p.Q, from.Q)
	copy(p.S, from.S)
	copy(p.Weight, from.Weight)
	copy(p.Float, from.Float)
}

// SetLocals widens local transforms of the model's joints.
func (s *Skeleton) SetLocals(p *Pose, from *soa.Transforms) {
	for i, j := range s.Joint {
		p.T[i] = Vec{float64(from.TX[j]), float64(from.TY[j]), float64(from.TZ[j])}
		p.Q[i] = Quat{float64(from.RX[j]), float64(from.RY[j]), float64(from.RZ[j]), float64(from.RW[j])}.Unit()
		p.S[i] = Vec{float64(from.SX[j]), float64(from.SY[j]), float64(from.SZ[j])}
	}
}

// Set writes a track's value.
func (p *Pose) Set(property soa.Property, target int, v Quat) {
	switch property {
	case soa.Translation:
		p.T[target] = Vec(v[:3])
	case soa.Rotation:
		p.Q[target] = v
	case soa.Scale:
		p.S[target] = Vec(v[:3])
	case soa.Weight:
		p.Weight[target] = v[0]
	case soa.Float:
		p.Float[target] = v[0]
	}
}

// Get returns a track's value.
func (p *Pose) Get(property soa.Property, target int) Quat {
	switch property {
	case soa.Translation:
		return Quat{p.T[target][0], p.T[target][1], p.T[target][2]}
	case soa.Rotation:
		return p.Q[target]
	case soa.Scale:
		return Quat{p.S[target][0], p.S[target][1], p.S[target][2]}
	case soa.Weight:
		return Quat{p.Weight[target]}
	}
	return Quat{p.Float[target]}
}

// Local returns a joint's matrix relative to its parent.
func (s *Skeleton) Local(i int, p *Pose) Matrix {
	if s.Static[i] != nil {
		return *s.Static[i]
	}
	return Compose(p.T[i], p.Q[i], p.S[i])
}

// ToModel computes the model-space matrices.
func (s *Skeleton) ToModel(p *Pose) {
	for i := range s.Joint {
		s.ToModelAt(i, p)
	}
}

// ToModelAt computes the model-space matrix of one joint from its parent's.
func (s *Skeleton) ToModelAt(i int, p *Pose) {
	m := s.Local(i, p)
	if up := s.Parent[i]; up >= 0 {
		m = p.Global[up].Mul(m)
	}
	p.Global[i] = m
}
