package console

import (
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// Progress is a progress bar, shown only on a terminal.
type Progress struct {
	bar   *progressbar.ProgressBar
	parts int // of a step that are shown
}

// NewProgress shows a bar if stderr is a terminal and there are several steps.
func NewProgress(stderr io.Writer, steps int, doing string) *Progress {
	if steps < 2 {
		return &Progress{}
	}
	return startProgress(stderr, steps, 1, doing, progressbar.OptionShowCount())
}

// NewFineProgress is NewProgress for long steps, shown in hundredths.
func NewFineProgress(stderr io.Writer, steps int, doing string) *Progress {
	return startProgress(stderr, steps, 100, doing)
}

func startProgress(stderr io.Writer, steps, parts int, doing string, more ...progressbar.Option) *Progress {
	f, ok := stderr.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) || steps < 1 {
		return &Progress{}
	}
	return &Progress{progressbar.NewOptions(steps*parts, append(more,
		progressbar.OptionSetWriter(stderr),
		progressbar.OptionSetDescription(doing),
		progressbar.OptionSetWidth(30),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionThrottle(50*time.Millisecond),
		progressbar.OptionClearOnFinish(),
	)...), parts}
}

// Shown reports whether the bar is shown.
func (p *Progress) Shown() bool { return p.bar != nil }

// Errors of drawing the bar are ignored.

// Step completes a step.
func (p *Progress) Step() {
	if p.bar != nil {
		_ = p.bar.Add(p.parts)
	}
}

// Group returns a function that shows the progress of the next steps together, 0 to 1. Its
// calls must not overlap.
func (p *Progress) Group(steps int) func(done float64) {
	shown := 0
	return func(done float64) {
		if n := int(done * float64(steps*p.parts)); p.bar != nil && n > shown {
			_ = p.bar.Add(n - shown)
			shown = n
		}
	}
}

// Grow adds steps.
func (p *Progress) Grow(steps int) {
	if p.bar != nil {
		p.bar.AddMax(steps * p.parts)
	}
}

// Clear takes the bar off the screen until the next step, so that something else can be printed.
func (p *Progress) Clear() {
	if p.bar != nil {
		_ = p.bar.Clear()
	}
}

// End removes the bar.
func (p *Progress) End() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}
