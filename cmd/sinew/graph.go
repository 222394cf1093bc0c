package main

import (
	"bytes"
	"context"
	"io"
	"path/filepath"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/graphs"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/play"
	"github.com/sinew-anim/sinew/runtime/graph/diagram"
	"github.com/spf13/cobra"
)

// graphOptions is what the flags of graph say.
type graphOptions struct {
	models.Source
	play.Flags
	out          string
	json, strict bool
}

func newGraph() *cobra.Command {
	var opt graphOptions
	cmd := &cobra.Command{
		Use:   "graph GRAPH [MODEL]",
		Short: "Check, draw and play an animation graph",
		Long: `Graph reads an animation graph, a JSON file, checks it and prints it as a tree. With a
model, a file or an archive, it also checks the clips, events and joints that the
graph names. An archive that has a graph stands for both.

With -o it draws the graph: an .svg, laid out, or a .dot for Graphviz. What it finds
to have no effect it lists: transitions that a prior one of their state shadows, that
have conditions which never hold together, states that nothing leads to, and names
that nothing uses.

` + play.PlayHelp + `
Then it prints what happens when, or with --json every step: the states, the clips
with their weights, events, and where the character is. At the end it says what of
the graph was not used: states, transitions and samples of blends.`,
		Example: "  sinew graph hero.json\n" +
			"  sinew graph hero.json hero.fbx --with 'clips/*.fbx' -o hero.svg\n" +
			"  sinew graph hero.json hero.sinew --play jump.json --json",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 && len(args) != 2 {
				return console.Usagef("graph takes a graph and perhaps a model, %d files are given", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			opt.Graph, opt.File = args[0], ""
			if len(args) > 1 {
				opt.File = args[1]
			}
			return opt.run(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	f := cmd.Flags()
	f.StringVarP(&opt.out, "output", "o", "", "draw the graph into a `file`, as .svg or .dot")
	f.StringVar(&opt.Play, "play", "", "play the input that a JSON `file` lists, see above")
	opt.Source.AddFlags(cmd)
	opt.AddRootMotion(cmd)
	f.BoolVar(&opt.json, "json", false, "print JSON")
	f.BoolVar(&opt.strict, "strict", false, "fail where something has no effect or, with --play, was not used")
	return cmd
}

func (opt *graphOptions) run(ctx context.Context, stdout, stderr io.Writer) error {
	if err := opt.Check(&models.Choice{}); err != nil {
		return err
	}
	ext := strings.ToLower(filepath.Ext(opt.out))
	if opt.out != "" && ext != ".svg" && ext != ".dot" && ext != ".gv" {
		return console.Usagef("-o: %s is neither .svg nor .dot", opt.out)
	}
	if opt.File == "" && models.IsArchive(opt.Graph) {
		opt.Graph, opt.File = "", opt.Graph
	}
	var o *models.Opened
	var err error
	switch {
	case opt.File != "":
		if o, err = opt.Open(ctx); err != nil {
			return err
		}
		o.WarnLosses(stderr)
	case opt.Play != "":
		return console.Usagef("--play needs a model besides the graph")
	case len(opt.With) > 0:
		return console.Usagef("--with needs a model besides the graph")
	}
	b, err := opt.BindGraph(o)
	if err != nil {
		return err
	}
	if opt.out != "" {
		if err := console.WriteWhole(opt.out, diagramOf(b, ext)); err != nil {
			return err
		}
	}
	said := graphs.Describe(b)
	if err := opt.print(ctx, stdout, b, said); err != nil || !opt.strict {
		return err
	}
	return said.Failure()
}

func (opt *graphOptions) print(ctx context.Context, stdout io.Writer, b *play.BoundGraph, said *graphs.Info) error {
	var b2 bytes.Buffer // nothing is printed of a play that fails
	var err error
	switch {
	case opt.Play != "" && opt.json:
		err = graphs.PlayJSON(ctx, &b2, b, opt.Play, said)
	case opt.Play != "":
		err = graphs.PlayPage(ctx, &b2, b, opt.Play, said)
	case opt.json:
		err = console.WriteJSON(&b2, said)
	default:
		err = said.Write(&console.Page{To: &b2})
	}
	if err != nil {
		return err
	}
	_, err = stdout.Write(b2.Bytes())
	return err
}

// diagramOf draws the graph in the format of an extension.
func diagramOf(b *play.BoundGraph, ext string) []byte {
	o := diagram.Options{Seconds: b.Seconds}
	if ext == ".svg" {
		return diagram.SVG(b.Graph, o)
	}
	return diagram.DOT(b.Graph, o)
}
