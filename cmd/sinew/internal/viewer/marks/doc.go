// Package marks draws over a picture at places of its scene: joints and their names, axes,
// boxes and targets.
//
//	over := marks.NewPicture(ui, &scene.Camera, width, height, free)
//	over.Axes(&frame, 0.1, 1)
//	over.Tag(x, y, "head", color)
package marks
