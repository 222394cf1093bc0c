package viewer

import (
	"image"
	"math"

	"github.com/sinew-anim/sinew/gpu"
)

// Reset moves the camera to where it sees everything that plays in the free part of the
// picture.
func (v *Viewer) Reset() (err error) {
	v.arrange()
	v.Orbit, v.grid, err = v.Show.Frame(float64(v.free.W / v.free.H))
	return err
}

// aim moves the camera and the grid along with the character.
func (v *Viewer) aim() {
	at := v.Camera()
	orbit := v.Orbit
	for k, by := range [3]float64{at.X, at.Y, at.Z} {
		orbit.Target[k] += by
	}
	scene := &v.Show.Scene
	scene.Camera = v.lens(orbit.Camera())
	f := v.free
	scene.Uncovered = image.Rect(int(f.X), int(f.Y), int(f.X+f.W), int(f.Y+f.H))
	scene.Grid = gpu.Grid{}
	if v.look.Grid {
		scene.Grid = v.grid
		scene.Grid.Center[0] += float32(at.X)
		scene.Grid.Center[2] += float32(at.Z)
	}
}

// lens widens and shifts a camera's picture so that it lies in the free part.
func (v *Viewer) lens(c gpu.Camera) gpu.Camera {
	w, h := float64(v.width), float64(v.height)
	f := v.free
	fov := c.FovY
	if fov == 0 {
		fov = gpu.DefaultFov
	}
	c.FovY = 2 * math.Atan(math.Tan(fov/2)*h/float64(f.H))
	c.Shift = [2]float64{(2*float64(f.X) + float64(f.W) - w) / w, -(2*float64(f.Y) + float64(f.H) - h) / h}
	return c
}

// setFollow lets the camera follow the root, from above where a clip starts it, or stay.
func (v *Viewer) setFollow(on bool) {
	v.Root.Follow = on
	if !on {
		v.fail(v.Reset())
		return
	}
	if at, ok := v.Root.Start(); ok {
		v.Orbit.Target[0], v.Orbit.Target[2] = float64(at[0]), float64(at[2])
	}
}
