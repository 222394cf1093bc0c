package fbx

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/soa"
)

// Float is a number of the file that curves drive besides transforms and blend
// shapes: a user property of a model, another property of it or of what is
// attached to it (a camera, a light), or a property of a material. A component
// of a vector is a Float of its own, whose name ends in .x, .y, .z or .w.
type Float struct {
	Model    string // as the patched file names it; "" where a material has it
	Material string
	Name     string
	User     bool    // an artist added the property
	Rest     float64 // the value that the property states
	Stated   bool    // it states one
	Curves   []FloatCurve
}

// FloatCurve drives a float in one stack.
type FloatCurve struct {
	Stack int // of File.Stacks
	Curve Curve
	Err   error // why the curve could not be read
}

// Floats is the result of File.Floats.
type Floats struct {
	List []Float
	// Texts are properties that are no numbers, Doubled those that several layers
	// of a stack drive, of which the first counts.
	Texts, Doubled []string
	Others         int // driven properties of objects of other kinds: constraints, poses, …
}

// Floats reads the numbers that curves drive besides transforms and blend
// shapes, in order of the file's connections. The error wraps soa.ErrTooLarge
// if all their curves together have more keys than most.
func (f *File) Floats(most int) (*Floats, error) {
	r := floatReader{file: f, t: f.takes, most: most, at: make(map[floatKey]int), properties: make(map[int64]map[string]property), read: make(map[int64]FloatCurve)}
	r.prepare()
	for i := range r.t.named {
		l := &r.t.named[i]
		if strings.HasPrefix(l.name, channelPrefix) || len(r.curves[l.from]) == 0 {
			continue
		}
		if err := r.link(l); err != nil {
			return nil, err
		}
	}
	return &r.out, nil
}

// channelPrefix begins the names of what curves drive of a curve node.
const channelPrefix = "d|"

// namedLink is a connection of an object to a property of another.
type namedLink struct {
	from, to int64
	name     string
}

// floatKey tells floats apart.
type floatKey struct {
	object int64
	name   string
}

type floatReader struct {
	file       *File
	t          *takes
	most       int
	curves     map[int64][]*namedLink // per curve node: what its curves drive
	models     map[int64]int          // index in takes.names
	stacks     map[int64]int          // per stack's id: the first of that id
	properties map[int64]map[string]property
	read       map[int64]FloatCurve // curves that were read
	at         map[floatKey]int
	out        Floats
}

func (r *floatReader) prepare() {
	r.curves, r.models, r.stacks = make(map[int64][]*namedLink), make(map[int64]int), make(map[int64]int)
	for i := range r.t.named {
		l := &r.t.named[i]
		if _, curve := r.t.spans[l.from]; curve && strings.HasPrefix(l.name, channelPrefix) {
			r.curves[l.to] = append(r.curves[l.to], l)
		}
	}
	for i, id := range r.t.models {
		r.models[id] = i
	}
	for i := len(r.t.stacks) - 1; i >= 0; i-- {
		r.stacks[r.t.stacks[i].id] = i
	}
}

// link reads what a curve node does to a property of an object.
func (r *floatReader) link(l *namedLink) error {
	owner, kind := r.owner(l.to)
	switch kind {
	case shapeObject:
		return nil
	case otherObject:
		r.out.Others++
		return nil
	}
	stacks := r.stacksOf(l.from)
	if len(stacks) == 0 {
		return nil
	}
	p, stated := r.property(l.to, l.name)
	if stated && p.text {
		r.out.Texts = append(r.out.Texts, owner.Model+owner.Material+"."+l.name)
		return nil
	}
	channels := r.curves[l.from]
	for _, ch := range channels {
		f := owner
		component := 0
		f.Name, component = componentName(l.name, ch.name[len(channelPrefix):], p.width(len(channels)))
		f.User = p.user
		if component < len(p.values) {
			f.Rest, f.Stated = p.values[component], true
		}
		if err := r.add(f, l.to, ch.from, stacks); err != nil {
			return err
		}
	}
	return nil
}

