package soa

import "fmt"

// AlphaMode is the meaning of a material's alpha.
type AlphaMode uint8

const (
	Opaque AlphaMode = iota // alpha is ignored
	Mask                    // visible where alpha ≥ AlphaCutoff
	Blend                   // mixed with the background
)

// String returns the mode's name.
func (a AlphaMode) String() string { return nameOf(a, "alpha mode", "opaque", "mask", "blend") }

// Material is the appearance of a surface, by the metallic-roughness model of glTF 2.0. Colours
// are linear. Without maps its factors are the surface's.
type Material struct {
	Name        string
	BaseColor   [4]float32 // RGBA, not negative
	Metallic    float32    // 0: a dielectric, to 1: a metal
	Roughness   float32    // 0: a mirror, to 1: reflects to all sides alike
	Emissive    [3]float32 // light of its own, not negative; more than 1 with KHR_materials_emissive_strength
	Unlit       bool       // BaseColor is seen as it is: KHR_materials_unlit
	DoubleSided bool
	Alpha       AlphaMode
	AlphaCutoff float32
	Maps        []TextureMap // at most one of each role, in the order of roles
}

// DefaultMaterial returns the default material of glTF: white, metallic, rough, opaque,
// with a cutoff of 0.5.
func DefaultMaterial() Material {
	return Material{BaseColor: [4]float32{1, 1, 1, 1}, Metallic: 1, Roughness: 1, AlphaCutoff: 0.5}
}

// Map returns the map of a role, or nil.
func (m *Material) Map(role MapRole) *TextureMap {
	for i := range m.Maps {
		if m.Maps[i].Role == role {
			return &m.Maps[i]
		}
	}
	return nil
}

// Validate checks the material against the number of textures of its model. The error wraps
// ErrInvalid.
func (m *Material) Validate(textures int) error {
	if err := checkNames("a material", m.Name); err != nil {
		return err
	}
	wrong := func(what string, value any) error {
		return fmt.Errorf("%w: material %q has %s %v", ErrInvalid, m.Name, what, value)
	}
	for _, v := range m.BaseColor {
		if !(v >= 0 && bounded(v)) {
			return wrong("base colour", m.BaseColor)
		}
	}
	for _, v := range m.Emissive {
		if !(v >= 0 && bounded(v)) {
			return wrong("emissive", m.Emissive)
		}
	}
	switch {
	case !(m.Metallic >= 0 && m.Metallic <= 1):
		return wrong("metallic", m.Metallic)
	case !(m.Roughness >= 0 && m.Roughness <= 1):
		return wrong("roughness", m.Roughness)
	case m.Alpha > Blend:
		return wrong("alpha mode", uint8(m.Alpha))
	case !(m.AlphaCutoff >= 0 && bounded(m.AlphaCutoff)):
		return wrong("alpha cutoff", m.AlphaCutoff)
	}
	for i := range m.Maps {
		if i > 0 && m.Maps[i].Role <= m.Maps[i-1].Role {
			return wrong(fmt.Sprintf("a map %v after", m.Maps[i].Role), m.Maps[i-1].Role)
		}
		if err := m.Maps[i].validate(textures); err != nil {
			return fmt.Errorf("material %q, map %v: %w", m.Name, m.Maps[i].Role, err)
		}
	}
	return nil
}
