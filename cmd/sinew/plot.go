package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/plots"
	"github.com/sinew-anim/sinew/inspect"
	"github.com/sinew-anim/sinew/internal/output"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/humanoid"
	"github.com/spf13/cobra"
)

// plotOptions are the flags of plot.
type plotOptions struct {
	models.Source
	models.Choice
	console.Output
	joints           []string
	show, components []string
	over, out        string
	samples          int
	width, height    int
}

// phasePortrait is the value of --show that draws the rate of rotations over them.
const phasePortrait = "phase"

func newPlot() *cobra.Command {
	var opt plotOptions
	cmd := &cobra.Command{
		Use:   "plot FILE...",
		Short: "Draw the curves of joints: keys, tangents, values, speed",
		Long: `Plot draws what joints do in a clip as one picture, for a paper or a pull request: a panel
per joint and kind, x in red, y in green, z in blue, keys as dots, tangents of splines as
grey lines. Several files lie over each other, the second dashed, the third dotted.

--show chooses kinds, several with commas:

  translation, rotation, scale   relative to the parent; angles about X, then Y, then Z
  position                       in model space
  speed, turning                 how fast the joint moves, and rotates, in model space
  phase                          a phase portrait: the rate of the rotation over it

--over phase draws clips of different lengths over one axis from 0 to 1.

Next: sinew lint finds keys that pop and loops that jerk, sinew pose prints the numbers.`,
		Example: "  sinew plot walk.fbx --joint hips -o hips.svg\n" +
			"  sinew plot walk.fbx run.fbx --joint foot.L --show rotation,speed --over phase -o feet.png",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 {
				return console.Usagef("plot takes at least one model file")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			return opt.run(cmd.Context(), args, cmd.OutOrStdout())
		},
	}
	opt.Source.AddFlags(cmd)
	opt.Choice.AddFlags(cmd)
	f := cmd.Flags()
	f.StringArrayVar(&opt.joints, "joint", nil, "a joint by `name` or path; may be repeated")
	f.StringSliceVar(&opt.show, "show", []string{"translation", "rotation", "speed"}, "`kinds` of curves, see above")
	f.StringSliceVar(&opt.components, "component", []string{"x", "y", "z"}, "`components` of values: x, y, z")
	f.StringVar(&opt.over, "over", "seconds", "the horizontal `axis`: seconds or phase")
	f.IntVar(&opt.samples, "samples", 500, "`number` of samples of each curve")
	f.IntVar(&opt.width, "width", 760, "`pixels` across")
	f.IntVar(&opt.height, "height", 0, "`pixels` down (default: by the number of panels)")
	console.AddOutput(cmd, &opt.out, ".svg", "the picture `file`, as .svg or .png; - is the standard output, as .svg")
	opt.Output.AddFlags(cmd)
	return cmd
}

// check checks the flags.
func (opt *plotOptions) check() error {
	for _, name := range opt.show {
		if _, ok := inspect.ParseCurveKind(name); !ok && name != phasePortrait {
			return console.Usagef("--show: %q is none of %s and %s", name, strings.Join(inspect.CurveKinds(), ", "), phasePortrait)
		}
	}
	for _, c := range opt.components {
		if c != "x" && c != "y" && c != "z" {
			return console.Usagef("--component: %q is none of x, y and z", c)
		}
	}
	switch {
	case len(opt.joints) == 0:
		return console.Usagef("--joint names the joint to draw; sinew info lists them")
	case opt.out == "":
		return console.Usagef("-o names the picture to write, .svg or .png")
	case opt.over != "seconds" && opt.over != "phase":
		return console.Usagef("--over: %q is neither seconds nor phase", opt.over)
	case opt.samples < inspect.LeastSamples || opt.samples > 100_000:
		return console.Usagef("--samples: %d is not within %d and 100000", opt.samples, inspect.LeastSamples)
	case opt.width < 200 || opt.width > 8000 || opt.height != 0 && (opt.height < 120 || opt.height > 8000):
		return console.Usagef("--width %d and --height %d: 200 to 8000 and 120 to 8000 are possible", opt.width, opt.height)
	}
	return nil
}

