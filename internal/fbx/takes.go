package fbx

import (
	"cmp"
	"fmt"
	"iter"
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

// span is a model's name with its class, and its place in the file.
type span struct {
	at, size int
	name     string
}

// takes is the content of a file as far as the first pass reads it.
type takes struct {
	stacks []stack
	spans  map[int64][2]int64 // per curve: its first and last key
	links  []link
	names  []span
	models []int64 // the ids of names

	objects map[int64]object // of classes that hasNumbers selects
	named   []namedLink      // connections to properties
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
		if (r[0] < first || r[1] > last) && t.reaches(curve, stack, 4) {
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

// linksOf iterates over the connections of an object.
func (t *takes) linksOf(id int64) iter.Seq[link] {
	return func(yield func(link) bool) {
		i, _ := slices.BinarySearchFunc(t.links, id, func(l link, id int64) int { return cmp.Compare(l.from, id) })
		for ; i < len(t.links) && t.links[i].from == id && yield(t.links[i]); i++ {
		}
	}
}

// maxParents bounds the connections of an object that are followed: animations never have so
// many, and more would only slow searches.
const maxParents = 64

// parents lists the objects that an object is connected to, itself or by a property, up to
// maxParents.
func (t *takes) parents(of int64) (list []int64) {
	for l := range t.linksOf(of) {
		if list = append(list, l.to); len(list) == maxParents {
			break
		}
	}
	return list
}

// reaches reports whether links lead from one object up to another.
func (t *takes) reaches(from, to int64, steps int) bool {
	return slices.ContainsFunc(t.parents(from), func(p int64) bool {
		return p == to || steps > 0 && t.reaches(p, to, steps-1)
	})
}

// owners lists the objects that an object is connected to other than by a property, up to
// maxParents.
func (t *takes) owners(of int64) (list []int64) {
	for l := range t.linksOf(of) {
		if l.toProperty {
			continue
		}
		if list = append(list, l.to); len(list) == maxParents {
			break
		}
	}
	return list
}

func (t *takes) connect(from, to int64, toProperty bool) {
	t.links = append(t.links, link{from, to, toProperty, len(t.links)})
}

// linksWhere lists the connections that f selects, in the file's order.
func (t *takes) linksWhere(f func(l link) bool) (list []link) {
	for _, l := range t.links {
		if f(l) {
			list = append(list, l)
		}
	}
	slices.SortFunc(list, func(a, b link) int { return cmp.Compare(a.order, b.order) })
	return list
}

// connectTo records a connection to a property.
func (t *takes) connectTo(from, to int64, property string) {
	t.named = append(t.named, namedLink{from, to, property})
}

// note records the place of an object.
func (t *takes) note(id int64, o object) {
	if _, known := t.objects[id]; !known {
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

// objectName removes the class from an object's name: "AnimStack::Take" in text,
// "Take\x00\x01AnimStack" in binary files.
func objectName(raw string) string {
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

// hasNumbers reports whether later passes read the properties, arrays or keys of a class.
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

// property is the content of a P record.
type property struct {
	kind   string
	user   bool
	text   bool
	values []float64
}

// object is the place of an object in the file, for later passes.
type object struct {
	class, name       string
	at, children, end int // in a text file at alone, where its line begins
}

// modelName removes the class from a model's name: "Model::arm" in text, "arm\x00\x01Model" in
// binary files.
func modelName(raw string) string {
	if name, _, ok := strings.Cut(raw, "\x00\x01"); ok {
		return name
	}
	return strings.TrimPrefix(raw, "Model::")
}
