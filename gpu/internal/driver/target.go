package driver

import (
	"fmt"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/soa"
)

// Target is a multisampled framebuffer to draw pictures to, and the plain one that it is
// resolved to. Shaders store display colours, so blending and the
// averaging of samples work on those, as web pages and painting programs do:
// encoding after the blend would cost a software driver a fifth of the picture.
type Target struct {
	Width, Height int
	samples       int32 // 1: no multisampling, Draw is Resolved
	Draw          uint32
	Resolved      uint32
	Picture       uint32   // Draw's colours as a texture, where they are smoothed
	buffers       []uint32 // renderbuffers
}

// NewTarget makes a target; a smooth one has one sample per pixel, and a shader that
// smooths Picture replaces Resolve. The error wraps soa.ErrOption for a size that the
// driver does not have.
func NewTarget(width, height int, samples int32, smooth bool) (*Target, error) {
	most := Integer(gl.MAX_RENDERBUFFER_SIZE)
	if width < 1 || height < 1 || width > most || height > most {
		return nil, fmt.Errorf("gpu: %w: %d×%d, the driver draws 1×1 to %d×%d", soa.ErrOption, width, height, most, most)
	}
	t := &Target{Width: width, Height: height, samples: samples}
	switch {
	case smooth:
		t.Draw = t.paintable()
		t.Resolved = t.framebuffer(0, false)
	case samples > 1:
		t.Draw = t.framebuffer(samples, true)
		t.Resolved = t.framebuffer(0, false)
	default:
		t.Draw = t.framebuffer(0, true)
		t.Resolved = t.Draw
	}
	for _, id := range []uint32{t.Draw, t.Resolved} {
		gl.BindFramebuffer(gl.FRAMEBUFFER, id)
		if s := gl.CheckFramebufferStatus(gl.FRAMEBUFFER); s != gl.FRAMEBUFFER_COMPLETE {
			t.Close()
			return nil, fmt.Errorf("gpu: a framebuffer of %d×%d with %d samples is incomplete (0x%04X) on %s", width, height, samples, s, Name())
		}
	}
	if err := Check(fmt.Sprintf("making a framebuffer of %d×%d", width, height)); err != nil {
		t.Close()
		return nil, err
	}
	return t, nil
}

func (t *Target) framebuffer(samples int32, depth bool) uint32 {
	var id uint32
	gl.GenFramebuffers(1, &id)
	gl.BindFramebuffer(gl.FRAMEBUFFER, id)
	t.attach(gl.COLOR_ATTACHMENT0, gl.RGBA8, samples)
	if depth {
		t.attach(gl.DEPTH_ATTACHMENT, gl.DEPTH_COMPONENT24, samples)
	}
	return id
}

// paintable makes the framebuffer whose colours are a texture.
func (t *Target) paintable() uint32 {
	var id uint32
	gl.GenFramebuffers(1, &id)
	gl.BindFramebuffer(gl.FRAMEBUFFER, id)
	gl.GenTextures(1, &t.Picture)
	gl.ActiveTexture(gl.TEXTURE0 + UnitMaps)
	gl.BindTexture(gl.TEXTURE_2D, t.Picture)
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, int32(t.Width), int32(t.Height), 0, gl.RGBA, gl.UNSIGNED_BYTE, nil)
	Smooth()
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, t.Picture, 0)
	t.attach(gl.DEPTH_ATTACHMENT, gl.DEPTH_COMPONENT24, 0)
	return id
}

// Smooth makes the bound two-dimensional texture filter linearly and end at its edges.
func Smooth() {
	Parameters([][2]int32{
		{gl.TEXTURE_MIN_FILTER, gl.LINEAR}, {gl.TEXTURE_MAG_FILTER, gl.LINEAR},
		{gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE}, {gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE},
	})
}

// Parameters sets parameters of the bound two-dimensional texture: pairs of name and value.
func Parameters(list [][2]int32) {
	for _, p := range list {
		gl.TexParameteri(gl.TEXTURE_2D, uint32(p[0]), p[1])
	}
}

func (t *Target) attach(point, format uint32, samples int32) {
	var id uint32
	gl.GenRenderbuffers(1, &id)
	gl.BindRenderbuffer(gl.RENDERBUFFER, id)
	gl.RenderbufferStorageMultisample(gl.RENDERBUFFER, samples, format, int32(t.Width), int32(t.Height))
	gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, point, gl.RENDERBUFFER, id)
	t.buffers = append(t.buffers, id)
}

// Resolve averages the samples into the plain framebuffer.
func (t *Target) Resolve() {
	if t.Draw != t.Resolved {
		t.copy(t.Draw, t.Resolved)
	}
}

// Present copies the plain framebuffer to the surface. Its bytes are display
// colours already, and conversion is off everywhere.
func (t *Target) Present() { t.copy(t.Resolved, 0) }

// copy copies the colours of a framebuffer to another.
func (t *Target) copy(from, to uint32) {
	w, h := int32(t.Width), int32(t.Height)
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, from)
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, to)
	gl.BlitFramebuffer(0, 0, w, h, 0, 0, w, h, gl.COLOR_BUFFER_BIT, gl.NEAREST)
}

// Close frees the framebuffers.
func (t *Target) Close() {
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	gl.DeleteFramebuffers(1, &t.Draw)
	if t.Resolved != t.Draw {
		gl.DeleteFramebuffers(1, &t.Resolved)
	}
	if t.Picture != 0 {
		gl.DeleteTextures(1, &t.Picture)
	}
	if len(t.buffers) > 0 {
		gl.DeleteRenderbuffers(int32(len(t.buffers)), &t.buffers[0])
	}
}
