package fbx

import (
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/fit"
)

// Inherit is the way in which a model inherits its parent's scale. With r, s its own
// rotation and scale and R, S those of its parent, in the order of the product:
type Inherit int64

// The ways to inherit, as FBX numbers them.
const (
	RrSs Inherit = 0 // R·r·S·s: both rotations first, so no shear
	RSrs Inherit = 1 // the plain product
	Rrs  Inherit = 2 // the parent's own scale is left out (segment scale compensate)
)

// Model is a node of the file.
type Model struct {
	Name    string // as the patched file has it
	Parent  int    // of Scene.Models; −1 for none
	Inherit Inherit
	Limb    bool // a part of a skeleton

	// Geometric takes what the model shows, but not its children, to its own space.
	Geometric exact.Matrix

	id     int64
	order  Order
	spaces bool // pre- and post-rotation and the order of angles count
	rest   [properties][4]float64
	space  [2]exact.Quat // of pre- and post-rotation
}

// The properties that make up a model's transform.
const (
	translation = iota
	rotation
	scaling
	rotationOffset
	rotationPivot
	preRotation
	postRotation
	scalingOffset
	scalingPivot
	properties
)

// transformNames are their names in the file.
var transformNames = [properties]string{
	"Lcl Translation", "Lcl Rotation", "Lcl Scaling", "RotationOffset", "RotationPivot",
	"PreRotation", "PostRotation", "ScalingOffset", "ScalingPivot",
}

// Scene is the models of a file and how its stacks move them.
type Scene struct {
	Models  []Model     // parents first
	Motions [][]*Motion // by stack and model; nil where nothing drives the model
	// Broken are the curves that could not be read, by what they drive.
	Broken []BrokenCurve
	// Silent and Combined count the layers that do not play and those that are blended
	// with others, by stack.
	Silent, Combined []int
	// Keys counts the keys of the curves that drive models, by stack.
	Keys []int
}

// BrokenCurve is a curve that could not be read.
type BrokenCurve struct {
	Stack    int
	Of, Name string // a model and its property
	Err      error
}

// Scene reads the models and the curves that move them. The error wraps
// soa.ErrTooLarge if the curves together have more keys than most.
func (f *File) Scene(most int) (*Scene, error) {
	r := f.reader(most)
	s := &Scene{Silent: make([]int, len(f.Stacks)), Combined: make([]int, len(f.Stacks)), Keys: make([]int, len(f.Stacks))}
	at := s.addModels(r)
	for k := range f.Stacks {
		moves := make([]*Motion, len(s.Models))
		for _, l := range r.order[k] {
			if l.layer.silent {
				s.Silent[k]++
			} else if !l.layer.first {
				s.Combined[k]++
			}
		}
		s.Motions = append(s.Motions, moves)
	}
	for i := range r.t.named {
		l := &r.t.named[i]
		p := slices.Index(transformNames[:], l.name)
		m, isModel := at[l.to]
		if p < 0 || !isModel || r.t.objects[l.from].class != "AnimationCurveNode" {
			continue
		}
		if err := s.drive(r, l, m, p); err != nil {
			return nil, err
		}
	}
	for k := range s.Motions {
		s.prune(k)
		s.link(k)
	}
	return s, nil
}

// prune drops properties without curves that keep their rest value: many files have curve nodes
// without curves.
func (s *Scene) prune(k int) {
	for i, mo := range s.Motions[k] {
		if mo == nil {
			continue
		}
		driven := false
		for p, d := range &mo.driven {
			if d != nil && d.Keys() == 0 && d.At(0, fit.At) == d.Rest {
				mo.driven[p] = nil
			}
			driven = driven || mo.driven[p] != nil
		}
		if !driven {
			s.Motions[k][i] = nil
		}
	}
}

// addModels reads the models, parents first, and returns their indices by id.
func (s *Scene) addModels(r *reader) map[int64]int {
	number := make(map[int64]int) // in takes.models
	for i, id := range r.t.models {
		if _, twice := number[id]; !twice {
			number[id] = i
		}
	}
	below := make(map[int64][]int64) // the children of a model, or of the scene
	for _, id := range r.t.models {
		if up, ok := r.modelAbove(id, number); ok {
			below[up] = append(below[up], id)
		}
	}
	at := make(map[int64]int)
	type place struct {
		id     int64
		parent int
	}
	// From the scene down, which leaves out models that are not below it.
	var list []place
	add := func(up int64, parent int) {
		for _, id := range below[up] {
			if _, twice := at[id]; !twice {
				at[id] = -1
				list = append(list, place{id, parent})
			}
		}
	}
	for add(0, -1); len(list) > 0; list = list[1:] {
		next := list[0]
		m := r.model(next.id, number[next.id])
		m.Parent = next.parent
		at[next.id] = len(s.Models)
		s.Models = append(s.Models, m)
		add(next.id, at[next.id])
	}
	return at
}

// modelAbove returns a model's parent, or 0 for the scene.
func (r *reader) modelAbove(id int64, number map[int64]int) (int64, bool) {
	scene := false
	for _, up := range r.t.owners(id) {
		if _, ok := number[up]; ok && up != id {
			return up, true
		}
		scene = scene || up == 0
	}
	return 0, scene
}

