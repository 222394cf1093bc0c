package runtime

import (
	"slices"
	"sync"
)

// blockRanges are the blocks that calls of RunBlocks advance now: one range for each goroutine.
type blockRanges struct {
	mutex sync.Mutex
	list  [][2]int
}

// claim adds a range that overlaps none of the list, and reports whether it could.
func (b *blockRanges) claim(from, to int) bool {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	if slices.ContainsFunc(b.list, func(r [2]int) bool { return from < r[1] && r[0] < to }) {
		return false
	}
	b.list = append(b.list, [2]int{from, to})
	return true
}

// release removes a range that has been claimed.
func (b *blockRanges) release(from, to int) {
	b.mutex.Lock()
	defer b.mutex.Unlock()
	last := len(b.list) - 1
	b.list[slices.Index(b.list, [2]int{from, to})] = b.list[last]
	b.list = b.list[:last]
}
