//go:build race

package fault

// load reads a mark. The race detector loads atomically on another stack, where no fault can become a panic: one ends the
// program.
func load(mark *uint64) uint64 { return *mark }
