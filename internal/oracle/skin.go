package oracle

import "github.com/sinew-anim/sinew/soa"

// palette returns global·inverseBind of every entry.
func palette(skin *soa.Skin, global []Mat4) []Mat4 {
	var p []Mat4
	for i, j := range skin.Joint {
		p = append(p, global[j].Mul(FromAffine(skin.InverseBind[i])))
	}
	return p
}

// deform takes the vertices of a mesh to model space: morph targets first, then
// each vertex by the weighted sum of its palette matrices, or all by the
// matrix of the joint that carries the mesh.
func deform(mesh *soa.Mesh, pose *Pose) Vertices {
	v := morphed(mesh, pose.Weights)
	for i := range v.Position {
		m := vertexMatrix(mesh, i, pose)
		v.Position[i] = m.Point(v.Position[i])
		if len(v.Normal) > 0 {
			v.Normal[i] = m.Normal(v.Normal[i])
		}
	}
	return v
}

func morphed(mesh *soa.Mesh, weights []float64) Vertices {
	v := Vertices{Position: vectors(mesh.Position), Normal: vectors(mesh.Normal)}
	for i := range mesh.Morphs {
		target := &mesh.Morphs[i]
		w := weights[target.Weight]
		add(v.Position, target.Vertex, vectors(target.Position), w)
		if len(v.Normal) > 0 {
			add(v.Normal, target.Vertex, vectors(target.Normal), w)
		}
	}
	return v
}

// add moves the listed vertices by w times their delta.
func add(v []Vec3, listed []uint32, delta []Vec3, w float64) {
	for i := range delta {
		for k := range 3 {
			v[listed[i]][k] += w * delta[i][k]
		}
	}
}

func vectors(flat []float32) []Vec3 {
	v := make([]Vec3, len(flat)/3)
	for i := range v {
		v[i] = Vec3{float64(flat[3*i]), float64(flat[3*i+1]), float64(flat[3*i+2])}
	}
	return v
}

// vertexMatrix returns what takes vertex v to model space. Influences count as
// the mesh lists them; where it keeps the file's unlimited list, that one is
// exact and is used.
func vertexMatrix(mesh *soa.Mesh, v int, pose *Pose) Mat4 {
	if mesh.Skin == soa.None {
		offset := FromAffine(mesh.Offset)
		if mesh.Joint == soa.NoJoint {
			return offset
		}
		return pose.Model[mesh.Joint].Mul(offset)
	}
	p := pose.Palette[mesh.Skin]
	var m Mat4
	if x := mesh.Exact; x != nil {
		for i := x.Start[v]; i < x.Start[v+1]; i++ {
			m = m.Add(p[x.Bone[i]], float64(x.Weight[i]))
		}
		return m
	}
	for i := v * mesh.Influences; i < (v+1)*mesh.Influences; i++ {
		m = m.Add(p[mesh.BoneIndex[i]], float64(mesh.BoneWeight[i]))
	}
	return m
}
