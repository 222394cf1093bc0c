package importer

import (
	"context"
	"time"

	"github.com/sinew-anim/sinew/importer/internal/child"
	"github.com/sinew-anim/sinew/importer/internal/sandbox"
	"github.com/sinew-anim/sinew/importer/internal/source"
)

// Limits bounds an isolated import. A zero field means its default.
type Limits struct {
	// Time is the wall-clock time of the import, including the reading of a stream. The default
	// is 10 seconds plus one for each MiB of files that the import reads, up to a minute. An import
	// ends by then though its reader or file system blocks: see LoadFS.
	Time time.Duration
	// Wait is the time that the import may wait while the maximum number of imports runs; 5
	// minutes. It does not count as Time.
	Wait     time.Duration
	Memory   int64 // bytes of memory in the child; 2 GiB
	FileSize int64 // bytes of any file that it may read; 1 GiB
	// Answer bounds the bytes of the model, both as the child sends it and in memory: a child
	// that a file has taken over cannot make the program allocate more. 512 MiB
	Answer int64
	// Sandbox lists required layers of confinement, such as "seccomp"; see SandboxLayer. By
	// default a child has the layers that the system allows.
	Sandbox []string
	// Program is the absolute path of an executable that calls ServeIsolated, such as the sinew
	// command; empty means the running program.
	Program string

	graded bool // Time is the maximum of its default
}

const (
	defaultTime   = time.Minute
	defaultWait   = 5 * time.Minute
	defaultMemory = 2 << 30
	defaultAnswer = 512 << 20
)

func (l Limits) withDefaults() Limits {
	l.graded = l.graded || l.Time <= 0
	l.Time, l.Wait = positive(l.Time, defaultTime), positive(l.Wait, defaultWait)
	l.Memory, l.FileSize = positive(l.Memory, defaultMemory), positive(l.FileSize, source.MaxSize)
	l.Answer = min(positive(l.Answer, defaultAnswer), child.MaxMessage)
	return l
}

// forChild returns the limits of a child. All of l is set.
func (l Limits) forChild() child.Limits {
	return child.Limits{
		Time: l.Time, Wait: l.Wait, Graded: l.graded, Memory: l.Memory, FileSize: l.FileSize, Answer: l.Answer,
		Sandbox: l.Sandbox, Program: l.Program, Imports: 1,
	}
}

// SandboxLayer is one layer of a child's confinement: "descriptors", "limits", "oom", "user",
// "threads", "no-new-privs", "landlock" and "seccomp" on Linux. Held reports whether it is in
// effect; Detail describes its effect, or why it has none.
type SandboxLayer struct {
	Name   string
	Held   bool
	Detail string
}

// String is "seccomp: 61 system calls are allowed", or "landlock: not applied: …".
func (l SandboxLayer) String() string { return sandbox.Layer(l).String() }

// Sandbox starts a child that imports nothing and returns the layers of its confinement.
func Sandbox(ctx context.Context, limits Limits) ([]SandboxLayer, error) {
	layers, err := child.Layers(ctx, limits.withDefaults().forChild())
	var list []SandboxLayer
	for _, l := range layers {
		list = append(list, SandboxLayer(l))
	}
	return list, err
}

// Pool keeps child processes ready, so that isolated imports do not wait for a process to start.
//
//	pool := importer.NewPool(importer.PoolOptions{Children: 4})
//	defer pool.Close()
//	model, err := importer.Load(ctx, "arnaud.fbx", importer.Options{Pool: pool})
//
// Any number of goroutines may use a pool. Children start at the first import, and their
// replacements while an import runs.
type Pool struct {
	children *child.Pool
	limits   Limits
}

// PoolOptions are the options of NewPool. A zero field means its default.
type PoolOptions struct {
	Children int    // number kept ready; 2
	Limits   Limits // of every import
	// Imports is the number of imports that a child serves before it is replaced; 1. More are
	// several times as fast, but a file that takes over its child reaches the later imports:
	// only for files of one origin.
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

// Close ends the idle children and waits for them. Busy children end after their import.
func (p *Pool) Close() { p.children.Close() }
