package fbxeval

import (
	"errors"
	"math"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/internal/testing/oracle"
)

// Model is a node of the file.
type Model struct {
	ID, Parent int64 // 0 is the scene
	Name       string
}

// Stack is an animation of the file.
type Stack struct {
	Name        string
	Start, Stop float64 // that it states, in seconds
	layers      []*layer
}

// File is an FBX file.
type File struct {
	Models []Model
	Stacks []*Stack

	second    float64
	bits      bool
	blender   bool // wrote it
	objects   map[int64]*node
	templates map[string]*node
	links     []link
}

type link struct {
	from, to int64
	property string
}

type layer struct {
	id         int64
	mode       int
	weight     float64
	byChannel  bool
	sums, mute bool
	weighs     *curve
}

// Open reads a file, binary or ASCII.
func Open(data []byte) (*File, error) {
	root, err := parse(data)
	if err != nil {
		return nil, err
	}
	f := &File{second: 46186158000, objects: make(map[int64]*node), templates: make(map[string]*node)}
	header := root.child("FBXHeaderExtension")
	if tc := header.child("OtherFlags").child("TCDefinition"); len(tc.values) > 0 && header.child("FBXHeaderVersion").number(0) >= 1004 && tc.number(0) != 127 {
		f.second = 141120000
	}
	f.blender = byBlender(header)
	f.bits = data[0] == ';' && header.child("FBXVersion").number(0) >= 7200
	for _, t := range root.child("Definitions").children {
		f.templates[t.word(0)] = t.child("PropertyTemplate").child("Properties70")
	}
	for _, o := range root.child("Objects").children {
		id, ok := o.value64()
		if ok {
			f.objects[id] = o
		}
	}
	for _, c := range root.child("Connections").children {
		if len(c.values) < 3 {
			continue
		}
		from, _ := c.values[1].(int64)
		to, _ := c.values[2].(int64)
		property := ""
		if c.word(0) == "OP" {
			property = c.word(3)
		}
		f.links = append(f.links, link{from, to, property})
	}
	for _, o := range root.child("Objects").children {
		id, _ := o.value64()
		switch o.name {
		case "Model":
			f.Models = append(f.Models, Model{id, f.parent(id), plainName(o.word(1))})
		case "AnimationStack":
			f.addStack(id, o)
		}
	}
	if len(f.Models) == 0 {
		return nil, errors.New("no models")
	}
	return f, nil
}

func (n *node) value64() (int64, bool) {
	if len(n.values) == 0 {
		return 0, false
	}
	id, ok := n.values[0].(int64)
	return id, ok
}

func plainName(s string) string {
	if name, _, ok := strings.Cut(s, "\x00\x01"); ok {
		return name
	}
	if _, name, ok := strings.Cut(s, "::"); ok {
		return name
	}
	return s
}

// parent returns the model above another.
func (f *File) parent(id int64) int64 {
	for _, l := range f.links {
		if l.from == id && l.property == "" && f.objects[l.to] != nil && f.objects[l.to].name == "Model" {
			return l.to
		}
	}
	return 0
}

func (f *File) addStack(id int64, o *node) {
	s := &Stack{Name: plainName(o.word(1)), Start: f.property(o, "LocalStart", 0)[0] / f.second, Stop: f.property(o, "LocalStop", 0)[0] / f.second}
	for _, l := range f.links {
		if n := f.objects[l.from]; l.to == id && n != nil && n.name == "AnimationLayer" {
			s.layers = append(s.layers, &layer{
				id: l.from, mode: int(f.property(n, "BlendMode", 0)[0]), weight: f.property(n, "Weight", 100)[0],
				byChannel: f.property(n, "RotationAccumulationMode", 0)[0] != 0, sums: f.property(n, "ScaleAccumulationMode", 0)[0] != 0,
				mute: f.property(n, "Mute", 0)[0] != 0,
			})
		}
	}
	solo := func(l *layer) bool { return f.property(f.objects[l.id], "Solo", 0)[0] != 0 }
	if slices.ContainsFunc(s.layers, solo) {
		for _, l := range s.layers {
			l.mute = l.mute || !solo(l)
		}
	}
	for _, l := range s.layers {
		for _, c := range f.links {
			if c.to == l.id && c.property == "Weight" {
				for _, d := range f.links {
					if n := f.objects[d.from]; d.to == c.from && n != nil && n.name == "AnimationCurve" {
						l.weighs = f.newCurve(n)
					}
				}
			}
		}
	}
	f.Stacks = append(f.Stacks, s)
}

