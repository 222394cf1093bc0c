// Package collada reads the parts of a Collada file that libassimp drops: the
// pairs of node names and ids, and the interpolations of curves. libassimp
// returns either names, without the ids that channels refer to, or ids, without
// the names.
//
//	<node id="node-Hips" name="Hips">                             Names:  "node-Hips" → "Hips"
//
//	<channel source="#sampler" target="node-Hips/transform"/>     Shapes: "Hips" → {Bent: true}
//	   └─ <sampler id="sampler">
//	      └─ <input semantic="INTERPOLATION" source="#modes"/>
//	         └─ <source id="modes"> <Name_array> BEZIER BEZIER …
//
//	names, err := collada.Names(data)
//	shapes, err := collada.Shapes(data)
//
// Errors wrap soa.ErrFormat.
package collada
