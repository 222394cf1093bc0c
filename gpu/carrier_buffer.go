package gpu

import (
	"fmt"

	"github.com/go-gl/gl/v3.3-core/gl"
)

// bufferTexture carries rows in RGBA32F buffer textures.
type bufferTexture struct {
	pages []texturePage
	max   int
	bound int // page, or -1
}

// texturePage is a page with a texture for each of its buffers.
type texturePage struct {
	ring
	textures [ringLength]uint32
	values   []float32
}

func newBufferTexture() *bufferTexture {
	return &bufferTexture{max: min(integer(gl.MAX_TEXTURE_BUFFER_SIZE), maxRows)}
}

func (b *bufferTexture) source() (int, string) {
	return 330, "uniform samplerBuffer uRowTexels;\n#define ROW(i) texelFetch(uRowTexels, (i))\n"
}

func (b *bufferTexture) locate(p *program) { p.sampler("uRowTexels", unitRows) }
func (b *bufferTexture) limit() int        { return b.max }

func (b *bufferTexture) begin(pages []int) {
	b.bound = -1
	for i, rows := range pages {
		if i == len(b.pages) {
			b.pages = append(b.pages, texturePage{ring: ring{target: gl.TEXTURE_BUFFER}})
		}
		p := &b.pages[i]
		var grown bool
		if p.values, grown = p.ring.begin(rows * bytesPerRow); !grown {
			continue
		}
		texture := &p.textures[p.at]
		if *texture == 0 {
			gl.GenTextures(1, texture)
		}
		gl.ActiveTexture(gl.TEXTURE0 + unitRows)
		gl.BindTexture(gl.TEXTURE_BUFFER, *texture)
		gl.TexBuffer(gl.TEXTURE_BUFFER, gl.RGBA32F, p.current().buffer)
	}
}

func (b *bufferTexture) room(page int) []float32 { return b.pages[page].values }

func (b *bufferTexture) end() {
	for i := range b.pages {
		b.pages[i].end()
	}
}

func (b *bufferTexture) bind(page int, _ *program) {
	if page == b.bound {
		return
	}
	b.bound = page
	p := &b.pages[page]
	gl.ActiveTexture(gl.TEXTURE0 + unitRows)
	gl.BindTexture(gl.TEXTURE_BUFFER, p.textures[p.at])
}

func (b *bufferTexture) buffer(page int) (uint32, int) { return b.pages[page].current().buffer, 0 }

func (b *bufferTexture) close() {
	for i := range b.pages {
		p := &b.pages[i]
		p.ring.close()
		gl.DeleteTextures(ringLength, &p.textures[0])
	}
	b.pages = nil
}

// blocks carries rows in one buffer, the pages of which are ranges that all have the
// size of the shader's block: uniform and storage blocks differ in the target alone.
type blocks struct {
	ring
	version int
	code    string
	rows    int // of a range
	fixed   bool
	first   []int // row at which a page begins
	values  []float32
	align   int // rows
	pages   []int
	bound   int
	joined  func(p *program)
}

// maxBlockRows is the greatest number of rows of a uniform block: 64 KiB, which is what
// nearly all drivers have.
const maxBlockRows = 64 << 10 / bytesPerRow

// newUniformBlock carries rows in a uniform buffer: a draw sees one range of it.
func newUniformBlock() *blocks {
	rows := min(integer(gl.MAX_UNIFORM_BLOCK_SIZE)/bytesPerRow, maxBlockRows)
	return &blocks{
		ring: ring{target: gl.UNIFORM_BUFFER}, rows: rows, fixed: true, align: alignedRows(gl.UNIFORM_BUFFER_OFFSET_ALIGNMENT), version: 330,
		code:   fmt.Sprintf("layout(std140) uniform Rows { vec4 uRowBlock[%d]; };\n#define ROW(i) uRowBlock[i]\n", rows),
		joined: func(p *program) { p.block("Rows", bindingRows) },
	}
}

// vertexStorageBlocks returns how many storage blocks a vertex shader may have; OpenGL
// requires none.
func vertexStorageBlocks() int { return integer(gl.MAX_VERTEX_SHADER_STORAGE_BLOCKS) }

// newStorageBuffer carries rows in a shader storage buffer.
func newStorageBuffer() *blocks {
	return &blocks{
		ring: ring{target: gl.SHADER_STORAGE_BUFFER}, rows: min(integer(gl.MAX_SHADER_STORAGE_BLOCK_SIZE)/bytesPerRow, maxRows),
		align: alignedRows(gl.SHADER_STORAGE_BUFFER_OFFSET_ALIGNMENT), version: 430,
		code:   fmt.Sprintf("layout(std430, binding = %d) readonly buffer Rows { vec4 uRowBlock[]; };\n#define ROW(i) uRowBlock[i]\n", bindingRows),
		joined: func(*program) {},
	}
}

// alignedRows is the number of rows at whose multiples a range may begin.
func alignedRows(limit uint32) int { return max(1, (integer(limit)+bytesPerRow-1)/bytesPerRow) }

func (b *blocks) source() (int, string) { return b.version, b.code }
func (b *blocks) locate(p *program)     { b.joined(p) }
func (b *blocks) limit() int            { return b.rows }

func (b *blocks) begin(pages []int) {
	b.first, b.pages, b.bound = b.first[:0], append(b.pages[:0], pages...), -1
	end := 0
	for _, rows := range pages {
		b.first = append(b.first, end)
		end += (b.extent(rows) + b.align - 1) / b.align * b.align
	}
	b.values, _ = b.ring.begin(end * bytesPerRow)
}

// extent is the number of rows of the range of a page.
func (b *blocks) extent(rows int) int {
	if b.fixed && rows > 0 { // a range shorter than the shader's array is undefined
		return b.rows
	}
	return rows
}

func (b *blocks) room(page int) []float32 {
	return b.values[b.first[page]*valuesPerRow:][:b.pages[page]*valuesPerRow]
}

func (b *blocks) bind(page int, _ *program) {
	if page == b.bound {
		return
	}
	b.bound = page
	gl.BindBufferRange(b.target, bindingRows, b.current().buffer, b.first[page]*bytesPerRow, b.extent(b.pages[page])*bytesPerRow)
}

func (b *blocks) buffer(page int) (uint32, int) {
	return b.current().buffer, b.first[page] * bytesPerRow
}
