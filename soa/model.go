package soa

import (
	"cmp"
	"fmt"
	"slices"
)

// Model is the content of one file, with clips added from others.
type Model struct {
	Name      string
	Skeleton  *Skeleton
	Weights   []MorphWeight
	Floats    []NamedFloat
	Clips     []*Clip
	Skins     []*Skin
	Meshes    []*Mesh
	Materials []Material
	Textures  []Texture
	// Expressions turn floats into morph weights.
	Expressions []Expression
	// Visibility lists the floats that show and hide meshes.
	Visibility []Visibility
	// Avatar is the rest of a VRM character, or nil. Package runtime/control makes a
	// control of it.
	Avatar *Avatar
}

// MorphWeight is one number that blends morph targets in. The parts of a mesh
// that its materials split share it.
type MorphWeight struct {
	Mesh   string // name of its node, or of its mesh if the node has none
	Target string
	Rest   float32 // the weight without a clip
}

// NamedFloat is a custom property: a number that clips drive. The value of an Expression moves morph targets, and a
// Visibility shows a mesh. Others move nothing by themselves: a game reads them to blend, switch, play a sound or light
// a lamp. Files have them as properties that artists add to a node (FBX: user properties; glTF: extras), or as values
// of cameras, lights and materials.
type NamedFloat struct {
	// Name ends in .x, .y, .z or .w for a component of a vector.
	Name  string
	Joint int16   // of its node, or NoJoint
	Rest  float32 // the value without a clip, in the file's own unit
}

// Float returns the index of the first custom property of that name on a joint,
// or on none with NoJoint; None if there is none.
func (m *Model) Float(name string, joint int16) int {
	return slices.IndexFunc(m.Floats, func(f NamedFloat) bool { return f.Name == name && f.Joint == joint })
}

// Expression returns the index of the first expression of that name, or None.
func (m *Model) Expression(name string) int {
	for i := range m.Expressions {
		if m.Expressions[i].Name == name {
			return i
		}
	}
	return None
}

// VisibilityOf returns the floats that show and hide a mesh, in ascending order.
func (m *Model) VisibilityOf(mesh int) (floats []int) {
	for _, v := range m.Visibility {
		if v.Mesh == mesh {
			floats = append(floats, v.Float)
		}
	}
	slices.Sort(floats)
	return slices.Compact(floats)
}

// SkinOf returns the skin of one of the model's meshes, or nil.
func (m *Model) SkinOf(mesh *Mesh) *Skin {
	if mesh.Skin == None {
		return nil
	}
	return m.Skins[mesh.Skin]
}

// Clip returns the first clip of that name, or nil.
func (m *Model) Clip(name string) *Clip {
	for _, c := range m.Clips {
		if c.Name == name {
			return c
		}
	}
	return nil
}

// Validate checks all assumptions of the evaluators and the renderer. The error
// wraps ErrInvalid and names the invalid part.
func (m *Model) Validate() error {
	if m.Skeleton == nil {
		return fmt.Errorf("%w: no skeleton", ErrInvalid)
	}
	if err := cmp.Or(m.Skeleton.Validate(), checkNames("the model", m.Name)); err != nil {
		return err
	}
	for i := range m.Weights {
		if err := checkNames("a morph weight", m.Weights[i].Mesh, m.Weights[i].Target); err != nil {
			return err
		}
		if !bounded(m.Weights[i].Rest) {
			return fmt.Errorf("%w: morph weight %q of %q rests at %v", ErrInvalid, m.Weights[i].Target, m.Weights[i].Mesh, m.Weights[i].Rest)
		}
	}
	if err := cmp.Or(m.validateFloats(), validateExpressions(m.Expressions, len(m.Weights), len(m.Floats))); err != nil {
		return err
	}
	if err := cmp.Or(m.Avatar.validate(m.Skeleton.Len()), m.validateVisibility()); err != nil {
		return err
	}
	if slices.Contains(m.Clips, nil) || slices.Contains(m.Skins, nil) || slices.Contains(m.Meshes, nil) {
		return fmt.Errorf("%w: a clip, skin or mesh is nil", ErrInvalid)
	}
	if err := m.ValidateClips(m.Clips...); err != nil {
		return err
	}
	for i, s := range m.Skins {
		if err := s.Validate(m.Skeleton.Len()); err != nil {
			return fmt.Errorf("skin %d: %w", i, err)
		}
	}
	for i := range m.Textures {
		if err := m.Textures[i].Validate(); err != nil {
			return err
		}
	}
	for i := range m.Materials {
		if err := m.Materials[i].Validate(len(m.Textures)); err != nil {
			return err
		}
	}
	for _, mesh := range m.Meshes {
		if err := mesh.Validate(m); err != nil {
			return err
		}
	}
	return nil
}

