// Package watch reports files that change while a viewer shows them.
//
//	w := watch.New(files)
//	if w.Changed(dt) { … }   // once per frame: read the files again
package watch

import (
	"os"
	"time"
)

// Files are files that are watched.
type Files struct {
	names   []string
	seen    []stamp
	since   float64 // seconds since the last look
	pending bool    // a change was seen; the file may not be complete yet
}

// stamp distinguishes versions of a file.
type stamp struct {
	at   time.Time
	size int64
}

// interval is the time between two looks at the files, in seconds.
const interval = 0.5

// New watches some files.
func New(names []string) Files {
	w := Files{names: names, seen: make([]stamp, len(names))}
	for k := range names {
		w.seen[k] = stampOf(names[k])
	}
	return w
}

// First returns the first file, or "".
func (w *Files) First() string {
	if len(w.names) == 0 {
		return ""
	}
	return w.names[0]
}

func stampOf(file string) stamp {
	info, err := os.Stat(file)
	if err != nil || !info.Mode().IsRegular() {
		return stamp{}
	}
	return stamp{info.ModTime(), info.Size()}
}

// Changed reports, dt seconds after the last call, that a file has changed and has stayed
// the same for one interval since.
func (w *Files) Changed(dt float64) bool {
	if w.since += dt; w.since < interval {
		return false
	}
	w.since = 0
	moved := false
	for k, file := range w.names {
		if now := stampOf(file); now != w.seen[k] {
			w.seen[k], moved = now, moved || now != stamp{}
		}
	}
	ready := w.pending && !moved
	w.pending = moved
	return ready
}
