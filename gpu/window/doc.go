// Package window opens a window with an OpenGL context and turns the mouse and
// keys into a camera's movements:
//
//	func init() { runtime.LockOSThread() } // window systems want the main thread
//
//	func view(model *soa.Model, pose func(*gpu.Item, time.Duration)) error {
//		w, err := window.New(window.Options{Title: "walk"})
//		if err != nil {
//			return err // errors.Is(err, window.ErrNoDisplay): render to a file instead
//		}
//		defer w.Close()
//		r, err := gpu.NewRenderer(w, gpu.Options{})
//		if err != nil {
//			return err
//		}
//		defer r.Close()
//		m, _, err := r.Upload(model)
//		if err != nil {
//			return err
//		}
//		camera := gpu.Orbit{Target: [3]float64{0, 0.9, 0}, Distance: 4}
//		w.Handle(window.Handlers{Orbit: &camera})
//		scene := &gpu.Scene{Items: []gpu.Item{{Model: m}}}
//		for start := time.Now(); !w.Closing(); w.Swap() {
//			w.Poll()
//			pose(&scene.Items[0], time.Since(start))
//			scene.Camera = camera.Camera()
//			if err := r.Draw(scene); err != nil {
//				return err
//			}
//		}
//		return nil
//	}
//
// The package links GLFW 3.3 and, on Linux, the X11 libraries; headless
// programs do not import it. GLFW serves X11, also through XWayland; with the
// build tag wayland it serves Wayland alone.
//
// # Threads
//
// New locks the calling goroutine to its thread until Close; all methods belong
// there. macOS insists on the main thread, hence the init function above.
// Handlers are called from Poll and Wait.
package window
