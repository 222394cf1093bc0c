package gpu

// carrier brings the instances' rows (palettes and morph weights, vec4 each) to the
// vertex shader. Rows lie in pages of limited size; a draw reads one page. The skinning
// shader reads them by ROW(i) alone.
//
//	begin(pages) ─► room(page), written for every page ─► end() ─► bind(page, program), draw
type carrier interface {
	// source is GLSL of that version that defines ROW(i), row i of the bound page.
	source() (version int, code string)
	// locate tells a program, which is in use, where its rows are.
	locate(p *program)
	// limit is the number of rows that a page may have.
	limit() int
	// begin forgets the old rows and makes room for that many in each page.
	begin(pages []int)
	// room is where the rows of a page are to be written, from begin to end. It is
	// for writing only: it may be slow to read.
	room(page int) []float32
	end()
	// bind makes ROW read the page in a program that is in use.
	bind(page int, p *program)
	close()
}

// buffered is a carrier that has its rows in a buffer of the driver's.
type buffered interface {
	// buffer returns that of a page after end, and the byte at which the page begins.
	buffer(page int) (name uint32, at int)
}

// bytesPerRow is the size of a vec4, valuesPerRow its components.
const (
	bytesPerRow  = 16
	valuesPerRow = 4
)

// maxRows keeps a page's size within what the int32 sizes and offsets of every driver
// bear, whatever limit it reports.
const maxRows = 1 << 26
