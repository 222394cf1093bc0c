package gpu

import (
	"image"

	"github.com/sinew-anim/sinew/gpu/internal/view"
)

// Scene is the content of one picture. The zero values of Camera, Light and
// Background have sensible defaults; a Grid is drawn if its Spacing is not 0.
// Draw only reads a Scene, apart from Item.Pixels.
type Scene struct {
	Camera     Camera
	Light      Light
	Background Background
	Grid       Grid
	Items      []Item
	Shadow     Shadow
	// Overlay, where not nil, draws over the finished picture, without its samples.
	Overlay Overlay
	// Uncovered, where not empty, is the part of the picture that the overlay leaves
	// open, in pixels from the upper left corner: Draw draws nothing outside it, which
	// has what was there before until the overlay covers it.
	Uncovered image.Rectangle
}

// Overlay draws over a picture, such as panels of package overlay. The framebuffer
// is bound; it holds display colours and has no depth. Paint leaves depth test,
// blending and culling as it finds them: on, off and off.
type Overlay interface {
	Paint(width, height int) error
}

// keyLight is the scene's key light with its shadows.
func (s *Scene) keyLight() view.Light {
	l := view.Light{Toward: s.Light.toward()}
	if s.Shadow.Radius > 0 {
		l.Center, l.Radius = s.Shadow.Center, s.Shadow.Radius
	}
	return l
}
