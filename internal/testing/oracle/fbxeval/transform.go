package fbxeval

import (
	"math"

	"github.com/sinew-anim/sinew/internal/testing/oracle"
)

var orders = [][3]int{{0, 1, 2}, {0, 2, 1}, {1, 2, 0}, {1, 0, 2}, {2, 0, 1}, {2, 1, 0}}

// turn is a rotation about an axis, in degrees.
func turn(axis int, degrees float64) oracle.Mat4 {
	s, c := math.Sincos(degrees * math.Pi / 180)
	m := oracle.Identity()
	a, b := (axis+1)%3, (axis+2)%3
	m[4*a+a], m[4*a+b], m[4*b+a], m[4*b+b] = c, -s, s, c
	return m
}

// eulerMatrix turns about one axis after the other.
func eulerMatrix(v [3]float64, order int) oracle.Mat4 {
	if order < 0 || order > 5 {
		order = 0
	}
	m := oracle.Identity()
	for _, axis := range orders[order] {
		m = turn(axis, v[axis]).Mul(m)
	}
	return m
}

// angles are some that make up a rotation: of the first axis by search for the two
// others, which follow from it.
func angles(m oracle.Mat4, order int) (v [3]float64) {
	if order < 0 || order > 5 {
		order = 0
	}
	i, j, k := orders[order][0], orders[order][1], orders[order][2]
	// The last turn leaves the k-th row of the product of the first two alone.
	sign := 1.
	if (i+1)%3 != j {
		sign = -1
	}
	v[j] = math.Asin(math.Max(-1, math.Min(1, -sign*m[4*k+i]))) * 180 / math.Pi
	v[i] = math.Atan2(sign*m[4*k+j], m[4*k+k]) * 180 / math.Pi
	v[k] = math.Atan2(sign*m[4*j+i], m[4*i+i]) * 180 / math.Pi
	return v
}

// partly goes a part of the way from one rotation to another, about the one axis that
// takes it there.
func partly(a, b oracle.Mat4, part float64) oracle.Mat4 {
	var back oracle.Mat4
	for r := range 4 {
		for c := range 4 {
			back[4*r+c] = a[4*c+r]
		}
	}
	m := back.Mul(b)
	x, y, z := m[9]-m[6], m[2]-m[8], m[4]-m[1]
	size := math.Sqrt(x*x + y*y + z*z)
	angle := math.Atan2(size, m[0]+m[5]+m[10]-1)
	if size < 1e-12 {
		return a
	}
	x, y, z = x/size, y/size, z/size
	s, c := math.Sincos(angle * part)
	d := 1 - c
	return a.Mul(oracle.Mat4{
		x*x*d + c, x*y*d - z*s, x*z*d + y*s, 0,
		y*x*d + z*s, y*y*d + c, y*z*d - x*s, 0,
		z*x*d - y*s, z*y*d + x*s, z*z*d + c, 0,
		0, 0, 0, 1,
	})
}

// frames are a model's world matrix with its scale and without, and the scale that its
// children may inherit part by part.
type frames struct {
	world, bare oracle.Mat4
	scale       [3]float64
}

// World returns a model's matrix in the file's space, in a stack at a time.
func (f *File) World(stack int, id int64, t float64) oracle.Mat4 { return f.frames(stack, id, t).world }

func (f *File) frames(stack int, id int64, t float64) frames {
	if id == 0 {
		return frames{oracle.Identity(), oracle.Identity(), [3]float64{1, 1, 1}}
	}
	o, up := f.objects[id], f.parent(id)
	above := f.frames(stack, up, t)
	get := func(name string, otherwise float64) [3]float64 { return f.Value(stack, id, name, otherwise, t) }
	scale := get("Lcl Scaling", 1)
	place := f.turned(o, get)
	// The chain with its scale: what it does to the origin is the model's place.
	move := func(v [3]float64, by float64) oracle.Mat4 {
		return oracle.Translate(oracle.Vec3{v[0] * by, v[1] * by, v[2] * by})
	}
	chain := move(get("Lcl Translation", 0), 1)
	for _, part := range []oracle.Mat4{
		move(get("RotationOffset", 0), 1), move(get("RotationPivot", 0), 1), place, move(get("RotationPivot", 0), -1),
		move(get("ScalingOffset", 0), 1), move(get("ScalingPivot", 0), 1), oracle.Scaling(oracle.Vec3(scale)), move(get("ScalingPivot", 0), -1),
	} {
		chain = chain.Mul(part)
	}
	at := [3]float64{chain[3], chain[7], chain[11]}
	switch inherit := f.property(o, "InheritType", 1)[0]; {
	case up != 0 && (inherit == 0 || inherit == 2):
		from := above.scale
		if inherit == 2 {
			from = f.inherited(stack, up, t)
		}
		for c := range 3 {
			at[c] *= above.scale[c]
			scale[c] *= from[c]
		}
		bare := above.bare.Mul(oracle.Translate(oracle.Vec3(at))).Mul(place)
		return frames{bare.Mul(oracle.Scaling(oracle.Vec3(scale))), bare, scale}
	}
	bare := above.world.Mul(oracle.Translate(oracle.Vec3(at))).Mul(place)
	return frames{bare.Mul(oracle.Scaling(oracle.Vec3(scale))), bare, scale}
}

// inherited is the scale that a model has from those above it.
func (f *File) inherited(stack int, id int64, t float64) [3]float64 {
	up := f.parent(id)
	inherit := f.property(f.objects[id], "InheritType", 1)[0]
	switch {
	case up != 0 && inherit == 0:
		return f.frames(stack, up, t).scale
	case up != 0 && inherit == 2:
		return f.inherited(stack, up, t)
	}
	return [3]float64{1, 1, 1}
}

// turned is a model's rotation: before, its own, and after, which counts backwards.
func (f *File) turned(o *node, get func(string, float64) [3]float64) oracle.Mat4 {
	if f.property(o, "RotationActive", 1)[0] == 0 || f.property(o, "RotationSpaceForLimitOnly", 0)[0] != 0 {
		return eulerMatrix(get("Lcl Rotation", 0), 0)
	}
	m := eulerMatrix(get("PreRotation", 0), 0).Mul(eulerMatrix(get("Lcl Rotation", 0), int(f.property(o, "RotationOrder", 0)[0])))
	after := eulerMatrix(get("PostRotation", 0), 0)
	var back oracle.Mat4
	for r := range 4 {
		for c := range 4 {
			back[4*r+c] = after[4*c+r]
		}
	}
	return m.Mul(back)
}
