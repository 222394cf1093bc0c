package gpu

import (
	"unsafe"

	"github.com/go-gl/gl/v3.3-core/gl"
)

// carrier brings the instances' rows (palettes and morph weights, vec4 each) to
// the vertex shader. Rows lie in pages of limited size; a draw reads one page.
// The skinning shader reads them by ROW(i) alone, so a carrier can be replaced
// without touching it.
type carrier interface {
	// source is GLSL that defines ROW(i), row i of the bound page.
	source() string
	// limit is the number of rows a page may have.
	limit() int
	// begin gives a page room for that many rows and forgets the old ones.
	begin(page, rows int)
	// write stores whole rows from row at on.
	write(page, at int, rows []float32)
	// bind makes ROW read the page.
	bind(page int)
	close()
}

// bytesPerRow is the size of a vec4.
const bytesPerRow = 16

// bufferTexture carries rows in RGBA32F buffer textures, which OpenGL 3.3 has
// everywhere.
type bufferTexture struct {
	pages []bufferPage
	max   int
}

type bufferPage struct {
	buffer, texture uint32
	rows            int // capacity
}

// maxBufferRows keeps a page's size within what the int32 sizes and offsets of
// every driver bear, whatever limit it reports.
const maxBufferRows = 1 << 26

func newBufferTexture() *bufferTexture {
	var n int32
	gl.GetIntegerv(gl.MAX_TEXTURE_BUFFER_SIZE, &n)
	return &bufferTexture{max: min(int(n), maxBufferRows)}
}

func (b *bufferTexture) source() string {
	return "uniform samplerBuffer uRowTexels;\n#define ROW(i) texelFetch(uRowTexels, (i))\n"
}

func (b *bufferTexture) limit() int { return b.max }

// begin orphans the page's storage: the driver hands out fresh memory while the
// picture before may still read the old. Sizes grow in powers of two, so that a
// crowd that changes a little reuses what the driver holds.
func (b *bufferTexture) begin(page, rows int) {
	for len(b.pages) <= page {
		var p bufferPage
		gl.GenBuffers(1, &p.buffer)
		gl.GenTextures(1, &p.texture)
		b.pages = append(b.pages, p)
	}
	p := &b.pages[page]
	gl.BindBuffer(gl.TEXTURE_BUFFER, p.buffer)
	grown := p.rows < rows
	if grown {
		p.rows = min(powerOfTwo(rows), b.max)
	}
	gl.BufferData(gl.TEXTURE_BUFFER, p.rows*bytesPerRow, nil, gl.STREAM_DRAW)
	if grown {
		b.bind(page)
		gl.TexBuffer(gl.TEXTURE_BUFFER, gl.RGBA32F, p.buffer)
	}
}

// write copies into the mapped buffer: cgo then never sees the caller's slice,
// which may lie in a struct with pointers, where a call would refuse it.
func (b *bufferTexture) write(page, at int, rows []float32) {
	if len(rows) == 0 {
		return
	}
	gl.BindBuffer(gl.TEXTURE_BUFFER, b.pages[page].buffer)
	to := gl.MapBufferRange(gl.TEXTURE_BUFFER, at*bytesPerRow, len(rows)*4,
		gl.MAP_WRITE_BIT|gl.MAP_INVALIDATE_RANGE_BIT|gl.MAP_UNSYNCHRONIZED_BIT)
	if to == nil {
		gl.BufferSubData(gl.TEXTURE_BUFFER, at*bytesPerRow, len(rows)*4, unsafe.Pointer(&rows[0]))
		return
	}
	copy(unsafe.Slice((*float32)(to), len(rows)), rows)
	gl.UnmapBuffer(gl.TEXTURE_BUFFER)
}

func (b *bufferTexture) bind(page int) {
	gl.ActiveTexture(gl.TEXTURE0 + unitRows)
	gl.BindTexture(gl.TEXTURE_BUFFER, b.pages[page].texture)
}

func (b *bufferTexture) close() {
	for i := range b.pages {
		gl.DeleteTextures(1, &b.pages[i].texture)
		gl.DeleteBuffers(1, &b.pages[i].buffer)
	}
	b.pages = nil
}

// powerOfTwo returns the smallest power of two that is at least n.
func powerOfTwo(n int) int {
	p := 1
	for p < n {
		p *= 2
	}
	return p
}
