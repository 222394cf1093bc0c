package list

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/internal/suggest"
	"github.com/sinew-anim/sinew/soa"
)

// Target names what a track drives: a property of a joint, a morph target's weight, or a float.
type Target struct {
	// Joint is a joint's name, path or the end of its path. With a Float it is the float's joint.
	Joint    string
	Property soa.Property // Translation, Rotation or Scale, of a joint
	Weight   string       // the name of a morph target
	Mesh     string       // of a Weight, if several meshes have one of the name
	Float    string       // the name of a custom property
}

var properties = []string{"translation", "rotation", "scale"}

func (t *Target) fields(o *object) {
	o.Type("track", "What a track drives: a property of a joint, or a weight, or a float.")
	o.At("joint", "A joint by its name, its path, or the end of its path; of a float the joint that has it.").Text(&t.Joint, false)
	jsondoc.Choice(o.At("property", "What of the joint."), &t.Property, properties, false)
	o.At("weight", "The name of a morph target.").Text(&t.Weight, false)
	o.At("mesh", "The mesh of the weight, where several have one of that name.").Text(&t.Mesh, false)
	o.At("float", "The name of a custom property.").Text(&t.Float, false)
	switch {
	case !o.Checks():
	case t.Joint == "" && t.Weight == "" && t.Float == "":
		o.Wrong("it needs a joint, a weight or a float")
	case t.Weight != "" && (t.Joint != "" || t.Float != ""):
		o.Wrong("it has a weight and something else")
	default:
		if m := modelOf(o.Place); m != nil {
			if _, problem := t.find(m); problem != "" {
				o.Wrong("%s", problem)
			}
		}
	}
}

// find returns the track's name in a model, or what is wrong.
func (t *Target) find(m *soa.Model) (id edit.ID, problem string) {
	joint := soa.NoJoint
	if t.Joint != "" {
		if joint, problem = suggest.Joint(m.Skeleton, t.Joint); problem != "" {
			return id, problem
		}
	}
	switch {
	case t.Float != "":
		names := make([]string, len(m.Floats))
		for i, f := range m.Floats {
			if names[i] = f.Name; f.Name == t.Float && (t.Joint == "" || int(f.Joint) == joint) {
				return edit.ID{Property: soa.Float, Target: i}, ""
			}
		}
		return id, fmt.Sprintf("there is no float %.60q%s", t.Float, suggest.Hint(names, t.Float))
	case t.Weight != "":
		names := make([]string, len(m.Weights))
		for i, w := range m.Weights {
			if names[i] = w.Target; w.Target == t.Weight && (t.Mesh == "" || w.Mesh == t.Mesh) {
				return edit.ID{Property: soa.Weight, Target: i}, ""
			}
		}
		return id, fmt.Sprintf("there is no weight %.60q%s", t.Weight, suggest.Hint(names, t.Weight))
	}
	return edit.ID{Property: t.Property, Target: joint}, ""
}

// id is find of a document that was checked.
func (t *Target) id(m *soa.Model) (edit.ID, error) {
	id, problem := t.find(m)
	if problem != "" {
		return id, fmt.Errorf("%w: %s", ErrDocument, problem)
	}
	return id, nil
}

// trackField is an object with the field of its track.
func trackField(o *object, t *Target) {
	o.At("track", "The track.").Needed(t.fields)
}

// tracks visits a list of tracks.
func tracks(o *object, list *[]Target) {
	jsondoc.Objects(o.At("tracks", "The tracks; without them all."), list, 0, maxTracks, func(o *object, t *Target) { t.fields(o) })
}

// ids finds a list of tracks; nil stays nil.
func ids(m *soa.Model, list []Target) (all []edit.ID, err error) {
	for i := range list {
		id, err := list[i].id(m)
		if err != nil {
			return nil, err
		}
		all = append(all, id)
	}
	return all, nil
}

// components is the number of components of a property.
func (t *Target) components() int {
	switch {
	case t.Weight != "" || t.Float != "":
		return 1
	case t.Property == soa.Rotation:
		return 4
	}
	return 3
}

func (t *Target) turns() bool { return t.components() == 4 }

// numbers visits the components of a value or a slope. Three of a rotation are angles, where
// there may be angles.
func (t *Target) numbers(p place, to *[]float64, angles bool, need bool) {
	least := 0
	if need {
		least = 1
	}
	jsondoc.List(p, to, least, 4, func(p place, x *float64) { p.Number(x, jsondoc.Any.Needed()) })
	if n := len(*to); p.Checks() && n > 0 && n != t.components() && !(angles && t.turns() && n == 3) {
		p.Wrong("%d numbers, the %s has %d", n, t.noun(), t.components())
	}
}

func (t *Target) noun() string {
	switch {
	case t.Weight != "":
		return "weight"
	case t.Float != "":
		return "float"
	}
	return properties[t.Property]
}

// value returns the components of a value. Three of a rotation are angles in degrees about the
// fixed axes X, Y and Z.
func (t *Target) value(list []float64) (v edit.Value) {
	if t.turns() && len(list) == 3 {
		var angles exact.Vec
		for axis, angle := range list {
			angles[axis] = float64(angle * (math.Pi / 180))
		}
		return edit.Value(exact.Euler{0, 1, 2}.Rotation(angles))
	}
	copy(v[:], list)
	return v
}
