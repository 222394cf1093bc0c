// Package bindpose places the skinned meshes of a model and its joints in one space, as they were
// when the meshes were bound.
//
//	mesh space ── To ──► bind space ◄── Joint ── frame of a joint
//
//	InverseBind = Joint⁻¹·To
//
// Where a model rests in the pose of binding, as most do, bind space is model space. Others rest
// in another pose; their InverseBind gives where each joint was, up to one placement of the whole,
// which is taken from the rest pose of the first joint. Joints without an inverse bind matrix are
// where their rest pose puts them under their parent.
//
// Meshes are in one Group if their skins agree on where joints were. Weights of a group are
// computed together.
package bindpose
