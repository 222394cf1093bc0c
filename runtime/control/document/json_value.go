package document

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/jsondoc"
)

// float visits a number that is left out where it is the usual one.
func (p place) float(to *float32, low, high float64, usual float32) {
	p.Number32(to, jsondoc.Between(low, high).Or(float64(usual)))
}

// needed32 visits a number that is always there.
func (p place) needed32(to *float32, low, high float64) {
	p.Number32(to, jsondoc.Between(low, high).Needed())
}

// angle visits an angle: degrees in the text, radians in the control. It is left out where it
// is the usual one.
func (p place) angle(to *float32, low, high float64, usual float32) {
	p.Number32(to, jsondoc.Between(low, high).Or(float64(usual)).In(jsondoc.Degrees))
}

func (p place) neededAngle(to *float32, low, high float64) {
	p.Number32(to, jsondoc.Between(low, high).In(jsondoc.Degrees).Needed())
}

// unit is that of angles, or of other numbers.
func unit(angle bool) jsondoc.Unit {
	if angle {
		return jsondoc.Degrees
	}
	return jsondoc.Plain
}

func radians(degrees float64) float32 { return float32(degrees * (math.Pi / 180)) }

// degrees is the number with the fewest digits that radians makes the angle of.
func degrees(angle float32) string { return string(jsondoc.Append(nil, angle, jsondoc.Degrees)) }

// numbers visits a list of as many numbers as a slice has.
func (p place) numbers(to []float32) { jsondoc.Row(p.Place, to, jsondoc.Any.Needed()) }

// vector visits three numbers, which are left out where all are 0.
func (p place) vector(to *[3]float32) {
	if p.Absent() || p.w.Writes() && *to == [3]float32{} {
		return
	}
	p.numbers(to[:])
}

// direction visits three numbers that are not all 0.
func (p place) direction(to *[3]float32, need bool) {
	switch {
	case p.Absent() && need:
		p.Missing()
	case p.Checks() && need && *to == [3]float32{}:
		p.Wrong("it has no direction")
	default:
		p.vector(to)
	}
}

// quaternion visits a rotation, which is left out where all its numbers are 0.
func (p place) quaternion(to *[4]float32) {
	if p.Absent() || p.w.Writes() && *to == [4]float32{} || p.Checks() && *to == [4]float32{} {
		return
	}
	p.rotation(to)
}

// fromDegrees is the rotation by angles around the fixed axes X, Y and Z, in this order.
func fromDegrees(angles [3]float32) [4]float32 {
	var v exact.Vec
	for axis, angle := range angles {
		v[axis] = float64(angle) * (math.Pi / 180)
	}
	return exact.Euler{0, 1, 2}.Rotation(v).Float32()
}

// rotation visits a rotation: x, y, z and w, or when it is read, angles in degrees around
// the fixed axes X, Y and Z, in this order.
func (p place) rotation(to *[4]float32) {
	if p.Reads() {
		entries, err := p.In.Entries(5)
		if p.Read(err); err != nil {
			return
		}
		if len(entries) == 3 {
			var turns [3]float32
			if p.numbers(turns[:]); p.w.Err == nil {
				*to = fromDegrees(turns)
			}
			return
		}
	}
	p.numbers(to[:])
	if p.Checks() && geom.QuatOf(*to).Dot(geom.QuatOf(*to)) < 1e-12 {
		p.Wrong("it has no length")
	}
}

// width is how many numbers a value has at a time.
type width int

const (
	number   width = 1
	vector   width = 3
	rotation width = 4
)

// value visits a value: its numbers, or an object with keys.
func (p place) value(v *Value, n width) { p.ranged(v, n, jsondoc.All, jsondoc.Most) }

// part visits a value from 0 to 1.
func (p place) part(v *Value) { p.ranged(v, number, 0, 1) }

