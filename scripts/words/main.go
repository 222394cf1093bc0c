package main

import (
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"strings"
)

// options are the files to compare with and what to do about differences.
type options struct {
	dir     string // of the module
	allowed string // the file of allowed names and sentences
	face    string // the file of the face's figures
	list    bool
	tighten bool
}

func main() {
	var o options
	flag.StringVar(&o.dir, "dir", ".", "the root of the module to read")
	flag.StringVar(&o.allowed, "allowed", "allowed.txt", "the file of names and sentences that are allowed")
	flag.StringVar(&o.face, "face", "face.txt", "the file of the face's figures")
	flag.BoolVar(&o.list, "list", false, "print everything found, and the figures of each package")
	flag.BoolVar(&o.tighten, "tighten", false, "remove entries that allow nothing, and lower figures")
	flag.Parse()
	if err := run(os.Stdout, o, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "words:", err)
		os.Exit(1)
	}
}

// run reads packages and compares them with the files of limits.
func run(out io.Writer, o options, patterns []string) error {
	m, err := load(o.dir, patterns)
	if err != nil {
		return err
	}
	found, err := m.findings()
	if err != nil {
		return err
	}
	face, err := m.face()
	if err != nil {
		return err
	}
	if o.list {
		for _, f := range found {
			fmt.Fprintln(out, f.entry)
		}
		face.print(out)
	}
	return errors.Join(checkAllowed(o, found), checkFace(o, face))
}

// checkAllowed compares what was found with the file of what is allowed.
func checkAllowed(o options, found []finding) error {
	allowed, err := readList(o.allowed)
	if err != nil {
		return err
	}
	var problems []string
	for _, f := range found {
		if !allowed.take(f.entry) {
			problems = append(problems, fmt.Sprintf("%s: %s", f.place, f.entry))
		}
	}
	if o.tighten {
		if err := allowed.tighten(); err != nil {
			return err
		}
	}
	for _, entry := range allowed.unused() {
		problems = append(problems, fmt.Sprintf("%s: nothing needs it, remove it: %s", o.allowed, entry))
	}
	return joined("names and sentences", problems)
}

// checkFace compares the face with the file of its figures.
func checkFace(o options, f *face) error {
	limits, err := readFigures(o.face)
	if err != nil {
		return err
	}
	if o.tighten {
		if err := limits.tighten(f.totals); err != nil {
			return err
		}
	}
	problems := limits.compare(f.totals)
	if f.totals["leaks"] > limits.figures["leaks"] || f.totals["aliases"] > limits.figures["aliases"] {
		problems = append(problems, f.details...)
	}
	return joined("the public face", problems)
}

func joined(title string, problems []string) error {
	if len(problems) == 0 {
		return nil
	}
	return fmt.Errorf("%s:\n%s", title, strings.Join(problems, "\n"))
}
