package gpu

import (
	"math"

	"github.com/sinew-anim/sinew/gpu/internal/view"
	"github.com/sinew-anim/sinew/internal/exact"
)

// Color is linear red, green and blue, 0 to 1.
type Color [3]float32

// SRGB returns a colour given in sRGB, as pictures and style sheets have it.
func SRGB(r, g, b uint8) Color {
	return Color{linear(r), linear(g), linear(b)}
}

// linear decodes sRGB (IEC 61966-2-1).
func linear(v uint8) float32 {
	s := float64(v) / 255
	if s <= 0.04045 {
		return float32(s / 12.92)
	}
	return float32(math.Pow((s+0.055)/1.055, 2.4))
}

// display encodes sRGB, as 0 to 1.
func display(v float32) float32 {
	x := min(max(float64(v), 0), 1)
	if x <= 0.0031308 {
		return float32(12.92 * x)
	}
	return float32(1.055*math.Pow(x, 1/2.4) - 0.055)
}

// Light is a hemisphere, Sky from above and Ground from below, and one
// directional Key. The zero Light is DefaultLight.
type Light struct {
	Toward           [3]float32 // direction from the scene to the key light, any length
	Key, Sky, Ground Color
}

// direction returns the unit vector to the key light.
func (l Light) direction() exact.Vec {
	if l == (Light{}) {
		l = DefaultLight()
	}
	toward, ok := view.Unit(exact.WidenVec(l.Toward))
	if !ok {
		return exact.Vec{0, 1, 0}
	}
	return toward
}

// DefaultLight returns a soft key from the upper left front over a cool sky.
func DefaultLight() Light {
	return Light{
		Toward: [3]float32{-0.45, 0.80, 0.60},
		Key:    Color{0.69, 0.67, 0.64},
		Sky:    Color{0.33, 0.355, 0.395},
		Ground: Color{0.16, 0.15, 0.14},
	}
}

// Background is a vertical gradient. The zero Background is DefaultBackground.
type Background struct {
	Top, Bottom Color
}

// DefaultBackground returns a gradient of light greys.
func DefaultBackground() Background {
	return Background{Top: SRGB(0xa9, 0xb6, 0xc4), Bottom: SRGB(0xec, 0xef, 0xf2)}
}

// Shadow is the shadow map of the key light around a point on the ground. Opaque meshes
// cast shadows on each other and on the ground plane. A Radius of 0 disables it.
type Shadow struct {
	Center [3]float32 // on the ground, whose height is its y
	Radius float32    // metres around it
	Texels int        // of the map's side; 0: 2048
}

// texels returns the map's side.
func (s *Shadow) texels() int {
	if s.Texels == 0 {
		return 2048
	}
	return s.Texels
}
