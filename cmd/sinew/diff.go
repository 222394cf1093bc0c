package main

import (
	"fmt"
	"io"
	"math"
	"strings"
	"unicode/utf8"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/runtime/compare"
	"github.com/sinew-anim/sinew/soa"
	"github.com/spf13/cobra"
)

func newDiff() *cobra.Command {
	var src models.Source
	var asJSON bool
	var o compare.Options
	cmd := &cobra.Command{
		Use:   "diff A B",
		Short: "Measure the distance between two models, or a model and its archive",
		Long: `Diff evaluates the clips that two files have in common, at all their keys and
between them, and prints the largest and the mean distance of joints and
vertices, with the place of the largest. Each file is a model or an archive.
Clips are matched by name (a single clip in each by itself), joints by path,
meshes by name and number of vertices, floats (other numbers that a file
animates) by joint and name.

A clip of which bake --root-motion took the movement is compared with the movement
put back, from where it fits the other best; --in-place leaves it out.

Curves with a key on every frame, or every other one, are compared as the
Catmull-Rom curve through the frames, which is what bake follows: how far they bend
away from it between frames is printed apart. --exact-curves, or an archive that was
baked so, compares the curves themselves.

The error of a joint is the largest of those of its origin and of three points on
its axes, --distance from it.`,
		Example: "  sinew diff walk.fbx walk.sinew\n  sinew diff walk.fbx walk.dae --json",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return console.Usagef("diff takes two files, %d are given", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if !(o.Distance > 0) || o.Times < 1 {
				return console.Usagef("--distance %v and --times %d have to be above 0", o.Distance, o.Times)
			}
			var models [2]*models.Opened
			for i, file := range args {
				src.File = file
				var err error
				if models[i], err = src.Open(cmd.Context()); err != nil {
					return err
				}
			}
			o.Exact = map[*soa.Clip]bool{}
			for _, m := range models {
				exactClips(m, o.Exact)
			}
			d, err := compare.Models(cmd.Context(), models[0].Model, models[1].Model, o)
			if err != nil {
				return fmt.Errorf("%s and %s: %w", args[0], args[1], err)
			}
			said := &diffReport{FileA: args[0], FileB: args[1], Difference: d}
			said.sum()
			if asJSON {
				return console.WriteJSON(cmd.OutOrStdout(), said)
			}
			return said.writePage(cmd.OutOrStdout())
		},
	}
	models.AddIsolate(cmd, &src.Isolate)
	cmd.Flags().Float64Var(&o.Distance, "distance", 0.03, "distance in `metres` of the points on a joint's axes")
	cmd.Flags().IntVar(&o.Times, "times", 1000, "largest number of moments compared per clip")
	cmd.Flags().BoolVar(&o.ExactCurves, "exact-curves", false, "compare all curves, also between frames that all have keys")
	cmd.Flags().BoolVar(&o.NoVertices, "no-vertices", false, "compare joints only")
	cmd.Flags().BoolVar(&o.InPlace, "in-place", false, "do not put back the movement that was taken out of clips")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// exactClips adds the clips of an archive that state bounds against their own curves.
func exactClips(o *models.Opened, to map[*soa.Clip]bool) {
	if o.Archive == nil {
		return
	}
	for _, p := range o.Archive.Packed {
		for _, c := range o.Model.Clips {
			if c.Name == p.Name && p.Bound > 0 && !p.OnFrames {
				to[c] = true
			}
		}
	}
}

// diffReport is what diff tells.
type diffReport struct {
	FileA  string  `json:"file_a"`
	FileB  string  `json:"file_b"`
	Joint  float64 `json:"largest_joint_error"`
	Vertex float64 `json:"largest_vertex_error"`
	Float  float64 `json:"largest_float_error"`
	*compare.Difference
}

func (d *diffReport) sum() {
	for i := range d.Clips {
		d.Joint = max(d.Joint, d.Clips[i].Joint.Max) // NaN stays
		d.Vertex = max(d.Vertex, d.Clips[i].Vertex.Max)
		d.Float = max(d.Float, d.Clips[i].Float.Max)
	}
}

func (d *diffReport) writePage(w io.Writer) error {
	p := &console.Page{To: w}
	p.Line("%s and %s", console.Printable(d.FileA), console.Printable(d.FileB))
	for i := range d.Clips {
		c := &d.Clips[i]
		console.Heading(p, "%s, at %s", console.Named(c.Name), console.Plural(c.Moments, "moment"))
		if math.Abs(c.SecondsA-c.SecondsB) > 1e-6 {
			p.Line("  it lasts %.6g s in the one and %.6g s in the other", c.SecondsA, c.SecondsB)
		}
		for i, put := range [...]bool{c.MotionA, c.MotionB} {
			if put {
				p.Wrapped("  ", fmt.Sprintf("the movement that was taken out of it is put back in %s", console.Printable([...]string{d.FileA, d.FileB}[i])))
			}
		}
		writeExtreme(p, "joints", metres, &c.Joint, "joint %s", console.Cut(console.Named(c.Joint.Part), 40))
		if c.MeshesCompared > 0 {
			writeExtreme(p, "vertices", metres, &c.Vertex, "%s, vertex %d", console.Cut(console.Named(c.Vertex.Part), 40), c.Vertex.Vertex)
		}
		if c.Bend.Max > 0 {
			writeExtreme(p, "bends", metres, &c.Bend, "joint %s, between frames", console.Cut(console.Named(c.Bend.Part), 40))
		}
		if c.FloatsCompared > 0 {
			writeExtreme(p, "floats", plainNumber, &c.Float, "%s", console.Cut(console.Named(c.Float.Part), 40))
		}
	}
	only := func(file string, m *compare.Missing) {
		for _, list := range []struct {
			what  string
			names []string
		}{{"clip", m.Clips}, {"joint", m.Joints}, {"mesh", m.Meshes}, {"float", m.Floats}} {
			if len(list.names) > 0 {
				p.Wrapped("  ", fmt.Sprintf("only in %s: %s: %s", console.Printable(file), console.Plural(len(list.names), list.what), listNames(list.names)))
			}
		}
	}
	p.Line("")
	only(d.FileA, &d.OnlyA)
	only(d.FileB, &d.OnlyB)
	return p.Flush()
}

// writeExtreme tells how far things are apart, and where: behind it, or where that
// is too wide below.
func writeExtreme(p *console.Page, what string, number func(float64) string, e *compare.Extreme, format string, where ...any) {
	line := fmt.Sprintf("  %-9s largest %s", what, number(e.Max))
	if what != "bends" {
		line += fmt.Sprintf("   mean %s", number(e.Mean))
	}
	if e.Max == 0 {
		p.Line("%s", line)
		return
	}
	at := fmt.Sprintf("at %.4f s: %s", e.Time, fmt.Sprintf(format, where...))
	if utf8.RuneCountInString(line)+3+utf8.RuneCountInString(at) <= console.PageWidth {
		p.Line("%s   %s", line, at)
		return
	}
	p.Line("%s", line)
	p.Line("%12s%s", "", at)
}

// metres is a distance for people, in millimetres.
func metres(m float64) string { return fmt.Sprintf("%9.3g mm", 1000*m) }

// plainNumber is as wide as metres.
func plainNumber(v float64) string { return fmt.Sprintf("%9.3g   ", v) }

// listNames is the first of many names.
func listNames(names []string) string {
	var parts []string
	for _, n := range names[:min(len(names), models.MaxNear)] {
		parts = append(parts, console.Named(n))
	}
	if more := len(names) - models.MaxNear; more > 0 {
		parts = append(parts, fmt.Sprintf("%d more", more))
	}
	return strings.Join(parts, ", ")
}
