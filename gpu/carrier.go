package gpu

import (
	"fmt"

	"github.com/sinew-anim/sinew/gpu/internal/carrier"
	"github.com/sinew-anim/sinew/gpu/internal/driver"
	"github.com/sinew-anim/sinew/soa"
)

// Carrier is the kind of GPU memory by which palettes and morph weights reach the vertex
// shader. All draw the same pictures; requirements and capacities differ:
//
//	               needs          a part has at most             a draw reads
//	UniformArray   OpenGL 3.3     256 rows (80 bones) and more   as many rows
//	UniformBlock   OpenGL 3.3     1,024 rows, mostly 4,096       as many rows
//	FloatTexture   OpenGL 3.3     2^20 rows and more             everything
//	BufferTexture  OpenGL 3.3     65,536 rows, mostly 2^26       everything
//	StorageBuffer  OpenGL 4.3     2^20 rows, mostly 2^23         everything
//
// A row is a vec4; a palette of matrices has three per bone. Instances that do not fit one
// draw are drawn in several. A mesh whose skin has more bones than a carrier holds is divided at
// upload into parts with palettes of their own bones: see vertex.Split and Model.Meshes.
type Carrier uint8

const (
	// AnyCarrier is StorageBuffer, or BufferTexture where the driver lacks it.
	AnyCarrier    Carrier = iota
	UniformArray          // an array of plain uniforms, set at each draw
	UniformBlock          // a uniform buffer; a draw sees a range of it
	BufferTexture         // a texture over a buffer
	StorageBuffer         // a shader storage buffer
	FloatTexture          // a two-dimensional texture, as WebGL 2 has
)

// Carriers returns all carriers, the most widely supported first.
func Carriers() []Carrier {
	return []Carrier{UniformArray, UniformBlock, FloatTexture, BufferTexture, StorageBuffer}
}

// String returns the carrier's name, such as "uniform block".
func (c Carrier) String() string {
	return nameOf("carrier", uint8(c), "any carrier", "uniform array", "uniform block", "buffer texture", "storage buffer", "float texture")
}

// nameOf returns the name of a value of an enumeration, or its number.
func nameOf(enumeration string, value uint8, names ...string) string {
	if int(value) < len(names) {
		return names[value]
	}
	return fmt.Sprintf("%s(%d)", enumeration, value)
}

// newCarrier makes a carrier for a version of OpenGL, and returns which one AnyCarrier is.
// The error wraps soa.ErrOption for one that the driver does not have.
func newCarrier(which Carrier, version int) (carrier.Carrier, Carrier, error) {
	stores := version >= driver.StorageVersion && carrier.VertexStorageBlocks() > 0
	if which == AnyCarrier {
		which = BufferTexture
		if stores {
			which = StorageBuffer
		}
	}
	switch which {
	case UniformArray:
		return carrier.NewUniformArray(), which, nil
	case UniformBlock:
		return carrier.NewUniformBlock(), which, nil
	case BufferTexture:
		return carrier.NewBufferTexture(), which, nil
	case FloatTexture:
		return carrier.NewFloatTexture(), which, nil
	case StorageBuffer:
		if stores {
			return carrier.NewStorageBuffer(), which, nil
		}
		return nil, which, fmt.Errorf("gpu: %w: %s has no storage buffers in vertex shaders, which OpenGL 4.3 may have", soa.ErrOption, driver.Name())
	}
	return nil, which, fmt.Errorf("gpu: %w: %v", soa.ErrOption, which)
}
