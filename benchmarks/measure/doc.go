// Package measure sets up the same crowd for every way of animating it, Sinew's
// paths and the methods of package classic, and tells what a frame takes:
//
//	c, err := measure.NewCharacter(model, model.Clips)
//	crowd := measure.Crowd{Instances: 1000, Clips: 1, Workers: 1, ISA: simd.Current()}
//	for _, p := range measure.Paths() {
//		tasks = append(tasks, measure.Task{Path: p, Crowd: crowd})
//	}
//	results, err := c.Compare(ctx, tasks, time.Second/4, nil)
//	fmt.Println(results[0].Path.Name, results[0].PerFrame, results[0].PerJoint)
//
// A frame is the whole chain: every instance goes on by a sixtieth of a second
// or, at random times, to somewhere else in its clip, and its palette is
// computed. All paths evaluate the same instances at the same times of the same
// clips, and a test holds their palettes against each other.
//
// The benchmarks of package benchmarks and the command "sinew bench" both
// measure with it.
package measure
