package main

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/runtime/graph/diagram"
	"github.com/spf13/cobra"
)

// graphOptions is what the flags of graph say.
type graphOptions struct {
	models.Source
	scripting
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

` + playHelp + `
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
			opt.graph, opt.File = args[0], ""
			if len(args) > 1 {
				opt.File = args[1]
			}
			return opt.run(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	f := cmd.Flags()
	f.StringVarP(&opt.out, "output", "o", "", "draw the graph into a `file`, as .svg or .dot")
	f.StringVar(&opt.play, "play", "", "play the input that a JSON `file` lists, see above")
	opt.Source.AddFlags(cmd)
	opt.addRootMotion(cmd)
	f.BoolVar(&opt.json, "json", false, "print JSON")
	f.BoolVar(&opt.strict, "strict", false, "fail where something has no effect or, with --play, was not used")
	return cmd
}

// playHelp is what the help of commands with --play says of it.
const playHelp = `A file of --play lists what a game sets, and when:

  {"rate": 60, "until": 3,
   "steps": [{"at": 0, "set": {"speed": 1.4, "move": [0.3, -1], "crouch": true}},
             {"at": 0.5, "trigger": ["jump"]},
             {"step": 90, "set": {"speed": 0}}]}

rate is steps per second (or dt, the seconds of one), at is seconds, from the start of
the step that they are in, and step counts from 0. until is seconds, count steps.`

func (opt *graphOptions) run(ctx context.Context, stdout, stderr io.Writer) error {
	if err := opt.check(&models.Choice{}); err != nil {
		return err
	}
	ext := strings.ToLower(filepath.Ext(opt.out))
	if opt.out != "" && ext != ".svg" && ext != ".dot" && ext != ".gv" {
		return console.Usagef("-o: %s is neither .svg nor .dot", opt.out)
	}
	if opt.File == "" && models.IsArchive(opt.graph) {
		opt.graph, opt.File = "", opt.graph
	}
	var o *models.Opened
	var err error
	switch {
	case opt.File != "":
		if o, err = opt.Open(ctx); err != nil {
			return err
		}
		o.WarnLosses(stderr)
	case opt.play != "":
		return console.Usagef("--play needs a model besides the graph")
	case len(opt.With) > 0:
		return console.Usagef("--with needs a model besides the graph")
	}
	b, err := opt.bindGraph(o)
	if err != nil {
		return err
	}
	if opt.out != "" {
		if err := console.WriteWhole(opt.out, b.drawing(ext)); err != nil {
			return err
		}
	}
	said := describeGraph(b)
	if err := opt.print(ctx, stdout, b, said); err != nil || !opt.strict {
		return err
	}
	return said.failure()
}

func (opt *graphOptions) print(ctx context.Context, stdout io.Writer, b *boundGraph, said *graphInfo) error {
	var b2 bytes.Buffer // nothing is printed of a play that fails
	var err error
	switch {
	case opt.play != "" && opt.json:
		err = playJSON(ctx, &b2, b, opt.play, said)
	case opt.play != "":
		err = playPage(ctx, &b2, b, opt.play, said)
	case opt.json:
		err = console.WriteJSON(&b2, said)
	default:
		err = said.write(&console.Page{To: &b2})
	}
	if err != nil {
		return err
	}
	_, err = stdout.Write(b2.Bytes())
	return err
}

// drawing draws the graph in the form of an extension.
func (b *boundGraph) drawing(ext string) []byte {
	o := diagram.Options{Seconds: b.seconds}
	if ext == ".svg" {
		return diagram.SVG(b.graph, o)
	}
	return diagram.DOT(b.graph, o)
}

// boundGraph is a graph and, perhaps, the model that it was compiled against.
type boundGraph struct {
	file    string
	graph   *graph.Graph
	model   *models.Opened // or nil
	program *graph.Program // with a model
}

// bindGraph reads the graph that the flags name, or that of the archive which the model
// came from, and compiles it against the model, if there is one.
func (s *scripting) bindGraph(o *models.Opened) (*boundGraph, error) {
	b := &boundGraph{file: s.graph, model: o}
	var data []byte
	var err error
	switch {
	case s.graph != "":
		data, err = os.ReadFile(s.graph)
	case o.Archive == nil || o.Archive.GraphJSON == nil:
		return nil, fmt.Errorf("%s has no graph: --graph names a file with one", o.File)
	default:
		b.file, data = o.File, o.Archive.GraphJSON
	}
	if err != nil {
		return nil, err
	}
	if b.graph, err = graph.Parse(data); err != nil {
		return nil, fmt.Errorf("%s: %w", b.file, err)
	}
	if o == nil {
		return b, nil
	}
	if err := s.takeGraph(o, b.graph); err != nil {
		return nil, err
	}
	if b.program, err = graph.Compile(b.graph, graph.OfModel(o.Model)); err != nil {
		return nil, fmt.Errorf("%s, for %s: %w", b.file, o.File, err)
	}
	return b, nil
}

// takeGraph takes the root's motion out of the clips that a graph plays, where flags say
// so; those that it only adds keep theirs.
func (s *scripting) takeGraph(o *models.Opened, g *graph.Graph) error {
	if len(s.rootMotion) == 0 {
		return nil
	}
	if err := s.takeNamed(o); err != nil {
		return err
	}
	plays, adds := make(map[string]bool), make(map[string]bool)
	var added []string // places
	g.Walk(func(path string, n graph.Node) {
		for _, in := range n.Children() {
			if in.Adds {
				added = append(added, path+in.Path)
			}
		}
		clip, ok := n.(*graph.Clip)
		if !ok {
			return
		}
		for _, at := range added {
			if path == at || strings.HasPrefix(path, at+"/") {
				adds[clip.Clip] = true
				return
			}
		}
		plays[clip.Clip] = true
	})
	var only []string
	for name := range adds {
		if !plays[name] {
			only = append(only, name)
		}
	}
	keep := s.takeOthers(o, only...)
	for k, c := range o.Model.Clips {
		if err := keep[k]; err != nil && plays[c.Name] {
			return err
		}
	}
	return nil
}

// seconds is the length of a clip of the model.
func (b *boundGraph) seconds(clip string) (float64, bool) {
	if b.model == nil {
		return 0, false
	}
	for _, c := range b.model.Model.Clips {
		if c.Name == clip {
			return c.Seconds(), true
		}
	}
	return 0, false
}

// name returns the graph's name, or that of its file.
func (b *boundGraph) name() string {
	if b.graph.Name != "" {
		return b.graph.Name
	}
	return strings.TrimSuffix(filepath.Base(b.file), filepath.Ext(b.file))
}
