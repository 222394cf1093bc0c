// Package weights edits the weights of skinned meshes.
//
//	mesh, skin ──Of──► Groups                       one row per vertex
//	                   Name    hips spine arm.L …   one per palette entry
//	                   Locked   no    no   yes
//	                   v0      0.75  0.25           largest first, Σ = 1
//	                   v1      0.5          0.5
//	                      │
//	                      │  Pruned(0.01) Limited(4) Smoothed(near, 2, 0.5) Quantised(255) …
//	                      ▼
//	                   Groups ──Set──► model        4 or 8 per vertex, Mesh.Exact beyond 8
//
// Each operation returns other groups. It keeps the sum of a vertex's weights at 1, leaves locked
// joints as they are to the bit, and does not depend on the order of vertices. Pruned, Limited,
// Normalised and Quantised change nothing the second time. With weights w, of which L are locked,
// an operation that proposes weights p gives the others
//
//	wᵢ = pᵢ · (1 − Σ L) / Σ p      over joints that are not locked
//
// Results are the same bits on every processor.
//
// Errors wrap ErrUnskinned, ErrJoint, ErrShape, ErrWeight or soa.ErrRange.
package weights
