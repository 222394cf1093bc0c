package fbx

import (
	"fmt"
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

// drivenKey tells driven properties of a stack apart.
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

// link reads what a curve node does to a property of an object.
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

// add gives a float what drives it in a stack.
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

// objectKind is what has an animated property.
type objectKind uint8

const (
	otherObject objectKind = iota
	floatObject
	shapeObject // see File.Shapes
	layerObject // an animation layer, whose weight is no float
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
	case "AnimationLayer":
		return Float{}, layerObject
	}
	return Float{}, otherObject
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
	p := property{kind: lower(kind), user: strings.Contains(flags, "U"), values: values}
	switch p.kind {
	case "kstring", "charptr", "url", "xrefurl", "blob", "compound", "object", "datetime", "ktime", "action":
		p.text = true
	}
	if n := p.width(0); n < len(values) {
		p.values = values[:n] // what follows are limits
	}
	return p
}

// lower is strings.ToLower, of frequent words without work.
func lower(kind string) string {
	switch kind {
	case "Number":
		return "number"
	case "Vector3D":
		return "vector3d"
	case "KString":
		return "kstring"
	case "Lcl Translation":
		return "lcl translation"
	case "Lcl Rotation":
		return "lcl rotation"
	case "Lcl Scaling":
		return "lcl scaling"
	}
	return strings.ToLower(kind)
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
