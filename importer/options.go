package importer

import (
	"context"
	"fmt"
	"maps"
	"math"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/importer/internal/child"
	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/soa"
)

// Options are the options of an import. The zero value imports the whole file, in metres and Y up, in
// this process. A value out of range is an error that wraps ErrOption. An import does not change its
// options; several may share them, except for Report.
type Options struct {
	// Report gets the findings of the import, also when it fails; nil discards them.
	Report *report.Report
	// Origin sets Report.Origin. With it package exporter writes a glTF file again with all its
	// unedited parts. It stays nil for other formats, and with options that leave out or change parts
	// of the file: Scale, NoMeshes, NoTextures, Scene, MaterialVariant and Assimp.
	Origin bool

	// Formats lists the allowed extensions, such as "fbx" and ".GLB"; another one is an error that
	// wraps ErrPolicy. nil allows all but those of RiskyFormats, and an empty list that is not nil none.
	Formats []string
	// Folder is a folder that contains the model file. Companion files and pictures may be anywhere
	// below it: a model that names "../textures/skin.png" needs the folder above its own. Empty is the
	// model's own folder. It affects Load, LoadMerged, AddClips and AddAllClips.
	Folder string
	// Scene is the name or the number of the scene of a glTF file to import. Empty is the file's
	// default scene. A scene that does not exist is an error.
	Scene string
	// MaterialVariant is the variant of a glTF file's materials to import. Empty is none. A variant
	// that does not exist is an error that wraps ErrOption.
	MaterialVariant string
	// Assimp reads the file with libassimp alone, even if Sinew has its own reader: of glTF, VRM and
	// BVH, and of the motion, skins and shapes of FBX and Collada. Use it for comparison;
	// Report.Importer names the reader used.
	Assimp bool
	// Readers import the files of other extensions, such as "sinew", instead of libassimp: in Load and
	// AddClips, and for folders and patterns in LoadMerged, AddAllClips and ModelFiles.
	Readers map[string]Reader

	// FileUnits keeps lengths in the file's own unit instead of metres. It affects FBX, BVH and the
	// formats of Unit; libassimp converts Collada, and glTF is in metres.
	FileUnits bool
	// FileAxes keeps the axes of an FBX file instead of rotating it Y up.
	FileAxes bool
	// Unit is the unit of length, in metres, of files that do not state it: all but FBX, Collada, glTF
	// and VRM, which it does not affect. 1e-9 to 1e9; 0 is one metre. For a BVH file whose figure would
	// be taller than four metres or smaller than 30 centimetres at rest, 0 is the unit that makes it
	// nearest to 1.7 m: a millimetre, centimetre, inch, decimetre, foot or the unit of the CMU motion
	// capture database, 0.056444 m; a finding of kind AssumedUnit has the unit and the figure's height.
	Unit float64
	// Scale multiplies all lengths, after their conversion to metres: of joints, clips, meshes, morph
	// targets and springs. AddClips needs the same scale. 1e-9 to 1e9; 0 is 1.
	Scale float64
	// TicksPerSecond replaces the rate that the file states, in ticks per second; 0 keeps it.
	TicksPerSecond float64
	// CurveDistance bounds the error of tracks against the curves and layers of an FBX or Collada
	// file, at any time, in metres: up to 1e6; 0 is 1e-5. It also bounds the effect of rotations and
	// scales on the joints below, and of morph weights on vertices; the error of a weight is at most
	// 1e-5. Tracks have the file's keys, and more to hold the bound; the Report counts these.
	CurveDistance float64
	// CurveAngle bounds the error of tracks as CurveDistance does, in degrees: up to one radian; 0 is
	// 0.02 degrees.
	CurveAngle float64

	// Influences is the largest number of influences per vertex, 4 or 8; 0 is 8. The largest
	// influences are kept and normalized; the Report has the lost weight.
	Influences int
	// ExactInfluences stores all influences of a mesh that exceeds Influences in Mesh.Exact.
	ExactInfluences bool
	// AllNodes makes every node of the file a joint, including cameras, lights, empties and the scene
	// root.
	AllNodes bool
	// NoMeshes imports only the skeleton and clips.
	NoMeshes bool
	// NoTextures does not read pictures; materials keep their colours.
	NoTextures bool
	// RotationsOnly takes, of the clips that AddClips and AddAllClips add, the rotations of joints and
	// the travel of the hips and of the joints above them, multiplied by the ratio of the legs'
	// lengths: for clips of a character of other proportions with the same joints. Other keys of
	// translations and scales are left out; a finding of kind report.OtherLengths counts them. It does
	// not affect Load.
	RotationsOnly bool
	// Clips names, chooses and cuts the clips. The zero value keeps them.
	Clips ClipRules

	// Bounds limits the size of the model.
	Bounds Bounds
	// Isolation runs the import in a child process with limits: a crash, abort, endless loop or
	// excessive memory use of libassimp is reported as an error that wraps ErrCrashed or ErrLimit.
	// The child opens no file: the calling process reads the files that libassimp requests, within
	// the model's folder or file system. On Linux the child is also sandboxed as far as the system
	// allows: see SandboxLayer. The child ends when the context is cancelled or the program ends.
	// nil imports in this process, and &Limits{} in a child with the default limits.
	//
	// The child is another process of the running program, whose main (or TestMain)
	// must begin with
	//
	//	importer.ServeIsolated()
	//
	// which has no effect outside such a child. Without it imports fail with
	// ErrNotServed, unless Limits.Program names another executable that calls it.
	Isolation *Limits
	// Pool isolates the import in a child of a pool, with the limits of the pool instead of Isolation,
	// which must be nil. After Pool.Close imports fail with an error that wraps soa.ErrClosed.
	Pool *Pool
}

