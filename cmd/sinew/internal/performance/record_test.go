package performance_test

import (
	"context"
	"errors"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/performance"
	"github.com/sinew-anim/sinew/internal/testing/manyjoints"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
)

// steps is a context that is cancelled when it has been asked a number of times.
type steps struct {
	context.Context
	asked, most int
}

func (c *steps) Err() error {
	if c.asked++; c.asked > c.most {
		return context.Canceled
	}
	return nil
}

// A recording asks its context at each step, and is refused before its first where it would have too
// many keys.
func TestRecordStops(t *testing.T) {
	m := manyjoints.Model(manyjoints.Chain, 5, 2)
	o := &models.Opened{Model: m}
	record := func(ctx context.Context, seconds float64) (*performance.Recording, error) {
		p := &performance.Performance{Clip: m.Clips[0]}
		_, did, err := p.Record(ctx, o, "baked", seconds)
		return did, err
	}
	ctx := &steps{t.Context(), 0, 1 << 30}
	did, err := record(ctx, 0.5)
	must.Do(t, err)
	if did.Seconds != 0.5 || did.Rate != 60 || ctx.asked < 31 {
		t.Errorf("%+v, asked %d times", did, ctx.asked)
	}
	for _, most := range []int{0, 10, ctx.asked - 1} {
		if _, err := record(&steps{t.Context(), 0, most}, 0.5); !errors.Is(err, context.Canceled) {
			t.Errorf("cancelled after %d questions: %v", most, err)
		}
	}
	ctx = &steps{t.Context(), 0, 1 << 30}
	if _, err := record(ctx, 1e6); !errors.Is(err, soa.ErrTooLarge) || ctx.asked > 0 {
		t.Errorf("asked %d times: %v", ctx.asked, err)
	}
}
