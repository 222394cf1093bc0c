package daeeval

import "math"

// Mat4 is a matrix, row by row.
type Mat4 [16]float64

// Identity returns the unit matrix.
func Identity() Mat4 { return scaling(1, 1, 1) }

// Mul returns m·n.
func (m Mat4) Mul(n Mat4) (out Mat4) {
	for i := range 4 {
		for j := range 4 {
			for k := range 4 {
				out[4*i+j] += m[4*i+k] * n[4*k+j]
			}
		}
	}
	return out
}

func scaling(x, y, z float64) Mat4 { return Mat4{0: x, 5: y, 10: z, 15: 1} }

// rotationAround is a rotation about an axis by degrees: Rodrigues' formula.
func rotationAround(x, y, z, degrees float64) Mat4 {
	l := math.Sqrt(x*x + y*y + z*z)
	if l == 0 {
		return Identity()
	}
	x, y, z = x/l, y/l, z/l
	s, c := math.Sincos(degrees * math.Pi / 180)
	d := 1 - c
	return Mat4{
		c + x*x*d, x*y*d - z*s, x*z*d + y*s, 0,
		y*x*d + z*s, c + y*y*d, y*z*d - x*s, 0,
		z*x*d - y*s, z*y*d + x*s, c + z*z*d, 0,
		0, 0, 0, 1,
	}
}

// transform is the matrix of an element.
func transform(kind string, v []float64) Mat4 {
	m := Identity()
	switch kind {
	case "translate":
		m[3], m[7], m[11] = v[0], v[1], v[2]
	case "rotate":
		m = rotationAround(v[0], v[1], v[2], v[3])
	case "scale":
		m = scaling(v[0], v[1], v[2])
	case "matrix":
		copy(m[:], v)
	case "lookat":
		back := unit([3]float64{v[0] - v[3], v[1] - v[4], v[2] - v[5]})
		right := unit(cross([3]float64{v[6], v[7], v[8]}, back))
		up := cross(back, right)
		for i := range 3 {
			m[4*i], m[4*i+1], m[4*i+2], m[4*i+3] = right[i], up[i], back[i], v[i]
		}
	case "skew":
		by, along := unit([3]float64{v[1], v[2], v[3]}), unit([3]float64{v[4], v[5], v[6]})
		for i := range 3 {
			for j := range 3 {
				m[4*i+j] += math.Tan(v[0]*math.Pi/180) * along[i] * by[j]
			}
		}
	}
	return m
}

func unit(v [3]float64) [3]float64 {
	l := math.Sqrt(v[0]*v[0] + v[1]*v[1] + v[2]*v[2])
	return [3]float64{v[0] / l, v[1] / l, v[2] / l}
}

func cross(a, b [3]float64) [3]float64 {
	return [3]float64{a[1]*b[2] - a[2]*b[1], a[2]*b[0] - a[0]*b[2], a[0]*b[1] - a[1]*b[0]}
}

// matrixKey is a matrix whose keys are whole ones with straight lines between them: the
// programs that write these mean the translation, the rotation and the scale to be straight.
func (f *File) matrixKey(id string, e *element, time float64) (Mat4, bool) {
	if e.name() != "matrix" {
		return Mat4{}, false
	}
	for _, ch := range f.channels {
		if ch.attr("target") != id+"/"+e.attr("sid") {
			continue
		}
		c := f.curves[ch]
		if c.dims != 16 {
			return Mat4{}, false
		}
		n := len(c.time)
		time = math.Min(math.Max(time, c.time[0]), c.time[n-1])
		i := 0
		for i+2 < n && c.time[i+1] <= time {
			i++
		}
		var a, b Mat4
		copy(a[:], c.value[16*i:])
		if n == 1 {
			return a, true
		}
		copy(b[:], c.value[16*(i+1):])
		switch c.modeOf(i) {
		case "STEP":
			if time == c.time[n-1] {
				return b, true
			}
			return a, true
		case "LINEAR":
			return interpolate(a, b, (time-c.time[i])/(c.time[i+1]-c.time[i])), true
		}
	}
	return Mat4{}, false
}

// interpolate is a part u of the way from a to b. Neither shears.
func interpolate(a, b Mat4, u float64) Mat4 {
	ra, sa := split(a)
	rb, sb := split(b)
	// The rotation from a to b about one axis.
	turn := ra.transposed().Mul(rb)
	angle := math.Acos(math.Min(math.Max((turn[0]+turn[5]+turn[10]-1)/2, -1), 1))
	r := ra.Mul(rotationAround(turn[9]-turn[6], turn[2]-turn[8], turn[4]-turn[1], u*angle*180/math.Pi))
	m := r.Mul(scaling(sa[0]+(sb[0]-sa[0])*u, sa[1]+(sb[1]-sa[1])*u, sa[2]+(sb[2]-sa[2])*u))
	for i := range 3 {
		m[4*i+3] = a[4*i+3] + (b[4*i+3]-a[4*i+3])*u
	}
	return m
}

// split divides a matrix into its rotation and the lengths of its columns.
func split(m Mat4) (r Mat4, s [3]float64) {
	r = Identity()
	for j := range 3 {
		s[j] = math.Sqrt(m[j]*m[j] + m[4+j]*m[4+j] + m[8+j]*m[8+j])
		for i := range 3 {
			r[4*i+j] = m[4*i+j] / s[j]
		}
	}
	return r, s
}

func (m Mat4) transposed() (t Mat4) {
	for i := range 4 {
		for j := range 4 {
			t[4*i+j] = m[4*j+i]
		}
	}
	return t
}
