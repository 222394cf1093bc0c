// Package capture writes pictures and animations to files that appear whole or
// not at all:
//
//	w, err := capture.Create("walk.gif", capture.Options{FPS: 24})
//	if err != nil {
//		return err // before anything is rendered: unknown format, unwritable folder
//	}
//	defer w.Abort() // after Close it does nothing
//	for i := range 48 {
//		… // draw frame i
//		if img, err = r.Capture(img); err != nil {
//			return err
//		}
//		if err := w.Add(img); err != nil {
//			return err
//		}
//	}
//	return w.Close() // now walk.gif is there
//
// The extension chooses the format:
//
//	.png   one frame: a still; several: a contact sheet of them
//	.gif   an animation of at most 255 colours, whole or per frame
//	.apng  an animation without loss
//	.mp4   a film in H.264, by the program ffmpeg
//	.webm  a film in VP9, by the program ffmpeg
//
// The package needs neither OpenGL nor cgo. A Writer is used by one goroutine;
// different Writers are independent.
package capture
