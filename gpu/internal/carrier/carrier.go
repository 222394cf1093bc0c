// Package carrier has the means by which palettes reach shaders.
package carrier

import "github.com/sinew-anim/sinew/gpu/internal/shader"

// Carrier brings the instances' rows (palettes and morph weights, vec4 each) to the
// vertex shader. Rows lie in pages of limited size; a draw reads one page. The skinning
// shader reads them by ROW(i) alone.
//
//	Begin(pages) ─► Room(page), written for every page ─► End() ─► Bind(page, program), draw
type Carrier interface {
	// Source returns GLSL of a version that defines ROW(i), row i of the bound page.
	Source() (version int, code string)
	// Locate connects a program, which is in use, to the rows.
	Locate(p *shader.Program)
	// Limit returns the greatest number of rows of a page.
	Limit() int
	// Begin discards the rows and makes room for that many in each page.
	Begin(pages []int)
	// Room returns the rows of a page to be written, valid until End. It is for
	// writing only: reading may be slow.
	Room(page int) []float32
	// End passes the rows to the driver.
	End()
	// Bind makes ROW read the page in a program that is in use.
	Bind(page int, p *shader.Program)
	// Close frees the rows.
	Close()
}

// Buffered is a carrier whose rows are in a buffer of the driver.
type Buffered interface {
	// Buffer returns the buffer of a page after End, and the page's first byte in it.
	Buffer(page int) (name uint32, at int)
}

// The size of a row, a vec4, in bytes and in float32.
const (
	BytesPerRow  = 16
	ValuesPerRow = 4
)

// MaxRows keeps sizes and offsets of a page within int32, whatever limit a driver reports.
const MaxRows = 1 << 26
