package mix

import (
	"github.com/sinew-anim/sinew/soa"
)

// CanHold reports whether held poses can go between two rows: bounded values, and rotations that no
// mean leaves without length.
func (c *Mixing) CanHold(rows []float32) bool {
	n := len(rows) / 2
	for k := 0; k < n; k += 4 {
		a, b := (*[4]float32)(rows[k:]), (*[4]float32)(rows[n+k:])
		switch {
		case k >= 4*c.Poses.Rotations():
			if !bounded(a, soa.MaxMagnitude) || !bounded(b, soa.MaxMagnitude) {
				return false
			}
		case !bounded(a, 2) || !bounded(b, 2):
			return false
		case !(float32(a[0]*b[0])+float32(a[1]*b[1])+float32(a[2]*b[2])+float32(a[3]*b[3]) > 1e-3):
			return false
		}
	}
	if z := c.Scales; z != nil {
		product := make([]float64, len(z.Product))
		return z.CanHold(product, rows[:n]) && z.CanHold(product, rows[n:])
	}
	return true
}

// CanDieOut reports whether a row can be an offset, see pose.Layout.MakeOffset.
func (c *Mixing) CanDieOut(row []float32) bool {
	for k := 0; k < len(row); k += 4 {
		most := float32(2 * soa.MaxMagnitude)
		if k < 4*c.Poses.Rotations() {
			most = 2
		}
		q := (*[4]float32)(row[k:])
		if pace := q[3]; !(pace > -5.1 && pace < 0.1) || !bounded(&[4]float32{q[0], q[1], q[2]}, most) {
			return false
		}
	}
	z := c.Scales
	return z == nil || z.CanDieOut(make([]float64, len(z.Product)), row)
}

func bounded(q *[4]float32, most float32) bool {
	for _, v := range q {
		if !(v > -most && v < most) {
			return false
		}
	}
	return true
}
