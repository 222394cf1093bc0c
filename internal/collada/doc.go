// Package collada reads the parts of a Collada file that libassimp drops: curves with their
// tangents, steps and splines, the elements of nodes' transforms, pairs of node names and ids,
// and morphs: each version of libassimp reads another form of them.
//
//	<node id="node-Hips" name="Hips">                           File.Nodes
//	  <translate sid="t">0 90 0</translate>                       └─ its elements, in order: what
//	  <rotate sid="ry">0 1 0 0</rotate>                              multiplies to its matrix
//	  <scale sid="s">1 1 1</scale>
//
//	<animation>                                                 File.Takes
//	  <channel source="#walk" target="node-Hips/ry.ANGLE"/>       └─ channels: an element or a part
//	     └─ <sampler id="walk">                                      of one, and the curve that drives it
//	        ├─ <input semantic="INPUT"          …    times
//	        ├─ <input semantic="OUTPUT"         …    values
//	        ├─ <input semantic="INTERPOLATION"  …    LINEAR STEP BEZIER HERMITE CARDINAL BSPLINE
//	        └─ <input semantic="IN_TANGENT"     …    control points, in one or two dimensions
//
//	file, err := collada.Read(data)
//	for _, take := range file.Takes {
//		motions, weights, numbers := file.Bind(&take)
//	}
//
// A Morph is a mesh and its targets, which have the same points: how a target moves the
// corners of the mesh's polygons, in the order in which libassimp makes vertices of them.
//
// A Motion is a node's transform over time, in parts that are one translation, rotation
// and scale each: one part, but where elements after a scale would shear it.
//
// Errors wrap soa.ErrFormat, or soa.ErrTooLarge.
package collada
