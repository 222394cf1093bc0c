package fbx

import (
	"cmp"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/soa"
)

// second is one second in FBX's unit of time.
const second = 46186158000

// Second is one second in the unit of Stack.First, of the times of motions and of curves.
const Second = second

// File is the result of Read.
type File struct {
	Stacks []Stack
	Unit   float64        // centimetres of a unit of length, 0 where the file states none
	names  []span         // the names of its models
	given  map[int]string // of these, those that Patch replaces
	takes  *takes
}

// Stack is one animation of the file.
type Stack struct {
	Name string
	// First and Last are what the stack plays, in FBX's unit of time: the range that it
	// states, or that of its keys. Plays is false where it has neither.
	First, Last float64
	Plays       bool
}

// span is a place in the file: a name with its class.
type span struct {
	at, size int
	name     string
}

// takes is what decides where stacks begin.
type takes struct {
	stacks []stack
	spans  map[int64][2]int64 // per curve: its first and last key
	links  []link
	names  []span
	models []int64 // the ids of names

	objects map[int64]object // models, curves and what else may have animated numbers, where they are asked for
	named   []namedLink      // the same: connections to properties
	// templates are the properties that objects have unless they state them, by class.
	templates map[string]map[string]property
	data      []byte
	text      bool
	lines     string // of a text file
	wide      bool
	arrays    *arrays
	old       bool // a text file before version 7.2, which has numbers where others have bits
	// What the header states: without a time code the unit of time is the usual one.
	headerVersion, timeCode int64
	hasTimeCode             bool
	unit                    float64 // UnitScaleFactor
	poses                   []int64 // the ids of poses
	creator                 string  // the program that wrote a binary file
}

type stack struct {
	id          int64
	name        string
	start, stop int64 // LocalStart, LocalStop
	class       int   // where "AnimationStack" begins
}

// keys returns the earliest and the latest key of a stack's curves.
func (t *takes) keys(stack int64) (first, last int64) {
	first, last = math.MaxInt64, math.MinInt64
	for curve, r := range t.spans {
		if (r[0] < first || r[1] > last) && t.under(curve, stack, 4) {
			first, last = min(first, r[0]), max(last, r[1])
		}
	}
	return first, last
}

// link is a connection from one object up to another, or to a property of it.
type link struct {
	from, to   int64
	toProperty bool
	order      int // in the file
}

// parents lists what an object is connected to, up to maxParents.
func (t *takes) parents(of int64) (list []int64) {
	i, _ := slices.BinarySearchFunc(t.links, of, func(l link, id int64) int { return cmp.Compare(l.from, id) })
	for ; i < len(t.links) && t.links[i].from == of && len(list) < maxParents; i++ {
		list = append(list, t.links[i].to)
	}
	return list
}

// under reports whether links lead from one object up to another.
func (t *takes) under(from, to int64, steps int) bool {
	i, _ := slices.BinarySearchFunc(t.links, from, func(l link, id int64) int { return cmp.Compare(l.from, id) })
	// More parents than an animation ever has would only slow the search.
	for n := 0; i < len(t.links) && t.links[i].from == from && n < maxParents; i, n = i+1, n+1 {
		if p := t.links[i].to; p == to || steps > 0 && t.under(p, to, steps-1) {
			return true
		}
	}
	return false
}

const maxParents = 64

// above lists the objects that an object is connected to itself, not one of their
// properties, up to maxParents.
func (t *takes) above(of int64) (list []int64) {
	i, _ := slices.BinarySearchFunc(t.links, of, func(l link, id int64) int { return cmp.Compare(l.from, id) })
	for ; i < len(t.links) && t.links[i].from == of && len(list) < maxParents; i++ {
		if !t.links[i].toProperty {
			list = append(list, t.links[i].to)
		}
	}
	return list
}

func (t *takes) connect(from, to int64, toProperty bool) {
	t.links = append(t.links, link{from, to, toProperty, len(t.links)})
}

// layerLinks lists the connections of animation layers to others, in the file's order.
func (t *takes) layerLinks() (list []link) {
	for _, l := range t.links {
		if t.objects[l.from].class == "AnimationLayer" {
			list = append(list, l)
		}
	}
	slices.SortFunc(list, func(a, b link) int { return cmp.Compare(a.order, b.order) })
	return list
}

// connectTo notes a connection to a property.
func (t *takes) connectTo(from, to int64, property string) {
	if t.objects != nil {
		t.named = append(t.named, namedLink{from, to, property})
	}
}

// note remembers where an object is.
func (t *takes) note(id int64, o object) {
	if _, known := t.objects[id]; t.objects != nil && !known {
		t.objects[id] = o
		if o.class == "Pose" {
			t.poses = append(t.poses, id)
		}
	}
}

func (t *takes) addCurve(id, first, last int64) {
	if t.spans == nil {
		t.spans = make(map[int64][2]int64)
	}
	t.spans[id] = [2]int64{first, last}
}

// stackName takes the class off an object's name: "AnimStack::Take" in text,
// "Take\x00\x01AnimStack" in binary files.
func stackName(raw string) string {
	if name, _, ok := strings.Cut(raw, "\x00\x01"); ok {
		return name
	}
	if _, name, ok := strings.Cut(raw, "::"); ok {
		return name
	}
	return raw
}

func malformed(format string, args ...any) error {
	return fmt.Errorf("%w: %s", soa.ErrFormat, fmt.Sprintf(format, args...))
}

// hasNumbers tells the classes of objects whose properties or keys may be asked
// for.
func hasNumbers(class string) bool {
	switch class {
	case "AnimationCurve", "AnimationCurveNode", "AnimationLayer", "Model", "NodeAttribute", "Material", "Geometry", "Deformer", "Pose", "Cache":
		return true
	}
	return false
}

// namedLink is a connection of an object to a property of another.
type namedLink struct {
	from, to int64
	name     string
}

// property is what a P record states.
type property struct {
	kind   string
	user   bool
	text   bool
	values []float64
}

// objectName takes the class off an object's name.
func objectName(raw string) string { return stackName(raw) }

// object is where an object of the file is, for passes that read more of it than
// the first one.
type object struct {
	class, name       string
	at, children, end int // of a text file at alone, where its line begins
}

// modelName is the name in a model's name and class: "Model::arm" in ASCII
// files, "arm\x00\x01Model" in binary ones.
func modelName(raw string) string {
	if name, _, ok := strings.Cut(raw, "\x00\x01"); ok {
		return name
	}
	return strings.TrimPrefix(raw, "Model::")
}
