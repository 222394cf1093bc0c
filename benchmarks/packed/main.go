//go:build cgo

// Packed measures internal/codec on a set of clips:
//
//	go run ./benchmarks/packed -o packed models /usr/share/assimp/models      packed.md, packed.json
//	go run ./benchmarks/packed -libraries -o libraries walk.fbx run.fbx@30    libraries.md, libraries.json
//	go run ./benchmarks/packed -bake -o bake walk.fbx models                  bake.md, bake.json
//
// It imports every model file among the arguments and in folders, each content once, and
// compresses all clips within 0.1 mm and within 1 mm at 3 cm, in both codings. The tables
// have sizes, errors, the reasons for clips that stay exact, the time per joint of a decoded
// pose, and over all clips percentiles and the worst. Raw is samples of every joint at the
// clip's rate, 40 bytes each: rotation, translation and scale in float32, as in ACL's
// documentation.
//
// In a build with other libraries (see packages acl and ozz) these compress the same clips
// from samples. With -libraries all libraries compress the first clip of each file from its
// samples, at the clip's rate or at the rate of FILE@RATE, and play it in several ways.
//
// With -bake it bakes each file as sinew bake does by default, with one worker: the table has
// the CPU time, and for each clip its bytes, the largest error on frames and at eight times
// between any two (keys, for clips without frames), and the curvature of the file's curves
// between frames, which the bound excludes there.
//
// Sizes and errors are the same on every machine.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/sinew-anim/sinew/importer"
)

func main() {
	importer.ServeIsolated() // in the process that imports
	os.Exit(run(os.Args[1:], os.Stdout, os.Stderr))
}

// settings are the values of the flags.
type settings struct {
	out       string
	name      string
	libraries bool
	bake      bool
	long      time.Duration
	log       io.Writer
}

// run is main without the process. It returns 0, 1 for a failure, 2 for wrong usage.
func run(args []string, stdout, stderr io.Writer) int {
	s := settings{log: stderr}
	flags := flag.NewFlagSet("packed", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&s.out, "o", "", "write `NAME`.md and NAME.json instead of the tables to the standard output")
	flags.StringVar(&s.name, "name", "", "what the set of clips is called")
	flags.BoolVar(&s.libraries, "libraries", false, "compare the libraries of this build, on the first clip of each file")
	flags.BoolVar(&s.bake, "bake", false, "tell what baking takes of each file, in CPU time, bytes and millimetres")
	flags.DurationVar(&s.long, "for", 50*time.Millisecond, "how long each way of playing a clip is timed")
	flags.Usage = func() {
		fmt.Fprintf(stderr, "usage: packed [flags] FILE[@RATE]|FOLDER ...\n")
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
	if err := tell(context.Background(), flags.Args(), s, stdout); err != nil {
		fmt.Fprintf(stderr, "packed: %v\n", err)
		return 1
	}
	return 0
}

// bounds are in metres, at 3 cm.
var bounds = [...]float64{1e-4, 1e-3}

func tell(ctx context.Context, args []string, s settings, stdout io.Writer) error {
	files, err := modelFiles(args)
	if err != nil {
		return err
	}
	var text string
	var data any
	switch {
	case s.bake:
		list, err := bakeAll(ctx, files)
		if err != nil {
			return err
		}
		text, data = bakeTable(list), list
	case s.libraries:
		list, err := compareLibraries(ctx, files, s)
		if err != nil {
			return err
		}
		text, data = libraryTables(s.name, list), list
	default:
		set, err := measureSet(ctx, files, s)
		if err != nil {
			return err
		}
		text, data = setTables(s.name, set), set
	}
	if s.out == "" {
		_, err := io.WriteString(stdout, text)
		return err
	}
	return write(s.out, text, data)
}
