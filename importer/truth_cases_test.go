package importer_test

import (
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/truth"
)

// striderCases: Blender's own poses of the character, of which the files are
// exports.
func striderCases(t *testing.T) []truthCase {
	folder := truth.Testdata(t, "strider") + "/"
	blender := folder + "strider_truth.json"
	tail := func(joint string) bool {
		return strings.HasPrefix(joint, "tail.") || joint == "TailRig" || joint == "Tail"
	}
	character := func(joint string) bool { return !tail(joint) }
	var cases []truthCase
	for _, clip := range []string{"walk", "wave", "jump"} {
		// The Collada exporter writes no shape keys and places the ball, which
		// hangs on a bone, at the bone's other end.
		collada := truthCase{
			model: folder + "strider_" + clip + ".dae", play: "*",
			match:   truth.Match{Unmorphed: true, SkipMeshes: []string{"Ball"}},
			compare: func(joint string) bool { return joint != "Ball" },
		}
		// In the file of all clips each drives one rig. The shape keys of all of
		// them are those of the jump.
		whole := truthCase{
			model: folder + "strider_all.fbx", play: clip, compare: character,
			match: truth.Match{SkipMeshes: []string{"Tail"}},
		}
		if clip != "jump" {
			whole.noWeights = true
			whole.match.SkipMeshes = append(whole.match.SkipMeshes, "Body")
		}
		for _, c := range []truthCase{
			{model: folder + "strider_" + clip + ".fbx", play: "*"},
			{model: folder + "strider.glb", play: clip, match: truth.Match{YUp: true}},
			collada,
			whole,
			{
				model: folder + "strider_all.fbx", play: clip + "_tail", compare: tail, noWeights: true,
				match: truth.Match{SkipMeshes: []string{"Body", "Ball"}},
			},
		} {
			c.truth, c.clip, c.samples = blender, clip, 8
			cases = append(cases, c)
		}
		// Sparse cubic keys, of which three.js makes the spline that glTF means.
		cases = append(cases, truthCase{
			model: folder + "strider_sparse.gltf", truth: folder + "strider_sparse_three.json", clip: clip, play: clip, between: true, samples: 8,
		})
	}
	return cases
}

func fbxCases(t *testing.T) []truthCase {
	models, truths, installed := truth.SharedRoot(t)+"/models", truth.SharedRoot(t)+"/truth", truth.InstalledRoot
	// three.js moves the targets of cameras to the cameras' look-at property;
	// the Collada export of the same scene has them where Sinew has.
	noTargets := func(joint string) bool { return !strings.HasPrefix(joint, "Camera0") }
	// The SDK read another export of the walk, which names end sites otherwise.
	noNubs := func(joint string) bool { return !strings.HasSuffix(joint, "Nub") }
	walk, hand := models+"/pab/walk.fbx", models+"/pab/hand.fbx"
	robot, huesitos := models+"/fbx/robot.fbx", installed+"/FBX/huesitos.fbx"
	return []truthCase{
		// The stack of the walk ends before its keys do.
		{model: walk, truth: truths + "/three_pab_walk.json", play: "walk", compare: noTargets, until: 1.3334, samples: 1},
		{model: walk, truth: truths + "/ozz_pab_walk_onframe.json", play: "walk", compare: noNubs, samples: 8},
		{model: hand, truth: truths + "/three_pab_hand.json", clip: "curl", play: "curl", between: true, samples: 9},
		{model: hand, truth: truths + "/three_pab_hand.json", clip: "splay", play: "splay", between: true, samples: 9},
		{model: robot, truth: truths + "/three_robot.json", play: "*", samples: 2},
		{model: robot, truth: truths + "/ufbx_robot.json", play: "*", between: true, samples: 8},
		{model: huesitos, truth: truths + "/three_huesitos.json", play: "*", samples: 2},
		{model: huesitos, truth: truths + "/ufbx_huesitos.json", play: "*", between: true, samples: 8},
	}
}

func otherCases(t *testing.T) []truthCase {
	models, truths, installed := truth.SharedRoot(t)+"/models", truth.SharedRoot(t)+"/truth", truth.InstalledRoot
	nested := installed + "/Collada/box_nested_animation.dae"
	cases := []truthCase{
		{model: models + "/md5-bob/Bob.md5mesh", truth: truths + "/md5_Bob.json", play: "*", samples: 10},
		{model: installed + "/BVH/01_01.bvh", truth: truths + "/three_bvh_01_01.json", play: "*", between: true, samples: 10},
		{model: installed + "/BVH/Boxing_Toes.bvh", truth: truths + "/three_bvh_boxing_toes.json", play: "*", between: true, samples: 10},
		{model: models + "/collada/pab_walk.dae", truth: truths + "/dae_eval_dae_pab_walk.json", play: "*", samples: 8},
		{model: nested, truth: truths + "/three_box_nested_animation.json", play: "*", between: true, samples: 10},
		{model: nested, truth: truths + "/dae_eval_box_nested_animation.json", play: "*", between: true, samples: 10},
		// Its keys are quaternions such as (0, 0, 0.707, 0.707), of which three.js
		// makes a matrix as they are. On the keys the importer keeps that matrix;
		// between them three.js blends the short quaternions, we the rotations.
		{model: installed + "/glTF2/simple_skin/simple_skin.gltf", truth: truths + "/three_simple_skin.json", play: "*", between: true, samples: 10, vertices: 1.4e-4},
	}
	for name, samples := range map[string]int{"cesium_man": 10, "rigged_simple": 10, "box_animated": 6} {
		cases = append(cases, truthCase{
			model: models + "/gltf/" + name + ".gltf", truth: truths + "/three_" + name + ".json", play: "*", between: true, samples: samples,
		})
	}
	for name, samples := range map[string]int{"AnimatedMorphCube": 10, "AnimatedMorphSphere": 10, "SimpleMorph": 7} {
		cases = append(cases, truthCase{
			model: models + "/gltf/" + name + "/glTF/" + name + ".gltf", truth: truths + "/three_" + name + ".json", play: "*", between: true, samples: samples,
		})
	}
	return cases
}
