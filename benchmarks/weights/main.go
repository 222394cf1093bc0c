//go:build cgo

// Weights measures rig.Bind against the weights that the authors of models gave them:
//
//	go run ./benchmarks/weights -o weights hero.glb body.fbx+walk.fbx      weights.md
//
// Of each file, with the clips of another after a plus, it takes the weights away and binds the
// model anew, to the same joints, by every method. The table has how far vertices then are from
// where they were with the author's weights, over the clips, in millimetres: on average over
// vertices and moments, and at most. Characters are scaled to a height of 1.8 m, so that files in
// other units count alike.
//
// Figures are the same on every machine.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/rig"
	"github.com/sinew-anim/sinew/rig/weights"
	"github.com/sinew-anim/sinew/soa"
)

func main() { os.Exit(run(os.Args[1:], os.Stdout, os.Stderr)) }

// settings are the values of the flags.
type settings struct {
	out          string
	clips, times int
	rig.Options
}

// run is main without the process. It returns 0, 1 for a failure, 2 for wrong usage.
func run(args []string, stdout, stderr io.Writer) int {
	var s settings
	flags := flag.NewFlagSet("weights", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&s.out, "o", "", "write `NAME`.md instead of the table to the standard output")
	flags.IntVar(&s.clips, "clips", 8, "measure over `N` clips of each model, spread over all")
	flags.IntVar(&s.times, "times", 20, "measure at `N` moments of each clip")
	flags.IntVar(&s.MaxInfluences, "max", 4, "joints per vertex")
	flags.IntVar(&s.Smooth, "smooth", 0, "rounds of smoothing")
	flags.IntVar(&s.Resolution, "resolution", 0, "voxels along the longest side")
	s.Falloff = flags.Float64("falloff", 1, "how steep voxel is, from 0 to 1")
	flags.Usage = func() {
		fmt.Fprintf(stderr, "usage: weights [flags] FILE[+CLIPS] ...\n")
		flags.PrintDefaults()
	}
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return 0
	} else if err != nil {
		return 2
	}
	if flags.NArg() == 0 {
		flags.Usage()
		return 2
	}
	if err := tell(context.Background(), flags.Args(), &s, stdout, stderr); err != nil {
		fmt.Fprintf(stderr, "weights: %v\n", err)
		return 1
	}
	return 0
}

// tell writes the table of all files.
func tell(ctx context.Context, args []string, s *settings, stdout, stderr io.Writer) error {
	var rows []row
	for _, arg := range args {
		r, err := measure(ctx, arg, s)
		if err != nil {
			return fmt.Errorf("%s: %w", arg, err)
		}
		fmt.Fprint(stderr, r)
		rows = append(rows, r)
	}
	if s.out == "" {
		_, err := io.WriteString(stdout, table(rows))
		return err
	}
	return os.WriteFile(s.out+".md", []byte(table(rows)), 0o644)
}

// load imports FILE or FILE+CLIPS.
func load(ctx context.Context, arg string) (*soa.Model, error) {
	path, clips, more := strings.Cut(arg, "+")
	m, err := importer.Load(ctx, path, importer.Options{NoTextures: true, Formats: []string{filepath.Ext(path)}})
	if err != nil || !more {
		return m, err
	}
	from, err := importer.Load(ctx, clips, importer.Options{NoTextures: true, Formats: []string{filepath.Ext(clips)}})
	if err != nil {
		return nil, err
	}
	m.Clips = nil
	_, err = m.AddClips(from)
	return m, err
}

// row is a row of the table.
type row struct {
	Name                    string
	Vertices, Joints, Clips int
	Mean, Worst             []float64 // per method, in millimetres
}

// measure binds one model by all methods.
func measure(ctx context.Context, arg string, s *settings) (r row, err error) {
	m, err := load(ctx, arg)
	if err != nil {
		return r, err
	}
	r.Name = name(arg)
	m.Clips = sampleClips(m.Clips, s.clips)
	skinned := *m
	skinned.Meshes = nil
	for _, mesh := range m.Meshes {
		if mesh.Skin != soa.None {
			skinned.Meshes = append(skinned.Meshes, mesh)
			r.Vertices += mesh.Vertices()
		}
	}
	if r.Joints, r.Clips = skinning(&skinned), len(m.Clips); r.Joints == 0 || r.Clips == 0 {
		return r, fmt.Errorf("%d clips and %d joints that skin something", r.Clips, r.Joints)
	}
	scale := 1.8 / height(&skinned)
	for _, method := range rig.Methods() {
		o := s.Options
		o.Method = method
		bound, _, err := rig.Bind(ctx, &skinned, o)
		if err != nil {
			return r, fmt.Errorf("%v: %w", method, err)
		}
		list, err := weights.Measure(ctx, &skinned, bound, s.times)
		if err != nil {
			return r, fmt.Errorf("%v: %w", method, err)
		}
		mean := 0.0
		for _, d := range list {
			mean += d.Mean / float64(len(list))
		}
		r.Mean, r.Worst = append(r.Mean, scale*mean), append(r.Worst, scale*weights.LargestDisplacement(list).Millimetres)
	}
	return r, nil
}

// name is that of the file.
func name(arg string) string {
	path, _, _ := strings.Cut(arg, "+")
	return filepath.Base(path)
}

// sampleClips returns n clips spread over a list.
func sampleClips(list []*soa.Clip, n int) (chosen []*soa.Clip) {
	if len(list) <= n {
		return list
	}
	for k := range n {
		chosen = append(chosen, list[k*len(list)/n])
	}
	return chosen
}

// skinning counts the joints that hold weights.
func skinning(m *soa.Model) (n int) {
	holds := make([]bool, m.Skeleton.Len())
	for _, mesh := range m.Meshes {
		joints := m.Skins[mesh.Skin].Joint
		for i, w := range mesh.BoneWeight {
			if j := joints[mesh.BoneIndex[i]]; w > 0 && !holds[j] {
				holds[j] = true
				n++
			}
		}
	}
	return n
}
