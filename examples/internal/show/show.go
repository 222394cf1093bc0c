// Package show opens the windows of the examples.
package show

import (
	"errors"
	"log"
	"runtime"
	"time"

	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/gpu/window"
)

// Window systems need the main thread.
func init() { runtime.LockOSThread() }

// Stage is the content of a window.
type Stage struct {
	Scene  *gpu.Scene
	Camera *gpu.Orbit               // moved by the mouse
	Step   func(dt float64) error   // before each picture, in seconds
	Key    func(k window.Key) error // nil: only Escape, which closes
	Title  func() string            // nil: the model's name
}

// Run opens a window until it is closed or, unless frames is 0, that number of frames has
// been shown.
func Run(title string, frames int, prepare func(r *gpu.Renderer) (*Stage, error)) error {
	w, err := window.New(window.Options{Title: title})
	if err != nil {
		return err
	}
	defer w.Close()
	renderer, err := gpu.NewRenderer(w, gpu.Options{})
	if err != nil {
		return err
	}
	defer renderer.Close()
	s, err := prepare(renderer)
	if err != nil {
		return err
	}
	var failed error // of a key
	w.Handle(window.Handlers{Orbit: s.Camera, Key: func(k window.Key, _ window.Mods) {
		if k == window.KeyEscape {
			w.RequestClose()
		} else if s.Key != nil {
			failed = errors.Join(failed, s.Key(k))
		}
	}})
	last := time.Now()
	for n := 0; !w.Closing() && failed == nil && (frames == 0 || n < frames); n++ {
		w.Poll()
		now := time.Now()
		if err := s.Step(now.Sub(last).Seconds()); err != nil {
			return err
		}
		last = now
		if s.Title != nil {
			w.SetTitle(s.Title())
		}
		s.Scene.Camera = s.Camera.Camera()
		if err := renderer.Draw(s.Scene); err != nil {
			return err
		}
		w.Swap()
	}
	return failed
}

// Exit ends the program where err is not nil; hint is what draws without a display.
func Exit(err error, hint string) {
	if errors.Is(err, window.ErrNoDisplay) {
		log.Fatalf("%v: %s", err, hint)
	}
	if err != nil {
		log.Fatal(err)
	}
}
