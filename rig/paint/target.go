package paint

import (
	"slices"

	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/internal/suggest"
	"github.com/sinew-anim/sinew/soa"
)

// Each type of a document lists its fields once, in a method named fields; see package jsondoc.
type (
	place  = jsondoc.Place
	object = jsondoc.Object
)

// scope is the context of a walk: the model, or nil.
type scope struct{ model *soa.Model }

func modelOf(p place) *soa.Model { return p.W.Of.(*scope).model }

// joint visits the name of a joint, its path, or the end of its path.
func joint(p place, to *string, need bool) {
	if p.Text(to, need); !p.Checks() || *to == "" || modelOf(p) == nil {
		return
	}
	if _, problem := suggest.Joint(modelOf(p).Skeleton, *to); problem != "" {
		p.Wrong("%s", problem)
	}
}

// suggestJoint finds a joint by its name, its path or the end of its path, or says what is wrong.
func suggestJoint(m *soa.Model, name string) (joint int, problem string) {
	return suggest.Joint(m.Skeleton, name)
}

// JointName names a joint in lists: by its name or, where others have it too, by its path.
func JointName(k *soa.Skeleton, joint int) string { return suggest.Name(k, joint) }

// skins reports whether a skin of a mesh has a joint.
func skins(m *soa.Model, joint int) bool {
	for _, mesh := range m.Meshes {
		if mesh.Skin != soa.None && slices.Contains(m.Skins[mesh.Skin].Joint, uint16(joint)) {
			return true
		}
	}
	return false
}

// known visits one of the names that a model has.
func known(p place, to *string, noun string, need bool, names func(m *soa.Model) []string) {
	if p.Text(to, need); !p.Checks() || *to == "" || modelOf(p) == nil {
		return
	}
	all := names(modelOf(p))
	for _, name := range all {
		if name == *to {
			return
		}
	}
	p.Unknown(noun, *to, all)
}

// meshNames lists the names of meshes and of their nodes.
func meshNames(m *soa.Model) (names []string) {
	for _, mesh := range m.Meshes {
		names = append(names, mesh.Name, mesh.Node)
	}
	return names
}

func materialNames(m *soa.Model) (names []string) {
	for i := range m.Materials {
		names = append(names, m.Materials[i].Name)
	}
	return names
}

// length is a length in metres that is not 0.
var length = jsondoc.Range(1e-9, jsondoc.Most).WithUnit(jsondoc.Metres).Needed()

// placeField visits a place in the model, in metres.
func placeField(p place, to *[3]float64) {
	jsondoc.Row(p, to[:], jsondoc.Any.WithUnit(jsondoc.Metres).Needed())
}
