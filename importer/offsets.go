package importer

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/native/assimp"
)

// mendedBinds notes the bones of a mesh whose inverse bind matrices libassimp has
// otherwise than the file. 5.4 computes them with a wrong place of the mesh, later
// versions with its place at rest, which may differ from that at bind time, and all leave
// out the geometric transform of the mesh.
type mendedBinds struct {
	bones []string
	far   float64 // metres
}

// mend returns the inverse bind matrix of a bone: that of the file where it differs from
// libassimp's.
func (a *mendedBinds) mend(b *meshBuilder, given exact.Matrix, stated *fbxBone, src assimp.Mesh, bone assimp.Bone) exact.Matrix {
	if !stated.offset.Finite() || nearMatrix(given, stated.offset) {
		return given
	}
	a.bones = append(a.bones, b.tree.nodes[stated.node].name)
	vertices := src.Vertices()
	rest := b.fbx.restOf(stated.Bone)
	right, wrong := rest.Mul(stated.offset), rest.Mul(given)
	for _, w := range bone.Weights() {
		if usable(w, len(vertices)) {
			v := vertices[w.Vertex]
			p := exact.Vec{float64(v[0]), float64(v[1]), float64(v[2])}
			far := right.Point(p).Sub(wrong.Point(p)).Length() * b.report.MetersPer
			a.far = math.Max(a.far, far*math.Min(float64(w.Weight), 1))
		}
	}
	return stated.offset
}

func (a *mendedBinds) report(in *input, mesh string) {
	if len(a.bones) > 0 {
		in.report.add(Repair, WrongOffsets, mesh, "libassimp has %d inverse bind matrices (%s) otherwise than the file, vertices up to %.3g mm away; replaced", len(a.bones), firstNames(a.bones), 1000*a.far)
	}
}

// nearMatrix reports whether two matrices are equal up to float32 rounding of
// what they were multiplied from.
func nearMatrix(a, b exact.Matrix) bool {
	size := 1.0
	for i := range b {
		size = math.Max(size, math.Abs(b[i]))
	}
	for i := range a {
		if !(math.Abs(a[i]-b[i]) <= 1e-6*size) {
			return false
		}
	}
	return true
}
