package gpu

import (
	"fmt"

	"github.com/sinew-anim/sinew/gpu/internal/carrier"
	"github.com/sinew-anim/sinew/gpu/internal/device"
	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/soa"
)

// PaletteFormat is the format of palette entries.
type PaletteFormat uint8

const (
	// Matrices are three rows of four values: soa.Affine.
	Matrices PaletteFormat = iota
	// DualQuaternions are two rows, x y z w each: the unit quaternion q of a rotation, and
	// ½·(t, 0)·q for a translation t that follows it. They suit skins whose entries
	// rotate and move, at rest too.
	DualQuaternions
	// ScaledDualQuaternions are those two rows and a matrix that acts first.
	ScaledDualQuaternions
	// Similarities are two rows: the unit quaternion x y z w of a rotation, and a translation
	// x y z with a uniform scale, negative where it mirrors. The vertex shader turns them into
	// matrices: the same picture from two thirds of the bytes.
	Similarities
)

// Values returns the number of float32 per palette entry: 12, 8, 20 or 8.
func (f PaletteFormat) Values() int {
	switch f {
	case Similarities:
		return kernel.SimilarityValues
	case DualQuaternions:
		return kernel.DualValues
	case ScaledDualQuaternions:
		return kernel.ScaledDualValues
	}
	return matrixValues
}

// String returns the format's name.
func (f PaletteFormat) String() string {
	return nameOf("palette format", uint8(f), "matrices", "dual quaternions", "scaled dual quaternions", "similarities")
}

// matrixValues is the number of float32 in a soa.Affine.
const matrixValues = 12

// Palette holds the palettes of one skin for several instances, in the layout that the
// shaders read: entry k of instance i begins at Data[i·Stride + k·Format.Values()]. Values
// after the last entry of an instance are ignored. The palettes of a runtime.Crowd have
// this form, as matrices (Crowd.Palettes), similarities (Crowd.Similarities) or dual quaternions
// (Crowd.DualQuaternions);
// palette.md has a picture, and shaders for other renderers.
//
// Any format serves any mesh: entries that do not match soa.Mesh.Skinning are converted at
// upload, at about 0.1 µs each.
type Palette struct {
	Data   []float32
	Stride int // float32 values from one instance to the next, a multiple of 4; 0: no gap
	Format PaletteFormat

	evaluator *Evaluator // computes the palettes, without Data
}

func (p *Palette) check(d *device.Device, instances, entries int) error {
	if e := p.evaluator; e != nil {
		return e.suits(d, instances, entries)
	}
	if p.Format > Similarities {
		return fmt.Errorf("%v is unknown", p.Format)
	}
	stride, each := p.stride(entries), p.Format.Values()*entries
	if stride%carrier.ValuesPerRow != 0 || stride < each {
		return fmt.Errorf("a stride of %d does not suit %d %v", stride, entries, p.Format)
	}
	if need := (instances-1)*stride + each; len(p.Data) < need {
		return fmt.Errorf("%d values are given, %d instances of %d %v need %d", len(p.Data), instances, entries, p.Format, need)
	}
	return nil
}

// stride returns the distance of instances in values.
func (p *Palette) stride(entries int) int {
	if p.Stride == 0 {
		return p.Format.Values() * entries
	}
	return p.Stride
}

// entry returns the values of an entry of an instance.
func (p *Palette) entry(instance, k, entries int) []float32 {
	n := p.Format.Values()
	return p.Data[instance*p.stride(entries)+k*n:][:n]
}

// matrix returns the matrix of an entry.
func (p *Palette) matrix(instance, k, entries int) (m soa.Affine) {
	if p.evaluator != nil {
		return p.evaluator.bindPose()
	}
	p.Format.matrix((*[matrixValues]float32)(&m), p.entry(instance, k, entries))
	return m
}

// matrix computes the matrix of an entry.
func (f PaletteFormat) matrix(m *[matrixValues]float32, entry []float32) {
	switch f {
	case Matrices:
		copy(m[:], entry)
	case Similarities:
		kernel.SimilarityMatrix(m, entry)
	default:
		kernel.DualMatrix(m, entry)
	}
}

// dual reports whether entries are blended as dual quaternions.
func (f PaletteFormat) dual() bool { return f == DualQuaternions || f == ScaledDualQuaternions }
