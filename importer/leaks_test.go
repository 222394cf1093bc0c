package importer_test

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"testing"
	"time"
)

// footprint is what a process holds of the system's means.
type footprint struct {
	Goroutines, Descriptors, Children int
	Heap, Resident                    int64 // bytes
}

func (f footprint) String() string {
	return fmt.Sprintf("%d goroutines, %d descriptors, %d child processes, heap %.1f MB, resident %.1f MB",
		f.Goroutines, f.Descriptors, f.Children, float64(f.Heap)/1e6, float64(f.Resident)/1e6)
}

// survey takes the process's footprint, after what is on its way out has gone.
func survey(t *testing.T) footprint {
	t.Helper()
	time.Sleep(50 * time.Millisecond)
	runtime.GC()
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return footprint{runtime.NumGoroutine(), openFiles(t), children(t), int64(m.HeapAlloc), resident(t)}
}

// compare reports what has grown by more than the runtime's own noise.
func (f footprint) compare(t *testing.T, before footprint) {
	t.Helper()
	if f.Goroutines > before.Goroutines+1 {
		t.Errorf("%d goroutines before, %d after", before.Goroutines, f.Goroutines)
	}
	if f.Descriptors > before.Descriptors+2 {
		t.Errorf("%d open files before, %d after", before.Descriptors, f.Descriptors)
	}
	if f.Children > 0 {
		t.Errorf("%d child processes are left", f.Children)
	}
	if f.Heap > before.Heap+8<<20 {
		t.Errorf("a heap of %d bytes before, %d after", before.Heap, f.Heap)
	}
	if f.Resident > before.Resident+256<<20 {
		t.Errorf("%d bytes resident before, %d after", before.Resident, f.Resident)
	}
}

// openFiles counts this process's descriptors.
func openFiles(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip("no /proc to count descriptors in")
	}
	return len(entries)
}

// children counts this process's child processes, those among them that ended
// and were not waited for.
func children(t *testing.T) int {
	t.Helper()
	tasks, err := filepath.Glob("/proc/self/task/*/children")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, task := range tasks {
		data, err := os.ReadFile(task)
		if err == nil {
			n += len(strings.Fields(string(data)))
		}
	}
	return n
}

// resident returns the bytes of memory that this process occupies.
func resident(t *testing.T) int64 {
	t.Helper()
	data, err := os.ReadFile("/proc/self/statm")
	if err != nil {
		t.Skip("no /proc to tell memory")
	}
	fields := strings.Fields(string(data))
	pages, err := strconv.ParseInt(fields[1], 10, 64)
	if err != nil {
		t.Fatal(err)
	}
	return pages * int64(os.Getpagesize())
}
