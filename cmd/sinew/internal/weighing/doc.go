// Package weighing computes, takes over and edits the weights of a model by the flags of sinew weights,
// one step after the other, and reports what each did.
//
//	opened ─► method ─► matrix ─► other file ─► list ─► hammer, mirror, smooth, prune, limit, quantize
//	             │         │          │          │                        │
//	             └─────────┴──────────┴──────────┴────────────────────────┴──► steps, in millimetres
package weighing
