// Package graphs describes animation graphs: their nodes and findings as a tree, what
// happens in each step of a play, and what of the graph a play has used.
//
//	info := graphs.Describe(bound)
//	info.Write(page)
//	err := graphs.PlayPage(ctx, os.Stdout, bound, "jump.json", info)
package graphs
