package rig

import (
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/internal/suggest"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/humanoid"
)

// BodyKind is a kind of body.
type BodyKind uint8

// The kinds of bodies.
const (
	Biped BodyKind = iota
	Quadruped
)

// kindNames are the kinds in JSON.
var kindNames = []string{"biped", "quadruped"}

// String returns the kind's name.
func (k BodyKind) String() string { return kindNames[min(k, Quadruped)] }

// ParseBodyKind returns the kind of a name. The error wraps soa.ErrOption.
func ParseBodyKind(name string) (BodyKind, error) {
	if k := slices.Index(kindNames, name); k >= 0 {
		return BodyKind(k), nil
	}
	return 0, fmt.Errorf("%w: %.60q is none of %s", soa.ErrOption, name, strings.Join(kindNames, ", "))
}

// Markers are places on or in a mesh, in model space in metres, between which FitSkeleton makes a skeleton.
// In JSON:
//
//	{"kind": "biped", "markers": {
//	  "chin": [0, 1.48, 0.1], "groin": [0, 0.82, 0], "leftWrist": [0.66, 1.36, 0],
//	  "leftElbow": [0.43, 1.36, 0], "leftKnee": [0.09, 0.47, 0.02]}}
type Markers struct {
	Kind   BodyKind
	Places []Marker
}

// Marker is a named place: chin, groin, and on either side (leftWrist, rightWrist) wrist, elbow and
// knee; of a quadruped, whose forelegs are arms, ankle too, at the hock. Optional are shoulder and
// ankle, and of a quadruped tail, its tip. A side that is left out is the other one's reflection.
type Marker struct {
	Name  string
	Place [3]float64
}

// wanted lists the markers of a kind, without sides; those of the second list are optional.
func (k BodyKind) wanted() (middle, sided, optional []string) {
	if k == Quadruped {
		return []string{"chin", "groin"}, []string{"Wrist", "Elbow", "Knee", "Ankle"}, []string{"tail"}
	}
	return []string{"chin", "groin"}, []string{"Wrist", "Elbow", "Knee"}, []string{"Shoulder", "Ankle"}
}

// Names lists the names of all markers of a kind.
func (k BodyKind) Names() (list []string) {
	middle, sided, optional := k.wanted()
	for _, name := range slices.Concat(middle, sided, optional) {
		if name != strings.ToLower(name) {
			list = append(list, "left"+name, "right"+name)
		} else {
			list = append(list, name)
		}
	}
	return list
}

// maxMarkers is the greatest number of markers of a document.
const maxMarkers = 64

func (m *Markers) fields(o *jsondoc.Object) {
	o.Type("markers", "Places on a mesh between which a skeleton is made.")
	jsondoc.Choice(o.At("kind", "The kind of body."), &m.Kind, kindNames, true)
	jsondoc.Table(o.At("markers", "Places in model space, in metres."), &m.Places, "marker", 1, maxMarkers,
		func(x *Marker) *string { return &x.Name }, func(p jsondoc.Place, x *Marker) {
			jsondoc.Row(p, x.Place[:], jsondoc.Any.WithUnit(jsondoc.Metres))
		})
}

// ParseMarkers reads markers in JSON. The error wraps soa.ErrFormat or ErrMarker.
func ParseMarkers(data []byte) (*Markers, error) {
	m := new(Markers)
	w := &jsondoc.Walk{Contradiction: ErrMarker, Limit: soa.ErrTooLarge}
	visit := func(p jsondoc.Place) { p.Object(m.fields) }
	if err := w.Read(data, visit); err != nil {
		return nil, fmt.Errorf("markers: %w", err)
	}
	if err := w.Check(visit); err != nil {
		return nil, fmt.Errorf("markers: %w", err)
	}
	return m, nil
}

