package edit_test

import (
	"context"
	"errors"
	"testing"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/internal/testing/must"
)

// counter is a context that is cancelled when it has been asked a number of times.
type counter struct {
	context.Context
	asked, most int
}

func (c *counter) Err() error {
	if c.asked++; c.asked > c.most {
		return context.Canceled
	}
	return nil
}

// What takes long asks its context about each track, at least, and stops.
func TestContextsAreAsked(t *testing.T) {
	m := loadStrider(t)
	c := edit.ClipOf(m.Clip("wave"))
	for name, do := range map[string]func(ctx context.Context) error{
		"join":   func(ctx context.Context) error { _, _, err := edit.Join(ctx, m, c, c, 0.1); return err },
		"reduce": func(ctx context.Context) error { _, _, err := edit.Reduce(ctx, m, c, 1e-4); return err },
		"loop":   func(ctx context.Context) error { _, _, err := edit.Loop(ctx, m, c, 0.1); return err },
		"smooth": func(ctx context.Context) error {
			_, err := edit.Smooth(ctx, c, nil, edit.Filter{Rate: 600})
			return err
		},
		"resample": func(ctx context.Context) error { _, err := edit.Resample(ctx, c, nil, 30); return err },
		"retime": func(ctx context.Context) error {
			_, err := edit.Retime(ctx, c, []edit.TimePoint{{}, {Old: 0.5, New: 0.25}, {Old: 1, New: 1}}, true)
			return err
		},
		"unflip": func(ctx context.Context) error { _, _, err := edit.Unflip(ctx, c, nil); return err },
		"cubic":  func(ctx context.Context) error { _, err := edit.Cubic(ctx, c, nil); return err },
		"root motion": func(ctx context.Context) error {
			_, err := edit.RootMotion(ctx, m, c, 2, edit.MotionOptions{Rule: edit.Follow})
			return err
		},
		"find a loop": func(ctx context.Context) error {
			_, err := edit.FindLoop(ctx, m, c, edit.FindLoopOptions{})
			return err
		},
	} {
		whole := &counter{t.Context(), 0, 1 << 30}
		must.Do(t, do(whole))
		if whole.asked < len(c.Tracks) {
			t.Errorf("%s asks %d times, of %d tracks", name, whole.asked, len(c.Tracks))
		}
		for _, most := range []int{0, 1, whole.asked / 2, whole.asked - 1} {
			ctx := &counter{t.Context(), 0, most}
			if err := do(ctx); !errors.Is(err, context.Canceled) {
				t.Errorf("%s: cancelled after %d of %d questions: %v", name, most, whole.asked, err)
			}
			if ctx.asked > most+3 {
				t.Errorf("%s asks %d times more", name, ctx.asked-most)
			}
		}
	}
}
