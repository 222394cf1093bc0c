package main

import (
	"bufio"
	"context"
	"fmt"
	"io"

	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/skin"
	"github.com/sinew-anim/sinew/soa"
	"github.com/spf13/cobra"
)

// poseOptions is what the flags of pose say.
type poseOptions struct {
	source
	choice
	times    []string
	space    string
	vertices bool
	json     bool
}

func newPose() *cobra.Command {
	var opt poseOptions
	cmd := &cobra.Command{
		Use:   "pose FILE",
		Short: "Print joint matrices, and skinned vertices, at given times",
		Long: `Pose evaluates clips at given times and prints the matrix of every joint,
morph weights and floats, which are any other numbers that a file animates.

Times are seconds on the file's own time line, from a clip's start to its end as
info tells them; before and after, the clip holds its first and last value.
Matrices are 3x4, row by row, and take column vectors. In the space

  model    they take the joint's frame to model space (Y up, metres)
  local    they take the joint's frame to its parent's
  palette  they take the vertices of a mesh as stored to model space; one for
           each entry of each skin

A model without clips is printed at rest.`,
		Example: "  sinew pose walk.fbx --time 0,0.5,1 --json\n" +
			"  sinew pose arnaud.fbx --with walk.fbx --clip walk --time 0.4 --vertices --json",
		Args: oneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			opt.file = args[0]
			return opt.run(cmd.Context(), cmd.OutOrStdout())
		},
	}
	opt.source.addFlags(cmd)
	opt.choice.addFlags(cmd)
	cmd.Flags().StringArrayVar(&opt.times, "time", nil, "`seconds` on the file's time line, several with commas (default: the start)")
	cmd.Flags().StringVar(&opt.space, "space", "model", "of the matrices: `local`, model or palette")
	cmd.Flags().BoolVar(&opt.vertices, "vertices", false, "also the vertices of all meshes, at rest and skinned")
	cmd.Flags().BoolVar(&opt.json, "json", false, "print JSON")
	return cmd
}

func (opt *poseOptions) run(ctx context.Context, stdout io.Writer) error {
	times, err := numberList("--time", opt.times)
	if err != nil {
		return err
	}
	switch opt.space {
	case "local", "model", "palette":
	default:
		return usagef("--space %q is none of local, model and palette", opt.space)
	}
	o, err := opt.open(ctx)
	if err != nil {
		return err
	}
	clips, err := opt.clips(o)
	if err != nil {
		return err
	}
	if opt.space == "palette" && len(o.model.Skins) == 0 {
		return fmt.Errorf("%s has no skin, so no palette", o.file)
	}
	poser, err := newPoser(o, clips, opt)
	if err != nil {
		return err
	}
	if len(times) == 0 {
		times = []float64{poser.start}
	}
	out := bufio.NewWriterSize(stdout, 1<<16)
	var print posePrinter = &poseTable{page: page{w: out}, poser: poser}
	if opt.json {
		print = &poseJSON{w: out, poser: poser}
	}
	print.begin()
	for _, t := range times {
		if err := ctx.Err(); err != nil {
			return err
		}
		if err := poser.at(t); err != nil {
			return err
		}
		if err := print.sample(); err != nil {
			return err
		}
	}
	if err := print.end(); err != nil {
		return err
	}
	return out.Flush()
}

// posePrinter writes samples as they are evaluated, so that output as large as
// one likes takes the memory of one sample.
type posePrinter interface {
	begin()
	sample() error
	end() error
}

// poser evaluates one character for printing.
type poser struct {
	*opened
	clips      []*soa.Clip
	start, end float64
	space      string
	players    *runtime.Players
	entries    []poseEntry

	time     float64
	matrices []float32 // 12 for each entry, in the space asked for
	vertices bool
	scratch  skin.Scratch
	position []float32
}

// poseEntry is one matrix that is printed: a joint's, or a palette entry's.
type poseEntry struct {
	name   string
	parent int // the entry of the parent, -1 for none
	skin   int // of a palette entry
}

func newPoser(o *opened, clips []*soa.Clip, opt *poseOptions) (*poser, error) {
	players, err := runtime.NewPlayers(o.model, 1)
	if err != nil {
		return nil, err
	}
	if err := players.Play(0, runtime.PlayOptions{Mode: runtime.Clamp}, clips...); err != nil {
		return nil, fmt.Errorf("%s: %w", o.file, err)
	}
	p := &poser{opened: o, clips: clips, space: opt.space, players: players, vertices: opt.vertices}
	p.start, p.end = span(clips)
	if p.space == "palette" {
		p.listPalettes()
	} else {
		for j, name := range o.model.Skeleton.Name {
			p.entries = append(p.entries, poseEntry{name: name, parent: int(o.model.Skeleton.Parent[j])})
		}
	}
	p.matrices = make([]float32, 12*len(p.entries))
	return p, nil
}

// listPalettes makes an entry for each of each skin's palette. Its parent is
// the nearest joint above that has an entry in the same skin.
func (p *poser) listPalettes() {
	skeleton := p.model.Skeleton
	for s, sk := range p.model.Skins {
		entry := make(map[int16]int, sk.Len())
		for i, j := range sk.Joint {
			if _, twice := entry[int16(j)]; !twice {
				entry[int16(j)] = len(p.entries) + i
			}
		}
		for _, j := range sk.Joint {
			e := poseEntry{name: skeleton.Name[j], parent: -1, skin: s}
			for a := skeleton.Parent[j]; a >= 0; a = skeleton.Parent[a] {
				if i, ok := entry[a]; ok {
					e.parent = i
					break
				}
			}
			p.entries = append(p.entries, e)
		}
	}
}

// at evaluates the pose at a time on the file's time line.
func (p *poser) at(t float64) error {
	p.time = t
	if err := p.players.Seek(0, t); err != nil {
		return err
	}
	p.players.Evaluate()
	switch p.space {
	case "model":
		copy(p.matrices, p.players.Matrices(0))
	case "palette":
		rest := p.matrices
		for s := range p.model.Skins {
			rest = rest[copy(rest, p.players.Palette(0, s)):]
		}
	case "local":
		// Where no joint has a parent, model space is each joint's own.
		loose := *p.model.Skeleton
		loose.Parent = make([]int16, loose.Len())
		for j := range loose.Parent {
			loose.Parent[j] = soa.NoJoint
		}
		pose := p.players.Pose(0)
		if err := runtime.LocalToModel(&loose, &pose, p.matrices); err != nil {
			return err
		}
	}
	return p.finite(p.matrices, "the matrices")
}

// finite refuses what overflowed: JSON has no such numbers, and whoever reads
// the page would not look for them.
func (p *poser) finite(values []float32, what string) error {
	for _, v := range values {
		if v-v != 0 {
			return fmt.Errorf("%s: %s at %v s are beyond what float32 holds", p.file, what, p.time)
		}
	}
	return nil
}

// skinned returns a mesh's positions in model space, valid until the next call.
func (p *poser) skinned(m int) ([]float32, error) {
	mesh := p.model.Meshes[m]
	matrices := p.players.MeshMatrices(m)
	if mesh.Skin != soa.None {
		matrices = p.players.Palette(0, mesh.Skin)
	}
	p.position = append(p.position[:0], mesh.Position...)
	pose := p.players.Pose(0)
	if err := skin.Vertices(mesh, matrices, pose.Weight, &p.scratch, p.position, nil); err != nil {
		return nil, err
	}
	return p.position, p.finite(p.position, fmt.Sprintf("the vertices of mesh %q", mesh.Name))
}
