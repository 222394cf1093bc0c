//go:build cgo

package main

import (
	"math"

	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/soa"
)

// bar shows at the window's lower edge how much of a clip has passed: a dark
// strip, and over it a bright one. Both are squares of the scene that hang
// right before the camera.
type bar struct {
	items [2]gpu.Item // the whole, what has passed
}

// Where the bar is, in parts of the picture's width and height.
const (
	barLeft   = 0.03
	barBottom = 0.025
	barHeight = 0.014
	barReach  = 0.06 // how far above the edge the mouse still takes it
)

// barUnder reports whether a place, 0 at the top and 1 at the bottom, is on the
// bar.
func barUnder(y float64) bool { return y >= 1-barReach }

// barTime is the part of the clip that a place stands for, 0 to 1.
func barTime(x float64) float64 {
	return min(max((x-barLeft)/(1-2*barLeft), 0), 1)
}

func newBar(r *gpu.Renderer) (*bar, error) {
	b := new(bar)
	for i, c := range []gpu.Color{gpu.SRGB(0x30, 0x36, 0x3e), gpu.SRGB(0xff, 0x9a, 0x1f)} {
		uploaded, _, err := r.Upload(square(c))
		if err != nil {
			return nil, err
		}
		b.items[i] = gpu.Item{Model: uploaded, World: make([]soa.Affine, 1)}
	}
	return b, nil
}

// square is a model of one square from (0, 0) to (1, 1) that faces +z.
func square(c gpu.Color) *soa.Model {
	return &soa.Model{
		Name:     "bar",
		Skeleton: &soa.Skeleton{Rest: soa.MakeTransforms(0)},
		Meshes: []*soa.Mesh{{
			Position: []float32{0, 0, 0, 1, 0, 0, 1, 1, 0, 0, 1, 0},
			Normal:   []float32{0, 0, 1, 0, 0, 1, 0, 0, 1, 0, 0, 1},
			Index:    []uint32{0, 1, 2, 0, 2, 3},
			Skin:     soa.None, Joint: soa.NoJoint, Offset: soa.IdentityAffine(), Material: 0,
		}},
		Materials: []soa.Material{{BaseColor: [4]float32{c[0], c[1], c[2], 1}, Texture: soa.None, DoubleSided: true}},
	}
}

// place hangs the two items before a camera, the second as long as progress,
// 0 to 1, says.
func (b *bar) place(items []gpu.Item, c *gpu.Camera, aspect, progress float64) {
	back := [3]float64{c.Eye[0] - c.Target[0], c.Eye[1] - c.Target[1], c.Eye[2] - c.Target[2]}
	away := math.Sqrt(dot(back, back))
	if !(away > 0) {
		return
	}
	for k := range back {
		back[k] /= away
	}
	// The camera of an orbit never looks straight up or down.
	level := math.Hypot(back[0], back[2])
	right := [3]float64{back[2] / level, 0, -back[0] / level}
	up := [3]float64{
		back[1]*right[2] - back[2]*right[1],
		back[2]*right[0] - back[0]*right[2],
		back[0]*right[1] - back[1]*right[0],
	}
	fov := c.FovY
	if fov == 0 {
		fov = gpu.DefaultFov
	}
	for i, part := range []float64{1, progress} {
		depth := away * (0.02 - 0.002*float64(i)) // behind the near plane, a hundredth of the distance
		tall := 2 * depth * math.Tan(fov/2)
		wide := tall * aspect
		at := [3]float64{wide * (barLeft - 0.5), tall * (barBottom - 0.5), -depth}
		world := &items[i].World[0]
		for k := range 3 {
			world[4*k] = float32(right[k] * wide * (1 - 2*barLeft) * part)
			world[4*k+1] = float32(up[k] * tall * barHeight)
			world[4*k+2] = float32(back[k])
			world[4*k+3] = float32(c.Eye[k] + at[0]*right[k] + at[1]*up[k] + at[2]*back[k])
		}
	}
}
