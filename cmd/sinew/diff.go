package main

import (
	"context"
	"errors"
	"fmt"
	"io"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/batch"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/reports"
	"github.com/sinew-anim/sinew/inspect"
	"github.com/sinew-anim/sinew/soa"
	"github.com/spf13/cobra"
)

// diffOptions are the flags of diff.
type diffOptions struct {
	console.Output
	src     models.Source
	compare inspect.CompareOptions
	limits  diffLimits
	workers int
}

func newDiff() *cobra.Command {
	var opt diffOptions
	o := &opt.compare
	cmd := &cobra.Command{
		Use:   "diff A B",
		Short: "Measure the distance between two models, or a model and its archive",
		Long: `Diff evaluates the clips that two files have in common, at all their keys and between them,
and prints the largest and the mean distance of joints and vertices, and where the largest
is. Each file is a model or an archive. Clips are matched by name (a single clip in each by
itself), joints by path, meshes by name and number of vertices, floats (other numbers that a
file animates) by joint and name.

A clip whose root motion was extracted is compared with the motion put back, from where it
fits the other clip best; --in-place leaves it out.

Two clips that both have a key on every frame, or on every other one, are compared as the
Catmull-Rom curves through their frames (see sinew help bounds); how far they bend away from
these between frames is printed separately. Of others, with --exact-curves, and of an archive
baked with it, the curves themselves are compared. The error of a joint is the largest of that
of its origin and of three points on its axes, --distance away from it.

Rest poses, weights, shapes, surfaces, materials and names are compared too. --fail makes the
exit code 1 where something differs by more than its limits: a length for joints and vertices, an
angle (0.5deg) for joints and normals, a time (default 1ms) for lengths of clips, a percentage
(default 1%) for weights and colours; a length or an angle that is not given does not count, and
names, settings and parts of one file alone always do. --count and --ignore choose kinds: motion,
lengths, rest, weights, shapes, surfaces, materials, names, parts.

Two folders, or two patterns, are compared file by file: of equal paths in both, or equal but
for the extensions. A file that only one of them has fails.

Next: sinew bake --bound makes a closer archive, sinew render draws the time of the largest.`,
		Example: "  sinew diff walk.fbx walk.sinew\n  sinew diff walk.fbx walk.dae --json\n  sinew diff models/ baked/\n" +
			"  sinew diff old/ new/ --fail 1mm,0.5deg --ignore names,materials",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 2 {
				return console.Usagef("diff takes two files or folders, not %d", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if !(o.Distance > 0) || o.Times < 1 {
				return console.Usagef("--distance %v and --times %d must be above 0", o.Distance, o.Times)
			}
			if err := opt.limits.parse(); err != nil {
				return err
			}
			return opt.run(cmd, args)
		},
	}
	models.AddIsolate(cmd, &opt.src.Isolate)
	cmd.Flags().Float64Var(&o.Distance, "distance", 0.03, "distance in `metres` of the points on a joint's axes")
	cmd.Flags().IntVar(&o.Times, "times", 1000, "largest number of times compared per clip")
	cmd.Flags().BoolVar(&o.ExactCurves, "exact-curves", false,
		"compare all curves, also between frames that all have keys")
	cmd.Flags().BoolVar(&o.NoVertices, "no-vertices", false, "compare joints only")
	cmd.Flags().BoolVar(&o.InPlace, "in-place", false, "do not put back root motion that was extracted from clips")
	opt.limits.addFlags(cmd)
	batch.AddWorkers(cmd, &opt.workers)
	opt.Output.AddFlags(cmd)
	return cmd
}

func (opt *diffOptions) run(cmd *cobra.Command, args []string) error {
	if err := batch.CheckWorkers(opt.workers); err != nil {
		return err
	}
	switch a, b := batch.Several(args[0]), batch.Several(args[1]); {
	case a && b:
		return opt.pairs(cmd, args[0], args[1])
	case a || b:
		return console.Usagef("diff takes two files or two folders: %s is one of them and %s the other", args[0], args[1])
	}
	d, err := opt.measure(cmd.Context(), args[0], args[1])
	if d == nil {
		return err
	}
	return errors.Join(opt.Print(cmd.OutOrStdout(), d), err)
}

// pairs compares the files of two folders or patterns.
func (opt *diffOptions) pairs(cmd *cobra.Command, a, b string) error {
	var lists [2][]batch.File
	for k, name := range []string{a, b} {
		found, err := batch.Find([]string{name}, "")
		if err != nil {
			return err
		}
		lists[k] = found.List
	}
	pairs := batch.Pairs(lists[0], lists[1], a, b)
	files := make([]batch.File, len(pairs))
	for i, p := range pairs {
		files[i] = p.File
	}
	return batch.Run(cmd, opt.Output, batch.Work[*reports.Diff]{
		Files: files, Workers: opt.workers, Doing: "comparing", Head: reports.DiffColumns(), Row: (*reports.Diff).Row,
		Do: func(ctx context.Context, i int, _ batch.File, _ io.Writer) (*reports.Diff, error) {
			return opt.measure(ctx, pairs[i].A, pairs[i].B)
		},
	})
}

// measure compares two files. An error with a report is of differences beyond --fail.
func (opt *diffOptions) measure(ctx context.Context, fileA, fileB string) (*reports.Diff, error) {
	var both [2]*models.Opened
	o := opt.compare
	o.Exact, o.OnFrames = map[*soa.Clip]bool{}, map[*soa.Clip]bool{}
	for i, file := range []string{fileA, fileB} {
		src := opt.src
		src.File = file
		var err error
		if both[i], err = src.Open(ctx); err != nil {
			return nil, err
		}
		packedClips(both[i], &o)
	}
	d, err := inspect.Compare(ctx, both[0].Model, both[1].Model, o)
	if err != nil {
		return nil, fmt.Errorf("%s and %s: %w", fileA, fileB, err)
	}
	said := reports.NewDiff(fileA, fileB, d)
	return said, opt.limits.check(said)
}

// packedClips adds the compressed clips of an archive to those whose bounds hold against their curves, or
// against the curves through frames.
func packedClips(m *models.Opened, o *inspect.CompareOptions) {
	if m.Archive == nil {
		return
	}
	for _, p := range m.Archive.Packed {
		for _, c := range m.Model.Clips {
			switch {
			case c.Name != p.Name:
			case p.OnFrames:
				o.OnFrames[c] = true
			case p.Bound > 0:
				o.Exact[c] = true
			}
		}
	}
}
