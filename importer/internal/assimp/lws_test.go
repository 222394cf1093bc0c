package assimp

import (
	"context"
	"testing"

	"github.com/sinew-anim/sinew/importer/internal/lws"
	"github.com/sinew-anim/sinew/internal/meter"
)

// TestTurningEndsWithItsContext: an angle that turns far has many knots, and few once the context has ended.
func TestTurningEndsWithItsContext(t *testing.T) {
	const keys = 10_000
	e := &lws.Envelope{}
	for k := range keys {
		e.Keys = append(e.Keys, lws.Key{Time: float64(k), Value: float64(k % 2 * 3), Shape: lws.Linear})
	}
	ctx, cancel := context.WithCancel(context.Background())
	whole := turning{e, meter.New(ctx, 0)}.Knots(nil, 0, keys-1, 1<<20)
	if len(whole) < 5*keys {
		t.Fatalf("%d knots", len(whole))
	}
	work := meter.New(ctx, 0)
	cancel()
	if ended := (turning{e, work}).Knots(nil, 0, keys-1, 1<<20); len(ended) > len(whole)/2 {
		t.Errorf("%d knots after the context ended, %d before", len(ended), len(whole))
	}
}
