package inspect

import "slices"

// Rule is one check.
type Rule struct {
	Name  string
	Doc   string // the fault, and the remedy
	Grade Grade  // the default
	// Limit is the default threshold, in Unit. A finding is beyond it.
	Limit float64
	Unit  string

	model func(s *subject, limit float64, report func(Finding))
	clip  func(p *played, limit float64, report func(Finding))
}

// Rules returns all rules, in the order of the documentation.
func Rules() []Rule { return slices.Clone(rules) }

// rules is the table of rules. Lengths in mm, except of bones, are for a character of 1.7 m and
// grow with the model.
var rules = []Rule{
	{Name: "weight-sum", Grade: Warning, Limit: 1e-4, model: weightSum,
		Doc: "The weights of a vertex do not sum to 1: it shrinks towards the origin or grows. Normalize the weights."},
	{Name: "weight-range", Grade: Error, Limit: 0, model: weightRange,
		Doc: "A weight is negative or no number: the vertex moves against its joint. Clean the weights."},
	{Name: "unweighted", Grade: Error, Limit: 0, model: unweighted,
		Doc: "No joint moves a vertex: it stays behind. Paint it, or assign it to the nearest joint."},
	{Name: "influences", Grade: Note, Limit: 8, Unit: "joints", model: manyInfluences,
		Doc: "More joints move a vertex than engines take, 4 or 8: they drop the smallest weights. Limit the influences."},
	{Name: "small-weights", Grade: Note, Limit: 1e-4, model: smallWeights,
		Doc: "Weights that move nothing visibly take the place of others. Prune them."},
	{Name: "idle-skin-joints", Grade: Note, Limit: 0, Unit: "joints", model: idleSkinJoints,
		Doc: "A skin lists joints that move none of its vertices: each costs a matrix per character and frame."},
	{Name: "split-skin", Grade: Warning, Limit: 1, Unit: "roots", model: splitSkin,
		Doc: "Joints of several trees move one mesh: engines that want one root per skin refuse or tear it."},
	{Name: "shells", Grade: Warning, Limit: 10, Unit: "mm", model: shells,
		Doc: "A part of a skinned mesh stays where it is while the rest moves: automatic weights skip loose parts."},
	{Name: "torn-seams", Grade: Warning, Limit: 2, Unit: "mm", clip: tornSeams,
		Doc: "Vertices at one place, split by texture coordinates or materials, have different weights: a clip tears the seam open."},
	{Name: "thin-triangles", Grade: Note, Limit: 1e-6, model: thinTriangles,
		Doc: "Triangles without an area have no normal and draw nothing. Merge vertices by distance."},
	{Name: "flipped-normals", Grade: Warning, Limit: 2, Unit: "%", model: flippedNormals,
		Doc: "Triangles face away from the normals of their vertices: they are lit from behind, or not drawn. Recalculate the normals, or flip the faces."},

	{Name: "dead-joints", Grade: Note, Limit: 0, Unit: "joints", model: deadJoints,
		Doc: "Joints that move nothing and that nothing moves, such as forgotten controls. Delete them before the export."},
	{Name: "short-bones", Grade: Note, Limit: 1e-4, Unit: "sizes", model: shortBones,
		Doc: "Two joints that move vertices lie at one place: the direction of the bone is undefined for IK and retargeting."},
	{Name: "same-names", Grade: Warning, Limit: 1, Unit: "joints", model: sameNames,
		Doc: "Joints, or clips, have the same name: clips of other files and sockets find the first one."},
	{Name: "no-names", Grade: Warning, Limit: 0, Unit: "joints", model: noNames,
		Doc: "Joints or clips have no name, by which everything finds them."},
	{Name: "like-names", Grade: Note, Limit: 0, Unit: "joints", model: likeNames,
		Doc: "Names differ in case or punctuation alone, which some programs drop: three.js makes arm.L armL."},
	{Name: "several-roots", Grade: Note, Limit: 1, Unit: "roots", model: severalRoots,
		Doc: "Joints below several roots move vertices: root motion and sockets want one root."},
	{Name: "deep-joints", Grade: Note, Limit: 64, Unit: "joints", model: deepJoints,
		Doc: "A chain of joints is deeper than engines expect, and its errors add up."},
	{Name: "unit", Grade: Warning, Limit: 5, Unit: "m", model: unitOff,
		Doc: "A character is larger than 5 m or smaller than 0.2 m: its unit of length is probably wrong by 10, 39.37 or 100. Import it with --unit or --scale."},
	{Name: "scale-zero", Grade: Warning, Limit: 1e-6, model: scaleZero,
		Doc: "A scale of 0 flattens a joint and what is below it: normals, and matrices that are inverted, are undefined."},
	{Name: "scale-negative", Grade: Warning, Limit: 0, model: scaleNegative,
		Doc: "A negative scale mirrors what is below it: triangles turn inside out, and most engines lose it. Apply the scale."},
	{Name: "shear", Grade: Warning, Limit: 1, Unit: "°", model: shearAtRest,
		Doc: "A scale that is not uniform lies above a rotation and shears: most engines and formats lose that. Apply the scale."},
	{Name: "shear-in-clip", Grade: Note, Limit: 20, Unit: "°", clip: shearInClip,
		Doc: "A clip scales a joint unevenly, and joints below it rotate: most engines show another shape."},
	{Name: "mirrored-bind", Grade: Warning, model: mirroredBind,
		Doc: "Bind matrices mirror: triangles turn inside out. Apply the mirroring before binding."},
	{Name: "bind-pose", Grade: Note, Limit: 1, Unit: "mm", model: bindPose,
		Doc: "The rest pose of the joints is not the pose in which the mesh was bound: without a clip the mesh is bent."},
	{Name: "foot-below-ground", Grade: Note, Limit: 20, Unit: "mm", model: footBelowGround,
		Doc: "At rest the feet are below the ground, Y = 0: put the character on it, or its origin between its feet."},

	{Name: "constant-tracks", Grade: Note, Limit: 80, Unit: "%", clip: constantTracks,
		Doc: "Most keys of a clip move nothing: they take memory and time. Bake with key reduction."},
	{Name: "scale-noise", Grade: Note, Limit: 1e-3, clip: scaleNoise,
		Doc: "Scale tracks that are 1 but for noise keep engines from their fast way without scale."},
	{Name: "off-grid", Grade: Note, Limit: 0.01, Unit: "frames", clip: offGrid,
		Doc: "A few keys lie between the frames on which nearly all others are: programs that sample frames miss them."},
	{Name: "jumps", Grade: Warning, Limit: 120, Unit: "°", clip: jumps,
		Doc: "A joint rotates so far between two keys that the way round is a matter of luck: an Euler flip, or a missing key."},
	{Name: "flipped-keys", Grade: Warning, clip: flippedKeys,
		Doc: "Quaternion keys of a spline change their sign: it rotates the long way round. Negate the keys and tangents."},
	{Name: "pops", Grade: Warning, Limit: 40, Unit: "mm", clip: pops,
		Doc: "One key leaves the curve of its neighbours: an acceleration far beyond the others. Delete or smooth it."},
	{Name: "bends", Grade: Note, Limit: 10, Unit: "mm", clip: bends,
		Doc: "A curve with a key on every frame leaves the way between frames, by its tangents. Bake without exact curves, or set linear tangents."},
	{Name: "loop-gap", Grade: Warning, Limit: 3, Unit: "mm", clip: loopGap,
		Doc: "The clip ends nearly as it begins: played as a loop it jerks. Copy the first key to the end."},
	{Name: "root-drift", Grade: Warning, Limit: 10, Unit: "mm", clip: rootDrift,
		Doc: "The pose of a clip on the spot loops and its root does not come back: the character drifts. Close the root's curve."},
	{Name: "same-clips", Grade: Warning, Limit: 1e-5, model: sameClips,
		Doc: "A clip has the keys of another: an export that repeats itself, or a missing edit."},
	{Name: "foot-slide", Grade: Warning, Limit: 40, Unit: "mm", clip: footSlide,
		Doc: "A foot moves over the ground while it stands, by up to a walk's pace; on the spot it may. Lock it by IK, clean it up, or match the root motion to the steps."},
	{Name: "floor", Grade: Warning, Limit: 60, Unit: "mm", clip: floorPenetration,
		Doc: "A foot sinks into the ground in a clip. Raise the hips or the foot."},
	{Name: "hover", Grade: Warning, Limit: 40, Unit: "mm", clip: hover,
		Doc: "Feet that stand flat never touch the ground in a clip, or are below it: a retarget or an offset of the root. Move the root by the size."},

	{Name: importLoss, Grade: Warning,
		Doc: "The import lost or approximated a part of the file: see sinew info."},
	{Name: importRepair, Grade: Note,
		Doc: "The file was wrong and the import repaired it: other programs may not."},
}

// find returns the rule of a name, or nil.
func find(name string) *Rule {
	k := slices.IndexFunc(rules, func(r Rule) bool { return r.Name == name })
	if k < 0 {
		return nil
	}
	return &rules[k]
}