// property returns the numbers of a property: stated, of the template, or otherwise.
func (f *File) property(o *node, name string, otherwise float64) (v [3]float64) {
	v = [3]float64{otherwise, otherwise, otherwise}
	for _, list := range []*node{o.child("Properties70"), f.templates[o.name]} {
		if list == nil {
			continue
		}
		for _, p := range list.children {
			if p.word(0) == name {
				for i := range 3 {
					v[i] = p.number(4 + i)
				}
				return v
			}
		}
	}
	return v
}

// Value returns a property of an object in a stack, at a time; −1 is no stack.
func (f *File) Value(stack int, id int64, name string, otherwise, t float64) [3]float64 {
	o := f.objects[id]
	v := f.property(o, name, otherwise)
	if stack < 0 {
		return v
	}
	order := int(f.property(o, "RotationOrder", 0)[0])
	for i, l := range f.Stacks[stack].layers {
		if l.mute {
			continue
		}
		over, ok := f.layerValue(l, id, name, v, t)
		if !ok {
			continue
		}
		w := l.weight
		if l.weighs != nil {
			w = l.weighs.at(t)
		}
		w = math.Min(math.Max(w/100, 0), 1)
		switch {
		case i == 0 || l.mode == 1:
			v = over
		case name == "Lcl Rotation" && !l.byChannel:
			a, b := eulerMatrix(v, order), eulerMatrix(over, order)
			if l.mode == 0 {
				v = angles(a.Mul(partly(oracle.Identity(), b, w)), order)
			} else {
				v = angles(partly(a, b, w), order)
			}
		default:
			for c := range 3 {
				power := name == "Lcl Scaling" && !l.sums
				switch {
				case l.mode == 0 && power:
					v[c] *= math.Pow(over[c], w)
				case l.mode == 0:
					v[c] += over[c] * w
				case power:
					v[c] = math.Pow(v[c], 1-w) * math.Pow(over[c], w)
				default:
					v[c] = v[c]*(1-w) + over[c]*w
				}
			}
		}
	}
	return v
}

// layerValue is what a layer states of a property.
func (f *File) layerValue(l *layer, id int64, name string, below [3]float64, t float64) (v [3]float64, ok bool) {
	for _, to := range f.links {
		if to.to != id || to.property != name || !slices.ContainsFunc(f.links, func(k link) bool { return k.from == to.from && k.to == l.id }) {
			continue
		}
		n := f.objects[to.from]
		for c, letter := range []string{"X", "Y", "Z"} {
			unstated := 0. // an additive layer changes nothing
			switch {
			case l.mode != 0 || l == f.first(l):
				unstated = below[c]
			case name == "Lcl Scaling" && !l.sums:
				unstated = 1
			}
			v[c] = f.property(n, "d|"+letter, unstated)[0]
			for _, k := range f.links {
				if k.to == to.from && (k.property == "d|"+letter || k.property == "d|"+name && c == 0) && f.objects[k.from] != nil {
					v[c] = f.newCurve(f.objects[k.from]).at(t)
				}
			}
		}
		return v, true
	}
	return v, false
}

// first returns the first layer of a layer's stack.
func (f *File) first(l *layer) *layer {
	for _, s := range f.Stacks {
		if slices.Contains(s.layers, l) {
			return s.layers[0]
		}
	}
	return nil
}
