// Package measure times a frame of the same crowd by every way of animating it: Sinew's
// sources, the methods of package classic and, with the tag ozz, ozz-animation:
//
//	c, err := measure.NewCharacter(model, model.Clips)
//	crowd := measure.Crowd{Instances: 1000, Clips: 1, Workers: 1, ISA: simd.Current()}
//	for _, p := range measure.Paths() {
//		tasks = append(tasks, measure.Task{Path: p, Crowd: crowd})
//	}
//	results, err := c.Compare(ctx, tasks, time.Second/4, nil)
//	fmt.Println(results[0].Path.Name, results[0].PerFrame, results[0].PerJoint)
//
// A frame is the whole chain: every instance advances by a sixtieth of a second
// or, with random times, jumps within its clip, and its palette is computed. All
// paths evaluate the same instances at the same times of the same clips; a test
// compares their palettes.
//
// A Hero is what a user's own character does in a frame (Act: layers or a graph, and a
// control), measured part by part (Parts).
//
// Package benchmarks and the command sinew bench measure with it.
package measure
