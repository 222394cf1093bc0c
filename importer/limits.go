package importer

import (
	"context"
	"time"

	"github.com/sinew-anim/sinew/importer/internal/child"
	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/internal/sandbox"
)

// Limits bounds an isolated import. A zero field means its default.
type Limits struct {
	// Time is wall clock from start to finish, the reading of a stream included. Its default
	// is 10 seconds and one more for each MiB of files that the import reads, up to a minute.
	Time time.Duration
	// Wait is how long the import may wait for others to end, where they are as many as may
	// run at the same time; 5 minutes. Time stands still meanwhile.
	Wait     time.Duration
	Memory   int64 // bytes of memory in the child; 2 GiB
	FileSize int64 // bytes of any file that it may read; 1 GiB
	// Answer bounds the bytes of the model, as the child sends it and again as it is in
	// memory: what a child that a file has taken over can make the program take. 512 MiB
	Answer int64
	// Sandbox are names of layers without which nothing is imported, such as "seccomp";
	// see SandboxLayer. Without any a child has those that the system allows.
	Sandbox []string
	// Program is the absolute path of an executable that calls ServeIsolated, the sinew
	// command for instance; empty is the running program itself.
	Program string

	graded bool // Time is the most of its default
}

const (
	defaultTime   = time.Minute
	defaultWait   = 5 * time.Minute
	defaultMemory = 2 << 30
	defaultAnswer = 512 << 20
)

func (l Limits) withDefaults() Limits {
	if l.Time <= 0 {
		l.Time, l.graded = defaultTime, true
	}
	if l.Wait <= 0 {
		l.Wait = defaultWait
	}
	if l.Memory <= 0 {
		l.Memory = defaultMemory
	}
	if l.FileSize <= 0 {
		l.FileSize = source.MaxSize
	}
	if l.Answer <= 0 {
		l.Answer = defaultAnswer
	}
	l.Answer = min(l.Answer, child.MaxMessage)
	return l
}

// forChild is what a child is held to. All of l is set.
func (l Limits) forChild() child.Limits {
	return child.Limits{
		Time: l.Time, Wait: l.Wait, Graded: l.graded, Memory: l.Memory, FileSize: l.FileSize, Answer: l.Answer,
		Sandbox: l.Sandbox, Program: l.Program, Imports: 1,
	}
}

// SandboxLayer is one layer of a child's confinement: "descriptors", "limits", "oom",
// "user", "threads", "no-new-privs", "landlock" and "seccomp" on Linux. Held says whether it holds, and
// Detail what it forbids or why it does not hold.
type SandboxLayer = sandbox.Layer

// Sandbox starts a child that imports nothing and returns how it is confined.
func Sandbox(ctx context.Context, limits Limits) ([]SandboxLayer, error) {
	return child.Layers(ctx, limits.withDefaults().forChild())
}

// Pool keeps children that are ready for imports: an isolated import then does not wait
// for a process to start.
//
//	pool := importer.NewPool(importer.PoolOptions{Children: 4})
//	defer pool.Close()
//	model, err := importer.Load(ctx, "arnaud.fbx", importer.Pooled(pool))
//
// A pool may be used by any number of goroutines. Its children are started when the first
// import asks for one, and each after it while the import before is at work.
type Pool struct {
	children *child.Pool
	limits   Limits
}

// PoolOptions are the options of NewPool. A zero field means its default.
type PoolOptions struct {
	Children int    // that are kept ready; 2
	Limits   Limits // of every import
	// Imports is how many a child serves before another takes its place; 1. A file that
	// takes over its child reaches what the same child imports after it: more than one are
	// for files of one origin, and several times as fast.
	Imports int
}

// NewPool returns a pool without children. Close it.
func NewPool(o PoolOptions) *Pool {
	o.Children, o.Imports = max(o.Children, 0), max(o.Imports, 1)
	if o.Children == 0 {
		o.Children = 2
	}
	l := o.Limits.withDefaults()
	limits := l.forChild()
	limits.Imports = o.Imports
	return &Pool{child.NewPool(o.Children, limits), l}
}

// Close ends the children that are idle, and those at work when they have done their
// import, and waits for the first.
func (p *Pool) Close() { p.children.Close() }
