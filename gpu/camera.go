package gpu

import (
	"math"

	"github.com/sinew-anim/sinew/gpu/internal/view"
	"github.com/sinew-anim/sinew/internal/exact"
)

// Camera is a perspective view. Lengths are metres, angles radians.
type Camera struct {
	Eye, Target [3]float64
	Up          [3]float64 // zero: +Y
	FovY        float64    // full vertical angle; 0: DefaultFov
	// Near and Far are the distances of the clipping planes; 0: 1/100 and 100 times the
	// distance to the target.
	Near, Far float64
	// Shift is a lens shift, for pictures that are partly covered: the target's position
	// right of and above the middle, in halves of the picture's width and height.
	Shift [2]float64
}

// DefaultFov is the vertical field of view of a camera whose FovY is 0.
const DefaultFov = 35 * math.Pi / 180

// ViewProjection returns the matrix from world to clip space in column-major order;
// aspect is width divided by height.
func (c *Camera) ViewProjection(aspect float64) [16]float32 {
	x, y, z := c.axes()
	fov, near, far := c.lens()
	f := 1 / math.Tan(fov/2)
	depth := [2]float64{(far + near) / (near - far), 2 * far * near / (near - far)}
	rows := [4][4]float64{}
	for k := range 3 {
		rows[0][k] = f / aspect * x[k]
		rows[1][k] = f * y[k]
		rows[2][k] = depth[0] * z[k]
		rows[3][k] = -z[k]
	}
	rows[0][3] = -f / aspect * x.Dot(c.Eye)
	rows[1][3] = -f * y.Dot(c.Eye)
	rows[2][3] = -depth[0]*z.Dot(c.Eye) + depth[1]
	rows[3][3] = z.Dot(c.Eye)
	for k := range 4 {
		rows[0][k] += c.Shift[0] * rows[3][k]
		rows[1][k] += c.Shift[1] * rows[3][k]
	}
	var m [16]float32
	for r := range 4 {
		for k := range 4 {
			m[4*k+r] = float32(rows[r][k])
		}
	}
	return m
}

// axes returns the camera's right, up and backward directions.
func (c *Camera) axes() (x, y, z exact.Vec) { return view.Axes(c.Eye, c.Target, c.Up) }

// lens returns the field of view and the clipping distances with their defaults.
func (c *Camera) lens() (fov, near, far float64) {
	fov, near, far = c.FovY, c.Near, c.Far
	if !(fov > 0 && fov < math.Pi) {
		fov = DefaultFov
	}
	away := exact.Vec(c.Eye).Sub(c.Target).Length()
	if !(away > 0) || math.IsInf(away, 0) {
		away = 1
	}
	if !(near > 0) {
		near = away / 100
	}
	if !(far > near) {
		far = max(100*away, 2*near)
	}
	return fov, near, far
}

// Orbit is a camera that circles a target. Yaw 0 looks from +Z toward −Z and increases
// counterclockwise seen from above; pitch increases as the camera rises.
type Orbit struct {
	Target     [3]float64 // metres
	Yaw, Pitch float64    // radians
	Distance   float64    // metres
	FovY       float64    // radians; 0: DefaultFov
}

// maxPitch keeps the camera upright.
const maxPitch = 89 * math.Pi / 180

// Camera returns the camera of the orbit.
func (o *Orbit) Camera() Camera {
	back := o.eyeDirection()
	c := Camera{Target: o.Target, FovY: o.FovY}
	for k := range 3 {
		c.Eye[k] = o.Target[k] + o.Distance*back[k]
	}
	return c
}

// eyeDirection is the unit vector from the target to the eye.
func (o *Orbit) eyeDirection() [3]float64 {
	sy, cy := math.Sincos(o.Yaw)
	sp, cp := math.Sincos(o.Pitch)
	return [3]float64{sy * cp, sp, cy * cp}
}

// Rotate moves the camera around the target by angles in radians.
func (o *Orbit) Rotate(yaw, pitch float64) {
	o.Yaw = math.Remainder(o.Yaw+yaw, 2*math.Pi)
	o.Pitch = max(-maxPitch, min(maxPitch, o.Pitch+pitch))
}

// Pan moves the target across the picture; right and up are fractions of the
// picture's height at the target's distance.
func (o *Orbit) Pan(right, up float64) {
	c := o.Camera()
	x, y, _ := c.axes()
	fov, _, _ := c.lens()
	height := 2 * o.Distance * math.Tan(fov/2)
	for k := range 3 {
		o.Target[k] += height * (right*x[k] + up*y[k])
	}
}

// Zoom divides the distance by a factor, such as 1.1 for a step nearer.
func (o *Orbit) Zoom(factor float64) {
	if d := o.Distance / factor; d > 1e-6 && d < 1e9 {
		o.Distance = d
	}
}

const (
	fitMargin = 1.08 // space around the box
	fitNear   = 1.05 // keeps the box beyond the near clipping plane, 1/100 of the distance
)

// Fit aims at the middle of a box and sets the distance at which all its corners are in the
// picture, with the present yaw and pitch; aspect is width divided by height. An empty box
// gives a view of one metre around the origin.
func (o *Orbit) Fit(b Bounds, aspect float64) {
	if b.Empty() {
		b = Bounds{Min: [3]float32{-0.5, 0, -0.5}, Max: [3]float32{0.5, 1, 0.5}}
	}
	center := b.Center()
	for k := range 3 {
		o.Target[k] = float64(center[k])
	}
	o.Distance = 1
	c := o.Camera()
	x, y, z := c.axes()
	fov, _, _ := c.lens()
	ty := math.Tan(fov / 2)
	tx := ty * aspect
	need := 0.0
	for corner := range 8 {
		var p exact.Vec
		for k := range 3 {
			half := 0.5 * (float64(b.Max[k]) - float64(b.Min[k]))
			if corner>>k&1 == 0 {
				half = -half
			}
			p[k] = half
		}
		aside := max(math.Abs(p.Dot(x))/tx, math.Abs(p.Dot(y))/ty)
		need = max(need, p.Dot(z)+aside*fitMargin, p.Dot(z)*fitNear)
	}
	if need > 0 && !math.IsInf(need, 0) {
		o.Distance = need
	}
}
