// Package unfinished knows the files that a process has begun and not finished, so that a
// process that has to end at once leaves none of them.
package unfinished

import (
	"os"
	"sync"
)

var (
	mutex sync.Mutex
	paths = make(map[string]bool)
)

// Add notes a file or folder that is about to be made. Done forgets it: it has been renamed
// or removed.
func Add(path string) (done func()) {
	mutex.Lock()
	defer mutex.Unlock()
	paths[path] = true
	return func() {
		mutex.Lock()
		defer mutex.Unlock()
		delete(paths, path)
	}
}

// Remove removes all noted files before the process ends. Later calls of Add, and of the functions
// that it returned, block for ever, so that no new file is begun.
func Remove() {
	mutex.Lock()
	for path := range paths {
		_ = os.RemoveAll(path)
	}
}
