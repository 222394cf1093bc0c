package paint

import "github.com/sinew-anim/sinew/internal/jsondoc"

// Replace brings the weight of a joint to a value.
type Replace struct {
	Joint string
	Value float64
}

// Add adds a value to the weight of a joint, Subtract subtracts it, and Scale multiplies by a factor.
type (
	Add struct {
		Joint string
		Value float64
	}
	Subtract struct {
		Joint string
		Value float64
	}
	Scale struct {
		Joint  string
		Factor float64
	}
)

// jointField visits the joint of an operation.
func jointField(o *object, to *string) {
	joint(o.At("joint", "The joint whose weights change."), to, true)
}

func (e *Replace) fields(o *object) {
	o.Type("replace", "Brings the weight of a joint to a value.")
	jointField(o, &e.Joint)
	o.At("value", "The value.").Number(&e.Value, jsondoc.Part.Needed())
}

func (e *Add) fields(o *object) {
	o.Type("add", "Adds a value to the weight of a joint.")
	jointField(o, &e.Joint)
	o.At("value", "The value.").Number(&e.Value, jsondoc.Part.Needed())
}

func (e *Subtract) fields(o *object) {
	o.Type("subtract", "Subtracts a value from the weight of a joint.")
	jointField(o, &e.Joint)
	o.At("value", "The value.").Number(&e.Value, jsondoc.Part.Needed())
}

func (e *Scale) fields(o *object) {
	o.Type("scale", "Multiplies the weight of a joint by a factor.")
	jointField(o, &e.Joint)
	o.At("factor", "The factor.").Number(&e.Factor, jsondoc.Range(0, 1000).Needed())
}

func (e *Replace) joint() string  { return e.Joint }
func (e *Add) joint() string      { return e.Joint }
func (e *Subtract) joint() string { return e.Joint }
func (e *Scale) joint() string    { return e.Joint }

func (e *Replace) mirrored(m *mirror) Operation  { return &Replace{m.other(e.Joint), e.Value} }
func (e *Add) mirrored(m *mirror) Operation      { return &Add{m.other(e.Joint), e.Value} }
func (e *Subtract) mirrored(m *mirror) Operation { return &Subtract{m.other(e.Joint), e.Value} }
func (e *Scale) mirrored(m *mirror) Operation    { return &Scale{m.other(e.Joint), e.Factor} }

func (e *Replace) begin(*field, uint16) func(p int32, w, amount float64) float64 {
	return func(_ int32, w, amount float64) float64 { return lerp(w, e.Value, amount) }
}

func (e *Add) begin(*field, uint16) func(p int32, w, amount float64) float64 {
	return func(_ int32, w, amount float64) float64 { return w + float64(e.Value*amount) }
}

func (e *Subtract) begin(*field, uint16) func(p int32, w, amount float64) float64 {
	return func(_ int32, w, amount float64) float64 { return w - float64(e.Value*amount) }
}

func (e *Scale) begin(*field, uint16) func(p int32, w, amount float64) float64 {
	return func(_ int32, w, amount float64) float64 { return lerp(w, float64(w*e.Factor), amount) }
}
