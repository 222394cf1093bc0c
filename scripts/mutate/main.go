//go:build unix

package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"time"
)

// drawn says which mutants to try.
type drawn struct {
	dir     string
	seed    uint64
	count   int
	folders []string
	all     bool // prints those that are killed too
}

func main() {
	var d drawn
	flag.StringVar(&d.dir, "dir", ".", "a folder of the repository")
	flag.Uint64Var(&d.seed, "seed", uint64(time.Now().Unix()), "what is drawn")
	flag.IntVar(&d.count, "n", 20, "how many mutants")
	flag.BoolVar(&d.all, "v", false, "print the mutants that are killed too, and the test")
	least := flag.Int("least", 0, "how many of a hundred have to be killed")
	flag.Parse()
	d.folders = flag.Args()
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	killed, err := d.try(ctx, os.Stdout)
	stop()
	if err == nil && killed*100 < *least*d.count {
		err = fmt.Errorf("fewer than %d of a hundred are killed", *least)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "mutate:", err)
		os.Exit(1)
	}
}

// try tries the mutants, prints those that survive, and returns how many are killed.
func (d drawn) try(ctx context.Context, out io.Writer) (killed int, err error) {
	c, err := newClone(d.dir)
	if err != nil {
		return 0, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(c.dir)) }()
	names, sizes, err := c.files(d.folders)
	if err != nil {
		return 0, err
	}
	r := rand.New(rand.NewPCG(d.seed, 0))
	for tried := 0; tried < d.count; {
		m, ok, err := c.draw(r, names[pick(r, sizes)])
		if err != nil {
			return killed, err
		}
		if !ok {
			continue
		}
		by, compiles, err := c.killed(ctx, m)
		switch {
		case err != nil:
			return killed, err
		case !compiles:
			continue
		case by != "":
			killed++
			if d.all {
				fmt.Fprintf(out, "killed %s:%d: %s (%s)\n", m.file, m.line, m.after, by)
			}
		default:
			fmt.Fprintf(out, "%s:%d\n   - %s\n   + %s\n", m.file, m.line, m.before, m.after)
		}
		tried++
	}
	fmt.Fprintf(out, "seed %d: %d of %d killed\n", d.seed, killed, d.count)
	return killed, nil
}

// draw draws a mutant of a file.
func (c *clone) draw(r *rand.Rand, name string) (mutant, bool, error) {
	source, err := os.ReadFile(filepath.Join(c.dir, name))
	if err != nil {
		return mutant{}, false, err
	}
	return draw(r, name, source)
}

// pick draws an index, by weight.
func pick(r *rand.Rand, weights []int64) int {
	var all int64
	for _, w := range weights {
		all += w
	}
	at := r.Int64N(all)
	for i, w := range weights {
		if at -= w; at < 0 {
			return i
		}
	}
	return len(weights) - 1
}
