package poses

import (
	"io"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/graphs"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/performance"
)

// jsonSamples prints samples as one JSON object:
//
//	{"file","clip","start","end","ticks_per_second","unit":"m","samples":[sample…]}
//
// Numbers have as many digits as it takes to read the same float32 back.
type jsonSamples struct {
	console.JSONStream
	poser *poser
	count int // samples so far
}

// sample is the pose at one time.
type sample struct {
	Time   float64          `json:"time"`
	Place  *graphs.Place    `json:"place,omitempty"` // with --root-motion
	Joints []joint          `json:"joints"`
	Meshes []mesh           `json:"meshes"`
	Morphs []morph          `json:"morphs"`
	Floats []float          `json:"floats"`
	Layers []layer          `json:"layers,omitzero"` // with --layers or --graph
	States []graphs.Playing `json:"states,omitzero"` // with --graph
}

type joint struct {
	Name   string    `json:"name"`
	Parent int       `json:"parent"`
	Skin   *int      `json:"skin,omitempty"` // in palette space
	Matrix []float32 `json:"matrix"`         // 12 values, row-major
}

type mesh struct {
	Name      string       `json:"name"`
	Node      string       `json:"node"`
	Rest      [][3]float32 `json:"rest,omitzero"` // with --vertices
	Positions [][3]float32 `json:"positions,omitzero"`
}

type morph struct {
	Mesh   string  `json:"mesh"`
	Target string  `json:"target"`
	Weight float32 `json:"weight"`
}

type float struct {
	Name  string  `json:"name"`
	Joint int     `json:"joint"` // or -1
	Value float32 `json:"value"`
}

type layer struct {
	Layer  int     `json:"layer"`
	Clip   string  `json:"clip"`
	Kind   string  `json:"kind"`
	Weight float32 `json:"weight"`
	Time   float64 `json:"time"`
	Mask   int     `json:"mask"`
}

func newJSON(w io.Writer, p *poser) *jsonSamples {
	return &jsonSamples{JSONStream: console.JSONStream{To: w}, poser: p}
}

func (j *jsonSamples) begin() {
	p := j.poser
	rate := 0.0
	if p.Clip != nil {
		rate = p.Clip.TicksPerSecond
	}
	j.Field("{", "file", p.File)
	j.Field(",", "clip", p.Name())
	j.Field(",", "start", p.start)
	j.Field(",", "end", p.end)
	j.Field(",", "ticks_per_second", rate)
	j.Raw(`,"unit":"m","samples":[`)
}

func (j *jsonSamples) sample() error {
	p := j.poser
	s := sample{Time: p.time, Joints: make([]joint, len(p.entries)), Meshes: []mesh{}, Morphs: []morph{},
		Floats: []float{}}
	if p.way != nil {
		s.Place = &graphs.Place{X: p.place.X, Y: p.place.Y, Z: p.place.Z, Yaw: performance.Yaw(p.place)}
	}
	for i := range p.entries {
		e := &p.entries[i]
		s.Joints[i] = joint{Name: e.name, Parent: e.parent, Matrix: p.matrices[12*i:][:12]}
		if p.space == "palette" {
			s.Joints[i].Skin = &e.skin
		}
	}
	for m, of := range p.Model.Meshes {
		one := mesh{Name: of.Name, Node: of.Node}
		if p.vertices {
			positions, err := p.skinned(m)
			if err != nil {
				return err
			}
			one.Rest, one.Positions = points(of.Position), points(positions)
		}
		s.Meshes = append(s.Meshes, one)
	}
	at := p.crowd.Instance(0)
	for i, w := range p.Model.Weights {
		s.Morphs = append(s.Morphs, morph{w.Mesh, w.Target, at.Weights()[i]})
	}
	for i, f := range p.Model.Floats {
		s.Floats = append(s.Floats, float{f.Name, int(f.Joint), at.Float(i)})
	}
	if p.Script != nil {
		s.Layers = []layer{}
		for _, l := range p.layers {
			clip := p.Script.Stack.Model.Clips[l.Clip].Name
			s.Layers = append(s.Layers, layer{l.Layer, clip, l.Kind.String(), float32(l.Weight), l.Time, int(l.Mask)})
		}
	}
	if p.Script != nil && p.Script.Graph != nil {
		s.States = []graphs.Playing{}
		for _, state := range p.Script.Graph.States(p.crowd) {
			s.States = append(s.States, graphs.Playing(state))
		}
	}
	if j.count++; j.count > 1 {
		j.Raw(",")
	}
	j.Raw("\n")
	return j.Value(&s)
}

// points returns values as places.
func points(values []float32) [][3]float32 {
	list := make([][3]float32, len(values)/3)
	for i := range list {
		list[i] = [3]float32(values[3*i:])
	}
	return list
}

func (j *jsonSamples) end() error {
	j.Raw("]}\n")
	return j.Err()
}
