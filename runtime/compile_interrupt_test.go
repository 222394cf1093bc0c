package runtime_test

import (
	"context"
	"errors"
	"testing"
	"time"

	"github.com/sinew-anim/sinew/internal/rig"
	"github.com/sinew-anim/sinew/runtime"
)

// TestCompileInterrupted: whatever Compile is about when its context ends, it returns at
// once, with the context's error. The model is one of which it takes seconds.
func TestCompileInterrupted(t *testing.T) {
	m := rig.Character(rig.Motion{Name: "walk", Seconds: 1}, rig.Motion{Name: "dance", Seconds: 240})
	for _, after := range []time.Duration{0, 20 * time.Millisecond, 100 * time.Millisecond, 300 * time.Millisecond, 700 * time.Millisecond} {
		for _, workers := range []int{1, 2} {
			ctx, cancel := context.WithTimeout(t.Context(), after)
			begun := time.Now()
			_, err := runtime.Compile(ctx, m, nil, runtime.CompileOptions{Workers: workers, ErrorBound: 1e-6})
			late := time.Since(begun) - after
			cancel()
			if !errors.Is(err, context.DeadlineExceeded) {
				t.Errorf("ended after %v: %v", after, err)
			}
			if t.Logf("after %v, with %d workers: %v late", after, workers, late); late > 400*time.Millisecond {
				t.Errorf("ended after %v, with %d workers: it returned %v later", after, workers, late)
			}
		}
	}
}
