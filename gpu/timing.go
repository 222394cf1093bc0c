package gpu

import (
	"time"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/gpu/internal/driver"
)

// Time measures drawing, to compare carriers, formats and machines: picture is the time of
// Draw and of waiting for the GPU, upload the shortest of several uploads of the same
// palettes, weights and matrices.
func (r *Renderer) Time(s *Scene) (upload, picture time.Duration, err error) {
	begun := time.Now()
	if err := r.Draw(s); err != nil {
		return 0, 0, err
	}
	gl.Finish()
	picture = time.Since(begun)
	for range 2 * driver.RingLength { // the first ones may take fresh memory
		begun = time.Now()
		r.batch.upload(r.dev.Carrier)
		if d := time.Since(begun); upload == 0 || d < upload {
			upload = d
		}
	}
	return upload, picture, driver.Check("measuring")
}
