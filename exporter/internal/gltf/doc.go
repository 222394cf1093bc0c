// Package gltf writes models as glTF 2.0.
//
//	model ─► nodes, skins, meshes, animations ─► document, sections ─► JSON, binary data
//	                                                         │
//	                                                         └ size, and how to write the bytes
//
//	file, err := gltf.Build(ctx, model, gltf.Options{}, &list)
//	if err != nil {
//		return err
//	}
//	err = file.Write(ctx, w)
//
// Build computes all sizes and keeps no data: Write reads the arrays of the model, so memory does
// not grow with them.
package gltf
