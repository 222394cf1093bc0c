// Package poses evaluates one character at given times and prints matrices, vertices,
// weights and floats, as a table or as JSON.
//
//	err := poses.Print(ctx, os.Stdout, opened, performance, poses.Options{Times: []float64{0.5}, Space: "model"})
package poses
