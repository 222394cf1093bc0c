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
	Morphs     bool
	Octahedral bool // normals
	Textured   bool
	Colored    bool // vertex colours
	Alpha      soa.AlphaMode
	Feedback   bool
	Look       Look
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

// BuildMesh builds a variant. rows defines ROW(i) in that version of GLSL.
func BuildMesh(v Variant, version int, rows, common string) (*Program, error) {
	var defines strings.Builder
	defines.WriteString(common)
	fmt.Fprintf(&defines, "#define INFLUENCES %d\n", v.Influences)
	for _, d := range []struct {
		on   bool
		name string
	}{{v.Skinning == soa.DualQuaternion || v.Skinning == soa.Blended, "DUAL"}, {v.Skinning == soa.Blended, "BLENDED"},
		{v.Morphs, "MORPHS"}, {v.Octahedral, "OCTAHEDRAL"}, {v.Textured, "TEXTURED"}, {v.Colored, "COLORED"},
		{v.Look != Material, v.Look.define()}, {v.Alpha == soa.Mask, "MASK"}, {v.Alpha == soa.Blend, "BLEND"}} {
		if d.on {
			fmt.Fprintf(&defines, "#define %s\n", d.name)
		}
	}
	if v.Feedback {
		vertex := []string{defines.String(), rows, Source("deform.glsl"), Source("feedback.vert")}
		return Build(version, vertex, nil, "fPosition", "fNormal")
	}
	vertex := []string{defines.String(), rows, Source("frame.glsl"), Source("deform.glsl"), Source("mesh.vert")}
	return Build(version, vertex, fragment(defines.String(), "mesh.frag"))
}
