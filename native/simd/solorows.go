package simd

import "fmt"

// SoloRows computes the palette of one instance from rows of whole rotations:
// what AbsoluteRows16 computes of a lane that stands between the row that
// starts at values[row] and the one after it, alpha of the way, with the same
// bits. dst takes twelve float32 per joint, padding joints included, scratch
// has at least rig.SoloValues().
//
// Its lanes are joints. All that depends on a joint and its parent alone is
// computed for sixteen joints at once, for whole rotations need no hierarchy;
// only the translations are then added up along it.
//
// The rig's joints must all have the scale of its root; the error wraps
// ErrSkeleton where they have not.
func SoloRows(dst []float32, rows *Rows, row int64, alpha float32, rig *Rig, scratch []float32) error {
	const kernel = "SoloRows"
	if err := checkRow(kernel, len(rows.Values), rows.Stride, rows.Columns, row); err != nil {
		return err
	}
	if err := rig.checkSolo(kernel, dst, rows.Columns, scratch); err != nil {
		return err
	}
	if len(rig.joints) > 0 {
		soloRows(dst, rows, row, alpha, rig, scratch)
	}
	return nil
}

// SoloShortRows is SoloRows from 16-bit rows, with the bits of
// AbsoluteShortRows16.
func SoloShortRows(dst []float32, rows *ShortRows, row int64, alpha float32, rig *Rig, scratch []float32) error {
	const kernel = "SoloShortRows"
	if err := checkRow(kernel, len(rows.Values), rows.Stride, rows.Columns, row); err != nil {
		return err
	}
	if want := 8 * rows.Others; len(rows.Scale) < want {
		return lengthError(kernel, "Scale", len(rows.Scale), want)
	}
	if err := rig.checkSolo(kernel, dst, rows.Columns, scratch); err != nil {
		return err
	}
	if len(rig.joints) > 0 {
		soloShortRows(dst, rows, row, alpha, rig, scratch)
	}
	return nil
}

// checkRow makes sure that a row and the one after it lie inside a bank of n
// values.
func checkRow(kernel string, n, stride int, c Columns, row int64) error {
	if err := c.check(kernel); err != nil {
		return err
	}
	if stride < c.RowValues() || stride > n {
		return fmt.Errorf("simd.%s: %w: rows of %d values, %d apart, in a bank of %d", kernel, ErrLength, c.RowValues(), stride, n)
	}
	if row < 0 || row > int64(n)-int64(stride)-int64(c.RowValues()) {
		return fmt.Errorf("simd.%s: %w: two rows of %d values from %d on, of %d", kernel, ErrLength, stride, row, n)
	}
	return nil
}

// checkSolo makes sure that a rig of one scale goes with a row, and that dst
// and scratch suffice.
func (r *Rig) checkSolo(kernel string, dst []float32, c Columns, scratch []float32) error {
	if r.rescaled >= 0 {
		return fmt.Errorf("simd.%s: %w: joint %d has another scale than the root", kernel, ErrSkeleton, r.rescaled)
	}
	if c.Rotations != len(r.joints) {
		return lengthError(kernel, "a row's rotations", c.Rotations, len(r.joints))
	}
	if c.Others < r.others {
		return lengthError(kernel, "a row's other columns", c.Others, r.others)
	}
	if want := affineFloats * len(r.joints); len(dst) < want {
		return lengthError(kernel, "dst", len(dst), want)
	}
	if want := r.SoloValues(); len(scratch) < want {
		return lengthError(kernel, "scratch", len(scratch), want)
	}
	return nil
}

// soloRowsGo writes what absoluteRows16Go writes for a lane.
func soloRowsGo(dst []float32, rows *Rows, row int64, alpha float32, rig *Rig) {
	a := castQuads(rows.Values[row:][:rows.RowValues()])
	b := castQuads(rows.Values[row+int64(rows.Stride):][:rows.RowValues()])
	b = b[:len(a)]
	p := plain{joints: rig.plain, root: affine12{0: rig.root, 5: rig.root, 10: rig.root}}
	out := castMatrices(dst[:affineFloats*len(p.joints)])
	for j := range p.joints {
		d := &p.joints[j]
		above, m := p.above(d, out), &out[j]
		x, y, z, w := lerp4(&a[j], &b[j], alpha)
		turnWhole(d, above, m, x, y, z, w)
		if c := len(p.joints) + int(d.column); d.column >= 0 {
			x, y, z, _ := lerp4(&a[c], &b[c], alpha)
			move(m, above, x, y, z)
		}
	}
}

func soloShortRowsGo(dst []float32, rows *ShortRows, row int64, alpha float32, rig *Rig) {
	a := rows.Values[row:][:rows.RowValues()]
	b := rows.Values[row+int64(rows.Stride):][:rows.RowValues()]
	n := shortWeight(alpha)
	p := plain{joints: rig.plain, root: affine12{0: rig.root, 5: rig.root, 10: rig.root}}
	out := castMatrices(dst[:affineFloats*len(p.joints)])
	for j := range p.joints {
		d := &p.joints[j]
		above, m := p.above(d, out), &out[j]
		q := blendRotation(a[4*j:], b[4*j:], n)
		turnWhole(d, above, m, q[0], q[1], q[2], q[3])
		if c := int(d.column); c >= 0 {
			o := 4 * (len(p.joints) + c)
			v := blendOther(a[o:], b[o:], n, rows.Scale[8*c:])
			move(m, above, v[0], v[1], v[2])
		}
	}
}
