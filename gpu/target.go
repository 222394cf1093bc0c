package gpu

import (
	"fmt"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/soa"
)

// target is where pictures are drawn: a multisampled framebuffer and the plain
// one it is resolved to. Shaders store display colours, so blending and the
// averaging of samples work on those, as web pages and painting programs do:
// encoding after the blend would cost a software driver a fifth of the picture.
type target struct {
	width, height int
	samples       int32 // 1: no multisampling, draw is resolved
	draw          uint32
	resolved      uint32
	picture       uint32   // draw's colours as a texture, where they are smoothed
	buffers       []uint32 // renderbuffers
}

// newTarget makes a target; a smooth one is not multisampled, and smoothing
// takes the place of resolve.
func newTarget(width, height int, samples int32, smooth bool) (*target, error) {
	most := integer(gl.MAX_RENDERBUFFER_SIZE)
	if width < 1 || height < 1 || width > most || height > most {
		return nil, fmt.Errorf("gpu: %w: %d×%d, the driver draws 1×1 to %d×%d", soa.ErrOption, width, height, most, most)
	}
	t := &target{width: width, height: height, samples: samples}
	switch {
	case smooth:
		t.draw = t.paintable()
		t.resolved = t.framebuffer(0, false)
	case samples > 1:
		t.draw = t.framebuffer(samples, true)
		t.resolved = t.framebuffer(0, false)
	default:
		t.draw = t.framebuffer(0, true)
		t.resolved = t.draw
	}
	for _, id := range []uint32{t.draw, t.resolved} {
		gl.BindFramebuffer(gl.FRAMEBUFFER, id)
		if s := gl.CheckFramebufferStatus(gl.FRAMEBUFFER); s != gl.FRAMEBUFFER_COMPLETE {
			t.close()
			return nil, fmt.Errorf("gpu: a framebuffer of %d×%d with %d samples is incomplete (0x%04X) on %s", width, height, samples, s, driver())
		}
	}
	if err := checkError(fmt.Sprintf("making a framebuffer of %d×%d", width, height)); err != nil {
		t.close()
		return nil, err
	}
	return t, nil
}

func (t *target) framebuffer(samples int32, depth bool) uint32 {
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
func (t *target) paintable() uint32 {
	var id uint32
	gl.GenFramebuffers(1, &id)
	gl.BindFramebuffer(gl.FRAMEBUFFER, id)
	gl.GenTextures(1, &t.picture)
	gl.ActiveTexture(gl.TEXTURE0 + unitBaseColor)
	gl.BindTexture(gl.TEXTURE_2D, t.picture)
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.RGBA8, int32(t.width), int32(t.height), 0, gl.RGBA, gl.UNSIGNED_BYTE, nil)
	parameters([][2]int32{
		{gl.TEXTURE_MIN_FILTER, gl.LINEAR}, {gl.TEXTURE_MAG_FILTER, gl.LINEAR},
		{gl.TEXTURE_WRAP_S, gl.CLAMP_TO_EDGE}, {gl.TEXTURE_WRAP_T, gl.CLAMP_TO_EDGE},
	})
	gl.FramebufferTexture2D(gl.FRAMEBUFFER, gl.COLOR_ATTACHMENT0, gl.TEXTURE_2D, t.picture, 0)
	t.attach(gl.DEPTH_ATTACHMENT, gl.DEPTH_COMPONENT24, 0)
	return id
}

// parameters sets those of the bound two-dimensional texture.
func parameters(list [][2]int32) {
	for _, p := range list {
		gl.TexParameteri(gl.TEXTURE_2D, uint32(p[0]), p[1])
	}
}

func (t *target) attach(point, format uint32, samples int32) {
	var id uint32
	gl.GenRenderbuffers(1, &id)
	gl.BindRenderbuffer(gl.RENDERBUFFER, id)
	gl.RenderbufferStorageMultisample(gl.RENDERBUFFER, samples, format, int32(t.width), int32(t.height))
	gl.FramebufferRenderbuffer(gl.FRAMEBUFFER, point, gl.RENDERBUFFER, id)
	t.buffers = append(t.buffers, id)
}

// resolve averages the samples into the plain framebuffer.
func (t *target) resolve() {
	if t.draw != t.resolved {
		t.copy(t.draw, t.resolved)
	}
}

// present copies the plain framebuffer to the surface. Its bytes are display
// colours already, and conversion is off everywhere.
func (t *target) present() { t.copy(t.resolved, 0) }

// copy copies the colours of a framebuffer to another.
func (t *target) copy(from, to uint32) {
	w, h := int32(t.width), int32(t.height)
	gl.BindFramebuffer(gl.READ_FRAMEBUFFER, from)
	gl.BindFramebuffer(gl.DRAW_FRAMEBUFFER, to)
	gl.BlitFramebuffer(0, 0, w, h, 0, 0, w, h, gl.COLOR_BUFFER_BIT, gl.NEAREST)
}

func (t *target) close() {
	gl.BindFramebuffer(gl.FRAMEBUFFER, 0)
	gl.DeleteFramebuffers(1, &t.draw)
	if t.resolved != t.draw {
		gl.DeleteFramebuffers(1, &t.resolved)
	}
	if t.picture != 0 {
		gl.DeleteTextures(1, &t.picture)
	}
	if len(t.buffers) > 0 {
		gl.DeleteRenderbuffers(int32(len(t.buffers)), &t.buffers[0])
	}
}
