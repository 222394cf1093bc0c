package meter_test

import (
	"context"
	"errors"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/meter"
	"github.com/sinew-anim/sinew/soa"
)

// TestSteps: the end of a context is seen within a million steps, and not before it.
func TestSteps(t *testing.T) {
	for _, size := range []int{1, 7, 1000, 1 << 19, 1 << 21} {
		ctx, cancel := context.WithCancel(context.Background())
		m := meter.New(ctx, 0)
		for range 100 {
			if err := m.Step(size); err != nil {
				t.Fatalf("steps of %d: %v", size, err)
			}
		}
		cancel()
		seen := 0
		for m.Step(size) == nil {
			if seen += size; seen > 1<<20+size {
				t.Fatalf("steps of %d: not seen after %d", size, seen)
			}
		}
		if err := m.Take("things", 1, 1); !errors.Is(err, context.Canceled) {
			t.Errorf("the error does not stay: %v", err)
		}
	}
}

// TestMemory: what is taken sums up to no more than is allowed, whatever the numbers.
func TestMemory(t *testing.T) {
	m := meter.New(context.Background(), 100)
	if err := m.Take("things", 3, 20); err != nil || m.Left() != 40 {
		t.Errorf("%v, %d left", err, m.Left())
	}
	m.Allow(10)
	if err := m.Take("things", 5, 10); err != nil || m.Left() != 0 {
		t.Errorf("%v, %d left", err, m.Left())
	}
	if err := m.Take("things", 0, 10); err != nil {
		t.Error(err)
	}
	if err := m.Take("things", 1, 1); !errors.Is(err, soa.ErrTooLarge) || m.Err() != err {
		t.Errorf("%v, then %v", err, m.Err())
	}
	m = meter.New(context.Background(), math.MaxInt64)
	m.Allow(100) // which is no overflow
	for _, n := range []int{math.MaxInt, math.MaxInt / 2} {
		m := meter.New(context.Background(), 1<<20)
		if err := m.Take("things", n, 1<<20); !errors.Is(err, soa.ErrTooLarge) {
			t.Errorf("%d: %v", n, err)
		}
	}
	var none *meter.Meter
	if none.Take("things", 9, 9) != nil || none.Step(1<<30) != nil || none.Err() != nil || none.Left() != math.MaxInt64 {
		t.Error("a nil meter bounds")
	}
}

func TestWait(t *testing.T) {
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	open, closed := make(chan struct{}), make(chan struct{})
	close(closed)
	for _, m := range []*meter.Meter{nil, meter.New(t.Context(), 1)} {
		if err := m.Wait(closed); err != nil {
			t.Error(err)
		}
	}
	m := meter.New(t.Context(), 1)
	_ = m.Take("bytes", 2, 1)
	for _, done := range []chan struct{}{open, closed} {
		if err := meter.New(ended, 1).Wait(done); !errors.Is(err, context.Canceled) {
			t.Error(err)
		}
	}
	if err := m.Wait(closed); !errors.Is(err, soa.ErrTooLarge) {
		t.Error(err)
	}
}
