package importer

import (
	"context"
	"fmt"
	"math"
	"strings"

	"github.com/sinew-anim/sinew/importer/internal/child"
	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/soa"
)

// options are the settings of an import; newOptions returns the defaults.
type options struct {
	scene.Settings
	report    *report.Report
	unread    bool        // the report is discarded: skip measurements for it
	isolate   *Limits     // nil: in this process
	pool      *child.Pool // or nil
	admission child.Admission
	formats   []string // nil: all but risky ones
	within    string   // the folder of companion files; "" is the model's own
	limits    Bounds
	rules     ClipRules
	readers   map[string]reader // by extension, without its dot
}

// Option changes one setting of an import.
type Option func(*options)

func newOptions(list []Option) options {
	o := options{Settings: scene.Settings{
		Influences: 8, Scale: 1, Textures: true, CurveDistance: 1e-5, CurveAngle: 0.02 * math.Pi / 180,
	}}
	for _, set := range list {
		set(&o)
	}
	o.Bounds = scene.Bounds(o.limits.withDefaults())
	return o
}

// check finds options out of range.
func (o *options) check() error {
	if o.Influences != 4 && o.Influences != 8 {
		return fmt.Errorf("%w: %d influences per vertex, want 4 or 8", ErrOption, o.Influences)
	}
	if o.TicksPerSec != 0 && !(o.TicksPerSec > 1.0/soa.MaxMagnitude && o.TicksPerSec < soa.MaxMagnitude) {
		return fmt.Errorf("%w: %v ticks per second", ErrOption, o.TicksPerSec)
	}
	if !(o.CurveDistance > 0 && o.CurveDistance <= 1e6 && o.CurveAngle > 0 && o.CurveAngle <= 1) {
		return fmt.Errorf("%w: a curve error of %v m and %v rad", ErrOption, o.CurveDistance, o.CurveAngle)
	}
	if !(o.Scale >= minScale && o.Scale <= 1/minScale) {
		return fmt.Errorf("%w: a scale of %v", ErrOption, o.Scale)
	}
	if o.Unit != 0 && !(o.Unit >= minScale && o.Unit <= 1/minScale) {
		return fmt.Errorf("%w: a unit of %v m", ErrOption, o.Unit)
	}
	return nil
}

// minScale is the smallest scale, and the smallest unit in metres.
const minScale = 1e-9

// WithReport fills r with the findings of the import, also when it fails.
func WithReport(r *report.Report) Option { return func(o *options) { o.report = r } }

// WithOrigin sets Report.Origin, by which package exporter writes a glTF file again with all that
// was not edited. It stays nil for other formats, and with options that leave out or change parts
// of the file: Scale, WithoutMeshes, WithoutTextures, SceneOf, MaterialVariant and ReadByAssimp.
func WithOrigin() Option { return func(o *options) { o.Origin = true } }

// FileUnits keeps lengths in the file's own unit instead of metres. It affects FBX, BVH
// and what Unit affects; libassimp converts Collada, and glTF is in metres.
func FileUnits() Option { return func(o *options) { o.FileUnits = true } }

// Unit states the unit of length, in metres, of files that do not state it: all but FBX,
// Collada, glTF and VRM, which it does not affect. The default is one metre. For a BVH file whose
// figure would be taller than four metres or smaller than 30 centimetres at rest, the default is
// the unit that makes it nearest to 1.7 m: a millimetre, centimetre, inch, decimetre, foot or the
// unit of the CMU motion capture database, 0.056444 m; a finding of kind AssumedUnit has the unit and the
// figure's height. A unit below 1e-9 or above 1e9 is an error that wraps ErrOption.
func Unit(metres float64) Option {
	return func(o *options) {
		if o.Unit = metres; metres == 0 {
			o.Unit = math.NaN()
		}
	}
}

// Scale multiplies all lengths, after their conversion to metres: of joints, clips, meshes,
// morph targets and springs. AddClips needs the same scale. A scale below 1e-9 or above 1e9 is an
// error that wraps ErrOption.
func Scale(f float64) Option { return func(o *options) { o.Scale = f } }

// FileAxes keeps the axes of an FBX file instead of rotating it Y up.
func FileAxes() Option { return func(o *options) { o.FileAxes = true } }

// Influences limits the influences per vertex to n, 4 or 8 (default 8); another n is
// an error that wraps ErrOption. The largest influences are kept and normalized; the
// Report has the lost weight.
func Influences(n int) Option { return func(o *options) { o.Influences = n } }

// KeepExactInfluences stores all influences of a mesh that exceeds the limit in
// Mesh.Exact.
func KeepExactInfluences() Option { return func(o *options) { o.KeepExact = true } }

// KeepNodes makes every node of the file a joint, including cameras, lights,
// empties and the scene root.
func KeepNodes() Option { return func(o *options) { o.KeepNodes = true } }

