package draco

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/draco/internal/code"
	"github.com/sinew-anim/sinew/internal/draco/internal/topology"
	"github.com/sinew-anim/sinew/internal/meter"
)

// Errors that Decode wraps.
var (
	// ErrFormat is a stream that is not Draco's, ends early, or contradicts itself.
	ErrFormat = code.ErrFormat
	// ErrVersion is a stream of another version, of a point cloud, or with a scheme that is not read.
	ErrVersion = code.ErrVersion
	// ErrLimit is a stream that claims more than Limits allow.
	ErrLimit = code.ErrLimit
)

// Limits bounds what a stream may claim.
type Limits struct {
	Faces  int // triangles
	Points int // different corners
	Bytes  int // values of all attributes together
	// Meter bounds the work and the memory; nil: nothing does.
	Meter *meter.Meter
}

// Mesh is a decoded triangle mesh.
type Mesh struct {
	Points     int      // how many points there are, to each of which every attribute has a value
	Indices    []uint32 // three points a triangle
	Attributes []Attribute
}

// Type is the type of an attribute's components.
type Type uint8

const (
	Int8 Type = iota + 1
	Uint8
	Int16
	Uint16
	Int32
	Uint32
	Int64
	Uint64
	Float32
	Float64
	Bool
)

// Size is the size of a component in bytes.
func (t Type) Size() int {
	return [...]int{0, 1, 1, 2, 2, 4, 4, 8, 8, 4, 8, 1}[t]
}

// Attribute is a value for each point.
type Attribute struct {
	ID         uint32 // the number that a glTF file names it by
	Type       Type
	Components int
	Normalized bool
	Data       []byte // [point][component], little-endian, without gaps
}

// Attribute returns the attribute of the given id, nil if there is topology.None.
func (m *Mesh) Attribute(id uint32) *Attribute {
	for i := range m.Attributes {
		if m.Attributes[i].ID == id {
			return &m.Attributes[i]
		}
	}
	return nil
}

const (
	geometryMesh     = 1
	methodSequential = 0
	methodEdges      = 1
	flagMetadata     = 0x8000
)

// Decode decodes a stream. What follows its end is ignored.
func Decode(stream []byte, limits Limits) (*Mesh, error) {
	r := &code.Reader{Data: stream, Meter: limits.Meter}
	if string(r.Bytes(5)) != "DRACO" {
		return nil, fmt.Errorf("%w: it does not begin with DRACO", ErrFormat)
	}
	major, minor, geometry, method, flags := r.U8(), r.U8(), r.U8(), r.U8(), r.U16()
	switch {
	case r.Err != nil:
		return nil, r.Err
	case major != 2 || minor != 2:
		return nil, fmt.Errorf("%w: version %d.%d, want 2.2", ErrVersion, major, minor)
	case geometry != geometryMesh:
		return nil, fmt.Errorf("%w: geometry %d, want %d, a mesh", ErrVersion, geometry, geometryMesh)
	}
	if flags&flagMetadata != 0 {
		skipMetadata(r)
	}
	d := decoder{Reader: r, limits: limits}
	bounds := topology.Limits{Faces: limits.Faces, Points: limits.Points}
	switch method {
	case methodSequential:
		d.Topology = topology.Sequential(r, bounds)
	case methodEdges:
		d.Topology = topology.Edgebreaker(r, bounds)
	default:
		return nil, fmt.Errorf("%w: method %d", ErrVersion, method)
	}
	d.mesh.Points, d.mesh.Indices = d.Topology.Points, d.Topology.Indices
	d.attributes()
	if r.Err != nil {
		return nil, r.Err
	}
	return &d.mesh, nil
}

// decoder is the state of decoding one mesh. What fails is kept in the reader's Err.
type decoder struct {
	*code.Reader
	topology.Topology
	limits Limits
	mesh   Mesh
	groups []group
}

// skipMetadata skips names and values that say nothing of the mesh.
func skipMetadata(r *code.Reader) {
	attributes := r.Varint()
	for range attributes {
		r.Varint() // the attribute's id
		skipMetadataNode(r, 0)
		if r.Err != nil {
			return
		}
	}
	skipMetadataNode(r, 0)
}

func skipMetadataNode(r *code.Reader, depth int) {
	if depth > 100 {
		r.Fail(ErrFormat, "metadata nested deeper than %d", depth-1)
	}
	entries := r.Varint()
	for k := uint32(0); k < entries && r.Err == nil; k++ {
		r.Bytes(int(r.U8()))
		r.Bytes(int(r.Varint()))
	}
	children := r.Varint()
	for k := uint32(0); k < children && r.Err == nil; k++ {
		r.Bytes(int(r.U8()))
		skipMetadataNode(r, depth+1)
	}
}
