package window_test

import (
	"log"
	"runtime"
	"time"

	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/gpu/window"
	"github.com/sinew-anim/sinew/soa"
)

func init() { runtime.LockOSThread() } // macOS requires the main thread

// The loop of a viewer: pose fills the item's palettes for a time.
func Example() {
	view := func(model *soa.Model, pose func(*gpu.Item, time.Duration)) error {
		w, err := window.New(window.Options{Title: "walk"})
		if err != nil {
			return err // errors.Is(err, window.ErrNoDisplay): render to a file instead
		}
		defer w.Close()
		r, err := gpu.NewRenderer(w, gpu.Options{})
		if err != nil {
			return err
		}
		defer r.Close()
		uploaded, _, err := r.Upload(model)
		if err != nil {
			return err
		}
		camera := gpu.Orbit{Target: [3]float64{0, 0.9, 0}, Distance: 4}
		w.Handle(window.Handlers{Orbit: &camera})
		scene := &gpu.Scene{Items: []gpu.Item{{Model: uploaded, World: []soa.Affine{soa.IdentityAffine()}}}}
		for start := time.Now(); !w.Closing(); w.Swap() {
			w.Poll()
			pose(&scene.Items[0], time.Since(start))
			scene.Camera = camera.Camera()
			if err := r.Draw(scene); err != nil {
				return err
			}
		}
		return nil
	}
	if err := view(&soa.Model{Skeleton: &soa.Skeleton{}}, func(*gpu.Item, time.Duration) {}); err != nil {
		log.Fatal(err)
	}
}
