package layout

import "github.com/sinew-anim/sinew/internal/exact"

// restRow returns the rest pose in the columns of a layout.
func (p *Plan) restRow(l *Columns) []float32 {
	row := make([]float64, l.Values())
	p.NewEncoder(l).Encode(&p.Skeleton.Rest, row)
	return AppendFloat32(nil, row)
}

// referenceProbes is the greatest number of poses of a clip that count for the
// reference of rotations.
const referenceProbes = 64

// tilt rotates the reference of rotations a little. Means of clips and rotations by 180° often have
// exact zeros: of q and −q at an exact right angle to the reference neither would be negated, and
// their mean would vanish. Rational components, or those of rotations by 90°, are at no right angle
// to such a mean plus the square roots of 2, 3, 5 and 7. Only signs of rotations within 0.06° of
// that angle change, where they mean nothing.
var tilt = exact.Quat{
	1e-3 * 1.4142135623730951 / 4.123105625617661, 1e-3 * 1.7320508075688772 / 4.123105625617661,
	-1e-3 * 2.23606797749979 / 4.123105625617661, 1e-3 * 2.6457513110645907 / 4.123105625617661,
}

// referenceRow returns the mean of the clips' rotations, tilted, a quad per column.
func (p *Plan) referenceRow(l *Columns) []float32 {
	row, mean := make([]float64, l.Values()), make([]float64, 4*l.Rotations)
	encoder := p.NewEncoder(l)
	add := func(pose *exact.Pose) {
		encoder.Encode(pose, row)
		for s := range l.Rotations {
			q := exact.Quat(row[4*s : 4*s+4]).NearestSign(exact.Quat(mean[4*s : 4*s+4]))
			for k, v := range q {
				mean[4*s+k] += v
			}
		}
	}
	add(&p.Skeleton.Rest)
	pose := p.Skeleton.NewPose()
	for _, clip := range p.Exact {
		clip := clip.Fork()
		ticks := clip.Ticks()
		for i := 0; i < len(ticks); i += 1 + len(ticks)/referenceProbes {
			if p.Ctx.Err() != nil {
				break // the caller tells
			}
			clip.At(ticks[i], false, &pose)
			add(&pose)
		}
	}
	for s := range l.Rotations {
		q := exact.Quat(mean[4*s : 4*s+4]).Unit()
		for k, v := range tilt {
			q[k] += v
		}
		q = q.Unit()
		copy(mean[4*s:], q[:])
	}
	return AppendFloat32(nil, mean)
}

// AppendFloat32 appends values, rounded.
func AppendFloat32(to []float32, values []float64) []float32 {
	for _, v := range values {
		to = append(to, float32(v))
	}
	return to
}
