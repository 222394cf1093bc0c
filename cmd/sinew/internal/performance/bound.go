package performance

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/runtime/graph"
)

// BoundGraph is a graph and, if there is one, the model it was compiled for.
type BoundGraph struct {
	File    string
	Graph   *graph.Graph
	Model   *models.Opened // or nil
	Program *graph.Program // with a model
}

// BindGraph reads the graph of the flags, or that of the model's archive, and compiles it for
// the model, if there is one.
func (s *Flags) BindGraph(ctx context.Context, o *models.Opened) (*BoundGraph, error) {
	b := &BoundGraph{File: s.Graph, Model: o}
	var data []byte
	var err error
	switch {
	case s.Graph != "":
		data, err = os.ReadFile(s.Graph)
	case o.Archive == nil || o.Archive.GraphJSON == nil:
		return nil, fmt.Errorf("%s has no graph: --graph names a file with one", o.File)
	default:
		b.File, data = o.File, o.Archive.GraphJSON
	}
	if err != nil {
		return nil, err
	}
	if b.Graph, err = graph.Parse(data); err != nil {
		return nil, fmt.Errorf("%s: %w", b.File, err)
	}
	if o == nil {
		return b, nil
	}
	if err := s.takeGraph(ctx, o, b.Graph); err != nil {
		return nil, err
	}
	if b.Program, err = graph.Compile(b.Graph, graph.ClipsOfModel(o.Model)); err != nil {
		return nil, fmt.Errorf("%s, for %s: %w", b.File, o.File, err)
	}
	return b, nil
}

// takeGraph extracts root motion from the clips that a graph plays, if flags say so; clips
// that it only adds keep theirs.
func (s *Flags) takeGraph(ctx context.Context, o *models.Opened, g *graph.Graph) error {
	if len(s.RootMotion) == 0 {
		return nil
	}
	if err := s.takeNamed(ctx, o); err != nil {
		return err
	}
	plays, adds := make(map[string]bool), make(map[string]bool)
	var added []string // paths of nodes
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
	keep := s.takeOthers(ctx, o, only...)
	for k, c := range o.Model.Clips {
		if err := keep[k]; err != nil && plays[c.Name] {
			return err
		}
	}
	return nil
}

// Seconds returns the length of a clip of the model.
func (b *BoundGraph) Seconds(clip string) (float64, bool) {
	if b.Model == nil {
		return 0, false
	}
	for _, c := range b.Model.Model.Clips {
		if c.Name == clip {
			return c.Seconds(), true
		}
	}
	return 0, false
}

// Name returns the graph's name, or that of its file.
func (b *BoundGraph) Name() string {
	if b.Graph.Name != "" {
		return b.Graph.Name
	}
	return strings.TrimSuffix(filepath.Base(b.File), filepath.Ext(b.File))
}

// PlayHelp is the help of --play.
const PlayHelp = `A file of --play lists the input of a graph over time:

  {"rate": 60, "until": 3,
   "steps": [{"at": 0, "set": {"speed": 1.4, "move": [0.3, -1], "crouch": true}},
             {"at": 0.5, "trigger": ["jump"]},
             {"step": 90, "set": {"speed": 0}}]}

rate is the number of steps per second (or dt, the seconds of one). at is in seconds, applied
at the start of the step that contains it; step counts from 0. until is in seconds, count in
steps.

Next: sinew view --graph GRAPH --record FILE writes such a file of what you do.`
