package meshopt

import (
	"errors"
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/meter"
)

// Errors that Check and Decode wrap.
var (
	// ErrView is a combination of mode, filter, count and stride that no stream may have.
	ErrView = errors.New("meshopt: impossible view")
	// ErrStream is a stream that ends early, goes on too long, or breaks a rule of its mode.
	ErrStream = errors.New("meshopt: broken stream")
)

// Mode is how a stream stores its elements.
type Mode uint8

const (
	Attributes Mode = iota // elements of any kind, of 4 to 256 bytes
	Triangles              // indices of a triangle list
	Indices                // indices in any order
)

// Filter is what happens to attributes after they have been decoded.
type Filter uint8

const (
	None        Filter = iota
	Octahedral         // unit vectors in 4 signed bytes or int16
	Quaternion         // unit quaternions in 4 int16
	Exponential        // float32 from 24 bits and an exponent
	Color              // red, green, blue and alpha in 4 bytes or uint16, of KHR_meshopt_compression
)

// ModeNamed returns the mode that a glTF file calls name.
func ModeNamed(name string) (Mode, bool) {
	switch name {
	case "ATTRIBUTES":
		return Attributes, true
	case "TRIANGLES":
		return Triangles, true
	case "INDICES":
		return Indices, true
	}
	return 0, false
}

// FilterNamed returns the filter that a glTF file calls name; the empty name is None.
func FilterNamed(name string) (Filter, bool) {
	switch name {
	case "", "NONE":
		return None, true
	case "OCTAHEDRAL":
		return Octahedral, true
	case "QUATERNION":
		return Quaternion, true
	case "EXPONENTIAL":
		return Exponential, true
	case "COLOR":
		return Color, true
	}
	return 0, false
}

// View describes what a stream decodes to: Count elements of Stride bytes each, without gaps.
type View struct {
	Mode   Mode
	Filter Filter
	Count  int
	Stride int
}

// Size is the number of bytes that Decode writes. It is meaningful after Check.
func (v View) Size() int { return v.Count * v.Stride }

// Check reports whether a stream of the given length in bytes can hold v. Since each mode has a
// greatest ratio of compression, the memory that Decode needs is bounded by length: 12 times for
// triangles, 4 for indices, about 1,024 for attributes.
func (v View) Check(length int) error {
	if err := v.checkShape(); err != nil {
		return err
	}
	// Each element takes a quarter of a bit at least: larger counts would overflow below.
	if v.Count > math.MaxInt/1024 || v.Count/1024 > length {
		return v.short(length)
	}
	least := 0
	switch v.Mode {
	case Triangles:
		least = 1 + v.Count/3 + triangleTail
	case Indices:
		least = 1 + v.Count + indexTail
	default:
		block := blockElements(v.Stride)
		blocks := (v.Count + block - 1) / block
		controls := blocks * (v.Stride / 4)
		headers := blocks * v.Stride // a byte a column at least
		least = 1 + min(headers+tailSize(v.Stride, 0), controls+tailSize(v.Stride, 1))
	}
	if length < least {
		return v.short(length)
	}
	return nil
}

func (v View) short(length int) error {
	return fmt.Errorf("%w: %d bytes cannot hold %d elements of %d bytes", ErrStream, length, v.Count, v.Stride)
}

func (v View) checkShape() error {
	if v.Count < 0 {
		return fmt.Errorf("%w: count %d", ErrView, v.Count)
	}
	if v.Mode > Indices {
		return fmt.Errorf("%w: mode %d", ErrView, v.Mode)
	}
	if v.Mode != Attributes {
		if v.Stride != 2 && v.Stride != 4 {
			return fmt.Errorf("%w: indices of %d bytes, want 2 or 4", ErrView, v.Stride)
		}
		if v.Filter != None {
			return fmt.Errorf("%w: a filter for indices", ErrView)
		}
		if v.Mode == Triangles && v.Count%3 != 0 {
			return fmt.Errorf("%w: %d indices of triangles", ErrView, v.Count)
		}
		return nil
	}
	if v.Stride < 4 || v.Stride > maxStride || v.Stride%4 != 0 {
		return fmt.Errorf("%w: elements of %d bytes, want a multiple of 4 up to %d", ErrView, v.Stride, maxStride)
	}
	switch v.Filter {
	case None, Exponential:
	case Octahedral, Color:
		if v.Stride != 4 && v.Stride != 8 {
			return fmt.Errorf("%w: filter for elements of %d bytes, want 4 or 8", ErrView, v.Stride)
		}
	case Quaternion:
		if v.Stride != 8 {
			return fmt.Errorf("%w: filter Quaternion for elements of %d bytes, want 8", ErrView, v.Stride)
		}
	default:
		return fmt.Errorf("%w: filter %d", ErrView, v.Filter)
	}
	return nil
}

// Decode writes the Count elements of stream to dst, which has Size bytes, and applies the filter. The
// work is counted by a meter, or by none.
func (v View) Decode(dst, stream []byte, m *meter.Meter) error {
	if err := v.Check(len(stream)); err != nil {
		return err
	}
	if len(dst) != v.Size() {
		return fmt.Errorf("%w: %d bytes of memory for %d elements of %d bytes", ErrView, len(dst), v.Count, v.Stride)
	}
	switch v.Mode {
	case Triangles:
		return decodeTriangles(dst, v.Stride, stream, m)
	case Indices:
		return decodeIndices(dst, v.Stride, stream, m)
	}
	if err := decodeAttributes(dst, v.Stride, stream, m); err != nil {
		return err
	}
	if v.Filter == None {
		return nil
	}
	for part := blockElements(v.Stride) * v.Stride; len(dst) > 0; dst = dst[min(part, len(dst)):] {
		if err := m.Step(5 * part); err != nil {
			return err
		}
		v.Filter.apply(dst[:min(part, len(dst))], v.Stride)
	}
	return nil
}