func (m *Model) validateFloats() error {
	if len(m.Floats) > MaxJoints {
		return fmt.Errorf("%w: %d floats, at most %d are possible", ErrInvalid, len(m.Floats), MaxJoints)
	}
	for i := range m.Floats {
		f := &m.Floats[i]
		if err := checkNames("a custom property", f.Name); err != nil {
			return err
		}
		if !bounded(f.Rest) {
			return fmt.Errorf("%w: float %q rests at %v", ErrInvalid, f.Name, f.Rest)
		}
		if f.Joint < NoJoint || int(f.Joint) >= m.Skeleton.Len() {
			return fmt.Errorf("%w: float %q is on joint %d of %d", ErrInvalid, f.Name, f.Joint, m.Skeleton.Len())
		}
	}
	return nil
}

// ValidateClip checks a clip, the model's or another, against the model's
// skeleton, morph weights and custom properties.
func (m *Model) ValidateClip(c *Clip) error { return m.ValidateClips(c) }

// CheckClip checks a model and a clip of it. Either may be nil. The error wraps ErrInvalid.
func CheckClip(m *Model, c *Clip) error {
	if m == nil || m.Skeleton == nil || c == nil {
		return fmt.Errorf("%w: no model, skeleton or clip", ErrInvalid)
	}
	if err := m.Validate(); err != nil {
		return err
	}
	return m.ValidateClip(c)
}

// ValidateClips is ValidateClip of clips that are played together: no mixture of them
// scales a chain of joints by MaxMagnitude or more.
func (m *Model) ValidateClips(clips ...*Clip) error {
	for _, c := range clips {
		if err := c.Validate(m.Skeleton.Len(), len(m.Weights), len(m.Floats)); err != nil {
			return err
		}
	}
	return m.Skeleton.ValidateDriven(clips...)
}

func (m *Model) validateVisibility() error {
	for i, v := range m.Visibility {
		if v.Mesh < 0 || v.Mesh >= len(m.Meshes) || v.Float < 0 || v.Float >= len(m.Floats) {
			return fmt.Errorf("%w: visibility %d is of mesh %d of %d by float %d of %d", ErrInvalid, i, v.Mesh, len(m.Meshes), v.Float, len(m.Floats))
		}
	}
	return nil
}

// validateExpressions checks expressions against the numbers of a model's morph weights and floats.
func validateExpressions(list []Expression, weights, floats int) error {
	binds := 0
	for i := range list {
		e := &list[i]
		if err := cmp.Or(checkNames("an expression", e.Name), e.validate(weights, floats)); err != nil {
			return err
		}
		if binds += len(e.Binds); binds > MaxBinds {
			return fmt.Errorf("%w: the expressions have more than %d binds", ErrInvalid, MaxBinds)
		}
	}
	return nil
}

func (e *Expression) validate(weights, floats int) error {
	if e.Float < 0 || e.Float >= floats {
		return fmt.Errorf("%w: expression %q is float %d of %d", ErrInvalid, e.Name, e.Float, floats)
	}
	for part, o := range e.Overrides {
		if o > BlendOverride {
			return fmt.Errorf("%w: expression %q has the override %v of part %d", ErrInvalid, e.Name, o, part)
		}
	}
	for _, b := range e.Binds {
		if b.Weight < 0 || b.Weight >= weights || !bounded(b.Value) {
			return fmt.Errorf("%w: expression %q moves weight %d of %d to %v", ErrInvalid, e.Name, b.Weight, weights, b.Value)
		}
	}
	return nil
}
