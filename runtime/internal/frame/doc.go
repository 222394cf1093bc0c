// Package frame takes the instances of a crowd through a frame.
//
//	decide     Play (Set.Play) or a graph (drive) → what packages play and active hold of layers
//	advance    clocks, fades, groups, queues      package active
//	observe    events, root motion                package active
//	evaluate   sample, mix, control, palettes     package mix
//
// Run does so for whole blocks where they lie, RunSome for chosen instances, which are gathered.
package frame
