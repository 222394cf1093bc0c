// Package stage shows what plays in a scene: it places instances, finds a camera that sees
// all their movement, and adds onion skins.
//
//	s, warnings, err := stage.NewStage(renderer, opened, performance, clips, instances, 0)
//	orbit, grid, err := look.Arrange(s)
//	err = s.At(seconds) // and the renderer draws s.Scene from the orbit
package stage