// Reader imports a file of a format of its own; see Options.Readers. Its errors must name the file,
// and its models must pass Validate. Options.Clips applies to copies of the clips; the Report has only a
// summary, and other options have no effect. The import waits for the function, which has to return
// when its context ends.
type Reader func(ctx context.Context, file string) (*soa.Model, error)

// settings are the Options of an import with their defaults.
type settings struct {
	scene.Settings
	report    *report.Report
	invalid   error       // of the options, or nil
	unread    bool        // the report is discarded: skip measurements for it
	isolate   *Limits     // nil: in this process
	pool      *child.Pool // or nil
	admission child.Admission
	formats   []string // nil: all but risky ones
	within    string   // the folder of companion files; "" is the model's own
	rules     ClipRules
	readers   map[string]Reader // by extension, in lower case and without its dot
}

// defaultAngle is the default of CurveAngle, in radians.
const defaultAngle = 0.02 * math.Pi / 180

// settings returns the options with their defaults.
func (o *Options) settings() settings {
	s := settings{
		Settings: scene.Settings{
			FileUnits: o.FileUnits, FileAxes: o.FileAxes, KeepExact: o.ExactInfluences, KeepNodes: o.AllNodes,
			SkipMeshes: o.NoMeshes, Textures: !o.NoTextures, Influences: or(o.Influences, 8), TicksPerSec: o.TicksPerSecond,
			Scale: or(o.Scale, 1), Unit: o.Unit, CurveDistance: or(o.CurveDistance, 1e-5), CurveAngle: or(o.CurveAngle*math.Pi/180, defaultAngle),
			Bounds: scene.Bounds(o.Bounds.withDefaults()), SceneName: o.Scene, Variant: o.MaterialVariant,
			Library: o.Assimp, Rotations: o.RotationsOnly, Origin: o.Origin,
		},
		report: o.Report, isolate: o.Isolation, formats: o.formats(), within: o.Folder, rules: o.Clips,
	}
	if o.Pool != nil {
		s.isolate, s.pool = &o.Pool.limits, o.Pool.children
	}
	s.readers, s.invalid = o.readers()
	if s.invalid == nil {
		s.invalid = o.check()
	}
	return s
}

// or returns v, or the default if v is 0.
func or[T int | float64](v, otherwise T) T {
	if v == 0 {
		return otherwise
	}
	return v
}

// formats returns the allowed extensions, in lower case and without dots.
func (o *Options) formats() []string {
	if o.Formats == nil {
		return nil
	}
	list := make([]string, len(o.Formats))
	for i, e := range o.Formats {
		list[i] = plainExtension(e)
	}
	return list
}

// readers returns the readers by their extensions in lower case and without dots.
func (o *Options) readers() (map[string]Reader, error) {
	list := make(map[string]Reader, len(o.Readers))
	for _, e := range slices.Sorted(maps.Keys(o.Readers)) {
		key := plainExtension(e)
		if _, twice := list[key]; twice {
			return list, fmt.Errorf("%w: Readers has the extension %q twice", ErrOption, key)
		}
		list[key] = o.Readers[e]
	}
	return list, nil
}

func plainExtension(e string) string { return strings.ToLower(strings.TrimPrefix(e, ".")) }

// minScale is the smallest scale, and the smallest unit in metres.
const minScale = 1e-9

// check finds options out of range.
func (o *Options) check() error {
	scales := func(v float64) bool { return v == 0 || v >= minScale && v <= 1/minScale }
	switch {
	case o.Influences != 0 && o.Influences != 4 && o.Influences != 8:
		return outOfRange("Influences", o.Influences, "4 or 8")
	case o.TicksPerSecond != 0 && !(o.TicksPerSecond > 1.0/soa.MaxMagnitude && o.TicksPerSecond < soa.MaxMagnitude):
		return outOfRange("TicksPerSecond", o.TicksPerSecond, "a positive rate")
	case !(o.CurveDistance >= 0 && o.CurveDistance <= 1e6):
		return outOfRange("CurveDistance", o.CurveDistance, "metres up to 1e6")
	case !(o.CurveAngle >= 0 && o.CurveAngle*math.Pi/180 <= 1):
		return outOfRange("CurveAngle", o.CurveAngle, "degrees up to one radian")
	case !scales(o.Scale):
		return outOfRange("Scale", o.Scale, "1e-9 to 1e9")
	case !scales(o.Unit):
		return outOfRange("Unit", o.Unit, "1e-9 to 1e9 metres")
	case o.Pool != nil && o.Isolation != nil:
		return fmt.Errorf("%w: Isolation is %+v, want nil with a Pool, which has its limits", ErrOption, *o.Isolation)
	}
	return nil
}

func outOfRange(field string, value any, want string) error {
	return fmt.Errorf("%w: %s is %v, want %s", ErrOption, field, value, want)
}
