package control

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/jsondoc"
)

// vector visits three numbers, which are left out where all are 0.
func (p place) vector(to *[3]float32) {
	if p.Describes() {
		p.Define("vector", "Three numbers, x, y and z.", func(p jsondoc.Place) { jsondoc.Row(p, to[:], jsondoc.Any) })
		return
	}
	jsondoc.Row(p.Place, to[:], jsondoc.Any)
}

// direction visits three numbers that are not all 0.
func (p place) direction(to *[3]float32) {
	switch {
	case p.Describes():
		p.Missing()
		p.vector(to)
		return
	case p.Checks() && *to == [3]float32{}:
		p.Wrong("it has no direction")
		return
	}
	jsondoc.Row(p.Place, to[:], jsondoc.Any.Needed())
}

// quaternion visits a rotation, which is left out where all its numbers are 0.
func (p place) quaternion(to *[4]float32) {
	if p.Absent() || (p.w.Writes() || p.Checks()) && *to == [4]float32{} {
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
	each := jsondoc.Any.Needed()
	switch {
	case p.Describes():
		p.Define("rotation", "A rotation: x, y, z and w, or angles in degrees around the fixed axes X, Y and Z, in this order.", func(p jsondoc.Place) {
			p.AnyOf(func(p jsondoc.Place) { jsondoc.Row(p, to[:], each) }, func(p jsondoc.Place) { jsondoc.Row(p, to[:3], each) })
		})
		return
	case p.Reads():
		entries, err := p.In.Entries(5)
		if p.Read(err); err != nil {
			return
		}
		if len(entries) == 3 {
			var turns [3]float32
			if jsondoc.Row(p.Place, turns[:], each); p.w.Err == nil {
				*to = fromDegrees(turns)
			}
			return
		}
	}
	jsondoc.Row(p.Place, to[:], each)
	if p.Checks() && hasNoLength(*to) {
		p.Wrong("it has no length")
	}
}

func hasNoLength(q [4]float32) bool { return geom.QuatOf(q).Dot(geom.QuatOf(q)) < 1e-12 }

// width is a kind of values: how many numbers they have at a time, which, and what they are
// called.
type width struct {
	n         int
	numbers   jsondoc.Numbers
	name, doc string
}

var (
	number   = &width{1, jsondoc.Part.Needed(), "part", "A number from 0 to 1, or one over time."}
	vector   = &width{3, jsondoc.Any.Needed(), "place", "Three numbers, or three over time."}
	rotation = &width{4, jsondoc.Any.Needed(), "turning", "A rotation, or one over time: x, y, z and w."}
)

// part visits a value from 0 to 1.
func (p place) part(v *Value) { p.value(v, number) }

// value visits a value: its numbers, or an object with keys.
func (p place) value(v *Value, n *width) {
	keys := func(o *object) { v.fields(o, n) }
	switch {
	case p.Describes():
		p.Define(n.name, n.doc, func(in jsondoc.Place) {
			in.AnyOf(func(in jsondoc.Place) { place{in, p.w}.to(new([4]float32), n) }, func(in jsondoc.Place) { place{in, p.w}.object(keys) })
		})
	case p.w.Err != nil || p.Absent() || p.w.Task != jsondoc.Reading && !v.Given() && !v.Loop:
	case p.Reads() && !p.In.Is("{") || p.w.Task != jsondoc.Reading && v.still():
		if p.Reads() {
			v.Keys = make([]Key, 1)
		}
		p.to(&v.Keys[0].To, n)
	default:
		p.object(keys)
	}
}

// to visits the numbers of a key.
func (p place) to(to *[4]float32, n *width) {
	switch n {
	case number:
		p.Number32(&to[0], n.numbers)
	case rotation:
		p.rotation(to)
	default:
		jsondoc.Row(p.Place, to[:n.n], n.numbers)
	}
}

// fields visits the keys of a value.
func (v *Value) fields(o *object, n *width) {
	o.Type(n.name+"Keys", n.doc)
	last := math.Inf(-1)
	list(o.at("keys", "Times in seconds, each with the numbers that hold then."), &v.Keys, 1, MaxKeys, func(p place, k *Key) {
		if p.Describes() {
			jsondoc.Row(p.Place, make([]float64, n.n+1), n.numbers)
			return
		}
		p.key(k, n)
		switch {
		case p.w.Err != nil || p.w.Writes():
			return
		case !(k.At > last):
			p.Wrong("%v s is not after the key before, at %v s", k.At, last)
		case n == rotation && hasNoLength(k.To):
			p.Wrong("its rotation has no length")
		}
		last = k.At
	})
	o.at("loop", "Whether the last key is the first one again.").Flag(&v.Loop)
	if o.Checks() && v.Loop && len(v.Keys) < 2 {
		o.Wrong("a loop has two keys or more")
	}
}

// key visits a key, in one list.
func (p place) key(k *Key, n *width) {
	row := []float64{k.At}
	for _, x := range k.To[:n.n] {
		row = append(row, float64(x))
	}
	if p.Reads() {
		row = nil
	}
	list(p, &row, n.n+1, n.n+1, func(p place, x *float64) {
		if p.Index == 0 {
			p.Number(x, jsondoc.Positive.Needed())
			return
		}
		to := float32(*x)
		p.Number32(&to, n.numbers)
		*x = float64(to)
	})
	if p.Reads() {
		k.At = row[0]
		for i := range n.n {
			k.To[i] = float32(row[i+1])
		}
	}
}

// point visits a point: the name of a joint, three numbers, or an object.
func (p place) point(v *Point) {
	switch {
	case p.Describes():
		p.Define("point", "A place in the model: three numbers, these over time, or the place of a joint as the modifiers before have left it.", func(in jsondoc.Place) {
			in.AnyOf(func(in jsondoc.Place) { place{in, p.w}.value(&v.Value, vector) }, func(in jsondoc.Place) { place{in, p.w}.ofJoint(v) })
		})
	case p.w.Err != nil || p.Absent() || p.w.Task != jsondoc.Reading && !v.Given():
	case p.w.Task != jsondoc.Reading && v.Joint == "" || p.Reads() && (p.In.Is(`[`) || p.hasKeys()):
		p.value(&v.Value, vector)
	default:
		p.ofJoint(v)
		if p.Checks() && v.Value.Given() {
			p.Wrong("it is the joint %q, and has keys", v.Joint)
		}
	}
}

// ofJoint visits the place of a joint, or one in its frame.
func (p place) ofJoint(v *Point) {
	p.orShort("joint", v.Offset == [3]float32{}, func(o *object) {
		o.Type("jointPoint", "A place in the frame of a joint.")
		o.at("joint", "The joint.").joint(&v.Joint, true)
		o.at("offset", "Where in the joint's frame; its place without.").vector(&v.Offset)
	})
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
	case p.Describes():
		p.Define("turn", "A rotation in the model: a value, or that of a joint as the modifiers before have left it.", func(in jsondoc.Place) {
			in.AnyOf(func(in jsondoc.Place) { place{in, p.w}.value(&v.Value, rotation) }, func(in jsondoc.Place) { place{in, p.w}.joint(&v.Joint, true) })
		})
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
