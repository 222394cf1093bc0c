package studio

import (
	"os"
	"path/filepath"
	"time"
)

// watch looks whether files have changed, and which were dropped.
type watch struct {
	files   []string
	seen    []stamp
	since   float64 // seconds
	settled bool    // a change was seen, and it is awaited that the file is whole
	again   bool    // a key asks for it
	dropped []string
}

// stamp is what tells one version of a file from another.
type stamp struct {
	at   time.Time
	size int64
}

// interval is how often files are looked at, in seconds.
const interval = 0.5

func (w *watch) begin(files []string) {
	w.files = append(w.files[:0], files...)
	w.seen = make([]stamp, len(files))
	for k := range files {
		w.seen[k] = stampOf(files[k])
	}
}

func stampOf(file string) stamp {
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() {
		return stamp{}
	}
	return stamp{info.ModTime(), info.Size()}
}

// changed reports that a file has changed, and has stayed as it is since the last look.
func (w *watch) changed(dt float64) bool {
	if w.since += dt; w.since < interval {
		return false
	}
	w.since = 0
	moved := false
	for k, file := range w.files {
		if now := stampOf(file); now != w.seen[k] {
			w.seen[k], moved = now, moved || now != stamp{}
		}
	}
	ready := w.settled && !moved
	w.settled = moved
	return ready
}

// reloaded opens what was dropped, or what has changed. Where that fails it is told, and
// what was shown stays.
func (s *Studio) reloaded(dt float64) error {
	w := &s.watch
	if s.options.Open == nil || len(w.files) == 0 && len(w.dropped) == 0 {
		return nil
	}
	var file string
	var with []string
	again := w.again || len(w.dropped) == 0 && w.changed(dt)
	switch {
	case len(w.dropped) > 0:
		file, with = w.dropped[0], append(with, w.dropped[1:]...)
	case again && len(w.files) > 0:
		file = w.files[0]
	default:
		return nil
	}
	w.again, w.dropped = false, w.dropped[:0]
	stage, err := s.options.Open(file, with)
	if err != nil {
		s.tell(err.Error())
		return nil
	}
	if !again {
		w.begin(append([]string{file}, with...))
	}
	return s.replace(stage, again, file)
}

// replace shows another stage. One of the same file goes on where the old one was.
func (s *Studio) replace(stage Stage, again bool, file string) error {
	clock, orbit := s.Clock, s.Orbit
	clip, name := s.stage.Clip(), s.stage.Name()
	s.stage.Close()
	if err := s.show(stage); err != nil {
		return err
	}
	s.tell("opened " + filepath.Base(file))
	if !again {
		return nil
	}
	for k, c := range stage.Clips() {
		if c.Name == name && k != stage.Clip() && clip >= 0 {
			if err := s.Choose(k); err != nil {
				return err
			}
		}
	}
	s.Playing, s.Speed, s.Mode = clock.Playing, clock.Speed, clock.Mode
	s.Time = clamp(clock.Time, s.Start, s.End)
	s.Orbit = orbit
	return nil
}
