// Package gltf reads glTF files and VRM avatars, whole and without libassimp.
//
//	internal/gltf.Document ─► nodes, instances      ─► scene.Tree
//	                          primitives            ─► scene.Mesh      views of buffers where they can be
//	                          skins, joints, weights ─► scene.Skin, influences
//	                          morph targets         ─► scene.SparseShapes
//	                          materials, pictures   ─► scene.Material
//	                          channels, pointers    ─► track.Clip, custom properties
//	                          VRM                   ─► soa.Avatar
package gltf
