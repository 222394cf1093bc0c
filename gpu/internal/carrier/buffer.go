package carrier

import (
	"fmt"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/gpu/internal/driver"
	"github.com/sinew-anim/sinew/gpu/internal/shader"
)

// bufferTexture carries rows in RGBA32F buffer textures.
type bufferTexture struct {
	pages []texturePage
	max   int
	bound int // page, or -1
}

// texturePage is a page with a texture for each of its buffers.
type texturePage struct {
	driver.Ring
	textures [driver.RingLength]uint32
	values   []float32
}

// NewBufferTexture carries rows in buffer textures.
func NewBufferTexture() Carrier {
	return &bufferTexture{max: min(driver.Integer(gl.MAX_TEXTURE_BUFFER_SIZE), MaxRows)}
}

func (b *bufferTexture) Source() (int, string) {
	return 330, "uniform samplerBuffer uRowTexels;\n#define ROW(i) texelFetch(uRowTexels, (i))\n"
}

func (b *bufferTexture) Locate(p *shader.Program) { p.Sampler("uRowTexels", driver.UnitRows) }
func (b *bufferTexture) Limit() int               { return b.max }

func (b *bufferTexture) Begin(pages []int) {
	b.bound = -1
	for i, rows := range pages {
		if i == len(b.pages) {
			b.pages = append(b.pages, texturePage{Ring: driver.Ring{Target: gl.TEXTURE_BUFFER}})
		}
		p := &b.pages[i]
		var grown bool
		if p.values, grown = p.Ring.Begin(rows * BytesPerRow); !grown {
			continue
		}
		texture := &p.textures[p.At]
		if *texture == 0 {
			gl.GenTextures(1, texture)
		}
		gl.ActiveTexture(gl.TEXTURE0 + driver.UnitRows)
		gl.BindTexture(gl.TEXTURE_BUFFER, *texture)
		gl.TexBuffer(gl.TEXTURE_BUFFER, gl.RGBA32F, p.Buffer())
	}
}

func (b *bufferTexture) Room(page int) []float32 { return b.pages[page].values }

func (b *bufferTexture) End() {
	for i := range b.pages {
		b.pages[i].End()
	}
}

func (b *bufferTexture) Bind(page int, _ *shader.Program) {
	if page == b.bound {
		return
	}
	b.bound = page
	p := &b.pages[page]
	gl.ActiveTexture(gl.TEXTURE0 + driver.UnitRows)
	gl.BindTexture(gl.TEXTURE_BUFFER, p.textures[p.At])
}

func (b *bufferTexture) Buffer(page int) (uint32, int) { return b.pages[page].Buffer(), 0 }

func (b *bufferTexture) Close() {
	for i := range b.pages {
		p := &b.pages[i]
		p.Ring.Close()
		gl.DeleteTextures(driver.RingLength, &p.textures[0])
	}
	b.pages = nil
}

// blocks carries rows in one buffer. Its pages are ranges, each of the size of the
// shader's block: uniform and storage blocks differ in the target alone.
type blocks struct {
	driver.Ring
	version int
	code    string
	rows    int // of a range
	fixed   bool
	first   []int // row at which a page begins
	values  []float32
	align   int // rows
	pages   []int
	bound   int
	joined  func(p *shader.Program)
}

// maxBlockRows is the greatest number of rows of a uniform block: 64 KiB, which is what
// nearly all drivers have.
const maxBlockRows = 64 << 10 / BytesPerRow

// NewUniformBlock carries rows in a uniform buffer: a draw sees one range of it.
func NewUniformBlock() Carrier {
	rows := min(driver.Integer(gl.MAX_UNIFORM_BLOCK_SIZE)/BytesPerRow, maxBlockRows)
	return &blocks{
		Ring: driver.Ring{Target: gl.UNIFORM_BUFFER}, rows: rows, fixed: true, align: alignedRows(gl.UNIFORM_BUFFER_OFFSET_ALIGNMENT), version: 330,
		code:   fmt.Sprintf("layout(std140) uniform Rows { vec4 uRowBlock[%d]; };\n#define ROW(i) uRowBlock[i]\n", rows),
		joined: func(p *shader.Program) { p.Block("Rows", driver.BindingRows) },
	}
}

// VertexStorageBlocks returns how many storage blocks a vertex shader may have; OpenGL
// requires none.
func VertexStorageBlocks() int { return driver.Integer(gl.MAX_VERTEX_SHADER_STORAGE_BLOCKS) }

// NewStorageBuffer carries rows in a shader storage buffer.
func NewStorageBuffer() Carrier {
	return &blocks{
		Ring: driver.Ring{Target: gl.SHADER_STORAGE_BUFFER}, rows: min(driver.Integer(gl.MAX_SHADER_STORAGE_BLOCK_SIZE)/BytesPerRow, MaxRows),
		align: alignedRows(gl.SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT), version: 430,
		code:   fmt.Sprintf("layout(std430, binding = %d) readonly buffer Rows { vec4 uRowBlock[]; };\n#define ROW(i) uRowBlock[i]\n", driver.BindingRows),
		joined: func(*shader.Program) {},
	}
}

// alignedRows is the number of rows at whose multiples a range may begin.
func alignedRows(limit uint32) int { return max(1, (driver.Integer(limit)+BytesPerRow-1)/BytesPerRow) }

func (b *blocks) Source() (int, string)    { return b.version, b.code }
func (b *blocks) Locate(p *shader.Program) { b.joined(p) }
func (b *blocks) Limit() int               { return b.rows }

func (b *blocks) Begin(pages []int) {
	b.first, b.pages, b.bound = b.first[:0], append(b.pages[:0], pages...), -1
	end := 0
	for _, rows := range pages {
		b.first = append(b.first, end)
		end += (b.extent(rows) + b.align - 1) / b.align * b.align
	}
	b.values, _ = b.Ring.Begin(end * BytesPerRow)
}

// extent is the number of rows of the range of a page.
func (b *blocks) extent(rows int) int {
	if b.fixed && rows > 0 { // a range shorter than the shader's array is undefined
		return b.rows
	}
	return rows
}

func (b *blocks) Room(page int) []float32 {
	return b.values[b.first[page]*ValuesPerRow:][:b.pages[page]*ValuesPerRow]
}

func (b *blocks) Bind(page int, _ *shader.Program) {
	if page == b.bound {
		return
	}
	b.bound = page
	gl.BindBufferRange(b.Target, driver.BindingRows, b.Ring.Buffer(), b.first[page]*BytesPerRow, b.extent(b.pages[page])*BytesPerRow)
}

func (b *blocks) Buffer(page int) (uint32, int) {
	return b.Ring.Buffer(), b.first[page] * BytesPerRow
}
