package console

import (
	"io"
	"testing"

	"github.com/schollz/progressbar/v3"
)

// A bar of steps that are long moves within them, by what has been added since.
func TestProgressWithinSteps(t *testing.T) {
	p := &Progress{progressbar.NewOptions(200, progressbar.OptionSetWriter(io.Discard)), 100}
	at := func(want int64) {
		t.Helper()
		if have := p.bar.State().CurrentNum; have != want {
			t.Errorf("the bar is at %d, not at %d", have, want)
		}
	}
	p.Grow(3)
	done := p.Group(3)
	for _, share := range []float64{0.1, 0.101, 0.5} {
		done(share)
	}
	at(150)
	p.Step()
	done(1)
	at(400)
	if max := p.bar.GetMax(); max != 500 {
		t.Errorf("the bar is %d long", max)
	}
}

// Nothing is shown where no terminal is.
func TestProgressWithoutTerminal(t *testing.T) {
	for _, p := range []*Progress{NewProgress(io.Discard, 5, "drawing"), NewFineProgress(io.Discard, 5, "baking")} {
		if p.Shown() {
			t.Error("there is a bar")
		}
		p.Grow(2)
		p.Group(2)(0.5)
		p.Step()
		p.End()
	}
}