func (opt *plotOptions) run(ctx context.Context, files []string, stdout io.Writer) error {
	if err := opt.check(); err != nil {
		return err
	}
	format := strings.TrimPrefix(strings.ToLower(filepath.Ext(opt.out)), ".")
	if format != "svg" && format != "png" {
		return console.Usagef("-o: %s is neither .svg nor .png", opt.out)
	}
	picture, err := opt.picture(ctx, files)
	if err != nil {
		return err
	}
	var b bytes.Buffer
	if err := picture.Write(&b, format); err != nil {
		return err
	}
	if err := output.Write(opt.out, b.Bytes()); err != nil {
		return err
	}
	w, h := picture.Size()
	return opt.Print(stdout, &plotted{opt.out, picture.Files, len(picture.Panels), w, h})
}

// plotted is the result of plot.
type plotted struct {
	Output string   `json:"output"`
	Files  []string `json:"files"`
	Panels int      `json:"panels"`
	Width  int      `json:"width"`
	Height int      `json:"height"`
}

// Write prints what was drawn.
func (r *plotted) Write(p *console.Page) {
	p.Line("%s: %s, %d×%d", console.Printable(r.Output), console.Plural(r.Panels, "panel"), r.Width, r.Height)
}

// picture computes the panels.
func (opt *plotOptions) picture(ctx context.Context, files []string) (*plots.Picture, error) {
	p := &plots.Picture{Width: opt.width, Height: opt.height}
	for _, joint := range opt.joints {
		for _, kind := range opt.show {
			p.Panels = append(p.Panels, opt.panel(joint, kind))
		}
	}
	var titles []string
	for _, file := range files {
		src := opt.Source
		src.File = file
		o, err := src.Open(ctx)
		if err == nil {
			err = o.CheckOnly()
		}
		if err != nil {
			return nil, err
		}
		clip, err := opt.Clip(o)
		if err == nil && clip == nil {
			err = fmt.Errorf("%s has no clips; --with FILE adds those of another file", file)
		}
		if err != nil {
			return nil, err
		}
		name := filepath.Base(file)
		if slices.Contains(p.Files, name) {
			name = file
		}
		p.Files = append(p.Files, name)
		titles = append(titles, fmt.Sprintf("%s: %s", console.Printable(name), console.Named(clip.Name)))
		if err := opt.add(ctx, p, name, o.Model, clip); err != nil {
			return nil, fmt.Errorf("%s: %w", file, err)
		}
	}
	p.Title = console.Cut(strings.Join(titles, ", "), opt.width/7)
	return p, nil
}

// panel returns an empty panel.
func (opt *plotOptions) panel(joint, kind string) plots.Panel {
	panel := plots.Panel{Title: fmt.Sprintf("%s %s", console.Printable(joint), kind)}
	switch k, ok := inspect.ParseCurveKind(kind); {
	case !ok:
		panel.Title, panel.Axis = fmt.Sprintf("%s rotation: °/s over °", console.Printable(joint)), plots.Value
	case k.Unit() != "":
		panel.Title += ", " + k.Unit()
	}
	if opt.over == "phase" && panel.Axis == plots.Seconds {
		panel.Axis = plots.Phase
	}
	return panel
}

// add adds the curves of a file to the panels.
func (opt *plotOptions) add(ctx context.Context, p *plots.Picture, name string, m *soa.Model, clip *soa.Clip) error {
	at := 0
	for _, joint := range opt.joints {
		j, err := humanoid.FindJoint(m.Skeleton, joint)
		if err != nil {
			return fmt.Errorf("--joint: %w", err)
		}
		for _, show := range opt.show {
			kind, ok := inspect.ParseCurveKind(show)
			if !ok {
				kind = inspect.Rotation
			}
			list, err := inspect.Curves(ctx, m, clip, j, kind, opt.samples)
			if err != nil {
				return err
			}
			for _, c := range list {
				if c.Component == "" || slices.Contains(opt.components, c.Component) {
					p.Panels[at].Lines = append(p.Panels[at].Lines, plots.Line{File: name, Curve: c, Seconds: clip.Seconds()})
				}
			}
			at++
		}
	}
	return nil
}
