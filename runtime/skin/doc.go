// Package skin moves the vertices of meshes on the CPU: morph targets first,
// then linear blend skinning by a palette, or, for a mesh without a skin, the
// matrix of the joint that carries it.
//
//	var scratch skin.Scratch
//	mesh := model.Meshes[0]
//	position := make([]float32, len(mesh.Position))
//	normal := make([]float32, len(mesh.Normal))
//	for … {
//		players.Update(dt)
//		pose := players.Pose(0)
//		matrices := players.Palette(0, mesh.Skin) // or players.MeshMatrices(m) where mesh.Skin is soa.None
//		err := skin.Vertices(mesh, matrices, pose.Weight, &scratch, position, normal)
//	}
//
// It is what the shaders of package gpu do, for collision, picking, export and
// for testing them. Results are the same bits on every processor.
package skin
