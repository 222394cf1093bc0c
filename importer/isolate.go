package importer

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"time"

	"github.com/sinew-anim/sinew/importer/internal/assimp"
	"github.com/sinew-anim/sinew/importer/internal/child"
	"github.com/sinew-anim/sinew/importer/internal/passes"
	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/sandbox"
	"github.com/sinew-anim/sinew/soa"
)

// Errors of an isolated import.
var (
	// ErrCrashed: the child process died of a signal, an abort or a panic, which the
	// error names.
	ErrCrashed = child.ErrCrashed
	// ErrLimit: the file, or the time or memory of its import, exceeds Limits.
	ErrLimit = source.ErrLimit
	// ErrNotServed: the program does not call ServeIsolated and so cannot be its own
	// child.
	ErrNotServed = child.ErrNotServed
	// ErrSandbox: a layer of the sandbox that Limits.Sandbox requires does not hold.
	ErrSandbox = child.ErrSandbox
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

// Isolated runs the import in a child process with limits: a crash, abort,
// endless loop or exhausted memory in libassimp becomes an error that wraps
// ErrCrashed or ErrLimit. The child opens no file: the calling process reads what
// libassimp requests, within the model's folder or file system. On Linux it is confined
// besides, as far as the system allows: see SandboxLayer. Cancelling the context ends
// the child, and so does the end of the program.
//
// The child is another process of the running program, whose main (or TestMain)
// must begin with
//
//	importer.ServeIsolated()
//
// which has no effect outside such a child. Without it imports fail with
// ErrNotServed, unless Limits.Program names another executable that calls it.
func Isolated(limits Limits) Option {
	return func(o *options) { o.isolate = &limits }
}

// ServeIsolated lets the program run Isolated imports as its own child. In such a
// child it serves the import and exits; otherwise it returns at once. Call it
// first in main.
func ServeIsolated() {
	child.Serve(child.Service{Prepare: prepareChild, Answer: serveImport})
}

// loadIsolated runs source.load in a child process.
func loadIsolated(ctx context.Context, s *source.File, o options) (*soa.Model, error) {
	a, err := ask(ctx, s, o, nil)
	if err != nil {
		return nil, err
	}
	if a.Model == nil {
		return nil, fmt.Errorf("import %s: %w: it answered without a model", s.Name, ErrCrashed)
	}
	if err := errors.Join(a.Model.Validate(), passes.CheckBounds(&o.Bounds, a.Model)); err != nil {
		return nil, fmt.Errorf("import %s: %w: %w", s.Name, ErrCrashed, err)
	}
	return a.Model, nil
}

// clipsIsolated runs source.clips in a child process.
func clipsIsolated(ctx context.Context, s *source.File, model *soa.Model, o options) ([]*soa.Clip, []soa.NamedFloat, error) {
	onto := &soa.Model{Skeleton: model.Skeleton, Weights: model.Weights, Floats: model.Floats}
	a, err := ask(ctx, s, o, onto)
	if err != nil {
		return nil, nil, err
	}
	if n := len(model.Floats); len(a.Floats) < n || !slices.Equal(a.Floats[:n], model.Floats) {
		return nil, nil, fmt.Errorf("import %s: %w: it answered with custom properties of another model", s.Name, ErrCrashed)
	}
	with := &soa.Model{Skeleton: model.Skeleton, Weights: model.Weights, Floats: a.Floats, Clips: a.Clips}
	if err := errors.Join(with.Validate(), passes.CheckBounds(&o.Bounds, &soa.Model{Floats: a.Floats[len(model.Floats):], Clips: a.Clips})); err != nil {
		return nil, nil, fmt.Errorf("import %s: %w: %w", s.Name, ErrCrashed, err)
	}
	return a.Clips, a.Floats, nil
}

// ask starts a child, serves its file requests and returns its reply.
func ask(ctx context.Context, s *source.File, o options, onto *soa.Model) (*reply, error) {
	limits := o.isolate.withDefaults().forChild()
	begun := time.Now()
	clock := child.StartClock(ctx, &limits)
	defer clock.Stop()
	if o.report != nil {
		*o.report = report.Report{File: s.Name, Format: source.Extension(s.Base), Importer: assimp.Version()}
		defer func() { o.report.Duration = time.Since(begun) }()
	}
	if err := checkFile(ctx, s); err != nil {
		return nil, err
	}
	files, err := servedFiles(s, clock)
	if err != nil {
		return nil, fmt.Errorf("import %s: %w", s.Name, clock.Expired(err))
	}
	var a reply
	err = child.Run(clock, &child.Task{
		Limits: limits, Admission: o.admission, Pool: o.pool, FS: files, Held: int64(len(s.Data)), Answer: &a,
		Request: request{File: s.Name, Base: s.Base, Folder: s.Folder, Settings: o.Settings, Unread: o.report == nil, Stream: s.FS == nil, Onto: onto},
	})
	if err != nil {
		return nil, fmt.Errorf("import %s: %w", s.Name, err)
	}
	if o.report != nil {
		*o.report = a.Report
	}
	if a.Error != nil {
		return nil, a.Error.error()
	}
	return &a, nil
}

// servedFiles is what the child may read: the model's folder, or a file system
// of the stream alone.
func servedFiles(s *source.File, clock *child.Clock) (fs.FS, error) {
	if s.FS != nil {
		return clock.Timed(s.FS), nil
	}
	s.Stream = clock.TimedReader(s.Stream)
	if err := s.ReadStream(clock.Ctx, clock.Limits.FileSize); err != nil {
		return nil, err
	}
	return source.OneFile{Name: s.Base, Data: s.Data}, nil
}
