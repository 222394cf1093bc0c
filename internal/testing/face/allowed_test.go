//go:build cgo

package face

// allowed maps names to findings that do not fail the test. It only shrinks: an entry that is no longer found
// fails.
var allowed = map[string]string{
	"runtime.ActiveClip":    "an alias of runtime/play.ActiveClip",
	"runtime.Archive":       "an alias of runtime/play.Archive",
	"runtime.Control":       "an alias of runtime/play.Control",
	"runtime.ControlMemory": "an alias of runtime/play.ControlMemory",
	"runtime.Curve":         "an alias of runtime/play.Curve",
	"runtime.Deviation":     "an alias of runtime/play.Deviation",
	"runtime.Event":         "an alias of runtime/play.Event",
	"runtime.EventKind":     "an alias of runtime/play.EventKind",
	"runtime.Graph":         "an alias of runtime/play.Graph",
	"runtime.LOD":           "an alias of runtime/play.LOD",
	"runtime.LayerKind":     "an alias of runtime/play.Kind",
	"runtime.LoopMode":      "an alias of runtime/play.LoopMode",
	"runtime.PlayOptions":   "an alias of runtime/play.Options",
	"runtime.RootMotion":    "an alias of runtime/play.RootMotion",
	"runtime.Transition":    "an alias of runtime/play.Transition",
	"runtime/pose.Frames":   "an alias of native/simd.Frames",
	"runtime/pose.Offsets":  "an alias of native/simd.Offsets",
	"runtime/pose.Palettes": "an alias of native/simd.Palettes",
	"runtime/pose.Rows":     "an alias of native/simd.Rows",
}
