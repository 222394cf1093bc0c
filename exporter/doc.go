// Package exporter writes models as files that other programs read: glTF 2.0, VRM
// 1.0 for avatars, and BVH for a skeleton and a clip.
//
//	var found exporter.Report
//	err := exporter.GLB(ctx, w, model, exporter.Options{Report: &found})
//	for _, f := range found.Findings {
//		fmt.Println(f) // a loss, or another form in the file
//	}
//
// A file holds the parts of the model, in metres with Y up:
//
//	soa                          glTF
//	Skeleton                     nodes, two for a joint whose matrix shears
//	Skins, Influences, Exact     JOINTS_0, JOINTS_1, …; vertices where they are at rest
//	Meshes                       one node each, parts of one node as primitives
//	Morphs                       sparse targets with names
//	Clips                        animations from 0 s: step, linear, cubic; no key is resampled
//	Materials, Textures          metallic-roughness; PNG, JPEG and WebP as they are
//	Floats                       extras, driven by KHR_animation_pointer
//	Visibility                   KHR_node_visibility
//	events, loops, root motion   extras.sinew of animations
//	Expressions, skinning        extras.sinew
//
// The same model gives the same bytes. The sizes of all parts are computed first, and data is
// written from the model's arrays, so that memory does not depend on the size of the file.
//
// # Errors
//
// Errors wrap soa.ErrInvalid (the model is invalid, or glTF cannot express it), soa.ErrTooLarge, the
// error of the writer or that of a cancelled context. Losses without an error are in the Report.
package exporter
