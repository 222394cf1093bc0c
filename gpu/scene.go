package gpu

import (
	"image"

	"github.com/sinew-anim/sinew/gpu/internal/view"
)

// Scene is the content of one picture. The zero values of Camera, Light and Background are
// their defaults; a Grid is drawn if its Spacing is not 0. Draw only reads a Scene, apart
// from Item.Pixels.
type Scene struct {
	Camera     Camera
	Light      Light
	Background Background
	Grid       Grid
	Items      []Item
	Shadow     Shadow
	// Overlay, unless nil, draws over the finished picture, without multisampling.
	Overlay Overlay
	// Uncovered, unless empty, is the part of the picture that the overlay does not cover,
	// in pixels from the upper left corner: Draw draws only there, and pixels outside are
	// undefined until the overlay covers them.
	Uncovered image.Rectangle
}

// Overlay draws over a picture, such as panels of package overlay. Paint is called with the
// framebuffer bound: display colours, no depth. The depth test is on, blending and culling
// are off; Paint has to leave them so.
type Overlay interface {
	Paint(width, height int) error
}

// keyLight returns the scene's key light with its shadows.
func (s *Scene) keyLight() view.Light {
	l := view.Light{Toward: s.Light.direction()}
	if s.Shadow.Radius > 0 {
		l.Center, l.Radius = s.Shadow.Center, s.Shadow.Radius
	}
	return l
}
