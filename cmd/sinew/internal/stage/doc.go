// Package stage shows what plays in a scene: it places instances, finds where the camera
// has to be so that all they do is in the picture, and lays ghosts before and behind them.
//
//	s, warnings, err := stage.NewStage(renderer, opened, performance, clips, instances, 0)
//	orbit, grid, err := look.Arrange(s)
//	err = s.At(seconds) // and the renderer draws s.Scene from the orbit
package stage
