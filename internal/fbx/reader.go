package fbx

import (
	"math"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/soa"
)

// reader reads curves and layers.
type reader struct {
	file       *File
	t          *takes
	most       int                      // keys that may still be read
	curves     map[int64][]*namedLink   // per curve node: what its curves drive
	stacks     map[int64]int            // per stack's id: the first of that id
	layers     map[int64]map[int]*layer // by id and stack
	order      [][]stackLayer           // by stack
	properties map[int64]map[string]property
	read       map[int64]readCurve
}

// stackLayer is a layer in its stack.
type stackLayer struct {
	id    int64
	layer *layer
}

type readCurve struct {
	curve *Curve
	err   error
}

// reader prepares to read curves of no more than that many keys. A multiple of the limit,
// for the numbers that a key has, must not overflow.
func (f *File) reader(most int) *reader {
	r := &reader{
		file: f, t: f.takes, most: min(most, math.MaxInt/8), curves: make(map[int64][]*namedLink), stacks: make(map[int64]int),
		layers: make(map[int64]map[int]*layer), properties: make(map[int64]map[string]property), read: make(map[int64]readCurve),
	}
	for i := range r.t.named {
		l := &r.t.named[i]
		if _, curve := r.t.spans[l.from]; curve && strings.HasPrefix(l.name, channelPrefix) {
			r.curves[l.to] = append(r.curves[l.to], l)
		}
	}
	for i := len(r.t.stacks) - 1; i >= 0; i-- {
		r.stacks[r.t.stacks[i].id] = i
	}
	weights := make(map[int64]int64) // by layer: the curve node of its weight
	for i := range r.t.named {
		if l := &r.t.named[i]; l.name == "Weight" && len(r.curves[l.from]) > 0 {
			weights[l.to] = l.from
		}
	}
	r.order = make([][]stackLayer, len(r.t.stacks))
	for _, l := range r.t.linksWhere(func(l link) bool { return r.t.objects[l.from].class == "AnimationLayer" }) {
		if k, ok := r.stacks[l.to]; ok && r.layers[l.from][k] == nil {
			r.addLayer(l.from, k, weights)
		}
	}
	for k := range r.order {
		r.silence(r.order[k])
	}
	return r
}

// addLayer adds a layer to a stack.
func (r *reader) addLayer(id int64, k int, weights map[int64]int64) {
	l := r.newLayer(id)
	l.first = len(r.order[k]) == 0
	if node, ok := weights[id]; ok && !l.first {
		// One that cannot be read leaves the weight that the layer states.
		l.weighs, _ = r.curve(r.curves[node][0].from)
	}
	if r.layers[id] == nil {
		r.layers[id] = make(map[int]*layer)
	}
	r.layers[id][k] = l
	r.order[k] = append(r.order[k], stackLayer{id, l})
}

// silence mutes the layers of a stack that do not play solo, if any does.
func (r *reader) silence(list []stackLayer) {
	solo := func(l stackLayer) bool { return r.number(l.id, "Solo", 0) != 0 }
	if slices.ContainsFunc(list, solo) {
		for _, l := range list {
			l.layer.silent = l.layer.silent || !solo(l)
		}
	}
}

// stacksOf lists the stacks of a curve node.
func (r *reader) stacksOf(node int64) (list []int) {
	for _, up := range r.t.owners(node) {
		for k := range r.layers[up] {
			list = append(list, k)
		}
	}
	slices.Sort(list)
	list = slices.Compact(list)
	return list[:min(len(list), maxStacks)]
}

// maxStacks bounds the stacks of one curve node; known files have one.
const maxStacks = 16

// property returns a property that an object, or else the template of its class, states.
func (r *reader) property(object int64, name string) (property, bool) {
	all, ok := r.properties[object]
	if !ok {
		// What cannot be read states nothing.
		all, _ = r.t.readProperties(r.t.objects[object])
		r.properties[object] = all
	}
	p, ok := all[name]
	if !ok {
		p, ok = r.t.templates[r.t.objects[object].class][name]
	}
	return p, ok
}

// number returns the first value of a property, or the default.
func (r *reader) number(object int64, name string, unstated float64) float64 {
	if p, ok := r.property(object, name); ok && len(p.values) > 0 {
		return p.values[0]
	}
	return unstated
}

// drive adds the curves of a curve node to a property of some components in a stack. It returns
// the number of their keys, and why one could not be read.
func (r *reader) drive(d *Driven, k int, node int64, name string, width int) (keys int, broken, err error) {
	for _, up := range r.t.owners(node) {
		l := r.layers[up][k]
		if l == nil || l.silent || slices.ContainsFunc(d.parts, func(p layerPart) bool { return p.layer == l }) {
			continue
		}
		p := layerPart{layer: l, rest: r.nodeRest(node, name, width, d.unstated(l))}
		for _, ch := range r.curves[node] {
			c, err := r.curve(ch.from)
			if err != nil {
				if isTooLarge(err) {
					return keys, nil, err
				}
				broken = err
				continue
			}
			_, component := componentName(name, ch.name[len(channelPrefix):], width)
			if component < width && p.curves[component] == nil {
				p.curves[component] = c
				keys += len(c.keys)
			}
		}
		d.insert(p, r.order[k])
	}
	return keys, broken, nil
}

// unstated returns a layer's values of components without a curve or a value.
func (d *Driven) unstated(l *layer) [4]float64 {
	switch {
	case l.first || l.mode != additive:
		return d.Rest
	case d.kind == factors && !l.sums:
		return [4]float64{1, 1, 1, 1}
	}
	return [4]float64{}
}

// insert inserts a layer's part in the order of layers.
func (d *Driven) insert(p layerPart, order []stackLayer) {
	place := func(l *layer) int { return slices.IndexFunc(order, func(s stackLayer) bool { return s.layer == l }) }
	i := len(d.parts)
	for i > 0 && place(d.parts[i-1].layer) > place(p.layer) {
		i--
	}
	d.parts = slices.Insert(d.parts, i, p)
}

// nodeRest returns the values that a curve node states for components without a curve.
func (r *reader) nodeRest(node int64, name string, width int, rest [4]float64) [4]float64 {
	for i := range width {
		for _, channel := range [...]string{"d|" + "XYZW"[i:i+1], "d|" + "RGBA"[i:i+1], channelPrefix + name} {
			if p, ok := r.property(node, channel); ok && len(p.values) > 0 && finite(p.values[:1]) && (i == 0 || channel[2:] != name) {
				rest[i] = p.values[0]
				break
			}
		}
	}
	return rest
}

// curve reads a curve once, however many nodes share it.
func (r *reader) curve(id int64) (*Curve, error) {
	c, known := r.read[id]
	if known {
		return c.curve, c.err
	}
	c.curve, c.err = r.t.curve(id, r.most)
	if c.err == nil {
		r.most -= c.curve.Len()
	}
	if r.most < 0 {
		c.curve, c.err = nil, soa.ErrTooLarge
	}
	r.read[id] = c
	return c.curve, c.err
}
