package retarget_test

import (
	"context"
	"errors"
	"testing"

	"github.com/sinew-anim/sinew/edit/retarget"
	"github.com/sinew-anim/sinew/internal/testing/manyjoints"
)

// endsAfter is a context that ends when it has been asked for its error a number of times.
type endsAfter struct {
	context.Context
	left, asked int
}

func (c *endsAfter) Err() error {
	if c.asked++; c.asked > c.left {
		return context.Canceled
	}
	return nil
}

// Retarget asks the context at each pose and each thousand tracks or so, and returns its error
// whenever it ends.
func TestContextIsAsked(t *testing.T) {
	const joints = 8000
	m := manyjoints.Model(manyjoints.Star, joints, 10)
	manyjoints.Share(m)
	run := func(left int) (int, error) {
		ctx := &endsAfter{t.Context(), left, 0}
		_, _, err := retarget.Retarget(ctx, m, m.Clips[0], m, retarget.Options{Scale: 1})
		return ctx.asked, err
	}
	times, err := run(1 << 30)
	if err != nil || times < 3*joints/1024+3*9+10 {
		t.Fatalf("it asks %d times: %v", times, err)
	}
	cuts := 20
	if testing.Short() {
		cuts = 5
	}
	for left := 0; left < times; left += 1 + times/cuts {
		if asked, err := run(left); !errors.Is(err, context.Canceled) || asked > left+8 {
			t.Errorf("ended when asked %d of %d times: it asks %d times more: %v", left, times, asked-left, err)
		}
	}
}
