// Report makes a table and a chart from the output of benchmarks:
//
//	go test -bench Crowd -count 5 ./benchmarks | tee crowd.txt | go run ./benchmarks/report
//	go run ./benchmarks/report -o crowd crowd.txt     crowd.md, crowd.svg, crowd.png
//
// It reads files, or the standard input, in the text format of Go benchmarks, and uses the
// lines of BenchmarkCrowd, or of the benchmark that -bench names: Graph, Modifier. The table
// has a row for each path (a source in a form, or a peer) and configuration, and a column for
// each number of instances; the chart (not for modifiers) has a line for each path in the
// default configuration. Both give the speed as a multiple of a base: ozz-animation if it was
// measured, else OGLdev's method, or the path of -base, for the same or the next smaller
// number of instances.
//
// Of several runs it takes the least time, or with -median the median, as benchstat does. The
// same input gives the same bytes.
//
// benchstat reads the same files, since names consist of keys and values:
//
//	benchstat old.txt new.txt                                                    two commits
//	benchstat -row /n -col /source,/form -filter '/simd:own /clips:1 /times:forward /workers:1' crowd.txt
//	benchstat -row /n -col /simd -filter '/source:rows .unit:least-ns/joint' crowd.txt
package main

import (
	"bytes"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
)

func main() { os.Exit(run(os.Args[1:], os.Stdin, os.Stdout, os.Stderr)) }

// run is main without the process. It returns 0, 1 for a failure, 2 for wrong usage.
func run(args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	flags := flag.NewFlagSet("report", flag.ContinueOnError)
	flags.SetOutput(stderr)
	out := flags.String("o", "", "write `NAME`.md, NAME.svg and NAME.png instead of the table to the standard output")
	against := flags.String("base", "", "the `path` that ratios refer to (default ozz, else ogldev)")
	middle := flags.Bool("median", false, "take the median of several runs, not the least")
	bench := flags.String("bench", "Crowd", "look at the lines of this `benchmark`")
	title := flags.String("title", "", "what the chart says above")
	flags.Usage = func() {
		fmt.Fprintf(stderr, "usage: report [flags] [FILE ...]\n")
		flags.PrintDefaults()
	}
	if err := flags.Parse(args); errors.Is(err, flag.ErrHelp) {
		return 0
	} else if err != nil {
		return 2
	}
	p := least
	if *middle {
		p = median
	}
	if err := report(flags.Args(), stdin, stdout, *out, *bench, *against, *title, p); err != nil {
		fmt.Fprintf(stderr, "report: %v\n", err)
		return 1
	}
	return 0
}

func report(files []string, stdin io.Reader, stdout io.Writer, out, bench, against, title string, p pick) error {
	o, err := read(files, stdin)
	if err != nil {
		return err
	}
	list := crowd(o, bench, p)
	if len(list) == 0 {
		return fmt.Errorf("no lines of Benchmark%s in what was read", bench)
	}
	path := chooseBase(list, against)
	if against != "" && path != against {
		return fmt.Errorf("path %q was not measured, so nothing can be compared with it", against)
	}
	text := table(o, list, path)
	if out == "" {
		_, err := io.WriteString(stdout, text)
		return err
	}
	if err := os.WriteFile(out+".md", []byte(text), 0o644); err != nil {
		return err
	}
	if list[0].modifier != "" { // modifiers have no chart
		return nil
	}
	for _, format := range []string{"svg", "png"} {
		var b bytes.Buffer
		if err := chart(&b, format, list, path, title); err != nil {
			return err
		}
		if err := os.WriteFile(out+"."+format, b.Bytes(), 0o644); err != nil {
			return err
		}
	}
	return nil
}

func read(files []string, stdin io.Reader) (*output, error) {
	o := new(output)
	if len(files) == 0 {
		return o, o.parse(stdin)
	}
	for _, name := range files {
		f, err := os.Open(name)
		if err != nil {
			return nil, err
		}
		err = o.parse(f)
		f.Close()
		if err != nil {
			return nil, fmt.Errorf("%s: %w", name, err)
		}
	}
	return o, nil
}