// add gives a float a curve.
func (r *floatReader) add(f Float, object, curve int64, stacks []int) error {
	key := floatKey{object, f.Name}
	i, known := r.at[key]
	if !known {
		i = len(r.out.List)
		r.at[key] = i
		r.out.List = append(r.out.List, f)
	}
	to := &r.out.List[i]
	for _, s := range stacks {
		if slices.ContainsFunc(to.Curves, func(c FloatCurve) bool { return c.Stack == s }) {
			r.out.Doubled = append(r.out.Doubled, f.Model+f.Material+"."+f.Name)
			continue
		}
		c := r.curve(curve)
		if r.most -= len(c.Curve.Time); r.most < 0 || errors.Is(c.Err, soa.ErrTooLarge) {
			return soa.ErrTooLarge
		}
		c.Stack = s
		to.Curves = append(to.Curves, c)
	}
	return nil
}

// curve reads a curve, once: others may drive the same thing.
func (r *floatReader) curve(id int64) FloatCurve {
	c, known := r.read[id]
	if !known {
		c.Curve, c.Err = r.t.curve(id, r.most)
		r.read[id] = c
	}
	return c
}

// objectKind is what has an animated property.
type objectKind uint8

const (
	otherObject objectKind = iota
	floatObject
	shapeObject // what libassimp animates itself
)

// owner is the target of an object's properties, and the kind of the object.
func (r *floatReader) owner(id int64) (Float, objectKind) {
	if i, ok := r.models[id]; ok {
		return Float{Model: r.file.modelName(i)}, floatObject
	}
	o, ok := r.t.objects[id]
	if !ok {
		return Float{}, otherObject
	}
	switch o.class {
	case "Material":
		return Float{Material: objectName(o.name)}, floatObject
	case "NodeAttribute":
		for _, up := range r.t.parents(id) {
			if i, ok := r.models[up]; ok {
				return Float{Model: r.file.modelName(i)}, floatObject
			}
		}
	case "Geometry", "Deformer":
		return Float{}, shapeObject
	}
	return Float{}, otherObject
}

// maxStacks bounds the stacks of one curve node, which in all files is of one.
const maxStacks = 16

// stacksOf lists the stacks that a curve node is of.
func (r *floatReader) stacksOf(node int64) (list []int) {
	for _, layer := range r.t.parents(node) {
		for _, up := range r.t.parents(layer) {
			if s, ok := r.stacks[up]; ok && len(list) < maxStacks && !slices.Contains(list, s) {
				list = append(list, s)
			}
		}
	}
	return list
}

// property returns what an object states of a property.
func (r *floatReader) property(object int64, name string) (property, bool) {
	all, ok := r.properties[object]
	if !ok {
		// What cannot be read states nothing.
		all, _ = r.t.readProperties(r.t.objects[object])
		r.properties[object] = all
	}
	p, ok := all[name]
	return p, ok
}

// property is what a P record states.
type property struct {
	kind   string
	user   bool
	text   bool
	values []float64
}

// newProperty takes the type and flags of a P record, and its values as far as
// they are numbers.
func newProperty(kind, flags string, values []float64) property {
	p := property{kind: strings.ToLower(kind), user: strings.Contains(flags, "U"), values: values}
	switch p.kind {
	case "kstring", "charptr", "url", "xrefurl", "blob", "compound", "object", "datetime", "ktime", "action":
		p.text = true
	}
	if n := p.width(0); n < len(values) {
		p.values = values[:n] // what follows are limits
	}
	return p
}

// width returns how many components the property has, where that is not known as
// many as it has channels.
func (p *property) width(channels int) int {
	switch p.kind {
	case "":
		return channels
	case "vector2d", "vector2":
		return 2
	case "vector", "vector3d", "color", "colorrgb", "lcl translation", "lcl rotation", "lcl scaling":
		return 3
	case "colorandalpha", "vector4d", "vector4":
		return 4
	}
	return 1
}

// componentName names what a channel drives of a property of some components.
func componentName(property, channel string, width int) (name string, component int) {
	if width == 1 || channel == property {
		return property, 0
	}
	for i, letters := range [...]string{"XRxr", "YGyg", "ZBzb", "WAwa"} {
		if len(channel) == 1 && strings.Contains(letters, channel) {
			return property + "." + "xyzw"[i:i+1], i
		}
	}
	return fmt.Sprintf("%s.%s", property, channel), width
}

// objectName takes the class off an object's name.
func objectName(raw string) string { return stackName(raw) }

// modelName returns the name of a model in the patched file.
func (f *File) modelName(i int) string {
	if own, ok := f.given[i]; ok {
		return own
	}
	return modelName(f.names[i].name)
}
