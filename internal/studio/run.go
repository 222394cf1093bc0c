package studio

import (
	"context"
	"time"

	"github.com/sinew-anim/sinew/gpu/window"
)

// The shortest time of a frame, for drivers that do not wait for the screen,
// and the longest that a window sleeps in which nothing moves.
const (
	shortestFrame = 4 * time.Millisecond
	longestSleep  = 0.2 // seconds
)

// Run shows frames until the window is closed, the context ends, or, unless frames
// is 0, that number has been shown.
func (s *Studio) Run(ctx context.Context, w *window.Window, frames int) error {
	w.Handle(s.Handlers())
	if s.options.Scale == 0 {
		if err := s.rescale(w.Scale()); err != nil {
			return err
		}
		if err := s.Reset(); err != nil {
			return err
		}
	}
	last := time.Now()
	for n := 0; !w.Closing() && !s.quit && (frames == 0 || n < frames); n++ {
		if frames > 0 || !s.Idle() {
			w.Poll()
		} else {
			w.Wait(longestSleep)
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		if s.options.Scale == 0 { // a window may go to another screen
			if err := s.rescale(w.Scale()); err != nil {
				return err
			}
		}
		at := time.Now()
		width, height := w.Size()
		if err := s.Frame(width, height, at.Sub(last).Seconds()); err != nil {
			return err
		}
		last = at
		if title := s.Title(); title != "" {
			w.SetTitle(title)
		}
		w.Swap()
		if rest := shortestFrame - time.Since(at); rest > 0 {
			time.Sleep(rest)
		}
	}
	return nil
}

// Title returns the window's title where it has changed since the last call.
func (s *Studio) Title() string {
	name, model := s.stage.Name(), s.stage.Model().Name
	if s.titled == [2]string{name, model} {
		return ""
	}
	s.titled = [2]string{name, model}
	if name == "" {
		return "sinew " + model
	}
	return "sinew " + model + ": " + name
}
