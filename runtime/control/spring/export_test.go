package spring

import (
	"github.com/sinew-anim/sinew/internal/vec"
	"github.com/sinew-anim/sinew/internal/xyz"
)

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
