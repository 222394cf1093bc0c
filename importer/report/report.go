package report

import (
	"fmt"
	"time"

	"github.com/sinew-anim/sinew/soa"
)

// Report describes an imported file and what the import changed.
type Report struct {
	File     string
	Format   string        // by extension: "fbx", "dae", …
	Importer string        // the library and version that parsed the file
	Duration time.Duration // of the whole import
	Parse    time.Duration // of that, libassimp's own

	Nodes  int // nodes in the file
	Joints int // joints of the skeleton
	// Bytes of memory before and after: of libassimp's scene by its own count,
	// and of the model. An AddClips has no model.
	SceneBytes, ModelBytes int64
	MetersPer              float64
	UpAxis                 string // the file's own up axis, "" where the format has none
	Clips                  []Clip
	Meshes                 []Mesh
	Findings               []Finding
	// Avatar is what the file says of springs, constraints, gaze and bones of a body, or nil.
	// Package runtime/control/avatar makes a control of it.
	Avatar *soa.Avatar
}

// Clip describes one clip of the file.
type Clip struct {
	Name           string
	TicksPerSecond float64
	Start, End     float64 // seconds
	Tracks, Keys   int
	Constant       int // tracks that never change
	AtRest         int // of these, tracks equal to the rest pose, dropped
	Bend           SubFrameBend
}

// SubFrameBend is how far curves with a key on nearly every frame leave the Catmull-Rom
// curve through their frames, which is what programs see that sample frames: an artefact
// of tangents, which baking leaves out unless it is asked for exact curves. It is zero for
// other clips.
type SubFrameBend struct {
	Meters float64 // the largest, of a joint or a point 3 cm from it on an axis
	Joint  string  // where that is
	Joints int     // so many bend by more than 0.1 mm
}

// Mesh describes one mesh.
type Mesh struct {
	Name, Node          string
	Vertices, Triangles int
	Bones               int
	Influences          [9]int  // vertices by number of influences in the file; the last entry counts 8 and more
	LostWeight          float32 // the largest sum of weights that the limit cut from one vertex
	MorphTargets        int
	Skinning            soa.Skinning
}

// Severity grades a finding.
type Severity uint8

const (
	Info   Severity = iota // worth knowing, nothing changed
	Repair                 // the file was wrong or odd; the model is right
	Loss                   // something of the file is not in the model, or only nearly
)

// String returns the severity's name.
func (s Severity) String() string { return [...]string{"info", "repair", "loss"}[min(s, Loss)] }

// MarshalText makes a severity its name in JSON.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Finding is one observation of the import.
type Finding struct {
	Severity Severity
	Kind     Kind
	Where    string // the node, clip, mesh or texture it is about
	Message  string
	Size     Size // how far off the model is, where that is measured
}

// Size is how far off something is: millimetres ("mm"), degrees ("°"), or parts of what
// there is ("").
type Size struct {
	Value float64
	Unit  string
}

// String returns the finding as one line.
func (f Finding) String() string {
	if f.Where == "" {
		return fmt.Sprintf("%v: %s", f.Severity, f.Message)
	}
	return fmt.Sprintf("%v: %s: %s", f.Severity, f.Where, f.Message)
}

// maxFindings bounds the findings of one report, however many a hostile file
// provokes.
const maxFindings = 1000

// Add adds a finding of no measured size.
func (r *Report) Add(s Severity, k Kind, where, format string, args ...any) {
	r.AddSized(s, k, where, Size{}, format, args...)
}

// AddSized adds a finding whose size is measured; the message has it, too.
func (r *Report) AddSized(s Severity, k Kind, where string, size Size, format string, args ...any) {
	switch len(r.Findings) {
	case maxFindings:
		r.Findings = append(r.Findings, Finding{Severity: Info, Kind: MoreFindings, Message: "more findings were left out"})
	default:
		if len(r.Findings) < maxFindings {
			r.Findings = append(r.Findings, Finding{s, k, where, fmt.Sprintf(format, args...), size})
		}
	}
}

// Count returns the number of findings of a severity.
func (r *Report) Count(s Severity) int {
	n := 0
	for _, f := range r.Findings {
		if f.Severity == s {
			n++
		}
	}
	return n
}
