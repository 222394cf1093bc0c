package studio

import (
	"fmt"
	"image"
	"os"
	"path/filepath"

	"github.com/sinew-anim/sinew/gpu/capture"
)

// takes are the pictures and films that keys take: without panels, as large as the
// window.
type takes struct {
	wanted bool // a picture
	writer *capture.Writer
	path   string
	frames int
	rest   float64 // seconds since the last frame of the film
	img    *image.RGBA
}

// filmRate is the frames per second of a film.
const filmRate = 25

func (t *takes) filming() bool { return t.writer != nil }

// free returns the first name of files that does not exist.
func (s *Studio) freeName(extension string) string {
	base := s.options.Pictures
	if base == "" {
		base = "sinew"
	}
	for k := 1; ; k++ {
		name := fmt.Sprintf("%s-%03d%s", base, k, extension)
		if _, err := os.Lstat(name); err != nil {
			return name
		}
	}
}

// toggle begins or ends a film.
func (t *takes) toggle(s *Studio) {
	if t.writer != nil {
		err := t.writer.Close()
		t.writer = nil
		s.tellOf(err, "film", t.path)
		return
	}
	t.path, t.frames, t.rest = s.freeName(".gif"), 0, 1
	var err error
	if t.writer, err = capture.Create(t.path, capture.Options{FPS: filmRate}); err != nil {
		t.writer = nil
		s.tellOf(err, "film", t.path)
	}
}

// tellOf tells that a file was written, or why it was not: the viewer goes on.
func (s *Studio) tellOf(err error, what, path string) {
	if err != nil {
		s.tell(err.Error())
		return
	}
	s.tell(what + " " + filepath.Base(path))
}

// film takes what was asked for. The panels are left out of it.
func (t *takes) film(s *Studio, dt float64) error {
	t.rest += dt
	take := t.writer != nil && t.rest >= 1./filmRate
	if !take && !t.wanted {
		return nil
	}
	scene := s.stage.Scene()
	uncovered := scene.Uncovered
	scene.Overlay, scene.Uncovered = nil, image.Rectangle{}
	err := s.drawer.Draw(scene)
	scene.Overlay, scene.Uncovered = s, uncovered
	if err != nil {
		return err
	}
	if t.img, err = s.drawer.Capture(t.img); err != nil {
		return err
	}
	if t.wanted {
		t.wanted = false
		path := s.freeName(".png")
		s.tellOf(capture.Write(path, t.img), "picture", path)
	}
	if take {
		t.rest = min(t.rest-1./filmRate, 1./filmRate)
		t.frames++
		if err := t.writer.Add(t.img); err != nil {
			t.writer.Abort()
			t.writer = nil
			s.tellOf(err, "film", t.path)
		}
	}
	return nil
}

// close leaves a film that was not ended.
func (t *takes) close() {
	if t.writer != nil {
		t.writer.Abort()
		t.writer = nil
	}
}
