package model

import (
	"github.com/go-gl/gl/v3.3-core/gl"
	"github.com/sinew-anim/sinew/gpu/internal/driver"
	"github.com/sinew-anim/sinew/gpu/internal/shader"
	"github.com/sinew-anim/sinew/gpu/vertex"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Material is a soa.Material ready to be bound.
type Material struct {
	Base        [4]float32
	Alpha       soa.AlphaMode
	DoubleSided bool
	cutoff      float32
	factors     [4]float32 // metallic, roughness, normal scale, occlusion strength
	emissive    [4]float32
	unlit       bool
	placed      bool // some map has a transform
	maps        [soa.MapRoles]boundMap
	place       [2 * soa.MapRoles][4]float32 // two rows of a matrix per role
}

// boundMap is a map of a material.
type boundMap struct {
	texture uint32 // 0: none
	second  bool   // by the second texture coordinates
}

// makeMaterials converts the materials to what a draw binds.
func (m *Model) makeMaterials() {
	for i := range m.Data.Materials {
		m.Materials = append(m.Materials, m.material(&m.Data.Materials[i]))
	}
	m.Materials = append(m.Materials, Material{Base: [4]float32{0.6, 0.6, 0.6, 1}, factors: [4]float32{1: 1}})
	for i := range m.Materials {
		m.Plain = append(m.Plain, Material{Base: [4]float32{0.6, 0.6, 0.6, 1}, DoubleSided: m.Materials[i].DoubleSided})
	}
}

func (m *Model) material(src *soa.Material) Material {
	out := Material{
		Base: src.BaseColor, Alpha: src.Alpha, DoubleSided: src.DoubleSided, cutoff: src.AlphaCutoff,
		factors: [4]float32{src.Metallic, src.Roughness, 1, 1}, emissive: [4]float32{src.Emissive[0], src.Emissive[1], src.Emissive[2]}, unlit: src.Unlit,
	}
	for i := range src.Maps {
		by := &src.Maps[i]
		out.maps[by.Role] = boundMap{m.textures[keyOf(by)], by.UVSet == 1}
		switch by.Role {
		case soa.NormalMap:
			out.factors[2] = by.Strength
		case soa.OcclusionMap:
			out.factors[3] = by.Strength
		}
	}
	for role := range out.maps {
		rows := out.place[2*role : 2*role+2]
		rows[0], rows[1] = [4]float32{0: 1}, [4]float32{1: 1}
		if by := src.Map(soa.MapRole(role)); by != nil && by.Transform != nil {
			out.placed = true
			placeRows(by.Transform, rows)
		}
	}
	return out
}

// placeRows writes the rows of the matrix of a transform of texture coordinates.
func placeRows(t *soa.TextureTransform, rows [][4]float32) {
	sin, cos := exact.SinCos(float64(t.Rotation))
	u, v := float64(t.Scale[0]), float64(t.Scale[1])
	rows[0] = [4]float32{float32(cos * u), float32(sin * v), t.Offset[0]}
	rows[1] = [4]float32{float32(-sin * u), float32(cos * v), t.Offset[1]}
}

// surface returns the variant of the shader that draws the material on meshes of a layout.
func (m *Material) surface(mesh *vertex.Layout) (s shader.Surface) {
	s.Alpha, s.Unlit = m.Alpha, m.unlit
	for role, by := range m.maps {
		set := 0
		if by.second {
			set = 1
		}
		if _, ok := mesh.Attribute(vertex.UV, set); !ok || by.texture == 0 || m.unlit && soa.MapRole(role) != soa.BaseColorMap {
			continue
		}
		s.Maps |= shader.RolesOf(soa.MapRole(role))
		if by.second {
			s.Second |= shader.RolesOf(soa.MapRole(role))
		}
	}
	s.Placed = m.placed && s.Maps != 0
	if tangent, ok := mesh.Attribute(vertex.Tangent, 0); ok && s.Maps&shader.RolesOf(soa.NormalMap) != 0 {
		s.Tangents, s.Folded = true, tangent.Type == vertex.Octahedral
	}
	s.Glossy = !m.unlit && (m.factors[1] < 1 || s.Maps&shader.RolesOf(soa.MetallicRoughnessMap) != 0)
	s.Emissive = !m.unlit && m.emissive != [4]float32{}
	return s
}

// Bind sets the uniforms and textures of a material in a program that is in use.
func (m *Material) Bind(p *shader.Program) {
	gl.Uniform4f(p.BaseColor, m.Base[0], m.Base[1], m.Base[2], m.Base[3])
	if p.Cutoff >= 0 {
		gl.Uniform1f(p.Cutoff, m.cutoff)
	}
	if p.Surface >= 0 {
		gl.Uniform4f(p.Surface, m.factors[0], m.factors[1], m.factors[2], m.factors[3])
	}
	if p.Emissive >= 0 {
		gl.Uniform4f(p.Emissive, m.emissive[0], m.emissive[1], m.emissive[2], 0)
	}
	if p.Place >= 0 {
		gl.Uniform4fv(p.Place, int32(len(m.place)), &m.place[0][0])
	}
	for role := range m.maps {
		if id := m.maps[role].texture; id != 0 {
			gl.ActiveTexture(gl.TEXTURE0 + driver.UnitMaps + uint32(role))
			gl.BindTexture(gl.TEXTURE_2D, id)
		}
	}
}
