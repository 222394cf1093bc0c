//go:build !race

package fault

import "sync/atomic"

// load reads a mark, after all reads before.
func load(mark *uint64) uint64 { return atomic.LoadUint64(mark) }
