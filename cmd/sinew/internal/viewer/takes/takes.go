// Package takes writes pictures and films of a renderer while a viewer shows them.
//
//	t := takes.Takes{Base: "walk-view", Draw: draw}
//	t.Picture()                  // walk-view-001.png, of the next frame
//	message = t.Film()           // starts walk-view-001.gif, or ends it
//	message, err = t.Frame(dt)   // once per frame
//
// Messages are for the user; an error that concerns a file alone is one.
package takes

import (
	"fmt"
	"image"
	"os"
	"path/filepath"

	"github.com/sinew-anim/sinew/gpu/film"
)

// Takes is the pictures and films of a viewer.
type Takes struct {
	Base string // what the names of the files begin with
	// Draw draws the present frame, as it is to be taken, and reads it into an image.
	Draw func(into *image.RGBA) (*image.RGBA, error)

	wanted bool // a picture
	writer *film.Writer
	path   string
	frames int
	rest   float64 // seconds since the film's last frame
	img    *image.RGBA
}

// filmRate is the frames per second of a film.
const filmRate = 25

// Filming returns the number of frames of the film that is being taken.
func (t *Takes) Filming() (frames int, ok bool) { return t.frames, t.writer != nil }

// name returns the first name that no file has.
func (t *Takes) name(extension string) string {
	for k := 1; ; k++ {
		name := fmt.Sprintf("%s-%03d%s", t.Base, k, extension)
		if _, err := os.Lstat(name); err != nil {
			return name
		}
	}
}

// Picture takes a picture of the next frame.
func (t *Takes) Picture() { t.wanted = true }

// Film starts or ends a film. The message names its file.
func (t *Takes) Film() (message string) {
	if t.writer != nil {
		err := t.writer.Close()
		t.writer = nil
		return told(err, "film", t.path)
	}
	t.path, t.frames, t.rest = t.name(".gif"), 0, 1
	w, err := film.Create(t.path, film.Options{FPS: filmRate})
	if err != nil {
		return err.Error()
	}
	t.writer = w
	return ""
}

// told is the message about a file that was written, or was not.
func told(err error, what, path string) string {
	if err != nil {
		return err.Error()
	}
	return what + " " + filepath.Base(path)
}

// Frame takes what is wanted of a frame, dt seconds after the one before.
func (t *Takes) Frame(dt float64) (message string, err error) {
	t.rest += dt
	take := t.writer != nil && t.rest >= 1./filmRate
	if !take && !t.wanted {
		return "", nil
	}
	if t.img, err = t.Draw(t.img); err != nil {
		return "", err
	}
	if t.wanted {
		t.wanted = false
		path := t.name(".png")
		message = told(film.Write(path, t.img), "picture", path)
	}
	if take {
		t.rest = min(t.rest-1./filmRate, 1./filmRate)
		t.frames++
		if err := t.writer.Add(t.img); err != nil {
			t.Close()
			message = err.Error()
		}
	}
	return message, nil
}

// Close discards a film that was not ended.
func (t *Takes) Close() {
	if t.writer != nil {
		t.writer.Abort()
		t.writer = nil
	}
}
