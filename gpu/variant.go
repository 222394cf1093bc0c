package gpu

import (
	"fmt"
	"strings"

	"github.com/sinew-anim/sinew/soa"
)

// variant names a program of the mesh shader.
type variant struct {
	influences int // 0, 1, 4 or 8
	skinning   soa.Skinning
	morphs     bool
	textured   bool
	colored    bool // vertex colours
	alpha      soa.AlphaMode
	feedback   bool
	look       look
	shadowed   bool // receives shadows
}

// look is what the colours of a program show.
type look uint8

const (
	lookMaterial look = iota
	lookMatcap
	lookNormals
	lookInfluence
	lookPlain // one colour, not lit

	looks
)

// define is the preprocessor's name of a look.
func (l look) define() string { return [looks]string{"", "MATCAP", "NORMALS", "INFLUENCE", "PLAIN"}[l] }

// buildMesh builds a variant. rows defines ROW(i) in that version of GLSL.
func buildMesh(v variant, version int, rows, common string) (*program, error) {
	var defines strings.Builder
	defines.WriteString(common)
	fmt.Fprintf(&defines, "#define INFLUENCES %d\n", v.influences)
	for _, d := range []struct {
		on   bool
		name string
	}{{v.skinning == soa.DualQuaternion || v.skinning == soa.Blended, "DUAL"}, {v.skinning == soa.Blended, "BLENDED"},
		{v.morphs, "MORPHS"}, {v.textured, "TEXTURED"}, {v.colored, "COLORED"}, {v.shadowed, "SHADOWED"},
		{v.look != lookMaterial, v.look.define()}, {v.alpha == soa.Mask, "MASK"}, {v.alpha == soa.Blend, "BLEND"}} {
		if d.on {
			fmt.Fprintf(&defines, "#define %s\n", d.name)
		}
	}
	if v.feedback {
		vertex := []string{defines.String(), rows, source("deform.glsl"), source("feedback.vert")}
		return build(version, vertex, nil, "fPosition", "fNormal")
	}
	vertex := []string{defines.String(), rows, source("frame.glsl"), source("deform.glsl"), source("mesh.vert")}
	return build(version, vertex, fragment(defines.String(), "mesh.frag"))
}
