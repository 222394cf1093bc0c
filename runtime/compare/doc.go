// Package compare measures how far apart two models play: a model and the
// archive that was baked of it, two formats of one character, two settings.
//
//	d, err := compare.Models(a, b, compare.Options{})
//	if err != nil {
//		log.Fatal(err)
//	}
//	for _, c := range d.Clips {
//		fmt.Println(c.Name, c.Joint.Max, "m at joint", c.Joint.Part, "at", c.Joint.Time, "s")
//	}
//
// Both are played by runtime.Players at all key times of either and between
// them, and their model-space matrices and skinned vertices are compared in
// float64.
package compare
