//go:build cgo

package scene

import (
	"math"

	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/native/assimp"
)

// deform fills the pose's meshes.
func (e *evaluation) deform() {
	for _, c := range e.carried {
		src := e.oracle.scene.Mesh(int(c.mesh))
		n := &e.pose.Nodes[c.node]
		m := Mesh{
			Name: src.Name(), Node: n.Name, Index: int(c.mesh), Bones: src.Bones(),
			Triangles: src.PrimitiveTypes()&assimp.PrimitiveTriangle != 0,
			Position:  e.morphed(src, n.Name),
			Corners:   corners(src),
		}
		if src.Bones() > 0 {
			e.skin(&m, src, c.node)
		} else {
			for v := range m.Position {
				m.Position[v] = n.MeshFrame.Point(m.Position[v])
			}
		}
		e.pose.Meshes = append(e.pose.Meshes, m)
	}
}

// corners lists those of a mesh's triangles.
func corners(src assimp.Mesh) (list []uint32) {
	for i := range src.Faces() {
		if c := src.Face(i); len(c) == 3 {
			list = append(list, c...)
		}
	}
	return list
}

// skin moves each vertex by Σ weight·global(bone)·offset over all its bones,
// the weights divided by their sum; one without bones follows the node. A bone
// that has no node stays where the mesh was bound.
func (e *evaluation) skin(m *Mesh, src assimp.Mesh, node int) {
	own := e.pose.Nodes[node].MeshFrame
	sum := make([]float64, len(m.Position))
	blend := make([]oracle.Mat4, len(m.Position))
	for b := range src.Bones() {
		bone := src.Bone(b)
		var matrix oracle.Mat4
		if frame, ok := e.frames[bone.Name()]; ok {
			matrix = frame.Mul(e.oracle.offset(m.Node, bone))
		} else {
			matrix = e.atRest(node)
		}
		for _, w := range bone.Weights() {
			if int(w.Vertex) < len(sum) && w.Weight > 0 && w.Weight <= math.MaxFloat32 {
				sum[w.Vertex] += float64(w.Weight)
				blend[w.Vertex] = blend[w.Vertex].Add(matrix, float64(w.Weight))
			}
		}
	}
	for v := range m.Position {
		if sum[v] == 0 {
			m.Position[v] = own.Point(m.Position[v])
			continue
		}
		p := blend[v].Point(m.Position[v])
		m.Position[v] = oracle.Vec3{p[0] / sum[v], p[1] / sum[v], p[2] / sum[v]}
	}
}

// atRest returns the matrix of a node's meshes where nothing plays.
func (e *evaluation) atRest(node int) oracle.Mat4 {
	if len(e.playing) == 0 {
		return e.pose.Nodes[node].MeshFrame
	}
	return e.oracle.Evaluate(0).Nodes[node].MeshFrame
}

// morphed returns a mesh's vertices in its own space. libassimp's targets are
// whole shapes; their difference to the mesh counts.
func (e *evaluation) morphed(src assimp.Mesh, node string) []oracle.Vec3 {
	base := points(src.Vertices())
	out := points(src.Vertices())
	for k := range src.AnimMeshes() {
		target := src.AnimMesh(k)
		shape := points(target.Vertices())
		if len(shape) != len(base) {
			continue
		}
		w := e.weight(src.Name(), node, k, float64(target.Weight()))
		for v := range out {
			for i := range 3 {
				out[v][i] += w * (shape[v][i] - base[v][i])
			}
		}
	}
	return out
}

// weight returns that of target k by the channel of the node or the mesh, or
// else its own.
func (e *evaluation) weight(mesh, node string, k int, rest float64) float64 {
	for _, name := range []string{node, mesh} {
		for _, a := range e.playing {
			for _, c := range a.morphs {
				if keys := c.target[k]; c.name == name && len(keys) > 0 {
					return valueAt(keys, e.seconds*a.rate, lerp)[0]
				}
			}
		}
	}
	return rest
}

// points converts vectors; one that is not of numbers is the origin.
func points(v [][3]float32) []oracle.Vec3 {
	r := make([]oracle.Vec3, len(v))
	for i, p := range v {
		q := oracle.Vec3{float64(p[0]), float64(p[1]), float64(p[2])}
		if s := q[0] + q[1] + q[2]; s-s == 0 {
			r[i] = q
		}
	}
	return r
}
