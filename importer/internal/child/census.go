package child

import (
	"context"
	"fmt"
	"sync"
	"time"

	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/internal/sandbox"
)

// freeTasks is how many threads and processes the system still has to allow beside those
// that children may start: Go ends a program that cannot start a thread.
const freeTasks = 64

// population counts the children of this process, idle ones of pools included.
var population census

type census struct {
	mu    sync.Mutex
	alive int
	left  chan struct{} // closed when a child ends
}

// enter waits until this process could still start threads if every child, one more
// included, had as many as it may. Where there is no other child it does not wait.
func (c *census) enter(ctx context.Context) error {
	for {
		left, err := c.tryEnter()
		if err == nil || left == nil {
			return err
		}
		const again = 100 * time.Millisecond // other processes end without a word
		select {
		case <-left:
		case <-time.After(again):
		case <-ctx.Done():
			return ctx.Err()
		}
	}
}

// tryEnter counts one more child if there is room for it. Otherwise left is closed when one
// ends; it is nil where there is none.
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
	return left, fmt.Errorf("%w: %s leaves %d threads and processes, and a child needs that %d are free", source.ErrLimit, limit, free, need)
}

// leave counts one child less.
func (c *census) leave() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.alive--
	if c.left != nil {
		close(c.left)
		c.left = nil
	}
}
