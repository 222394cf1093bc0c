package summary

import (
	"context"
	"fmt"
	"strconv"
	"time"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/gpu/vertex"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Model describes a model and its import.
type Model struct {
	File          string          `json:"file"`
	Format        string          `json:"format"`
	Importer      string          `json:"importer"`
	ImportSeconds float64         `json:"import_seconds"`
	ParseSeconds  float64         `json:"parse_seconds"` // of these, of the parsing library
	MetresPerUnit float64         `json:"metres_per_file_unit"`
	UpAxis        string          `json:"file_up_axis,omitempty"`
	SceneBytes    int64           `json:"scene_bytes"` // memory of the parsing library
	ModelBytes    int64           `json:"model_bytes"` // memory of the model
	Joints        []Joint         `json:"joints"`
	Clips         []Clip          `json:"clips"`
	Meshes        []Mesh          `json:"meshes"`
	Skins         []Skin          `json:"skins"`
	Weights       []Weight        `json:"morph_weights"`
	Floats        []Float         `json:"floats"`
	Materials     []Material      `json:"materials"`
	Textures      []Texture       `json:"textures"`
	Findings      []Finding       `json:"findings"`
	With          []Added         `json:"with,omitempty"`
	Archive       *models.Archive `json:"archive,omitempty"`

	skeleton *soa.Skeleton // for the page
}

// Joint describes a joint.
type Joint struct {
	Name     string `json:"name"`
	Parent   int    `json:"parent"`
	Animated bool   `json:"animated"`
	Skinned  bool   `json:"skinned"`
}

// Clip describes a clip.
type Clip struct {
	Name           string         `json:"name"`
	File           string         `json:"file"`
	Start          float64        `json:"start"`
	End            float64        `json:"end"`
	TicksPerSecond float64        `json:"ticks_per_second"`
	Loop           bool           `json:"loop"`
	Additive       bool           `json:"additive"`
	Events         []Event        `json:"events"`
	Root           *Root          `json:"root,omitempty"` // of one loop
	Tracks         int            `json:"tracks"`
	Keys           int            `json:"keys"`
	Constant       int            `json:"constant_tracks"`
	Interpolation  map[string]int `json:"interpolation"` // tracks of each kind
	Spacing        float64        `json:"key_spacing"`   // mean seconds between the keys of moving tracks
	Bend           *Bend          `json:"bend,omitempty"`
}

// Bend is the distance, above 0.1 mm, of curves with a key on every frame, or on every other
// one, from the Catmull-Rom curve through the frames.
type Bend struct {
	Largest float64 `json:"largest"` // metres
	Joint   string  `json:"joint"`   // of the largest
	Joints  int     `json:"joints"`  // that bend by more than 0.1 mm
}

// Mesh describes a mesh.
type Mesh struct {
	Name         string   `json:"name"`
	Node         string   `json:"node"`
	Vertices     int      `json:"vertices"`
	Triangles    int      `json:"triangles"`
	Skin         int      `json:"skin"`       // -1 without
	Joint        int      `json:"joint"`      // that carries it, -1 without
	Influences   int      `json:"influences"` // per vertex
	Skinning     string   `json:"skinning,omitempty"`
	Material     int      `json:"material"` // -1 without
	MorphTargets []string `json:"morph_targets,omitempty"`
	// Histogram counts vertices by influences in the file, the last entry those with 8 and
	// more; LostWeight is the largest weight that the limit cut from a vertex.
	Histogram  []int   `json:"influence_histogram,omitempty"`
	LostWeight float32 `json:"lost_weight"`
	Vertex     string  `json:"gpu_vertex"` // how a vertex goes to the GPU, see gpu/vertex
}

// Skin describes a skin.
type Skin struct {
	Joints int   `json:"joints"`
	Meshes []int `json:"meshes"`
}

// Weight describes a morph weight.
type Weight struct {
	Mesh   string  `json:"mesh"`
	Target string  `json:"target"`
	Rest   float32 `json:"rest"`
}

// What --strict fails for.
const (
	AllLosses    = "all"    // any loss
	MotionLosses = "motion" // one that changes how the model moves
)

// What a loss may change.
const (
	changesMotion = "motion"
	changesLooks  = "looks"
)

// Finding is a finding of the import.
type Finding struct {
	Severity string `json:"severity"`          // "info", "repair" or "loss"
	Changes  string `json:"changes,omitempty"` // of a loss: "motion" or "looks"
	Kind     string `json:"kind"`              // one word for a program
	File     string `json:"file"`
	Where    string `json:"where,omitempty"`
	Message  string `json:"message"`
	// Size is the error of the model, if it is measured, in millimetres (unit "mm"), degrees
	// ("°") or as a fraction.
	Size     float64 `json:"size,omitempty"`
	SizeUnit string  `json:"size_unit,omitempty"`
}

// Added describes another file with clips.
type Added struct {
	File          string  `json:"file"`
	ImportSeconds float64 `json:"import_seconds"`
	Clips         int     `json:"clips"`
	Error         string  `json:"error,omitempty"` // why it has none
}

// Describe describes an opened model.
func Describe(ctx context.Context, o *models.Opened) *Model {
	m, r := o.Model, &o.Report
	in := &Model{
		File: r.File, Format: r.Format, Importer: r.Importer,
		ImportSeconds: seconds(r.Duration), ParseSeconds: seconds(r.Parse),
		MetresPerUnit: r.MetresPerUnit, UpAxis: r.UpAxis, SceneBytes: r.SceneBytes, ModelBytes: r.ModelBytes,
		Joints: describeJoints(m), Meshes: describeMeshes(m, r), Skins: make([]Skin, len(m.Skins)),
		Clips: describeClips(ctx, o), skeleton: m.Skeleton, Archive: o.Archive,
	}
	for _, part := range o.Added {
		w := Added{File: part.File, ImportSeconds: seconds(part.Report.Duration), Clips: part.Clips}
		if part.Err != nil {
			w.Error = part.Err.Error()
		}
		in.With = append(in.With, w)
	}
	for i, s := range m.Skins {
		in.Skins[i].Joints, in.Skins[i].Meshes = s.Len(), []int{}
	}
	for i, mesh := range m.Meshes {
		if mesh.Skin != soa.None {
			in.Skins[mesh.Skin].Meshes = append(in.Skins[mesh.Skin].Meshes, i)
		}
	}
	in.Weights = make([]Weight, len(m.Weights))
	for i, w := range m.Weights {
		in.Weights[i] = Weight(w)
	}
	in.Floats = describeFloats(m)
	in.Materials, in.Textures = describeMaterials(m), describeTextures(m)
	in.Findings = []Finding{}
	for _, part := range o.Reports() {
		for _, f := range part.Findings {
			changes := ""
			if f.Severity == models.Loss {
				changes = changesMotion
				if f.Kind.Looks() {
					changes = changesLooks
				}
			}
			in.Findings = append(in.Findings,
				Finding{f.Severity.String(), changes, string(f.Kind), part.File, f.Where, f.Message, f.Size.Value, f.Size.Unit})
		}
	}
	in.Findings = append(in.Findings, rounded(o)...)
	return in
}

func seconds(d time.Duration) float64 { return d.Seconds() }

func describeJoints(m *soa.Model) []Joint {
	joints := make([]Joint, m.Skeleton.Len())
	for j := range joints {
		joints[j].Name, joints[j].Parent = m.Skeleton.Name[j], int(m.Skeleton.Parent[j])
	}
	for _, c := range m.Clips {
		for i := range c.Tracks {
			if t := &c.Tracks[i]; t.Property <= soa.Scale {
				joints[t.Target].Animated = true
			}
		}
	}
	for _, s := range m.Skins {
		for _, j := range s.Joint {
			joints[j].Skinned = true
		}
	}
	return joints
}

func describeClips(ctx context.Context, o *models.Opened) []Clip {
	clips := make([]Clip, len(o.Model.Clips))
	skeleton := exact.NewSkeleton(o.Model, nil)
	for i, c := range o.Model.Clips {
		clips[i] = Clip{
			Name: c.Name, File: o.ClipFile[i], Start: c.Start, End: c.End(), TicksPerSecond: c.TicksPerSecond,
			Loop: c.Loop, Tracks: len(c.Tracks), Keys: len(c.Time), Interpolation: map[string]int{},
			Additive: c.Additive, Events: describeEvents(c), Root: describeRoot(ctx, o.Model, c),
		}
		for t := range c.Tracks {
			if first, end := c.Keys(t); end-first == 1 {
				clips[i].Constant++
			}
			clips[i].Interpolation[c.Tracks[t].Interpolation.String()]++
		}
		clips[i].Spacing = keySpacing(c)
		if b, _ := skeleton.Bend(c, bake.DefaultDistance, nil); b.Joints > 0 {
			clips[i].Bend = &Bend{b.Max, o.Model.Skeleton.Name[b.Joint], b.Joints}
		}
	}
	return clips
}

// keySpacing is the mean time between the keys of the tracks that move.
func keySpacing(c *soa.Clip) float64 {
	ticks, steps := 0.0, 0
	for t := range c.Tracks {
		if a, b := c.Keys(t); b-a > 1 {
			ticks += float64(c.Time[b-1] - c.Time[a])
			steps += b - a - 1
		}
	}
	if steps == 0 {
		return 0
	}
	return ticks / float64(steps) / c.TicksPerSecond
}

func describeMeshes(m *soa.Model, r *models.Report) []Mesh {
	meshes := make([]Mesh, len(m.Meshes))
	packer := vertex.NewPacker(m, vertex.Options{})
	for i, mesh := range m.Meshes {
		layout := packer.Layout(&vertex.Mesh{Mesh: mesh})
		meshes[i] = Mesh{
			Name: mesh.Name, Node: mesh.Node, Vertices: mesh.Vertices(), Triangles: len(mesh.Index) / 3,
			Skin: mesh.Skin, Joint: int(mesh.Joint), Influences: mesh.Influences, Material: mesh.Material,
			Skinning: skinning(mesh), Vertex: layout.String(),
		}
		if i < len(r.Meshes) && mesh.Skin != soa.None {
			meshes[i].Histogram, meshes[i].LostWeight = r.Meshes[i].Influences[:], r.Meshes[i].LostWeight
		}
		for _, t := range mesh.Morphs {
			meshes[i].MorphTargets = append(meshes[i].MorphTargets, t.Name)
		}
	}
	return meshes
}

// CheckLosses returns an error if the import lost something that strict names.
func (in *Model) CheckLosses(strict string) error {
	n, first := 0, ""
	for _, f := range in.Findings {
		if f.Severity == models.Loss.String() && (strict == AllLosses || f.Changes == changesMotion) {
			if n++; n == 1 {
				first = console.Prefix(f.Message, f.File, f.Where)
			}
		}
	}
	for _, w := range in.With {
		if w.Error != "" {
			if n++; n == 1 {
				first = w.Error
			}
		}
	}
	if n == 0 {
		return nil
	}
	return fmt.Errorf("--strict=%s: %s, the first is %s", strict, console.Plural(n, "loss"), first)
}

// Columns are the heads of Row.
func Columns() []string { return []string{"format", "joints", "clips", "meshes", "losses"} }

// Row is the line of a table of models, after the file's name.
func (in *Model) Row() []string {
	losses := 0
	for _, f := range in.Findings {
		if f.Severity == models.Loss.String() {
			losses++
		}
	}
	row := []string{in.Format}
	for _, n := range []int{len(in.Joints), len(in.Clips), len(in.Meshes), losses} {
		row = append(row, strconv.Itoa(n))
	}
	return row
}