func (p place) ranged(v *Value, n width, low, high float64) {
	switch {
	case p.w.Err != nil || p.Absent() || p.w.Task != jsondoc.Reading && !v.Given() && !v.Loop:
	case p.Reads() && !p.In.Is("{") || p.w.Task != jsondoc.Reading && v.still():
		if p.Reads() {
			v.Keys = make([]Key, 1)
		}
		p.to(&v.Keys[0].To, n, low, high)
	default:
		p.object(func(o *object) { v.fields(o, n, low, high) })
	}
}

// still reports whether a value is written as its numbers alone.
func (v *Value) still() bool { return len(v.Keys) == 1 && v.Keys[0].At == 0 && !v.Loop }

// to visits the numbers of a key.
func (p place) to(to *[4]float32, n width, low, high float64) {
	switch n {
	case number:
		p.needed32(&to[0], low, high)
	case rotation:
		p.rotation(to)
	default:
		p.numbers(to[:n])
	}
}

// fields visits the keys of a value: times and numbers, each key in one list.
func (v *Value) fields(o *object, n width, low, high float64) {
	last := math.Inf(-1)
	list(o.at("keys"), &v.Keys, 1, MaxKeys, func(p place, k *Key) {
		row := []float64{k.At}
		for _, x := range k.To[:n] {
			row = append(row, float64(x))
		}
		if p.Reads() {
			row = nil
		}
		list(p, &row, int(n)+1, int(n)+1, func(p place, x *float64) {
			if p.Index == 0 {
				p.Number(x, jsondoc.Positive.Needed())
				return
			}
			to := float32(*x)
			p.needed32(&to, low, high)
			*x = float64(to)
		})
		if p.w.Err != nil {
			return
		}
		if p.Reads() {
			k.At = row[0]
			for i := range n {
				k.To[i] = float32(row[i+1])
			}
		}
		switch {
		case p.w.Writes():
		case !(k.At > last):
			p.Wrong("%v s is not after the key before, at %v s", k.At, last)
		case n == rotation && geom.QuatOf(k.To).Dot(geom.QuatOf(k.To)) < 1e-12:
			p.Wrong("its rotation has no length")
		}
		last = k.At
	})
	o.at("loop").Flag(&v.Loop)
	if o.Checks() && v.Loop && len(v.Keys) < 2 {
		o.Wrong("a loop has two keys or more")
	}
}

// point visits a point: the name of a joint, three numbers, or an object.
func (p place) point(v *Point) {
	switch {
	case p.w.Err != nil || p.Absent() || p.w.Task != jsondoc.Reading && !v.Given():
	case p.Reads() && p.In.Is(`[`) || p.w.Task != jsondoc.Reading && v.Joint == "":
		p.value(&v.Value, vector)
	case p.Reads() && p.hasKeys():
		p.value(&v.Value, vector)
	default:
		p.orShort("joint", v.Offset == [3]float32{}, func(o *object) {
			o.at("joint").joint(&v.Joint, true)
			o.at("offset").vector(&v.Offset)
		})
		if p.Checks() && v.Value.Given() {
			p.Wrong("it is the joint %q, and has keys", v.Joint)
		}
	}
}

// hasKeys reports whether what is read is an object with keys.
func (p place) hasKeys() bool {
	if !p.In.Is("{") {
		return false
	}
	fields, err := p.In.Fields()
	p.Read(err)
	for _, f := range fields {
		if f.Key == "keys" {
			return true
		}
	}
	return false
}

// turn visits a rotation: the name of a joint, or a value.
func (p place) turn(v *Turn) {
	switch {
	case p.w.Err != nil || p.Absent() || p.w.Task != jsondoc.Reading && !v.Given():
	case p.Reads() && p.In.Is(`"`) || p.w.Task != jsondoc.Reading && v.Joint != "":
		p.joint(&v.Joint, true)
		if p.Checks() && v.Value.Given() {
			p.Wrong("it is the joint %q, and has keys", v.Joint)
		}
	default:
		p.value(&v.Value, rotation)
	}
}
