package shader

import (
	"fmt"
	"strings"

	"github.com/sinew-anim/sinew/soa"
)

// Variant names a program of the mesh shader.
type Variant struct {
	Influences int // 0, 1, 4 or 8
	Skinning   soa.Skinning
	Morphs     int  // texels of a delta of morph targets, 0 without
	Octahedral bool // normals
	Colored    bool // vertex colours
	Feedback   bool
	Look       Look
	Surface
}

// Surface is the part of a Variant that follows from a material.
type Surface struct {
	Alpha    soa.AlphaMode
	Maps     Roles // that are read
	Second   Roles // of these, by the second texture coordinates
	Placed   bool  // texture coordinates are transformed
	Tangents bool  // of vertices, for the normal map
	Folded   bool  // tangents are octahedral
	Glossy   bool  // reflects in a lobe
	Emissive bool
	Unlit    bool
}

// Roles is a set of roles of maps.
type Roles uint8

// RolesOf returns the set of one role.
func RolesOf(role soa.MapRole) Roles { return 1 << role }

// mapNames are the preprocessor's names of maps, by role. Each has a sampler of that name and
// the texture coordinates NAME_UV.
var mapNames = [soa.MapRoles]string{
	soa.BaseColorMap: "BASE_MAP", soa.MetallicRoughnessMap: "GLOSS_MAP", soa.NormalMap: "NORMAL_MAP",
	soa.OcclusionMap: "OCCLUSION_MAP", soa.EmissiveMap: "EMISSIVE_MAP",
}

// samplers are the names of the samplers of maps, by role.
var samplers = [soa.MapRoles]string{
	soa.BaseColorMap: "uTexture", soa.MetallicRoughnessMap: "uGlossMap", soa.NormalMap: "uNormalMap",
	soa.OcclusionMap: "uOcclusionMap", soa.EmissiveMap: "uEmissiveMap",
}

// defines returns the preprocessor's names of a surface. What is unlit has a base colour alone.
func (s *Surface) defines() string {
	var b strings.Builder
	define := func(on bool, name string) {
		if on {
			fmt.Fprintf(&b, "#define %s\n", name)
		}
	}
	position := s.Glossy || s.Maps&RolesOf(soa.NormalMap) != 0
	define(s.Alpha == soa.Mask, "MASK")
	define(s.Alpha == soa.Blend, "BLEND")
	define(s.Unlit, "UNLIT")
	define(s.Maps&^s.Second != 0, "UV")
	define(s.Second != 0, "UV2")
	define(s.Placed, "PLACED")
	define(s.Tangents, "TANGENTS")
	define(s.Folded, "FOLDED")
	define(s.Glossy, "GLOSSY")
	define(s.Emissive, "EMISSIVE")
	define(position, "POSITION")
	for role, name := range mapNames {
		if s.Maps&RolesOf(soa.MapRole(role)) == 0 {
			continue
		}
		define(true, name)
		uv := "vUV"
		if s.Second&RolesOf(soa.MapRole(role)) != 0 {
			uv = "vUV2"
		}
		if s.Placed {
			uv = fmt.Sprintf("place(uPlace[%d], uPlace[%d], %s)", 2*role, 2*role+1, uv)
		}
		define(true, name+"_UV "+uv)
	}
	return b.String()
}

// Look is what the colours of a program show.
type Look uint8

const (
	Material Look = iota
	Matcap
	Normals
	Influence
	Plain    // one colour, not lit
	Shadowed // Material that receives shadows

	Looks
)

// define is the preprocessor's name of a look.
func (l Look) define() string {
	return [Looks]string{"", "MATCAP", "NORMALS", "INFLUENCE", "PLAIN", "SHADOWED"}[l]
}

// Defines returns the variant's preprocessor names.
func (v *Variant) Defines() string {
	var defines strings.Builder
	defines.WriteString(v.Surface.defines())
	fmt.Fprintf(&defines, "#define INFLUENCES %d\n", v.Influences)
	if v.Morphs > 0 {
		fmt.Fprintf(&defines, "#define MORPHS %d\n", v.Morphs)
	}
	for _, d := range []struct {
		on   bool
		name string
	}{{v.Skinning == soa.DualQuaternion || v.Skinning == soa.Blended, "DUAL"}, {v.Skinning == soa.Blended, "BLENDED"},
		{v.Octahedral, "OCTAHEDRAL"}, {v.Colored, "COLORED"}, {v.Look != Material, v.Look.define()}} {
		if d.on {
			fmt.Fprintf(&defines, "#define %s\n", d.name)
		}
	}
	return defines.String()
}

// BuildMesh builds a variant. rows defines ROW(i) in that version of GLSL.
func BuildMesh(v Variant, version int, rows, common string) (*Program, error) {
	defines := common + v.Defines()
	if v.Feedback {
		vertex := []string{defines, rows, Source("deform.glsl"), Source("feedback.vert")}
		return Build(version, vertex, nil, "fPosition", "fNormal")
	}
	vertex := []string{defines, rows, Source("frame.glsl"), Source("deform.glsl"), Source("mesh.vert")}
	return Build(version, vertex, fragment(defines, "mesh.frag"))
}
