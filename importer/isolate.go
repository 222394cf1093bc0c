package importer

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"slices"
	"sync/atomic"
	"time"

	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/sandbox"
	"github.com/sinew-anim/sinew/soa"
)

// Errors of an isolated import.
var (
	// ErrCrashed: the child process died of a signal, an abort or a panic, which the
	// error names.
	ErrCrashed = errors.New("the import crashed")
	// ErrLimit: the file, or the time or memory of its import, exceeds Limits.
	ErrLimit = errors.New("the import exceeds its limits")
	// ErrNotServed: the program does not call ServeIsolated and so cannot be its own
	// child.
	ErrNotServed = errors.New("isolated imports need importer.ServeIsolated at the start of main")
	// ErrSandbox: a layer of the sandbox that Limits.Sandbox requires does not hold.
	ErrSandbox = errors.New("the child is not confined as required")
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

	imports int  // that a child may serve
	graded  bool // Time is the most of its default
}

const (
	defaultTime     = time.Minute
	defaultWait     = 5 * time.Minute
	defaultMemory   = 2 << 30
	defaultFileSize = 1 << 30
	defaultAnswer   = 512 << 20
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
		l.FileSize = defaultFileSize
	}
	if l.Answer <= 0 {
		l.Answer = defaultAnswer
	}
	l.Answer = min(l.Answer, maxMessage)
	return l
}

// SandboxLayer is one layer of a child's confinement: "descriptors", "limits", "oom",
// "user", "threads", "no-new-privs", "landlock" and "seccomp" on Linux. Held says whether it holds, and
// Detail what it forbids or why it does not hold.
type SandboxLayer = sandbox.Layer

// requires checks that the layers are there that must be.
func (l Limits) requires(layers []SandboxLayer) error {
	for _, name := range l.Sandbox {
		i := slices.IndexFunc(layers, func(s SandboxLayer) bool { return s.Name == name })
		switch {
		case i < 0:
			return fmt.Errorf("%w: there is no %s", ErrSandbox, name)
		case !layers[i].Held:
			return fmt.Errorf("%w: %s", ErrSandbox, layers[i])
		}
	}
	return nil
}

