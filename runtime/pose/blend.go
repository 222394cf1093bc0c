package pose

import (
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/soa"
)

// Accumulate adds the pose of a block to a sum, or makes the sum of it where first:
// lane i with weight[i] and each column with its weight in columns, see
// ColumnWeights; nil stands for 1 in all. Weights are not negative, and poses of lanes
// of weight 0 are finite. Rotations take the sign that puts them into the hemisphere
// of the layout's Reference, so that the sum is one weighted mean. A column of weight
// 0 takes no time. The error wraps simd.ErrLength.
func (l *Layout) Accumulate(sum, block []float32, weight *[simd.Lanes]float32, columns []float32, first bool) error {
	return kernel.AccumulatePose16(sum, block, l.columns, weight, columns, l.Reference, first)
}

// Finish makes a pose of a sum: what is missing of the weight threshold, usually 1, comes from the
// rest pose, a weight above it is divided out, and rotations get their 1/|q|². The pose of a lane
// of weight 1 that was alone keeps its bits, but for the sign of a rotation and of zeros, which are
// all positive: a lane that has no weight in some of the sum's poses gets the bits that it gets
// without them. A threshold of 0 takes the rest pose only where there is no weight at all. The
// error wraps simd.ErrLength.
func (l *Layout) Finish(sum []float32, threshold float32) error {
	return kernel.FinishPose16(sum, l.columns, l.still, threshold)
}

// BlendRows is SampleRows, Accumulate and Finish of some poses, with the same bits; block
// is memory for one. The error wraps simd.ErrLength.
func (l *Layout) BlendRows(sum []float32, rows *simd.Rows, parts []simd.WeightedRows, threshold float32, block []float32) error {
	return kernel.BlendRows16(sum, rows, parts, l.still, l.Reference, threshold, block)
}

// BlendRows1 is BlendRows for one instance: the bits of a lane. Its pose is what FinishRow
// makes of sum; row is memory for one. The error wraps simd.ErrLength.
func (l *Layout) BlendRows1(sum []float32, rows *simd.Rows, parts []simd.WeightedRow, threshold float32, row []float32) error {
	return kernel.BlendRows1(sum, rows, parts, l.still, l.Reference, threshold, row)
}

// FinishOver is Finish with a pose below in place of the rest pose: it makes of a sum the
// pose of a layer that covers lower by the sum of weights, up to threshold. Lanes and
// columns without weight keep lower's bits. lower is a pose that Finish, Over or Add
// made; it does not change. The error wraps simd.ErrLength.
func (l *Layout) FinishOver(sum, lower []float32, threshold float32) error {
	return kernel.OverPose16(sum, lower, l.columns, l.Reference, threshold)
}

// Cover lays one pose over another, which it replaces: it is Accumulate of the upper one, as the
// first, and Over, with the same bits. Columns of weight 0 take no time. The error wraps
// simd.ErrLength.
func (l *Layout) Cover(lower, upper []float32, weight *[simd.Lanes]float32, columns []float32, threshold float32) error {
	return kernel.CoverPose16(lower, upper, l.columns, weight, columns, l.Reference, threshold)
}

// Add adds the difference of a pose from the rest pose to a block that Finish, Over or
// Add made: lane i weight[i] times and each column its weight in columns times, see
// Accumulate. A negative weight takes the difference away.
//
//	u = weight·column
//	translation, weight of a morph target    v = v + u·(p − rest)
//	rotation                                 q = q·lerp(1, rest⁻¹·p, u)          q·lerp(1, rest⁻¹·p, −u)⁻¹ where u < 0
//	scale                                    s = s·(1 − u + u·p/rest)            s/(1 + u − u·p/rest)      where u < 0
//
// Lanes and columns without weight keep their bits; of a scale that is 0 at rest no
// clip can show a difference. The error wraps simd.ErrLength.
func (l *Layout) Add(block, delta []float32, weight *[simd.Lanes]float32, columns []float32) error {
	return kernel.AddPose16(block, delta, l.columns, weight, columns, l.origin)
}

