package interrupts

import (
	"context"
	"testing"
)

// Only what has taken interrupts last receives them, and a second one is not queued behind one that waits.
func TestOffer(t *testing.T) {
	ctx, desk := NewContext(context.Background())
	if desk.Offer() {
		t.Error("it is taken by nobody")
	}
	c, release := Take(ctx)
	for range 2 {
		if !desk.Offer() {
			t.Fatal("it is not taken")
		}
		if desk.Offer() {
			t.Error("a second one waits")
		}
		<-c
	}
	other, releaseOther := Take(ctx)
	release() // is of the first alone
	if !desk.Offer() || len(other) != 1 || len(c) != 0 {
		t.Error("it does not go to who took last")
	}
	releaseOther()
	if desk.Offer() {
		t.Error("it is taken after the release")
	}
	if c, release := Take(context.Background()); c != nil {
		t.Error("without a desk there is a channel")
	} else {
		release()
	}
}
