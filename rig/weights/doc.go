// Package weights edits the weights of skinned meshes.
//
//	mesh, skin ──GroupsOf──► Groups                       one row per vertex
//	                   Name    hips spine arm.L …   one per palette entry
//	                   Locked   no    no   yes
//	                   v0      0.75  0.25           largest first, Σ = 1
//	                   v1      0.5          0.5
//	                      │
//	                      │  Pruned(0.01) Limited(4) Smoothed(near, 2, 0.5) Quantized(255) …
//	                      ▼
//	                   Groups ──Set──► model        4 or 8 per vertex, Mesh.Exact beyond 8
//
// Each operation returns other groups. It keeps the sum of a vertex's weights at 1, leaves locked
// joints as they are to the bit, and does not depend on the order of vertices. Pruned, Limited,
// Normalized and Quantized change nothing the second time. With locked weights L, an operation that
// proposes weights p gives the others
//
//	wᵢ = pᵢ · (1 − Σ L) / Σ p      over joints that are not locked
//
// Apply does the same for all meshes of a model, which it welds by skin so that seams stay closed, and
// reports how many millimetres each operation moves vertices in the model's clips:
//
//	model, reports, err := weights.Apply(ctx, model, weights.Options{Locked: []string{"jaw"}},
//		weights.Mirror{From: weights.Left}, weights.Prune{Below: 0.01}, weights.Limit{Influences: 4})
//	fmt.Println(weights.LargestDisplacement(reports[2].Moved).Millimetres) // by the limit
//
// Transfer takes weights from the surface of another mesh or level of detail, Copy those of the same
// vertices, and Take a matrix that another program computed, which ReadMatrix reads.
//
// Results are the same bits on every processor.
//
// Errors wrap ErrUnskinned, ErrJoint, ErrShape, ErrWeight, ErrUnsupported, soa.ErrRange, soa.ErrOption, soa.ErrInvalid or
// the error of the context.
package weights
