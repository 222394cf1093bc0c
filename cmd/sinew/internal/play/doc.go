// Package play makes what flags name into something that instances play: clips, layers, a
// fade, an animation graph with its input; with a control that changes the poses, and the
// way on which the root leads the character.
//
//	p, err := flags.Performance(opened, &choice)
//	crowd, bound, err := p.Crowd(opened, clips, 1)
//	start, end := p.Span()
package play
