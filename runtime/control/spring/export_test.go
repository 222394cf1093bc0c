package spring

import (
	"github.com/sinew-anim/sinew/internal/geom"
)

// Depth is how deep the tail of joint i is in a collider.
func (c *Chain) Depth(i int, tail geom.Vec, collider *Collider) float32 {
	depth, _ := collider.depth(tail, c.joints[i].Radius)
	return depth
}

// Reach reports whether some direction of a bone is out of a collider, by trying many.
func (c *Chain) Reach(i int, head geom.Vec, length float32, colliders []Collider) bool {
	for k := range 600 {
		z := 1 - 2*(float32(k)+0.5)/600
		q := geom.Quat{Z: float32(k*k%997) - 498, W: float32(k*7%997) - 498}.Unit()
		u := q.Rotate(geom.Vec{X: geom.Sqrt(1 - z*z), Z: z})
		if d, _ := colliders[0].depth(head.AddTimes(u, length), c.joints[i].Radius); d < 0 {
			return true
		}
	}
	return false
}
