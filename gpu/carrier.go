package gpu

import (
	"fmt"

	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/soa"
)

// Carrier is the means by which palettes and morph weights reach the vertex shader. All
// draw the same pictures; they differ in what they need and how much they hold:
//
//	               needs          an instance has at most        a draw reads
//	UniformArray   OpenGL 3.3     256 rows (80 bones) and more   as many rows
//	UniformBlock   OpenGL 3.3     1,024 rows, mostly 4,096       as many rows
//	FloatTexture   OpenGL 3.3     2^20 rows and more             everything
//	BufferTexture  OpenGL 3.3     65,536 rows, mostly 2^26       everything
//	StorageBuffer  OpenGL 4.3     2^20 rows, mostly 2^23         everything
//
// A row is a vec4; a palette of matrices has three per bone. Where a draw reads less
// than there is, instances are drawn in several.
type Carrier uint8

const (
	// AnyCarrier stands for the first of StorageBuffer and BufferTexture that the driver
	// has.
	AnyCarrier    Carrier = iota
	UniformArray          // an array of plain uniforms, set at each draw
	UniformBlock          // a uniform buffer, of which a draw sees a range
	BufferTexture         // a texture over a buffer
	StorageBuffer         // a shader storage buffer
	FloatTexture          // a two-dimensional texture, as WebGL 2 has
)

// Carriers returns all carriers, those that few drivers lack first.
func Carriers() []Carrier {
	return []Carrier{UniformArray, UniformBlock, FloatTexture, BufferTexture, StorageBuffer}
}

// String returns the carrier's name, such as "uniform block".
func (c Carrier) String() string {
	switch c {
	case AnyCarrier:
		return "any carrier"
	case UniformArray:
		return "uniform array"
	case UniformBlock:
		return "uniform block"
	case BufferTexture:
		return "buffer texture"
	case StorageBuffer:
		return "storage buffer"
	case FloatTexture:
		return "float texture"
	}
	return fmt.Sprintf("carrier(%d)", uint8(c))
}

// carrier brings the instances' rows (palettes and morph weights, vec4 each) to the
// vertex shader. Rows lie in pages of limited size; a draw reads one page. The skinning
// shader reads them by ROW(i) alone.
//
//	begin(pages) ─► room(page), written for every page ─► end() ─► bind(page, program), draw
type carrier interface {
	kind() Carrier
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

// newCarrier makes a carrier of the driver's. The error wraps soa.ErrOption for one that
// the driver, of that version of OpenGL, does not have.
func newCarrier(which Carrier, version int) (carrier, error) {
	switch which {
	case AnyCarrier:
		if version >= storageVersion && vertexStorageBlocks() > 0 {
			return newStorageBuffer(), nil
		}
		return newBufferTexture(), nil
	case UniformArray:
		return newUniformArray(), nil
	case UniformBlock:
		return newUniformBlock(), nil
	case BufferTexture:
		return newBufferTexture(), nil
	case FloatTexture:
		return newFloatTexture(), nil
	case StorageBuffer:
		if version < storageVersion || vertexStorageBlocks() == 0 {
			return nil, fmt.Errorf("gpu: %w: %s has no storage buffers in vertex shaders, which OpenGL 4.3 may have", soa.ErrOption, driver())
		}
		return newStorageBuffer(), nil
	}
	return nil, fmt.Errorf("gpu: %w: %v", soa.ErrOption, which)
}

// integer returns a limit of the driver's.
func integer(name uint32) int {
	var n int32
	gl.GetIntegerv(name, &n)
	return int(n)
}

// powerOfTwo returns the smallest power of two that is at least n.
func powerOfTwo(n int) int {
	p := 1
	for p < n {
		p *= 2
	}
	return p
}
