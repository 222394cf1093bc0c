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

// Deform takes the vertices of a mesh to model space: morph targets first, then each
// vertex by the matrix that its influences make of the palette, or all by the matrix of
// the joint that carries the mesh. Of the pose it reads the palette of the mesh's skin, the
// joint and the weights.
func Deform(model *soa.Model, mesh *soa.Mesh, pose *Pose) Vertices {
	v := morphed(mesh, pose.Weights)
	var apart []bone
	if mesh.Skinning == soa.DualQuaternion || mesh.Skinning == soa.Blended {
		apart = bones(model.Skins[mesh.Skin], pose.Palette[mesh.Skin])
	}
	for i := range v.Position {
		m := vertexMatrix(mesh, i, pose, apart)
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

// vertexMatrix returns what takes vertex v to model space.
func vertexMatrix(mesh *soa.Mesh, v int, pose *Pose, apart []bone) Mat4 {
	if mesh.Skin == soa.None {
		offset := FromAffine(mesh.Offset)
		if mesh.Joint == soa.NoJoint {
			return offset
		}
		return pose.Model[mesh.Joint].Mul(offset)
	}
	index, weight := influences(mesh, v)
	var linear Mat4
	for i, b := range index {
		linear = linear.Add(pose.Palette[mesh.Skin][b], float64(weight[i]))
	}
	switch mesh.Skinning {
	case soa.DualQuaternion:
		return dualMatrix(apart, index, weight)
	case soa.Blended:
		b := float64(mesh.Blend[v])
		var m Mat4
		return m.Add(linear, 1-b).Add(dualMatrix(apart, index, weight), b)
	}
	return linear
}

// influences are those of a vertex: as the mesh lists them; where it keeps the file's
// unlimited list, that one is exact and is used.
func influences(mesh *soa.Mesh, v int) (index []uint16, weight []float32) {
	if x := mesh.Exact; x != nil {
		return x.Bone[x.Start[v]:x.Start[v+1]], x.Weight[x.Start[v]:x.Start[v+1]]
	}
	from, to := v*mesh.Influences, (v+1)*mesh.Influences
	return mesh.BoneIndex[from:to], mesh.BoneWeight[from:to]
}
