package gpu

import (
	"fmt"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/gpu/internal/driver"
	"github.com/sinew-anim/sinew/soa"
)

// bindAny binds a complete framebuffer, which transform feedback needs and a host's need
// not be.
func (r *Renderer) bindAny() (err error) {
	if !r.dev.Guest {
		return nil
	}
	if r.target == nil {
		if r.target, err = driver.NewTarget(1, 1, 1, false); err != nil {
			return err
		}
	}
	gl.BindFramebuffer(gl.FRAMEBUFFER, r.target.Draw)
	return nil
}

// View is a view into another program's framebuffer.
type View struct {
	// Framebuffer is the name of the framebuffer object; 0 is the window. It needs a depth
	// buffer: DrawInto tests and writes it. Colours go to its first draw buffer only.
	Framebuffer uint32
	// The viewport, in pixels from the framebuffer's lower left corner.
	X, Y, Width, Height int
	// ViewProjection takes a column vector of the world to clip space, in
	// column-major order. It may mirror.
	ViewProjection [16]float32
	// Eye is the camera's position in the world, for lighting and for sorting instances.
	Eye [3]float64
	// ReverseDepth is for depths that decrease away from the camera. Depth range and clip
	// control stay as the program has set them.
	ReverseDepth bool
}

// DrawInto draws the scene's items and its grid into a framebuffer, hidden by nearer depths
// there. It ignores Scene.Camera and Background, and restores OpenGL's state apart from the
// framebuffer's colours and depths; of OpenGL 4's indexed viewports and scissor tests all
// get the first one's values. Skeletons are drawn over everything, with depths in the
// nearest hundredth of the range. A Scene.Shadow falls on the items and on the ground
// plane, and needs OpenGL's default clip space.
//
// Transform feedback must be inactive or paused, and conditional rendering off. After the
// first pictures of a scene it allocates nothing. Errors wrap ErrItem, soa.ErrOption for a
// view without pixels or an incomplete framebuffer, or soa.ErrClosed.
func (r *Renderer) DrawInto(v *View, s *Scene) error {
	if err := r.dev.Ready(); err != nil {
		return err
	}
	if v.Width < 1 || v.Height < 1 {
		return fmt.Errorf("gpu: %w: a view of %d×%d pixels", soa.ErrOption, v.Width, v.Height)
	}
	if err := r.plan(s, &v.ViewProjection, v.Eye, v.Height); err != nil {
		return err
	}
	state := r.dev.State
	state.Save(r.dev.Linear)
	defer state.Restore()
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, v.Framebuffer)
	if status := gl.CheckFramebufferStatus(gl.DRAW_FRAMEBUFFER); status != gl.FRAMEBUFFER_COMPLETE {
		return fmt.Errorf("gpu: %w: framebuffer %d is incomplete (0x%04X)", soa.ErrOption, v.Framebuffer, status)
	}
	if err := r.send(s); err != nil {
		return err
	}
	near, far := state.Depth[0], state.Depth[1]
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, v.Framebuffer)
	gl.Viewport(int32(v.X), int32(v.Y), int32(v.Width), int32(v.Height))
	gl.DepthRange(near, far)
	r.facing = v.facing()
	gl.DepthFunc(r.facing.nearer)
	r.setFrame(s, v.ViewProjection, v.Eye)
	r.drawScene(s)
	if hasSkeletons(s.Items) {
		if v.ReverseDepth {
			gl.DepthRange(far-0.01*(far-near), far)
		} else {
			gl.DepthRange(near, near+0.01*(far-near))
		}
		r.drawSkeletons(s.Items)
	}
	return nil
}

// facing returns the view's winding and direction of depth.
func (v *View) facing() facing {
	f := straight
	if v.mirrors() {
		f.front = [2]uint32{gl.CW, gl.CCW}
	}
	if v.ReverseDepth {
		f.nearer, f.asNear, f.forward = gl.GREATER, gl.GEQUAL, 1
	}
	return f
}

// mirrors reports whether the view reverses handedness: the sign of a projection's
// determinant, negative for one that does not mirror, since it reverses depth.
func (v *View) mirrors() bool {
	var m [4][4]float64 // rows
	for i, x := range v.ViewProjection {
		m[i%4][i/4] = float64(x)
	}
	minor := func(r, a, b, c int) float64 { // of the rows after r
		x, y, z := m[r+1], m[r+2], m[r+3]
		return x[a]*(y[b]*z[c]-y[c]*z[b]) - x[b]*(y[a]*z[c]-y[c]*z[a]) + x[c]*(y[a]*z[b]-y[b]*z[a])
	}
	det := m[0][0]*minor(0, 1, 2, 3) - m[0][1]*minor(0, 0, 2, 3) + m[0][2]*minor(0, 0, 1, 3) - m[0][3]*minor(0, 0, 1, 2)
	return det > 0 != v.ReverseDepth
}
