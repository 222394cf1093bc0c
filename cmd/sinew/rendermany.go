//go:build cgo

package main

import (
	"context"
	"fmt"
	"image"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/batch"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/drawing"
	"github.com/sinew-anim/sinew/gpu/film"
	"github.com/spf13/cobra"
)

// drawEach draws an output of each file.
func (opt *renderOptions) drawEach(cmd *cobra.Command, files []batch.File) error {
	outs, err := batch.Outputs(files, opt.Out, opt.full)
	if err != nil {
		return err
	}
	if !slices.Contains(film.Formats(), strings.ToLower(filepath.Ext(opt.Out))) {
		return console.Usagef("-o %s: %v: the name must end in one of %s", opt.Out, film.ErrUnsupported, strings.Join(film.Formats(), " "))
	}
	opt.gl = new(sync.Mutex)
	return batch.Run(cmd, opt.Output, batch.Work[*rendered]{
		Files: files, Workers: opt.workers, Doing: "drawing", Head: []string{"clip", "frames", "size", "bytes"}, Row: (*rendered).row,
		Do: func(ctx context.Context, i int, f batch.File, warn io.Writer) (*rendered, error) {
			own := *opt
			own.File, own.Out = f.Path, outs[i]
			if err := batch.MakeFolder(own.Out); err != nil {
				return nil, err
			}
			return own.render(ctx, warn)
		},
	})
}

// row is the line of a table of pictures.
func (r *rendered) row() []string {
	return []string{console.Cut(console.Printable(r.Clip), 16), fmt.Sprint(r.Frames), fmt.Sprintf("%d×%d", r.Width, r.Height), console.Kilobytes(r.Bytes)}
}

// pagePart is a file of a page.
type pagePart struct {
	File  string `json:"file"`
	Error string `json:"error,omitempty"`

	img    *image.RGBA
	driver string
}

// drawPage draws a page with a picture of each file. The place of one that fails is blank.
func (opt *renderOptions) drawPage(cmd *cobra.Command, files []batch.File) error {
	switch changed := cmd.Flags().Changed; {
	case film.Animated(opt.Out):
		return console.Usagef("%d files make one page, a .png, not %s; -o out/{file}%s is one of each", len(files), filepath.Base(opt.Out), filepath.Ext(opt.Out))
	case changed("frames") || opt.Sprites > 0:
		return console.Usagef("a page of %d files has one picture of each: no --frames, no --sprites", len(files))
	case len(opt.Moments) > 1:
		return console.Usagef("a page of %d files has one picture of each: --time names %d", len(files), len(opt.Moments))
	}
	if err := opt.CheckMemory(len(files)); err != nil {
		return err
	}
	begun := time.Now()
	w, err := film.Create(opt.Out, opt.Capture(0))
	if err != nil {
		return outputError(err)
	}
	defer w.Abort()
	said := &rendered{
		File: files[0].Path, Output: opt.Out, Frames: len(files), Instances: opt.Instances, Cell: [2]int{opt.Width, opt.Height},
	}
	var sum batch.Sums
	opt.gl = new(sync.Mutex)
	work := batch.Work[*pagePart]{Files: files, Workers: opt.workers, Doing: "drawing", Do: opt.part}
	err = work.All(cmd, func(o *batch.Outcome[*pagePart]) error {
		img := opt.Blank()
		if o.Failed != nil {
			console.Warn(cmd.ErrOrStderr(), "%v", o.Failed)
		} else {
			img, said.Driver = o.Result.img, o.Result.driver
		}
		sum.Add(o.File, o.Failed)
		said.Files = append(said.Files, pagePart{File: o.File, Error: o.Error})
		return w.Add(drawing.Captioned(img, filepath.Base(o.File)))
	})
	if err != nil {
		return err
	}
	if len(sum.Failed) == len(files) {
		return fmt.Errorf("none of %s can be drawn", console.Plural(len(files), "file"))
	}
	if err := w.Close(); err != nil {
		return err
	}
	size := film.GridOf(len(files), image.Pt(opt.Width, opt.Height+drawing.CaptionHeight), opt.Capture(0)).Size()
	said.Width, said.Height, said.Took = size.X, size.Y, time.Since(begun).Seconds()
	if info, err := os.Stat(opt.Out); err == nil {
		said.Bytes = info.Size()
	}
	if err := opt.Print(cmd.OutOrStdout(), said); err != nil {
		return err
	}
	return sum.Failure()
}

// part draws the picture of a file. Losses of its import are left to sinew info.
func (opt *renderOptions) part(ctx context.Context, _ int, f batch.File, _ io.Writer) (*pagePart, error) {
	own := *opt
	own.File = f.Path
	o, performance, _, err := own.open(ctx)
	if err != nil {
		return nil, err
	}
	start, _ := performance.Span()
	p := drawing.Plan{Times: []float64{start}}
	if len(own.Moments) > 0 {
		p.Times = own.Moments
	}
	part := new(pagePart)
	part.driver, err = own.draw(ctx, io.Discard, o, performance, []drawing.Part{{Clip: performance.Clip, Plan: p}}, func(drawn *image.RGBA) error {
		part.img = drawn
		return nil
	})
	return part, err
}
