package spring

import (
	"github.com/sinew-anim/sinew/internal/vec"
	"github.com/sinew-anim/sinew/internal/xyz"
)

// Energy is the energy of the springs about where they come to rest, per mass.
func Energy(c *Chain, s *State, air Air) (e float64) {
	var p Plan
	_ = c.Plan(&p, 1)
	for i, j := range s.joints {
		y := j.offset.Sub(xyz.Vec(air.Gravity).Times(p.joint[i].gravity).AddTimes(xyz.Vec(air.Wind), p.joint[i].wind))
		e += float64(j.velocity.Dot(j.velocity)) + float64(c.joints[i].Stiffness)*float64(y.Dot(y))
	}
	return e / 2
}

// Depth is how deep the tail of joint i is in a collider.
func (c *Chain) Depth(i int, tail vec.V, collider *Collider) float32 {
	depth, _ := collider.depth(xyz.Vec(tail), c.joints[i].Radius)
	return depth
}

// Reach reports whether some direction of a bone is out of a collider, by trying many.
func (c *Chain) Reach(i int, head vec.V, length float32, colliders []Collider) bool {
	for k := range 600 {
		z := 1 - 2*(float32(k)+0.5)/600
		q := vec.Q{0, 0, float32(k*k%997) - 498, float32(k*7%997) - 498}.Unit()
		u := q.Rotate(vec.V{vec.Sqrt(1 - z*z), 0, z})
		if d, _ := colliders[0].depth(xyz.Vec(head.AddTimes(u, length)), c.joints[i].Radius); d < 0 {
			return true
		}
	}
	return false
}

// Free is where the free tail of joint i is.
func Free(s *State, i int) vec.V {
	return s.joints[i].goal.Add(s.joints[i].offset).Array()
}
