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
	"github.com/sinew-anim/sinew/cmd/sinew/internal/performance"
	"github.com/sinew-anim/sinew/internal/output"
	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/spf13/cobra"
)

// graphOptions are the flags of graph.
type graphOptions struct {
	models.Source
	performance.Flags
	console.Output
	out    string
	strict bool
}

func newGraph() *cobra.Command {
	var opt graphOptions
	cmd := &cobra.Command{
		Use:   "graph GRAPH [MODEL]",
		Short: "Check, draw and play an animation graph",
		Long: `Graph reads an animation graph from a JSON file, checks it and prints it as a tree. With a
model or an archive it also checks the clips, events and joints that the graph names. An
archive that has a graph can be given instead of the file.

With -o it draws the graph: .svg with a layout, or .dot for Graphviz. It lists elements that
have no effect: transitions shadowed by an earlier one of their state, conditions that
exclude each other, unreachable states, and unused names.

--play plays an input file (sinew help input) and prints a timeline, or with --json every
step: states, clips with their weights, events, and the displacement of the character. It
ends with what the play did not use: states, transitions and blend samples.

Next: sinew view or render --graph plays the graph, sinew bake --graph stores it.`,
		Example: "  sinew graph hero.json\n" +
			"  sinew graph hero.json hero.fbx --with 'clips/*.fbx' -o hero.svg\n" +
			"  sinew graph hero.json hero.sinew --play jump.json --json",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) != 1 && len(args) != 2 {
				return console.Usagef("graph takes GRAPH and optionally MODEL, not %d files", len(args))
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
	console.AddOutput(cmd, &opt.out, ".svg", "draw the graph into a `file`, as .svg or .dot; - is the standard output")
	f.StringVar(&opt.Play, "play", "", "play the input of a JSON `file`, see sinew help input")
	opt.Source.AddFlags(cmd)
	opt.AddRootMotion(cmd)
	opt.Output.AddFlags(cmd)
	f.BoolVar(&opt.strict, "strict", false, "fail if an element has no effect or, with --play, was not used")
	return cmd
}

func (opt *graphOptions) run(ctx context.Context, stdout, stderr io.Writer) error {
	if err := opt.Check(&models.Choice{}); err != nil {
		return err
	}
	ext := strings.ToLower(filepath.Ext(opt.out))
	if opt.out != "" && ext != ".svg" && ext != ".dot" && ext != ".gv" {
		return console.Usagef("-o: %s is neither a .svg nor a .dot file", opt.out)
	}
	if opt.File == "" && (opt.Graph == console.Stdio || models.IsArchive(opt.Graph)) {
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
		return console.Usagef("--play needs a model after the graph")
	case len(opt.With) > 0:
		return console.Usagef("--with needs a model after the graph")
	}
	b, err := opt.BindGraph(ctx, o)
	if err != nil {
		return err
	}
	if opt.out != "" {
		if err := output.Write(opt.out, diagramOf(b, ext)); err != nil {
			return err
		}
	}
	said := graphs.Describe(b)
	if err := opt.print(ctx, stdout, b, said); err != nil || !opt.strict {
		return err
	}
	return said.Failure()
}

// print prints the graph, or what happens in a play; of a play that fails nothing.
func (opt *graphOptions) print(ctx context.Context, stdout io.Writer, b *performance.BoundGraph, said *graphs.Info) error {
	if opt.Play == "" {
		return opt.Print(stdout, said)
	}
	print := graphs.PlayPage
	if opt.JSON {
		print = graphs.PlayJSON
	}
	var whole bytes.Buffer
	if err := print(ctx, &whole, b, opt.Play, said); err != nil {
		return err
	}
	_, err := stdout.Write(whole.Bytes())
	return err
}

// diagramOf draws the graph in the format of an extension.
func diagramOf(b *performance.BoundGraph, ext string) []byte {
	o := graph.DiagramOptions{Seconds: b.Seconds}
	if ext == ".svg" {
		return graph.SVG(b.Graph, o)
	}
	return graph.DOT(b.Graph, o)
}
