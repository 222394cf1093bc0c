package overlay

import (
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/gpu/internal/driver"
	"github.com/sinew-anim/sinew/gpu/internal/shader"
)

// Painter draws canvases with OpenGL 3.3.
type Painter struct {
	program                         *shader.Program
	array, vertices, indices, atlas uint32
	size                            int32 // uSize
	room                            int   // quads that have indices
	font                            *Font // of the atlas
}

const vertexShader = `
layout(location = 0) in vec2 aPosition;
layout(location = 1) in vec2 aTexel;
layout(location = 2) in vec4 aColor;
uniform vec4 uSize; // of the picture and of the atlas
out vec2 vAt;
out vec4 vColor;
void main()
{
	vAt = aTexel / uSize.zw;
	vColor = aColor;
	gl_Position = vec4(2.0 * aPosition.x / uSize.x - 1.0, 1.0 - 2.0 * aPosition.y / uSize.y, 0, 1);
}
`

const fragmentShader = `
in vec2 vAt;
in vec4 vColor;
uniform sampler2D uAtlas;
out vec4 color;
void main()
{
	color = vec4(vColor.rgb, vColor.a * texture(uAtlas, vAt).r);
}
`

// NewPainter prepares the current context, for which gpu.NewRenderer has loaded OpenGL.
func NewPainter() (*Painter, error) {
	p := new(Painter)
	var err error
	if p.program, err = shader.Build(330, []string{vertexShader}, []string{fragmentShader}); err != nil {
		return nil, err
	}
	p.size = p.program.At("uSize")
	p.program.Sampler("uAtlas", 0)
	gl.UseProgram(0)
	gl.GenVertexArrays(1, &p.array)
	gl.GenBuffers(1, &p.vertices)
	gl.GenBuffers(1, &p.indices)
	gl.GenTextures(1, &p.atlas)
	gl.BindVertexArray(p.array)
	gl.BindBuffer(gl.ARRAY_BUFFER, p.vertices)
	const stride = int32(unsafe.Sizeof(vertex{}))
	for k := range uint32(2) {
		gl.EnableVertexAttribArray(k)
		gl.VertexAttribPointerWithOffset(k, 2, gl.FLOAT, false, stride, uintptr(8*k))
	}
	gl.EnableVertexAttribArray(2)
	gl.VertexAttribPointerWithOffset(2, 4, gl.UNSIGNED_BYTE, true, stride, 16)
	gl.BindBuffer(gl.ELEMENT_ARRAY_BUFFER, p.indices)
	gl.BindVertexArray(0)
	return p, nil
}

// Paint draws a canvas over the bound framebuffer, of a size in pixels. It leaves the depth
// test on, and blending and culling off.
func (p *Painter) Paint(c *Canvas, width, height int) {
	n := c.Quads()
	if n == 0 {
		return
	}
	gl.Viewport(0, 0, int32(width), int32(height))
	gl.ActiveTexture(gl.TEXTURE0)
	gl.BindTexture(gl.TEXTURE_2D, p.atlas)
	if p.font != c.font || c.font.dirty {
		p.upload(c.font)
	}
	gl.BindVertexArray(p.array)
	p.index(n)
	gl.BindBuffer(gl.ARRAY_BUFFER, p.vertices)
	bytes := len(c.quads) * int(unsafe.Sizeof(vertex{}))
	gl.BufferData(gl.ARRAY_BUFFER, p.room*4*int(unsafe.Sizeof(vertex{})), nil, gl.STREAM_DRAW)
	gl.BufferSubData(gl.ARRAY_BUFFER, 0, bytes, unsafe.Pointer(&c.quads[0]))
	gl.Disable(gl.DEPTH_TEST)
	gl.Disable(gl.CULL_FACE)
	gl.Enable(gl.BLEND)
	gl.BlendFuncSeparate(gl.SRC_ALPHA, gl.ONE_MINUS_SRC_ALPHA, gl.ONE, gl.ONE_MINUS_SRC_ALPHA)
	gl.UseProgram(p.program.ID)
	side := float32(c.font.atlas.Rect.Dx())
	gl.Uniform4f(p.size, float32(width), float32(height), side, side)
	gl.DrawElements(gl.TRIANGLES, int32(6*n), gl.UNSIGNED_INT, nil)
	gl.Disable(gl.BLEND)
	gl.Enable(gl.DEPTH_TEST)
	gl.BindVertexArray(0)
	gl.BindTexture(gl.TEXTURE_2D, 0)
}

// upload copies the glyphs to the GPU.
func (p *Painter) upload(f *Font) {
	side := int32(f.atlas.Rect.Dx())
	gl.PixelStorei(gl.UNPACK_ALIGNMENT, 1)
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.R8, side, side, 0, gl.RED, gl.UNSIGNED_BYTE, unsafe.Pointer(&f.atlas.Pix[0]))
	gl.PixelStorei(gl.UNPACK_ALIGNMENT, 4)
	driver.Smooth()
	f.dirty, p.font = false, f
}

// index makes room for the indices of n quads.
func (p *Painter) index(n int) {
	if n <= p.room {
		return
	}
	for p.room = max(p.room, 1024); p.room < n; p.room *= 2 {
	}
	list := make([]uint32, 0, 6*p.room)
	for k := range uint32(p.room) {
		list = append(list, 4*k, 4*k+1, 4*k+2, 4*k, 4*k+2, 4*k+3)
	}
	gl.BufferData(gl.ELEMENT_ARRAY_BUFFER, 4*len(list), unsafe.Pointer(&list[0]), gl.STATIC_DRAW)
}

// Close frees the painter's memory on the GPU. Its context must be current.
func (p *Painter) Close() {
	gl.DeleteProgram(p.program.ID)
	gl.DeleteVertexArrays(1, &p.array)
	gl.DeleteBuffers(1, &p.vertices)
	gl.DeleteBuffers(1, &p.indices)
	gl.DeleteTextures(1, &p.atlas)
	*p = Painter{}
}
