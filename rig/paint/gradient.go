package paint

import (
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/jsondoc"
)

// Gradient brings the weights of a joint to values that go evenly from one place to another.
type Gradient struct {
	Joint    string
	From, To [3]float64 // places in the model at rest, in metres
	Low      float64    // the weight at From and before it
	High     float64    // at To and beyond
}

func (e *Gradient) fields(o *object) {
	o.Type("gradient", "Brings the weights of a joint to values that go evenly from one place to another.")
	jointField(o, &e.Joint)
	placeField(o.At("from", "Where it begins."), &e.From)
	placeField(o.At("to", "Where it ends."), &e.To)
	o.At("low", "The weight at its begin and before.").Number(&e.Low, jsondoc.Part)
	o.At("high", "The weight at its end and beyond.").Number(&e.High, jsondoc.Part.Or(1))
	if o.Checks() && e.From == e.To {
		o.Wrong("it begins where it ends")
	}
}

func (e *Gradient) joint() string { return e.Joint }
func (e *Gradient) mirrored(m *mirror) Operation {
	out := *e
	out.Joint, out.From, out.To = m.other(e.Joint), m.Image(e.From), m.Image(e.To)
	return &out
}

func (e *Gradient) begin(f *field, _ uint16) func(p int32, w, amount float64) float64 {
	along := exact.Vec(e.To).Sub(e.From)
	size := along.Dot(along)
	return func(p int32, w, amount float64) float64 {
		t := min(max(f.Position[p].Sub(e.From).Dot(along)/size, 0), 1)
		return lerp(w, lerp(e.Low, e.High, t), amount)
	}
}

// Levels makes the weights of a joint offset + gain·w.
type Levels struct {
	Joint        string
	Gain, Offset float64
}

func (e *Levels) fields(o *object) {
	o.Type("levels", "Makes the weight w of a joint offset + gain·w, from 0 to 1.")
	jointField(o, &e.Joint)
	o.At("gain", "The factor.").Number(&e.Gain, jsondoc.Range(-1000, 1000).Or(1))
	o.At("offset", "What is added.").Number(&e.Offset, jsondoc.Range(-1000, 1000))
}

func (e *Levels) joint() string                { return e.Joint }
func (e *Levels) mirrored(m *mirror) Operation { return &Levels{m.other(e.Joint), e.Gain, e.Offset} }

func (e *Levels) begin(*field, uint16) func(p int32, w, amount float64) float64 {
	return func(_ int32, w, amount float64) float64 {
		return lerp(w, min(max(e.Offset+float64(e.Gain*w), 0), 1), amount)
	}
}
