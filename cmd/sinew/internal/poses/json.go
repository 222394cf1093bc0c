package poses

import (
	"bufio"
	"encoding/json"
	"math"
	"strconv"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/graphs"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/play"
)

// jsonSamples prints samples as one JSON object:
//
//	{"file","clip","start","end","ticks_per_second","unit":"m","samples":[{"time",
//	  "place":{"x","y","z","yaw":degrees},                             with --root-motion
//	  "joints":[{"name","parent","matrix":[12 row-major]}],
//	  "meshes":[{"name","node","rest":[[x,y,z]…],"positions":[[x,y,z]…]}],
//	  "morphs":[{"mesh","target","weight"}],
//	  "floats":[{"name","joint":index or -1,"value"}],
//	  "layers":[{"layer","clip","kind","weight","time","mask"}],       with --layers or --graph
//	  "states":[{"machine","state","time","weight","leaving"}]}]}      with --graph
//
// Numbers have as many digits as it takes to read the same float32 back.
type jsonSamples struct {
	w     *bufio.Writer
	poser *poser
	count int // samples so far
	b     []byte
}

// maxBuffered is how much is gathered before it is written.
const maxBuffered = 1 << 15

func (p *jsonSamples) raw(s string) { p.b = append(p.b, s...) }

func (p *jsonSamples) text(s string) {
	quoted, err := json.Marshal(s)
	if err != nil { // no string gives one
		quoted = []byte(`""`)
	}
	p.b = append(p.b, quoted...)
}

func (p *jsonSamples) number(v float64) { p.b = appendNumber(p.b, v, 64) }

// appendNumber writes the shortest number that reads back as the same, as
// package json does.
func appendNumber(b []byte, v float64, bits int) []byte {
	format := byte('f')
	if a := math.Abs(v); a != 0 && (a < 1e-6 || a >= 1e21) {
		format = 'e'
	}
	return strconv.AppendFloat(b, v, format, -1, bits)
}

// list writes float32 values as an array.
func (p *jsonSamples) list(values []float32) {
	p.raw("[")
	for i, v := range values {
		if i > 0 {
			p.raw(",")
		}
		p.b = appendNumber(p.b, float64(v), 32)
	}
	p.raw("]")
}

// points writes an array of arrays of three.
func (p *jsonSamples) points(values []float32) {
	p.raw("[")
	for i := 0; i+3 <= len(values); i += 3 {
		if i > 0 {
			p.raw(",")
		}
		p.list(values[i : i+3])
		p.drain()
	}
	p.raw("]")
}

// drain hands on what has been gathered. The writer keeps an error until end.
func (p *jsonSamples) drain() {
	if len(p.b) > maxBuffered {
		_, _ = p.w.Write(p.b)
		p.b = p.b[:0]
	}
}

func (p *jsonSamples) begin() {
	q := p.poser
	p.raw(`{"file":`)
	p.text(q.File)
	p.raw(`,"clip":`)
	p.text(q.Name())
	p.raw(`,"start":`)
	p.number(q.start)
	p.raw(`,"end":`)
	p.number(q.end)
	p.raw(`,"ticks_per_second":`)
	rate := 0.0
	if q.Clip != nil {
		rate = q.Clip.TicksPerSecond
	}
	p.number(rate)
	p.raw(`,"unit":"m","samples":[`)
}