// Sandbox starts a child that imports nothing and returns how it is confined.
func Sandbox(ctx context.Context, limits Limits) ([]SandboxLayer, error) {
	limits = limits.withDefaults()
	clock := startClock(ctx, &limits)
	defer clock.stop()
	c, err := startChild(clock, limits)
	if err != nil {
		return nil, err
	}
	over := c.during(clock.ctx)
	err = c.greet()
	over()
	if c.layers == nil {
		late := clock.late()
		wait := c.die(clock.ctx, err)
		return nil, diagnose(ctx, late, limits, wait, err, c.printed.String())
	}
	_ = c.end() // by a signal
	return c.layers, err
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

// childMark is the environment variable that marks a child.
const childMark = "SINEW_ISOLATED_IMPORT"

// served is set by ServeIsolated. A program that does not call it is never
// started as a child, because it would run its whole main.
var served atomic.Bool

// ServeIsolated lets the program run Isolated imports as its own child. In such a
// child it serves the import and exits; otherwise it returns at once. Call it
// first in main.
func ServeIsolated() {
	served.Store(true)
	if mark := os.Getenv(childMark); mark != "" {
		os.Exit(serveChild(mark))
	}
}

// request is the message of the parent to its child.
type request struct {
	File, Base, Folder string
	Options            wireOptions
	Limits             Limits
	Stream             bool       // the file comes from a reader: it has no neighbours
	Onto               *soa.Model // for AddClips: the skeleton, weights and floats alone
}

// wireOptions is the part of options that the child needs.
type wireOptions struct {
	Unread                                                          bool // see options.unread
	FileUnits, FileAxes, KeepExact, KeepNodes, SkipMeshes, Textures bool
	Influences                                                      int
	TicksPerSec, CurveDistance, CurveAngle, Scale, Unit             float64
	Bounds                                                          Bounds
}

func (o *options) wire() wireOptions {
	return wireOptions{o.report == nil, o.fileUnits, o.fileAxes, o.keepExact, o.keepNodes, o.skipMeshes, o.textures, o.influences, o.ticksPerSec, o.curveDistance, o.curveAngle, o.scale, o.unit, o.bounds}
}

func (w wireOptions) options(r *report.Report) options {
	return options{
		report: r, unread: w.Unread, fileUnits: w.FileUnits, fileAxes: w.FileAxes, keepExact: w.KeepExact, keepNodes: w.KeepNodes,
		skipMeshes: w.SkipMeshes, textures: w.Textures, influences: w.Influences, ticksPerSec: w.TicksPerSec, bounds: w.Bounds,
		curveDistance: w.CurveDistance, curveAngle: w.CurveAngle, scale: w.Scale, unit: w.Unit,
	}
}

// reply is the message of the child: a model, clips or an error.
type reply struct {
	Model  *soa.Model
	Clips  []*soa.Clip
	Floats []soa.NamedFloat // with Clips: the model's, and those that they drive besides
	Report report.Report
	Error  *wireError
}

// wireError is an error as a message: its text and the sentinels that it matches.
type wireError struct {
	Text    string
	Matches []bool // per entry of crossing
	Library *libraryError
}

// libraryError is an *assimp.Error as a message.
type libraryError struct {
	File, Message string
	Missing       []string
}

// loadIsolated runs source.load in a child process.
func (s *source) loadIsolated(ctx context.Context, o options) (*soa.Model, error) {
	a, err := s.ask(ctx, o, nil)
	if err != nil {
		return nil, err
	}
	if a.Model == nil {
		return nil, fmt.Errorf("import %s: %w: it answered without a model", s.file, ErrCrashed)
	}
	if err := errors.Join(a.Model.Validate(), o.bounds.check(a.Model)); err != nil {
		return nil, fmt.Errorf("import %s: %w: %w", s.file, ErrCrashed, err)
	}
	return a.Model, nil
}

// clipsIsolated runs source.clips in a child process.
func (s *source) clipsIsolated(ctx context.Context, model *soa.Model, o options) ([]*soa.Clip, []soa.NamedFloat, error) {
	onto := &soa.Model{Skeleton: model.Skeleton, Weights: model.Weights, Floats: model.Floats}
	a, err := s.ask(ctx, o, onto)
	if err != nil {
		return nil, nil, err
	}
	if n := len(model.Floats); len(a.Floats) < n || !slices.Equal(a.Floats[:n], model.Floats) {
		return nil, nil, fmt.Errorf("import %s: %w: it answered with custom properties of another model", s.file, ErrCrashed)
	}
	with := &soa.Model{Skeleton: model.Skeleton, Weights: model.Weights, Floats: a.Floats, Clips: a.Clips}
	if err := errors.Join(with.Validate(), o.bounds.check(&soa.Model{Floats: a.Floats[len(model.Floats):], Clips: a.Clips})); err != nil {
		return nil, nil, fmt.Errorf("import %s: %w: %w", s.file, ErrCrashed, err)
	}
	return a.Clips, a.Floats, nil
}

// ask starts a child, serves its file requests and returns its reply.
func (s *source) ask(ctx context.Context, o options, onto *soa.Model) (*reply, error) {
	limits := o.isolate.withDefaults()
	begun := time.Now()
	clock := startClock(ctx, &limits)
	defer clock.stop()
	if o.report != nil {
		*o.report = report.Report{File: s.file, Format: extension(s.base), Importer: libraryVersion()}
		defer func() { o.report.Duration = time.Since(begun) }()
	}
	if err := s.check(ctx); err != nil {
		return nil, err
	}
	files, err := s.servedFiles(clock)
	if err != nil {
		return nil, fmt.Errorf("import %s: %w", s.file, clock.expired(err))
	}
	a, err := runChild(clock, &o, files, &request{
		File: s.file, Base: s.base, Folder: s.folder, Options: o.wire(), Limits: limits, Stream: s.files == nil, Onto: onto,
	}, int64(len(s.data)))
	if err != nil {
		return nil, fmt.Errorf("import %s: %w", s.file, err)
	}
	if o.report != nil {
		*o.report = a.Report
	}
	if a.Error != nil {
		return nil, a.Error.error()
	}
	return a, nil
}

// servedFiles is what the child may read: the model's folder, or a file system
// of the stream alone.
func (s *source) servedFiles(clock *clock) (fs.FS, error) {
	if s.files != nil {
		return clock.timed(s.files), nil
	}
	s.stream = clock.timedReader(s.stream)
	if err := s.readStream(clock.ctx, clock.limits.FileSize); err != nil {
		return nil, err
	}
	return streamFS{s.base, s.data}, nil
}
