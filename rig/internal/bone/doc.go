// Package bone holds the bones that weights are computed for, the weights of a point, and the rules
// that follow from distances alone.
//
//	bones := bone.List{{Segment: upper, Joint: 3, Parent: -1}, {Segment: lower, Joint: 4, Parent: 0}}
//	rule := bones.Distance(2, 4)       // the two nearest, w ∝ 1/d⁴
//	row := rule(place, nil)            // Row{{Bone: 0, Value: 0.9}, {Bone: 1, Value: 0.1}}
//
// A rule may keep memory between calls: one goroutine uses it.
package bone
