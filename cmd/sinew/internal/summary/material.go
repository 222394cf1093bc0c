package summary

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/soa"
)

// Material describes a material.
type Material struct {
	Name        string     `json:"name"`
	BaseColor   [4]float32 `json:"base_color"`
	Metallic    float32    `json:"metallic"`
	Roughness   float32    `json:"roughness"`
	Emissive    [3]float32 `json:"emissive"`
	Unlit       bool       `json:"unlit"`
	Alpha       string     `json:"alpha"`
	AlphaCutoff float32    `json:"alpha_cutoff"`
	DoubleSided bool       `json:"double_sided"`
	Maps        []Map      `json:"maps"`
}

// Map describes a map of a material.
type Map struct {
	Role     string    `json:"role"`
	Texture  int       `json:"texture"`
	UVSet    uint8     `json:"uv_set"`
	Strength float32   `json:"strength"`
	Wrap     [2]string `json:"wrap"`    // along u and v
	Nearest  [2]bool   `json:"nearest"` // not linear, where texels are larger, and smaller, than pixels
	Mipmap   string    `json:"mipmap"`
	// Transform is offset, rotation in radians and scale, if the map has one.
	Transform *Transform `json:"transform,omitempty"`
}

// Transform describes the transform of texture coordinates.
type Transform struct {
	Offset   [2]float32 `json:"offset"`
	Rotation float32    `json:"rotation"`
	Scale    [2]float32 `json:"scale"`
}

// Texture describes a texture.
type Texture struct {
	Name  string `json:"name"`
	Path  string `json:"path,omitempty"` // empty where embedded
	Bytes int    `json:"bytes"`
}

func describeMaterials(m *soa.Model) []Material {
	out := make([]Material, len(m.Materials))
	for i := range m.Materials {
		from := &m.Materials[i]
		out[i] = Material{
			Name: from.Name, BaseColor: from.BaseColor, Metallic: from.Metallic, Roughness: from.Roughness, Emissive: from.Emissive,
			Unlit: from.Unlit, Alpha: from.Alpha.String(), AlphaCutoff: from.AlphaCutoff, DoubleSided: from.DoubleSided, Maps: []Map{},
		}
		for k := range from.Maps {
			t := &from.Maps[k]
			s := &t.Sampler
			to := Map{
				Role: t.Role.String(), Texture: t.Texture, UVSet: t.UVSet, Strength: t.Strength,
				Wrap:    [2]string{s.WrapU.String(), s.WrapV.String()},
				Nearest: [2]bool{s.Mag == soa.FilterNearest, s.Min == soa.FilterNearest},
				Mipmap:  s.Mipmap.String(),
			}
			if t.Transform != nil {
				to.Transform = (*Transform)(t.Transform)
			}
			out[i].Maps = append(out[i].Maps, to)
		}
	}
	return out
}

func describeTextures(m *soa.Model) []Texture {
	out := make([]Texture, len(m.Textures))
	for i, t := range m.Textures {
		out[i] = Texture{t.Name, t.Path, len(t.Data)}
	}
	return out
}

func (in *Model) writeMaterials(p *console.Page) {
	if len(in.Materials) == 0 {
		return
	}
	console.Heading(p, "Materials:")
	for i := range in.Materials {
		m := &in.Materials[i]
		look := fmt.Sprintf("rgba %.2f %.2f %.2f %.2f", m.BaseColor[0], m.BaseColor[1], m.BaseColor[2], m.BaseColor[3])
		p.Line("  %3d  %s %s", i, console.Column(console.Named(m.Name), 22), console.Cut(look, console.PageWidth-30))
		p.Wrapped("       ", m.note())
		for k := range m.Maps {
			p.Wrapped("       ", in.mapNote(&m.Maps[k]))
		}
	}
}

// note lists what a material has besides its colour and maps.
func (m *Material) note() string {
	parts := []string{fmt.Sprintf("metallic %.3g", m.Metallic), fmt.Sprintf("roughness %.3g", m.Roughness)}
	if m.Unlit {
		parts = []string{"unlit"}
	}
	if m.Emissive != [3]float32{} {
		parts = append(parts, fmt.Sprintf("emissive %.3g %.3g %.3g", m.Emissive[0], m.Emissive[1], m.Emissive[2]))
	}
	switch m.Alpha {
	case soa.Opaque.String():
	case soa.Mask.String():
		parts = append(parts, fmt.Sprintf("mask at %.3g", m.AlphaCutoff))
	default:
		parts = append(parts, m.Alpha)
	}
	if m.DoubleSided {
		parts = append(parts, "double-sided")
	}
	return strings.Join(parts, ", ")
}

// mapNote describes a map: its picture, and what is not usual about it.
func (in *Model) mapNote(m *Map) string {
	t := &in.Textures[m.Texture]
	picture := console.Named(t.Name) + ", embedded"
	if t.Path != "" {
		picture = filepath.Base(console.Printable(t.Path))
	}
	note := fmt.Sprintf("%s map: %s (%.4g kB)", m.Role, picture, float64(t.Bytes)/1000)
	if m.UVSet > 0 {
		note += fmt.Sprintf(", by texture coordinates %d", m.UVSet)
	}
	if m.Strength != 1 {
		note += fmt.Sprintf(", strength %.3g", m.Strength)
	}
	if repeat := soa.WrapRepeat.String(); m.Wrap != [2]string{repeat, repeat} {
		note += fmt.Sprintf(", wraps by %s and %s", m.Wrap[0], m.Wrap[1])
	}
	if m.Nearest[0] {
		note += ", nearest texel"
	}
	if by := m.Transform; by != nil {
		note += fmt.Sprintf(", moved by %.3g %.3g, rotated by %.3g, scaled by %.3g %.3g", by.Offset[0], by.Offset[1], by.Rotation, by.Scale[0], by.Scale[1])
	}
	return note
}
