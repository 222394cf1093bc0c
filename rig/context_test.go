package rig_test

import (
	"context"
	"errors"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/solid"
	"github.com/sinew-anim/sinew/rig"
)

// counter is a context that ends when it has been asked a number of times.
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

// Methods ask their context every few points, those of radii while they derive them too, and end with it.
func TestContextsAreAsked(t *testing.T) {
	m := chain(solid.Tube(1, 0.1, 60, 30), 0, 0.25, 0.5, 0.75)
	points := m.Meshes[0].Vertices()
	for _, c := range []struct {
		method rig.Method
		each   int // points between two questions
	}{{rig.Rigid, 64}, {rig.Distance, 64}, {rig.Envelope, 16}, {rig.Box, 16}, {rig.Dropoff, 64}} {
		bind := func(ctx context.Context) error {
			_, _, err := rig.Bind(ctx, m, rig.Options{Method: c.method, Smooth: 1})
			return err
		}
		whole := &counter{t.Context(), 0, 1 << 30}
		must.Do(t, bind(whole))
		if whole.asked < points/c.each {
			t.Errorf("%v asks %d times, of %d points", c.method, whole.asked, points)
		}
		for most := 0; most < whole.asked; most += 1 + whole.asked/10 {
			ctx := &counter{t.Context(), 0, most}
			if err := bind(ctx); !errors.Is(err, context.Canceled) || ctx.asked > most+4 {
				t.Errorf("%v: ended when asked %d of %d times, it asks %d times more: %v", c.method, most, whole.asked, ctx.asked-most, err)
			}
		}
	}
}