// WithoutMeshes imports only the skeleton and clips.
func WithoutMeshes() Option { return func(o *options) { o.SkipMeshes = true } }

// WithoutTextures does not read pictures; materials keep their colours.
func WithoutTextures() Option { return func(o *options) { o.Textures = false } }

// TicksPerSecond replaces the rate that the file states; 0 keeps it. A negative or
// infinite rate is an error that wraps ErrOption.
func TicksPerSecond(rate float64) Option { return func(o *options) { o.TicksPerSec = rate } }

// CurveError bounds the error of tracks against the curves and layers of an FBX or Collada file,
// at any time: default 1e-5 metres and 0.02 degrees. The distance also bounds the effect of
// rotations and scales on the joints below, and of morph weights on vertices; the error of a
// weight is at most 1e-5. Tracks have the file's keys, and more to hold the bound, which the
// Report counts. Values that are not positive, distances above 1,000 km and angles above one
// radian are an error that wraps ErrOption.
func CurveError(metres, degrees float64) Option {
	return func(o *options) { o.CurveDistance, o.CurveAngle = metres, degrees*math.Pi/180 }
}

// ReadByAssimp reads the file with libassimp alone, even if Sinew has its own reader: of glTF,
// VRM and BVH, and of the motion, skins and shapes of FBX and Collada. Use it for comparison;
// Report.Importer names the reader used.
func ReadByAssimp() Option { return func(o *options) { o.Library = true } }

// SceneOf imports the scene of a glTF file that has a name or number, in place of the file's
// default scene. A scene that does not exist is an error.
func SceneOf(name string) Option { return func(o *options) { o.SceneName = name } }

// MaterialVariant imports a glTF file with the materials of one of its variants. A variant that
// does not exist is an error that wraps ErrOption.
func MaterialVariant(name string) Option { return func(o *options) { o.Variant = name } }

// RotationsOnly takes of the clips that AddClips and AddAllClips add the rotations of joints and the
// travel of the hips and of the joints above them, multiplied by the ratio of the legs' lengths: for
// clips of a character of other proportions with the same joints. Other keys of translations and
// scales are left out, which a finding of kind report.OtherLengths counts. It does not affect Load.
func RotationsOnly() Option { return func(o *options) { o.Rotations = true } }

// Within allows companion files and pictures anywhere below a folder that contains the
// model file, instead of below its own folder: a model that names
// "../textures/skin.png" needs it. It affects Load and AddClips.
func Within(folder string) Option { return func(o *options) { o.within = folder } }

// Isolated runs the import in a child process with limits: a crash, abort, endless loop or
// excessive memory use of libassimp is reported as an error that wraps ErrCrashed or ErrLimit.
// The child opens no file: the calling process reads the files that libassimp requests, within
// the model's folder or file system. On Linux the child is also sandboxed as far as the system
// allows: see SandboxLayer. The child ends when the context is cancelled or the program ends.
//
// The child is another process of the running program, whose main (or TestMain)
// must begin with
//
//	importer.ServeIsolated()
//
// which has no effect outside such a child. Without it imports fail with
// ErrNotServed, unless Limits.Program names another executable that calls it.
func Isolated(limits Limits) Option { return func(o *options) { o.isolate = &limits } }

// Pooled is Isolated with a child of a pool and its limits. After Pool.Close imports fail with an
// error that wraps soa.ErrClosed.
func Pooled(p *Pool) Option {
	return func(o *options) {
		limits := p.limits
		o.isolate, o.pool = &limits, p.children
	}
}

// Bounded replaces the default bounds on the size of a model.
func Bounded(b Bounds) Option { return func(o *options) { o.limits = b } }

// Clips applies rules to the clips of a Load, an AddClips or an AddAllClips.
func Clips(rules ClipRules) Option { return func(o *options) { o.rules = rules } }

// Formats allows only files with the given extensions, such as "fbx" and "gltf". Another one is
// an error that wraps ErrPolicy.
func Formats(extensions ...string) Option {
	list := []string{} // not nil: Formats() allows nothing
	for _, e := range extensions {
		list = append(list, strings.ToLower(strings.TrimPrefix(e, ".")))
	}
	return func(o *options) { o.formats = list }
}

// Reading imports the files of another extension, such as ".sinew", by a function
// instead of libassimp: in Load and AddClips, and for folders and patterns in
// LoadMerged and AddAllClips. Errors of the function must name the file, and its
// models must pass Validate. Clips rules apply to copies of its clips; the Report
// has only a summary, and other options have no effect. The import waits for the function, which
// has to return when its context ends.
func Reading(extension string, read func(ctx context.Context, file string) (*soa.Model, error)) Option {
	key := strings.ToLower(strings.TrimPrefix(extension, "."))
	return func(o *options) {
		if o.readers == nil {
			o.readers = make(map[string]reader)
		}
		o.readers[key] = read
	}
}