// Rescale brings the lengths of a block's rotations near 1, each by a power of two, so that
// palettes keep their bits. It is needed in the form soa.Rig alone, before ToPalettes, where
// lengths that multiply along the longest chain of slots, soa.Layout.Depth, would exceed
// float32; a slot's length is
//
//	of Finish, Over   from 1/√2 to 1, or to the sum of weights times columns where that is more
//	of Add            down to 1/√2 of what it was, or up to √2·u of it where u is more than 1
//	of Offset         up to 2 of what it was
//
// The error wraps simd.ErrLength.
func (l *Layout) Rescale(block []float32, scratch *RescaleScratch) error {
	return kernel.RescalePose16(block, l.columns, scratch.lanes)
}

// RescaleRow is Rescale for one instance, whose pose is a row.
func (l *Layout) RescaleRow(row []float32) error { return kernel.RescaleRow(row, l.columns) }

// newStill returns the rest pose with its rotations in the hemisphere of the reference.
func newStill(l *soa.Layout) []float32 {
	still := slices.Clone(l.Rest)
	for s := range l.Rotations() {
		q := quad(still, 4*s)
		*q = geom.QuatOf(*q).NearestSign(geom.QuatOf(*quad(l.Reference, 4*s))).Array()
	}
	return still
}

// newOrigin returns what Add takes differences from: the inverse of the rest pose's
// rotations and scales, and its other values as they are.
func newOrigin(l *soa.Layout) []float32 {
	origin := slices.Clone(l.Rest)
	for s := range l.Rotations() {
		q := origin[4*s:][:4]
		for k, v := range exact.Widen([4]float32(q)).Unit().Conjugate() {
			q[k] = float32(v)
		}
	}
	for c := l.Rotations(); c < l.Columns(); c++ {
		origin[4*c+3] = 0
	}
	for _, c := range l.ScaleColumn {
		if c == soa.None {
			continue
		}
		s := origin[4*(l.Rotations()+int(c)):][:4]
		for k := range 3 {
			if s[k] != 0 {
				s[k] = 1 / s[k]
			}
		}
		s[3] = 1
	}
	return origin
}

// SumValues returns the length of the sum of AccumulateRow.
func (l *Layout) SumValues() int { return kernel.SumValues(l.columns) }

// AccumulateRow is Accumulate for one instance, whose pose is a row; sum has SumValues values. It
// and the other methods of rows give the bits of a lane. The error wraps simd.ErrLength.
func (l *Layout) AccumulateRow(sum, row []float32, weight float32, columns []float32, first bool) error {
	return kernel.AccumulateRow(sum, row, l.columns, weight, columns, l.Reference, first)
}

// FinishRow is Finish for a sum of AccumulateRow. Its first RowValues values are the
// pose then, for ToPalette. The error wraps simd.ErrLength.
func (l *Layout) FinishRow(sum []float32, threshold float32) error {
	return kernel.FinishRow(sum, l.columns, l.still, threshold)
}

// OverRow is Over for a sum of AccumulateRow. The error wraps simd.ErrLength.
func (l *Layout) OverRow(sum, lower []float32, threshold float32) error {
	return kernel.OverRow(sum, lower, l.columns, l.Reference, threshold)
}

// AddRow is Add for one instance, whose poses are rows. The error wraps simd.ErrLength.
func (l *Layout) AddRow(row, delta []float32, weight float32, columns []float32) error {
	return kernel.AddRow(row, delta, l.columns, weight, columns, l.origin)
}

// ToModel computes the model-space matrices of some slots' joints from the palettes
// of a block, in lanes:
//
//	model[(12k + r)·16 + lane]    r = 0 … 11: the matrix of slots[k]
//
// The error wraps simd.ErrLength for a slice that is too short and soa.ErrRange for a
// slot out of range.
func (l *Layout) ToModel(model, palettes []float32, stride int, slots []int) error {
	if err := checkLen("to model", "model", len(model), affineFloats*simd.Lanes*len(slots)); err != nil {
		return err
	}
	if err := checkLen("to model", "palettes", len(palettes), (simd.Lanes-1)*stride+affineFloats*l.Rotations()); err != nil {
		return err
	}
	for k, s := range slots {
		if s < 0 || s >= l.Rotations() {
			return fmt.Errorf("to model: %w: slot %d of %d", soa.ErrRange, s, l.Rotations())
		}
		to := model[affineFloats*simd.Lanes*k:][:affineFloats*simd.Lanes]
		for lane := range simd.Lanes {
			palette := soa.Affine(palettes[lane*stride+affineFloats*s:])
			m := palette.Mul(&l.Bind[s])
			for r, v := range m {
				to[r*simd.Lanes+lane] = v
			}
		}
	}
	return nil
}
