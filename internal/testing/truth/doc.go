// Package truth reads poses that programs other than Sinew computed, and says
// how far evaluated poses are from them. It supports tests.
//
//	file, err := truth.Load(truth.Shared(t, "truth", "three_pab_walk.json"))
//	for _, clip := range file.Clips {
//		for _, sample := range clip.Samples {
//			d := sample.Compare(evaluate(clip.Name, sample.Time), truth.Match{})
//			t.Log(d.Joint, d.JointError)
//		}
//	}
//
// The files come from six programs, each with its own layout, axes and units;
// the readers know them and give one form:
//
//	File ── Clips[c] ── Samples[s] ─┬─ Joints   name → position
//	                                ├─ Meshes   name, rest and posed positions of some vertices
//	                                └─ Weights  mesh, morph target, weight
//
// Positions are in model space, Y up, in metres (File.Metres) or else in the
// units of the model file. Rest positions are in the mesh's own space, as the
// model file stores them.
package truth
