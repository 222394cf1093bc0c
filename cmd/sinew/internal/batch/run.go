package batch

import (
	"bytes"
	"context"
	"errors"
	"io"
	"time"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/spf13/cobra"
)

// Work is what a command does with each of many files.
type Work[R any] struct {
	Files   []File
	Workers int
	Doing   string // a word for the progress, such as "checking"
	// Do does it, in several goroutines. Its warnings go to warn, and come out in the order of the files.
	// A result with an error is printed, and the file counts as failed.
	Do func(ctx context.Context, index int, f File, warn io.Writer) (R, error)
	// Head and Row are the columns of the closing table after the file's name.
	Head []string
	Row  func(R) []string
}

// Outcome is what came of one file.
type Outcome[R any] struct {
	File   string `json:"file"`
	Error  string `json:"error,omitempty"`
	Result R      `json:"result,omitempty"` // nil if there is none

	Failed   error `json:"-"`
	warnings bytes.Buffer
}

// All does the work and calls done with the outcome of each file in order. The error is the first of
// done, or that of the context, if it has ended.
func (w *Work[R]) All(cmd *cobra.Command, done func(*Outcome[R]) error) error {
	bar := console.NewProgress(cmd.ErrOrStderr(), len(w.Files), w.Doing)
	defer bar.End()
	return ForEach(cmd.Context(), len(w.Files), w.Workers, func(ctx context.Context, i int) *Outcome[R] {
		defer bar.Step()
		f := w.Files[i]
		o := &Outcome[R]{File: f.Path, Failed: f.Err}
		if f.Err == nil {
			o.Result, o.Failed = w.Do(ctx, i, f, &o.warnings)
		}
		if o.Failed != nil {
			o.Error = console.OneLine(o.Failed.Error())
		}
		return o
	}, func(o *Outcome[R]) error {
		bar.Clear()
		_, _ = cmd.ErrOrStderr().Write(o.warnings.Bytes()) // errors of warnings are ignored
		return done(o)
	})
}

// Run does the work and prints its results: the pages of all files and a table, or one JSON document,
// {"files": [{"file", "result" or "error"}…], "failed", "seconds"}, each as soon as it is there. The
// error names files that failed.
func Run[R console.Result](cmd *cobra.Command, out console.Output, w Work[R]) error {
	var to printer[R] = &pages[R]{page: console.Page{To: cmd.OutOrStdout()}, table: console.Table{Head: append([]string{"file"}, w.Head...)}, row: w.Row}
	if out.JSON {
		to = &document[R]{to: console.JSONStream{To: cmd.OutOrStdout()}}
	}
	begun := time.Now()
	var sum Sums
	err := w.All(cmd, func(o *Outcome[R]) error {
		sum.Add(o.File, o.Failed)
		return to.print(o)
	})
	if err != nil {
		return err
	}
	return errors.Join(to.end(&sum, time.Since(begun)), sum.Failure())
}
