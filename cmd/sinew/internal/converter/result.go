package converter

import (
	"fmt"
	"io"
	"path/filepath"
	"strconv"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/exporter"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/inspect"
)

// The losses that fail with --strict.
const (
	AllLosses    = "all"
	MotionLosses = "motion"
)

// Result is the report of convert.
type Result struct {
	Inputs []string `json:"inputs"`
	Losses []Loss   `json:"losses"` // of the imports
	// Takes are clips that have other names than in their files, or were left out.
	Takes   []Take   `json:"takes,omitempty"`
	Outputs []Output `json:"outputs"`
	shown   []string // lines of Losses: those that are alike are one
}

// Loss is something that an import lost.
type Loss struct {
	File    string `json:"file"`
	Where   string `json:"where"`
	Message string `json:"message"`
	Looks   bool   `json:"looks,omitempty"`
}

// Take is a clip of a file that has another name in the model, or is not in it.
type Take struct {
	File    string `json:"file"`
	Clip    string `json:"clip"`
	Message string `json:"message"`
}

// Output is a written file.
type Output struct {
	File     string             `json:"file"`
	Bytes    int64              `json:"bytes"` // with the files beside it
	Clips    int                `json:"clips"`
	Findings []exporter.Finding `json:"findings"`

	// Compared: the file was read again. The greatest difference is that of a joint or of a mesh's vertex.
	Compared    bool            `json:"compared"`
	Unread      bool            `json:"unread,omitempty"`     // this build has no reader for the file
	Uncompared  string          `json:"uncompared,omitempty"` // why it was not compared, though it was read
	Millimetres float64         `json:"millimetres"`
	Joints      float64         `json:"joints_millimetres"`
	Vertices    float64         `json:"vertices_millimetres"`
	Part        string          `json:"part,omitempty"`
	Clip        string          `json:"clip,omitempty"`
	Time        float64         `json:"time"`
	Missing     inspect.Missing `json:"missing"` // what the file does not have
}

func newResult(from *models.Opened) *Result {
	r := &Result{Inputs: append([]string{from.File}, from.With...), Losses: []Loss{}}
	for _, of := range from.Reports() {
		for _, f := range of.Findings {
			switch {
			case f.Severity == models.Loss:
				r.Losses = append(r.Losses, Loss{of.File, f.Where, f.Message, f.Kind.Looks()})
			case f.Kind == report.RenamedClip || f.Kind == report.StillClip:
				r.Takes = append(r.Takes, Take{of.File, f.Where, f.Message})
			}
		}
		for _, g := range report.Alike(of.Findings) {
			if g.Severity == models.Loss {
				r.shown = append(r.shown, console.Prefix(g.Text(), of.File, g.Places()))
			}
		}
	}
	return r
}

// Warn states the losses and what became of takes, where the result is not printed.
func (r *Result) Warn(stderr io.Writer) {
	for _, line := range r.shown {
		console.Warn(stderr, "%s", line)
	}
	for _, t := range r.Takes {
		console.Warn(stderr, "%s", console.Prefix(t.Message, t.File, t.Clip))
	}
	for i := range r.Outputs {
		for _, f := range r.Outputs[i].Findings {
			if f.Loss {
				console.Warn(stderr, "lost: %s", f)
			}
		}
	}
}

// Write prints the outputs with what they lost.
func (r *Result) Write(p *console.Page) {
	for _, line := range r.shown {
		p.Wrapped("lost by the import: ", console.Printable(line))
	}
	for i := range r.Outputs {
		r.Outputs[i].write(p)
	}
	for _, t := range r.Takes {
		p.Wrapped("  note: ", console.Printable(console.Prefix(t.Message, filepath.Base(t.File), t.Clip)))
	}
}

func (o *Output) write(p *console.Page) {
	p.Line("%s: %s, %s", console.Printable(o.File), console.Kilobytes(o.Bytes), console.Plural(o.Clips, "clip"))
	if o.Compared {
		line := fmt.Sprintf("round trip %.3g mm", o.Millimetres)
		if o.Millimetres > 0 {
			line += fmt.Sprintf(", at %s, clip %s, %.4g s", console.Named(o.Part), console.Named(o.Clip), o.Time)
		}
		p.Wrapped("  ", line)
	}
	if o.Unread {
		p.Line("  not compared: this build, without libassimp, does not read %s files", filepath.Ext(o.File))
	}
	if o.Uncompared != "" {
		p.Wrapped("  not compared: ", console.Printable(o.Uncompared))
	}
	for _, list := range []struct {
		what  string
		names []string
	}{{"clip", o.Missing.Clips}, {"joint", o.Missing.Joints}, {"mesh", o.Missing.Meshes}, {"float", o.Missing.Floats}} {
		if n := len(list.names); n > 0 {
			p.Wrapped("  missing: ", fmt.Sprintf("%s, the first is %s", console.Plural(n, list.what), console.Named(list.names[0])))
		}
	}
	for _, f := range o.Findings {
		lead := "  note: "
		if f.Loss {
			lead = "  lost: "
		}
		p.Wrapped(lead, console.Printable(f.String()))
	}
}

// CheckLosses returns an error if an import or an export lost something that strict names.
func (r *Result) CheckLosses(strict string) error {
	n, first := 0, ""
	count := func(looks bool, text string) {
		if strict == AllLosses || !looks {
			if n++; n == 1 {
				first = text
			}
		}
	}
	for _, l := range r.Losses {
		count(l.Looks, console.Prefix(l.Message, l.File, l.Where))
	}
	for _, o := range r.Outputs {
		for _, f := range o.Findings {
			if f.Loss {
				count(f.Looks, f.String())
			}
		}
		for what, names := range map[string][]string{"clip": o.Missing.Clips, "mesh": o.Missing.Meshes} {
			if len(names) > 0 {
				count(false, fmt.Sprintf("%s lacks the %s %q", o.File, what, names[0]))
			}
		}
	}
	if n == 0 {
		return nil
	}
	return fmt.Errorf("--strict=%s: %s, the first is %s", strict, console.Plural(n, "loss"), first)
}

// Columns are the heads of Row.
func Columns() []string { return []string{"outputs", "clips", "size", "mm off", "losses"} }

// Row is the line of a table of results, after the input's name.
func (r *Result) Row() []string {
	clips, bytes, off, losses := 0, int64(0), 0.0, len(r.Losses)
	for _, o := range r.Outputs {
		clips, bytes, off = clips+o.Clips, bytes+o.Bytes, max(off, o.Millimetres) // NaN stays
		for _, f := range o.Findings {
			if f.Loss {
				losses++
			}
		}
	}
	return []string{strconv.Itoa(len(r.Outputs)), strconv.Itoa(clips), console.Kilobytes(bytes), fmt.Sprintf("%.3g", off), strconv.Itoa(losses)}
}
