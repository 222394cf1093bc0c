package control

import (
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/internal/strict"
)

// vector visits three numbers, omitted where all are 0.
func vector(p place, to *[3]float32) {
	row := func(p place) { jsondoc.Row(p, to[:], jsondoc.Any) }
	if p.Describes() {
		p.Define("vector", "Three numbers, x, y and z.", row)
		return
	}
	row(p)
}

// direction visits three numbers that are not all 0.
func direction(p place, to *[3]float32) {
	switch {
	case p.Describes():
		p.Missing()
		vector(p, to)
	case p.Checks() && *to == [3]float32{}:
		p.Wrong("it has no direction")
	default:
		jsondoc.Row(p, to[:], jsondoc.Any.Needed())
	}
}

// quaternion visits a rotation, omitted where all its numbers are 0.
func quaternion(p place, to *[4]float32) {
	if !p.Absent() && (*to != [4]float32{} || !p.W.Writes() && !p.Checks()) {
		rotation(p, to)
	}
}

// fromDegrees is the rotation by angles around the fixed axes X, Y and Z, in this order.
func fromDegrees(angles [3]float32) [4]float32 {
	var v exact.Vec
	for axis, angle := range angles {
		v[axis] = float64(angle) * (math.Pi / 180)
	}
	return exact.Euler{0, 1, 2}.Rotation(v).Float32()
}

// rotation visits a rotation: x, y, z and w or, where it is read, angles in degrees around the
// fixed axes X, Y and Z, in this order.
func rotation(p place, to *[4]float32) {
	form, each := 0, jsondoc.Any.Needed()
	if p.Reads() {
		entries, err := p.In.Entries(5)
		if p.Read(err); len(entries) == 3 {
			form = 1
		}
	}
	p.Forms("rotation", "A rotation: x, y, z and w, or angles in degrees around the fixed axes X, Y and Z, in this order.", form, func(p place) {
		if jsondoc.Row(p, to[:], each); p.Checks() && hasNoLength(*to) {
			p.Wrong("it has no length")
		}
	}, func(p place) {
		var angles [3]float32
		if jsondoc.Row(p, angles[:], each); p.Reads() {
			*to = fromDegrees(angles)
		}
	})
}

func hasNoLength(q [4]float32) bool { return geom.QuatOf(q).Dot(geom.QuatOf(q)) < 1e-12 }

// kindOfValue is the number of components of a value, their range, and its name in the schema.
type kindOfValue struct {
	n         int
	numbers   jsondoc.Numbers
	name, doc string
}

var (
	oneNumber   = &kindOfValue{1, jsondoc.Part.Needed(), "part", "A number from 0 to 1, or one over time."}
	onePlace    = &kindOfValue{3, jsondoc.Any.Needed(), "place", "Three numbers, or three over time."}
	oneRotation = &kindOfValue{4, jsondoc.Any.Needed(), "turning", "A rotation, or one over time: x, y, z and w."}
)

// part visits a value from 0 to 1.
func part(p place, v *Value) { value(p, v, oneNumber) }

// value visits a value: its numbers, or an object with keys.
func value(p place, v *Value, of *kindOfValue) {
	form := 1
	switch {
	case p.Reads():
		if !p.In.Is("{") {
			form, v.Keys = 0, make([]Key, 1)
		}
	case v.still():
		form = 0
	case !v.Given() && !v.Loop:
		form = -1
	}
	p.Forms(of.name, of.doc, form, func(p place) {
		to := new([4]float32)
		if !p.Describes() {
			to = &v.Keys[0].To
		}
		of.visit(p, to)
	}, func(p place) { p.Object(func(o *object) { v.fields(o, of) }) })
}

// visit visits the numbers of a key.
func (of *kindOfValue) visit(p place, to *[4]float32) {
	switch of {
	case oneNumber:
		p.Number32(&to[0], of.numbers)
	case oneRotation:
		rotation(p, to)
	default:
		jsondoc.Row(p, to[:of.n], of.numbers)
	}
}

// fields visits the keys of a value.
func (v *Value) fields(o *object, of *kindOfValue) {
	o.Type(of.name+"Keys", of.doc)
	last := math.Inf(-1)
	jsondoc.List(o.At("keys", "Times in seconds, each with the numbers that hold then."), &v.Keys, 1, maxKeys, func(p place, k *Key) {
		if p.Describes() {
			jsondoc.Row(p, make([]float64, of.n+1), of.numbers)
			return
		}
		k.visit(p, of)
		switch {
		case p.W.Err != nil || p.W.Writes():
			return
		case !(k.At > last):
			p.Wrong("%v s is not after the key before, at %v s", k.At, last)
		case of == oneRotation && hasNoLength(k.To):
			p.Wrong("its rotation has no length")
		}
		last = k.At
	})
	o.At("loop", "The last key is the first of the next round.").Flag(&v.Loop)
	if o.Checks() && v.Loop && len(v.Keys) < 2 {
		o.Wrong("a loop has two keys or more")
	}
}

// visit visits a key: its time and its numbers, in one list.
func (k *Key) visit(p place, of *kindOfValue) {
	jsondoc.Fixed(p, of.n+1, true, func(p place, i int) {
		if i == 0 {
			p.Number(&k.At, jsondoc.Positive.Needed())
		} else {
			p.Number32(&k.To[i-1], of.numbers)
		}
	})
}

// point visits a point: the name of a joint, three numbers, or an object.
func point(p place, v *Point) {
	form := 0
	switch {
	case p.Reads():
		if !p.In.Is("[") && !hasKeys(p) {
			form = 1
		}
	case v.Joint != "":
		form = 1
	case !v.Value.Given():
		form = -1
	}
	p.Forms("point", "A place in the model: three numbers, these over time, or the place of a joint after the modifiers before.", form,
		func(p place) { value(p, &v.Value, onePlace) },
		func(p place) {
			p.OrShort("joint", v.Offset == [3]float32{}, v.ofJoint)
			v.onlyJoint(p, v.Joint)
		})
}

// ofJoint visits the place of a joint, or one in its frame.
func (v *Point) ofJoint(o *object) {
	o.Type("jointPoint", "A place in the frame of a joint.")
	joint(o.At("joint", "The joint."), &v.Joint, true)
	vector(o.At("offset", "The place in the joint's frame."), &v.Offset)
}

// onlyJoint refuses the keys of what is at a joint.
func (v *Value) onlyJoint(p place, joint string) {
	if p.Checks() && v.Given() {
		p.Wrong("it is the joint %q, and has keys", joint)
	}
}

// hasKeys reports whether what is read is an object with keys.
func hasKeys(p place) bool {
	if !p.In.Is("{") {
		return false
	}
	fields, err := p.In.Fields()
	p.Read(err)
	return slices.ContainsFunc(fields, func(f strict.Field) bool { return f.Key == "keys" })
}

// turn visits a rotation: the name of a joint, or a value.
func turn(p place, v *Turn) {
	form := 0
	switch {
	case p.Reads() && p.In.Is(`"`) || v.Joint != "":
		form = 1
	case !p.Reads() && !v.Value.Given():
		form = -1
	}
	p.Forms("turn", "A rotation in the model: a value, or that of a joint after the modifiers before.", form,
		func(p place) { value(p, &v.Value, oneRotation) },
		func(p place) {
			joint(p, &v.Joint, true)
			v.onlyJoint(p, v.Joint)
		})
}
