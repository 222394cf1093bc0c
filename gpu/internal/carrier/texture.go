package carrier

import (
	"fmt"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/gpu/internal/driver"
	"github.com/sinew-anim/sinew/gpu/internal/shader"
)

// floatTexture carries rows in two-dimensional RGBA32F textures: row i is the texel
// i mod width of line i / width. The driver copies them from a buffer.
type floatTexture struct {
	pages []imagePage
	max   int
	bound int
}

type imagePage struct {
	driver.Ring
	texture uint32
	rows    int
	height  int // of the texture
	values  []float32
}

// The width of the texture, which any driver has.
const (
	rowTextureShift = 10
	rowTextureWidth = 1 << rowTextureShift
)

// NewFloatTexture carries rows in two-dimensional textures.
func NewFloatTexture() Carrier {
	return &floatTexture{max: min(driver.Integer(gl.MAX_TEXTURE_SIZE)*rowTextureWidth, MaxRows)}
}

func (f *floatTexture) Source() (int, string) {
	return 330, fmt.Sprintf("uniform sampler2D uRowTexture;\n#define ROW(i) texelFetch(uRowTexture, ivec2((i) & %d, (i) >> %d), 0)\n", rowTextureWidth-1, rowTextureShift)
}

func (f *floatTexture) Locate(p *shader.Program) { p.Sampler("uRowTexture", driver.UnitRows) }
func (f *floatTexture) Limit() int               { return f.max }

func (f *floatTexture) Begin(pages []int) {
	f.bound = -1
	for i, rows := range pages {
		if i == len(f.pages) {
			f.pages = append(f.pages, imagePage{Ring: driver.Ring{Target: gl.PIXEL_UNPACK_BUFFER}})
		}
		p := &f.pages[i]
		p.rows = rows
		lines := (rows + rowTextureWidth - 1) / rowTextureWidth
		p.values, _ = p.Ring.Begin(lines * rowTextureWidth * BytesPerRow) // whole lines are copied
		p.resize(lines)
	}
	for i := len(pages); i < len(f.pages); i++ {
		f.pages[i].rows = 0
	}
	gl.BindBuffer(gl.PIXEL_UNPACK_BUFFER, 0)
}

// resize makes the texture at least that many lines high.
func (p *imagePage) resize(lines int) {
	if lines <= p.height {
		return
	}
	if p.texture == 0 {
		gl.GenTextures(1, &p.texture)
	}
	p.height = min(driver.PowerOfTwo(lines), driver.Integer(gl.MAX_TEXTURE_SIZE))
	gl.ActiveTexture(gl.TEXTURE0 + driver.UnitRows)
	gl.BindTexture(gl.TEXTURE_2D, p.texture)
	gl.BindBuffer(gl.PIXEL_UNPACK_BUFFER, 0)
	gl.TexImage2D(gl.TEXTURE_2D, 0, gl.RGBA32F, rowTextureWidth, int32(p.height), 0, gl.RGBA, gl.FLOAT, nil)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MIN_FILTER, gl.NEAREST)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAG_FILTER, gl.NEAREST)
	gl.TexParameteri(gl.TEXTURE_2D, gl.TEXTURE_MAX_LEVEL, 0)
}

func (f *floatTexture) Room(page int) []float32 {
	p := &f.pages[page]
	return p.values[:p.rows*ValuesPerRow]
}

func (f *floatTexture) End() {
	gl.ActiveTexture(gl.TEXTURE0 + driver.UnitRows)
	for i := range f.pages {
		p := &f.pages[i]
		if p.rows == 0 {
			continue
		}
		p.Ring.End()
		gl.BindTexture(gl.TEXTURE_2D, p.texture)
		gl.BindBuffer(gl.PIXEL_UNPACK_BUFFER, p.Buffer())
		lines := int32((p.rows + rowTextureWidth - 1) / rowTextureWidth)
		gl.TexSubImage2D(gl.TEXTURE_2D, 0, 0, 0, rowTextureWidth, lines, gl.RGBA, gl.FLOAT, nil)
	}
	gl.BindBuffer(gl.PIXEL_UNPACK_BUFFER, 0)
}

func (f *floatTexture) Bind(page int, _ *shader.Program) {
	if page == f.bound {
		return
	}
	f.bound = page
	gl.ActiveTexture(gl.TEXTURE0 + driver.UnitRows)
	gl.BindTexture(gl.TEXTURE_2D, f.pages[page].texture)
}

func (f *floatTexture) Close() {
	for i := range f.pages {
		f.pages[i].Ring.Close()
		gl.DeleteTextures(1, &f.pages[i].texture)
	}
	f.pages = nil
}
