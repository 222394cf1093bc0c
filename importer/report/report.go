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
	Parse    time.Duration // of that, libassimp's part

	Nodes  int // nodes in the file
	Joints int // joints of the skeleton
	// Memory in bytes of libassimp's scene, as it reports, and of the model, which AddClips
	// does not have.
	SceneBytes, ModelBytes int64
	MetresPerUnit          float64 // metres per unit of length of the file
	UpAxis                 string  // the file's up axis, "" if the format has none
	Clips                  []Clip
	Meshes                 []Mesh
	Findings               []Finding
	// Origin says which parts of a glTF file the model was made of, see importer.Options.Origin.
	Origin *soa.Origin `json:"-"`
}

// Clip describes one clip of the file.
type Clip struct {
	Name           string
	TicksPerSecond float64
	Start, End     float64 // seconds
	Tracks, Keys   int
	Constant       int // tracks that never change
	AtRest         int // of these, tracks equal to the rest pose, which are dropped
	Bend           SubFrameBend
}

// SubFrameBend is the distance of curves with a key on nearly every frame from the Catmull-Rom
// curve through their frames, which programs that sample frames show: an artefact of tangents,
// which baking omits unless exact curves are requested. It is zero for other clips, and not measured of
// those with more than MaxBendKeys keys, were each track to have one on every frame.
type SubFrameBend struct {
	Metres float64 // the largest distance of a joint or a point 3 cm from it on an axis
	Joint  string  // the joint with the largest distance
	Joints int     // number of joints with more than 0.1 mm
}

// MaxBendKeys is the largest number of keys on frames that a bend is measured of.
const MaxBendKeys = 1 << 24

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
	Info   Severity = iota // a note; nothing changed
	Repair                 // the file was wrong; the model is right
	Loss                   // a part of the file was lost or approximated
)

// String returns the severity's name.
func (s Severity) String() string { return [...]string{"info", "repair", "loss"}[min(s, Loss)] }

// MarshalText returns the severity's name, for JSON.
func (s Severity) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// Finding is one observation of the import.
type Finding struct {
	Severity Severity
	Kind     Kind
	Where    string // the node, clip, mesh or texture it is about
	Message  string
	Size     Size // the measured difference from the file, if any
}

// Size is a difference in millimetres ("mm"), degrees ("°") or as a fraction ("").
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

// maxFindings bounds the findings of one report for hostile files.
const maxFindings = 1000

// Add adds a finding without a measured size.
func (r *Report) Add(s Severity, k Kind, where, format string, args ...any) {
	r.AddSized(s, k, where, Size{}, format, args...)
}

// AddSized adds a finding with a measured size, which the message should also state.
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