func (p *jsonSamples) sample() error {
	q := p.poser
	if p.count++; p.count > 1 {
		p.raw(",")
	}
	p.raw("\n" + `{"time":`)
	p.number(q.time)
	p.place()
	p.raw(`,"joints":[`)
	for i := range q.entries {
		e := &q.entries[i]
		if i > 0 {
			p.raw(",")
		}
		p.raw(`{"name":`)
		p.text(e.name)
		p.raw(`,"parent":`)
		p.b = strconv.AppendInt(p.b, int64(e.parent), 10)
		if q.space == "palette" {
			p.raw(`,"skin":`)
			p.b = strconv.AppendInt(p.b, int64(e.skin), 10)
		}
		p.raw(`,"matrix":`)
		p.list(q.matrices[12*i : 12*i+12])
		p.raw("}")
		p.drain()
	}
	p.raw(`],"meshes":[`)
	if err := p.meshes(); err != nil {
		return err
	}
	p.raw(`],"morphs":[`)
	for i, w := range q.Model.Weights {
		if i > 0 {
			p.raw(",")
		}
		p.raw(`{"mesh":`)
		p.text(w.Mesh)
		p.raw(`,"target":`)
		p.text(w.Target)
		p.raw(`,"weight":`)
		p.b = appendNumber(p.b, float64(q.crowd.Instance(0).Weights()[i]), 32)
		p.raw("}")
	}
	p.raw(`],"floats":[`)
	for i, f := range q.Model.Floats {
		if i > 0 {
			p.raw(",")
		}
		p.raw(`{"name":`)
		p.text(f.Name)
		p.raw(`,"joint":`)
		p.b = strconv.AppendInt(p.b, int64(f.Joint), 10)
		p.raw(`,"value":`)
		p.b = appendNumber(p.b, float64(q.crowd.Instance(0).Float(i)), 32)
		p.raw("}")
		p.drain()
	}
	p.raw("]")
	p.layers()
	if err := p.states(); err != nil {
		return err
	}
	p.raw("}")
	return nil
}

// place tells where root motion has led to.
func (p *jsonSamples) place() {
	q := p.poser
	if q.way == nil {
		return
	}
	p.raw(`,"place":{"x":`)
	p.number(q.place.X)
	p.raw(`,"y":`)
	p.number(q.place.Y)
	p.raw(`,"z":`)
	p.number(q.place.Z)
	p.raw(`,"yaw":`)
	p.number(play.Yaw(q.place))
	p.raw("}")
}

// layers tells what the layers of a script play.
func (p *jsonSamples) layers() {
	q := p.poser
	if q.Script == nil {
		return
	}
	p.raw(`,"layers":[`)
	for i, l := range q.layers {
		if i > 0 {
			p.raw(",")
		}
		p.raw(`{"layer":`)
		p.b = strconv.AppendInt(p.b, int64(l.Layer), 10)
		p.raw(`,"clip":`)
		p.text(q.Script.Stack.Model.Clips[l.Clip].Name)
		p.raw(`,"kind":`)
		p.text(l.Kind.String())
		p.raw(`,"weight":`)
		p.b = appendNumber(p.b, l.Weight, 32)
		p.raw(`,"time":`)
		p.number(l.Time)
		p.raw(`,"mask":`)
		p.b = strconv.AppendInt(p.b, int64(l.Mask), 10)
		p.raw("}")
	}
	p.raw("]")
}

// states tells which states of a graph play.
func (p *jsonSamples) states() error {
	q := p.poser
	if q.Script == nil || q.Script.Graph == nil {
		return nil
	}
	list := []graphs.Playing{}
	for _, s := range q.Script.Graph.States(q.crowd) {
		list = append(list, graphs.Playing(s))
	}
	data, err := json.Marshal(list)
	p.raw(`,"states":` + string(data))
	return err
}

func (p *jsonSamples) meshes() error {
	for m, mesh := range p.poser.Model.Meshes {
		if m > 0 {
			p.raw(",")
		}
		p.raw(`{"name":`)
		p.text(mesh.Name)
		p.raw(`,"node":`)
		p.text(mesh.Node)
		if p.poser.vertices {
			positions, err := p.poser.skinned(m)
			if err != nil {
				return err
			}
			p.raw(`,"rest":`)
			p.points(mesh.Position)
			p.raw(`,"positions":`)
			p.points(positions)
		}
		p.raw("}")
	}
	return nil
}

func (p *jsonSamples) end() error {
	p.raw("]}\n")
	_, err := p.w.Write(p.b)
	return err
}
