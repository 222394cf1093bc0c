package fbx

import (
	"slices"
	"strings"
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

// FloatCurve drives a float in one stack: it is a component of a property.
type FloatCurve struct {
	Stack     int // of File.Stacks
	Driven    *Driven
	Component int
	Err       error // why a curve could not be read
}

// Floats is the result of File.Floats.
type Floats struct {
	List   []Float
	Texts  []string // properties that are no numbers
	Others int      // driven properties of objects of other kinds: constraints, poses, …
}

// Floats reads the numbers that curves drive besides transforms and blend
// shapes, in order of the file's connections. The error wraps soa.ErrTooLarge
// if all their curves together have more keys than most.
func (f *File) Floats(most int) (*Floats, error) {
	r := floatReader{reader: f.reader(most), models: make(map[int64]int), at: make(map[floatKey]int), driven: make(map[drivenKey]*Driven)}
	for i, id := range r.t.models {
		r.models[id] = i
	}
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

// channelPrefix begins the names of a curve node's channels.
const channelPrefix = "d|"

// floatKey identifies a float.
type floatKey struct {
	object int64
	name   string
}

// drivenKey identifies a driven property of a stack.
type drivenKey struct {
	object int64
	name   string
	stack  int
}

type floatReader struct {
	*reader
	models map[int64]int // index in takes.names
	driven map[drivenKey]*Driven
	at     map[floatKey]int
	out    Floats
}

// link reads the curves of a curve node as those of an object's property.
func (r *floatReader) link(l *namedLink) error {
	owner, kind := r.owner(l.to)
	switch kind {
	case shapeObject, layerObject:
		return nil
	case otherObject:
		r.out.Others++
		return nil
	}
	stacks := r.stacksOf(l.from)
	if _, model := r.models[l.to]; len(stacks) == 0 || model && slices.Contains(transformNames[:], l.name) {
		return nil
	}
	p, stated := r.property(l.to, l.name)
	if stated && p.text {
		r.out.Texts = append(r.out.Texts, owner.Model+owner.Material+"."+l.name)
		return nil
	}
	width := p.width(len(r.curves[l.from]))
	width = min(width, 4)
	owner.User = p.user
	for _, k := range stacks {
		key := drivenKey{l.to, l.name, k}
		d := r.driven[key]
		if d == nil {
			d = &Driven{}
			copy(d.Rest[:], p.values)
			r.driven[key] = d
		}
		_, broken, err := r.drive(d, k, l.from, l.name, width)
		if err != nil {
			return err
		}
		for _, ch := range r.curves[l.from] {
			f := owner
			component := 0
			f.Name, component = componentName(l.name, ch.name[len(channelPrefix):], width)
			if component < len(p.values) {
				f.Rest, f.Stated = p.values[component], true
			}
			if component >= width {
				r.out.Others++ // a channel without a place in its property
				continue
			}
			r.add(f, l.to, FloatCurve{k, d, component, broken})
		}
	}
	return nil
}

// add adds a curve to a float.
func (r *floatReader) add(f Float, object int64, c FloatCurve) {
	key := floatKey{object, f.Name}
	i, known := r.at[key]
	if !known {
		i = len(r.out.List)
		r.at[key] = i
		r.out.List = append(r.out.List, f)
	}
	to := &r.out.List[i]
	if !slices.ContainsFunc(to.Curves, func(old FloatCurve) bool { return old.Stack == c.Stack }) {
		to.Curves = append(to.Curves, c)
	}
}

// objectKind is the kind of an object with an animated property.
type objectKind uint8

const (
	otherObject objectKind = iota
	floatObject
	shapeObject // see File.Shapes
	layerObject // an animation layer, whose weight is no float
)

// owner returns the owner of an object's floats, and the kind of the object.
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
	case "AnimationLayer":
		return Float{}, layerObject
	}
	return Float{}, otherObject
}

// modelName returns the name of a model in the patched file.
func (f *File) modelName(i int) string {
	if own, ok := f.given[i]; ok {
		return own
	}
	return modelName(f.names[i].name)
}
