package child

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/sinew-anim/sinew/importer/internal/sandbox"
	"github.com/sinew-anim/sinew/importer/internal/source"
)

// freeTasks is the number of threads and processes that must stay free beside those that children
// may start: Go ends a program that cannot start a thread.
const freeTasks = 64

// population counts the children of this process, including idle ones of pools.
var population census

type census struct {
	mu    sync.Mutex
	alive int
	left  chan struct{} // closed when a child ends
}

// enter waits until this process could still start threads if every child, including one more,
// had its maximum. Without other children it does not wait.
func (c *census) enter(ctx context.Context) error {
	for {
		left, err := c.tryEnter()
		if err == nil || left == nil {
			return err
		}
		const again = 100 * time.Millisecond // other processes end without notice
		select {
		case <-left:
		case <-time.After(again):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// tryEnter counts one more child if there is room for it. If not, left is closed when a child
// ends; it is nil if this process has none.
func (c *census) tryEnter() (left <-chan struct{}, err error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	need := freeTasks + sandbox.MaxThreads*c.alive
	free, limit := sandbox.FreeTasks()
	if free >= need {
		c.alive++
		return nil, nil
	}
	if c.alive > 0 {
		if c.left == nil {
			c.left = make(chan struct{})
		}
		left = c.left
	}
	return left, fmt.Errorf("%w: %s leaves %d threads and processes; a child needs %d", source.ErrLimit, limit, free, need)
}

func (c *census) leave() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.alive--
	if c.left != nil {
		close(c.left)
		c.left = nil
	}
}
