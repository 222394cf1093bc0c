// Package playback is what a viewer plays, and when: a file's clips with layers, fades and
// ghosts, or an animation graph that runs on its own.
//
//	show, warnings, err := playback.New(renderer, opened, performance, &look)
//	player := playback.NewPlayer(show)
//	err = player.Advance(dt) // and the renderer draws player.Show.Scene
//
// Clock is the time, Live the graph, Mix the layers, Ghosts the onion skins, and Root the
// movement of a clip's root over the ground. Advance allocates nothing.
package playback