// model reads a model's transform.
func (r *reader) model(id int64, number int) Model {
	m := Model{Name: r.file.modelName(number), Parent: -1, Inherit: RSrs, id: id, spaces: true}
	read := func(to *[4]float64, name string) {
		if v, ok := r.property(id, name); ok && len(v.values) >= 3 && finite(v.values[:3]) {
			copy(to[:3], v.values)
		}
	}
	m.rest[scaling] = [4]float64{1, 1, 1}
	for p, name := range transformNames {
		read(&m.rest[p], name)
	}
	geometric := [3][4]float64{2: {1, 1, 1}} // translation, rotation, scaling
	for p, name := range [...]string{"GeometricTranslation", "GeometricRotation", "GeometricScaling"} {
		read(&geometric[p], name)
	}
	m.Geometric = exact.Compose(vec3(geometric[0]), Order(0).Rotation(geometric[1]), vec3(geometric[2]))
	if !m.Geometric.Finite() {
		m.Geometric = exact.Identity()
	}
	switch r.t.subclass(r.t.objects[id]) {
	case "Root", "Limb", "LimbNode":
		m.Limb = true
	}
	whole := func(name string, unstated float64) int64 { return int64(r.number(id, name, unstated)) }
	m.Inherit = Inherit(whole("InheritType", float64(RSrs)))
	m.spaces = whole("RotationActive", 1) != 0 && whole("RotationSpaceForLimitOnly", 0) == 0
	if m.spaces {
		m.order = Order(whole("RotationOrder", 0))
	}
	m.setSpaces()
	return m
}

// setSpaces computes the pre- and post-rotation from their angles.
func (m *Model) setSpaces() {
	for i, p := range [...]int{preRotation, postRotation} {
		m.space[i] = Order(0).Rotation(m.rest[p])
	}
}

// drive adds the curves of a curve node to a model's property.
func (s *Scene) drive(r *reader, l *namedLink, m, p int) error {
	for _, k := range r.stacksOf(l.from) {
		mo := s.Motions[k][m]
		if mo == nil {
			mo = &Motion{model: &s.Models[m]}
			s.Motions[k][m] = mo
		}
		if mo.driven[p] == nil {
			model := mo.model
			d := &Driven{Rest: model.rest[p]}
			switch p {
			case rotation:
				d.kind, d.order = angles, model.order
			case scaling:
				d.kind = factors
			}
			mo.driven[p] = d
		}
		keys, broken, err := r.drive(mo.driven[p], k, l.from, transformNames[p], 3)
		if err != nil {
			return err
		}
		s.Keys[k] += keys
		if broken != nil {
			s.Broken = append(s.Broken, BrokenCurve{k, s.Models[m].Name, l.name, broken})
		}
	}
	return nil
}

// link connects the motions of a stack with those from which they inherit scale, and adds motions
// of models that move only by that.
func (s *Scene) link(k int) {
	list := s.Motions[k]
	for i := range s.Models {
		m := &s.Models[i]
		if m.Parent < 0 || m.Inherit == RSrs || m.Inherit != RrSs && m.Inherit != Rrs {
			continue
		}
		if list[i] == nil && list[m.Parent] != nil {
			list[i] = &Motion{model: m}
		}
	}
	for i := range s.Models {
		if list[i] != nil {
			list[i].chain = s.scales(k, i)
		}
	}
}

// Rest returns a model's motion without curves.
func (s *Scene) Rest(model int) *Motion {
	return &Motion{model: &s.Models[model], chain: s.scales(-1, model)}
}

// Unscaled reports whether a model is placed in its parent's frame without the parent's scale.
func (s *Scene) Unscaled(model int) bool {
	m := &s.Models[model]
	return m.Parent >= 0 && (m.Inherit == RrSs || m.Inherit == Rrs)
}

// scales lists the models whose scales multiply a model's translation and its scale.
func (s *Scene) scales(k, model int) (c scaleChain) {
	if !s.Unscaled(model) {
		return c
	}
	// What a model's children take for its scale: its own and those that it inherits.
	list := func(i int) (of []*Motion) {
		for i >= 0 && len(of) < maxScales {
			of = append(of, s.motion(k, i))
			if i = s.inheritsFrom(i); i < 0 {
				break
			}
		}
		return of
	}
	c.parent = list(s.Models[model].Parent)
	if from := s.inheritsFrom(model); from >= 0 {
		c.own = list(from)
	}
	return c
}

// maxScales bounds how many scales are multiplied along a chain of models.
const maxScales = 1 << 10

// inheritsFrom returns the model whose scale a model inherits part by part, or −1.
func (s *Scene) inheritsFrom(i int) int {
	for s.Unscaled(i) {
		if s.Models[i].Inherit == RrSs {
			return s.Models[i].Parent
		}
		// The parent's own scale is left out, and with it that of all whose children
		// leave it out in turn.
		i = s.Models[i].Parent
	}
	return -1
}

// motion returns a model's motion in a stack, or at rest.
func (s *Scene) motion(k, model int) *Motion {
	if k >= 0 && s.Motions[k][model] != nil {
		return s.Motions[k][model]
	}
	return &Motion{model: &s.Models[model]}
}
