package main

import (
	"io"
	"os"
	"time"

	"github.com/schollz/progressbar/v3"
	"golang.org/x/term"
)

// progress shows how far a long work is, where somebody looks on.
type progress struct{ bar *progressbar.ProgressBar }

// newProgress shows a bar on the standard error if that is a terminal.
func newProgress(stderr io.Writer, steps int, doing string) *progress {
	f, ok := stderr.(*os.File)
	if !ok || !term.IsTerminal(int(f.Fd())) || steps < 2 {
		return &progress{}
	}
	return &progress{progressbar.NewOptions(steps,
		progressbar.OptionSetWriter(stderr),
		progressbar.OptionSetDescription(doing),
		progressbar.OptionSetWidth(30),
		progressbar.OptionShowCount(),
		progressbar.OptionSetPredictTime(true),
		progressbar.OptionThrottle(50*time.Millisecond),
		progressbar.OptionClearOnFinish(),
	)}
}

// shown tells whether there is a bar.
func (p *progress) shown() bool { return p.bar != nil }

// The bar is decoration: that it cannot be drawn is no reason to stop.

func (p *progress) step() {
	if p.bar != nil {
		_ = p.bar.Add(1)
	}
}

// grow adds steps that were not known of before.
func (p *progress) grow(steps int) {
	if p.bar != nil {
		p.bar.ChangeMax(p.bar.GetMax() + steps)
	}
}

// end removes the bar.
func (p *progress) end() {
	if p.bar != nil {
		_ = p.bar.Finish()
	}
}
