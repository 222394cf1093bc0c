// Package performance turns flags into what instances play: clips, layers, a fade, or an animation
// graph with its input; with a control that changes the poses, and the path of the root.
//
//	p, err := flags.Performance(ctx, opened, &choice)
//	crowd, bound, err := p.Crowd(opened, clips, 1)
//	start, end := p.Span()
package performance
