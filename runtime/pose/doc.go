// Package pose holds poses in the same few arrays, whether they come from the keys of a clip, the
// rows of a bank or the spans of a compressed clip, and the stages that change them.
//
//	rows, keys ─► block ─► Accumulate ─► Finish ─► Add ─► ToPalettes ─► palettes
//	              [column][component][lane]  FinishOver     └► ToModel   [instance][slot][12]
//
// Accumulate sums up weighted poses, Finish makes a pose of the sum, and FinishOver lays the sum over another
// pose. Cover lays one pose over another in one pass, OverModel does so with rotations in model space, and Add
// adds the difference of a pose from the rest pose. Offset makes a switch of poses smooth (Transition).
//
// A block is the pose of 16 instances, lanes, whatever clips they play. The layout of
// a model lists its columns: a rotation for every slot, then translations, scales and
// morph weights that clips move or the caller reserves.
//
//	             lane 0 … 15
//	column 0   x │ · · · · ·   rotation of slot 0
//	           y │ · · · · ·
//	           z │
//	           w │
//	       1/|q|²│                           80 values per rotation column
//	…
//	column R   x │ · · · · ·   the first other column: a translation, a scale
//	           y │             or, in x alone, a morph weight
//	           z │
//	           1 │                           64 values per other column
//
// In the rig form rotations and translations are relative to the bind pose, so that the
// hierarchy yields palettes without a matrix product; the general form has local transforms.
// soa.Layout has the formulas. Rotations need not be of unit length: stages divide by |q|². The
// rig form multiplies lengths along a chain of joints. If they would leave float32, as with sums
// of weights of more than 1 in long chains, Rescale brings them back.
//
// The pose of one instance is a row, a quad per column; its stages give the bits of a
// lane of a block. All results are the same bits on every processor.
//
// In a sum a quaternion takes the sign that puts it into the hemisphere of a reference,
// so that the order of layers does not matter. ozz-animation, Godot and others take the
// hemisphere of the sum so far. The two differ only where poses of a joint lie more than
// 90 degrees apart: in the ground truth of TestBlendTruth for none of 1,675 rotations of
// real clips and for 46 of 372 of made-up ones.
//
// A Mask is a weight per joint, for layers that move a part of the body. Layouts and masks are only
// read by the stages and can be shared; a block, row or scratch is for one goroutine at a time.
// Errors wrap soa.ErrInvalid, simd.ErrLength, ErrJoint, ErrMask, ErrForm or ErrForeignModel.
//
// # Vertices on the CPU
//
// SkinVertices moves the vertices of meshes on the CPU: morph targets first, then
// by a palette, as matrices or dual quaternions (soa.Skinning), or, for a mesh without
// a skin, by the matrix of its joint.
//
//	mesh.Position   x y z │ x y z │ …        3 values per vertex
//	  + Σ weights[w] · Morphs[k].Position    sparse deltas
//	  · Σ weight[i] · matrices[bone[i]]      12 values per palette entry, or by dual quaternions
//	= position      x y z │ x y z │ …        model space
//
// The shaders of package gpu compute the same; this package serves collision,
// picking, export and tests. Results are the same bits on every processor.
//
// Errors wrap ErrLength.
package pose
