package viewer

import (
	"context"
	"time"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/interrupts"
	"github.com/sinew-anim/sinew/gpu/window"
)

// The shortest time of a frame, for drivers that do not wait for the screen, and the longest
// sleep of a window in which nothing moves.
const (
	shortestFrame = 4 * time.Millisecond
	longestSleep  = 0.2 // seconds
)

// Run shows frames until the window is closed, ctx ends, or, unless frames is 0, that number
// has been shown. Of interrupts it ends at those that Interrupt says.
func (v *Viewer) Run(ctx context.Context, w *window.Window, frames int) error {
	w.Handle(v.Handlers())
	if v.options.Scale == 0 {
		if err := v.rescale(w.Scale()); err != nil {
			return err
		}
		if err := v.Reset(); err != nil {
			return err
		}
	}
	interrupted, release := interrupts.Take(ctx)
	defer release()
	last := time.Now()
	for n := 0; !w.Closing() && !v.quit && (frames == 0 || n < frames); n++ {
		if frames > 0 || !v.Idle() {
			w.Poll()
		} else {
			w.Wait(longestSleep)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		select {
		case <-interrupted:
			if v.Interrupt() {
				return context.Canceled
			}
		default:
		}
		if v.options.Scale == 0 { // a window may go to another screen
			if err := v.rescale(w.Scale()); err != nil {
				return err
			}
		}
		at := time.Now()
		width, height := w.Size()
		if err := v.Frame(width, height, at.Sub(last).Seconds()); err != nil {
			return err
		}
		last = at
		if title := v.Title(); title != "" {
			w.SetTitle(title)
		}
		w.Swap()
		if rest := shortestFrame - time.Since(at); rest > 0 {
			time.Sleep(rest)
		}
	}
	return nil
}

// Title returns the window's title if it has changed since the last call, or "".
func (v *Viewer) Title() string {
	name, model := v.Show.Name(), v.Show.Model.Name
	if v.titled == [2]string{name, model} {
		return ""
	}
	v.titled = [2]string{name, model}
	if name == "" {
		return "sinew " + model
	}
	return "sinew " + model + ": " + name
}
