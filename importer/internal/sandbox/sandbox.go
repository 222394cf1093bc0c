package sandbox

import (
	"fmt"
	"os"
	"runtime"
	"strconv"
	"time"
)

// Layer is one layer of a child's confinement.
type Layer struct {
	Name   string
	Held   bool
	Detail string // what it forbids, or why it does not hold
}

// String is "seccomp: 61 system calls are allowed", or "landlock: not applied: …".
func (l Layer) String() string {
	if l.Held {
		return l.Name + ": " + l.Detail
	}
	return l.Name + ": not applied: " + l.Detail
}

// layer is what became of a layer.
func layer(name string, err error, format string, args ...any) Layer {
	if err != nil {
		return Layer{name, false, err.Error()}
	}
	return Layer{name, true, fmt.Sprintf(format, args...)}
}

// MaxThreads is how many threads a child may have where its "threads" layer holds. Go's
// runtime and libassimp need about ten.
const MaxThreads = 32

// Limits are what the system itself keeps a child to.
type Limits struct {
	Memory    int64         // bytes that it may fill
	Processor time.Duration // time of all its threads
}

// mostProcessors bounds the threads that run at the same time in a child, where a reader
// and libassimp's parser are at work.
const mostProcessors = 4

// Environment is the part of the parent's environment that a child gets: the places of
// its libraries. One arena of malloc and at most four processors keep its demands on the
// system small and the same everywhere, above all its threads, at most MaxThreads.
func Environment(more ...string) []string {
	env := []string{"MALLOC_ARENA_MAX=1", "GOTRACEBACK=single", "GODEBUG=updatemaxprocs=0,containermaxprocs=0", "LC_ALL=C",
		"GOMAXPROCS=" + strconv.Itoa(min(runtime.GOMAXPROCS(0), mostProcessors))}
	pass := []string{"LD_LIBRARY_PATH", "DYLD_LIBRARY_PATH"}
	if runtime.GOOS == "windows" {
		pass = append(pass, "PATH", "SYSTEMROOT")
	}
	for _, name := range pass {
		if v, ok := os.LookupEnv(name); ok {
			env = append(env, name+"="+v)
		}
	}
	return append(env, more...)
}