// table returns the markers by name, after checks of names and numbers.
func (m *Markers) table() (map[string]exact.Vec, error) {
	if m == nil || m.Kind > Quadruped {
		return nil, fmt.Errorf("%w: no kind of body", ErrMarker)
	}
	names := m.Kind.Names()
	at := make(map[string]exact.Vec)
	for _, x := range m.Places {
		if !slices.Contains(names, x.Name) {
			return nil, fmt.Errorf("%w: a %v has no marker %.60q%s; it has %s", ErrMarker, m.Kind, x.Name, suggest.Hint(names, x.Name), strings.Join(names, ", "))
		}
		if _, twice := at[x.Name]; twice {
			return nil, fmt.Errorf("%w: %s is there twice", ErrMarker, x.Name)
		}
		for _, v := range x.Place {
			if !(math.Abs(v) < soa.MaxMagnitude) {
				return nil, fmt.Errorf("%w: %s is at %v", ErrMarker, x.Name, x.Place)
			}
		}
		at[x.Name] = x.Place
	}
	middle, sided, _ := m.Kind.wanted()
	var missing []string
	for _, name := range middle {
		if _, ok := at[name]; !ok {
			missing = append(missing, name)
		}
	}
	for _, part := range sided {
		_, left := at[humanoid.Left.Role(part)]
		_, right := at[humanoid.Right.Role(part)]
		if !left && !right {
			missing = append(missing, humanoid.Left.Role(part)+" or "+humanoid.Right.Role(part))
		}
	}
	if len(missing) > 0 {
		return nil, fmt.Errorf("%w: %s missing", ErrMarker, strings.Join(missing, ", "))
	}
	return at, nil
}

// frame is the body's own: x to the left of its middle, y up, z ahead.
type frame struct {
	left   exact.Vec // in model space
	middle float64   // x of the middle in the frame's axes
}

// straight is how far, in degrees, a body may look from a quarter turn that it is taken to look along.
const straight = 3.

// frameOf finds where a body looks, from the markers of its sides or, with one side alone, from which
// side they are on.
func frameOf(at map[string]exact.Vec, k BodyKind) (frame, error) {
	_, sided, _ := k.wanted()
	var across exact.Vec
	both := false
	for _, part := range sided {
		l, hasLeft := at[humanoid.Left.Role(part)]
		r, hasRight := at[humanoid.Right.Role(part)]
		if hasLeft && hasRight {
			across, both = across.Add(l.Sub(r)), true
		}
	}
	switch {
	case both:
	case k == Quadruped:
		ahead := at["chin"].Sub(at["groin"])
		across = exact.Vec{0, 1, 0}.Cross(ahead)
	default:
		for _, part := range sided {
			if l, ok := at[humanoid.Left.Role(part)]; ok {
				across = across.Add(l.Sub(at["groin"]))
			} else {
				across = across.Sub(at[humanoid.Right.Role(part)].Sub(at["groin"]))
			}
		}
	}
	across[1] = 0
	if across.Length() < 1e-6 {
		return frame{}, fmt.Errorf("%w: left and right cannot be told apart", ErrMarker)
	}
	f := frame{left: across.Unit()}
	_, limit := exact.SinCos(straight * degree)
	for _, axis := range [...]exact.Vec{{1, 0, 0}, {-1, 0, 0}, {0, 0, 1}, {0, 0, -1}} {
		if d := f.left.Dot(axis); d > limit || !both && d > math.Sqrt2/2 {
			f.left = axis
		}
	}
	f.middle = (f.toLocal(at["chin"])[0] + f.toLocal(at["groin"])[0]) / 2
	return f, nil
}

// toLocal takes a place of model space to the frame.
func (f *frame) toLocal(p exact.Vec) exact.Vec {
	m := f.matrix()
	return m.Point(p)
}

// matrix takes model space to the frame.
func (f *frame) matrix() exact.Matrix {
	l := f.left // ahead is left × up
	return exact.Matrix{0: l[0], 2: l[2], 3: -f.middle, 5: 1, 8: 0 - l[2], 10: l[0]}
}

// toModel takes a place of the frame to model space.
func (f *frame) toModel(p exact.Vec) exact.Vec {
	return f.turnOut(exact.Vec{p[0] + f.middle, p[1], p[2]})
}

// turnOut takes a direction of the frame to model space.
func (f *frame) turnOut(v exact.Vec) exact.Vec {
	l := f.left
	return exact.Vec{float64(l[0]*v[0]) - float64(l[2]*v[2]), v[1], float64(l[2]*v[0]) + float64(l[0]*v[2])}
}

// mirrored is a place of the frame on the other side.
func mirrored(p exact.Vec) exact.Vec { return exact.Vec{0 - p[0], p[1], p[2]} }
