//go:build cgo

package main

import (
	"context"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"io"
	"os"
	"path/filepath"
	"time"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/gpu/capture"
	"github.com/spf13/cobra"
	"golang.org/x/image/font"
	"golang.org/x/image/font/basicfont"
	"golang.org/x/image/math/fixed"
)

// manyHelp is what the help of render says of several files.
const manyHelp = `Several files become one page, a .png with a picture of each at the start of its first
clip, or at --time, above its name. A file that cannot be read is told of and leaves its
place blank.`

// runMany draws a page of files.
func (opt *renderOptions) runMany(cmd *cobra.Command, files []string) error {
	switch changed := cmd.Flags().Changed; {
	case capture.Animated(opt.out):
		return console.Usagef("%d files become one page, a .png, not %s", len(files), filepath.Base(opt.out))
	case changed("frames") || opt.sprites > 0:
		return console.Usagef("of each of %d files there is one picture, without --frames and --sprites", len(files))
	case len(opt.moments) > 1:
		return console.Usagef("of each of %d files there is one picture, --time names %d", len(files), len(opt.moments))
	}
	if err := opt.checkMemory(len(files)); err != nil {
		return err
	}
	begun := time.Now()
	w, err := capture.Create(opt.out, opt.capture(0))
	if err != nil {
		return outputError(err)
	}
	defer w.Abort()
	said := &rendered{
		File: files[0], Output: opt.out, Frames: len(files), Instances: opt.Instances, Cell: [2]int{opt.Width, opt.Height},
	}
	failed := 0
	bar := console.NewProgress(cmd.ErrOrStderr(), len(files), "drawing")
	defer bar.End()
	for _, file := range files {
		img, driver, err := opt.one(cmd.Context(), file)
		if err != nil {
			if cmd.Context().Err() != nil {
				return err
			}
			failed++
			console.Warn(cmd.ErrOrStderr(), "%v", err)
			img = opt.blank()
		}
		said.Driver = driver
		if err := w.Add(captioned(img, filepath.Base(file))); err != nil {
			return err
		}
		bar.Step()
	}
	if failed == len(files) {
		return fmt.Errorf("none of %d files can be drawn", failed)
	}
	if err := w.Close(); err != nil {
		return err
	}
	size := capture.GridOf(len(files), image.Pt(opt.Width, opt.Height+captionHeight), opt.capture(0)).Size()
	said.Width, said.Height, said.Took = size.X, size.Y, time.Since(begun).Seconds()
	if info, err := os.Stat(opt.out); err == nil {
		said.Bytes = info.Size()
	}
	if opt.json {
		return console.WriteJSON(cmd.OutOrStdout(), said)
	}
	_, err = fmt.Fprintln(cmd.OutOrStdout(), said)
	return err
}

// one draws the picture of one file. What its import warns of is left to sinew info.
func (opt *renderOptions) one(ctx context.Context, file string) (img *image.RGBA, driver string, err error) {
	own := *opt
	own.File = file
	o, err := own.Open(ctx)
	if err != nil {
		return nil, "", err
	}
	performance, err := own.Performance(o, &own.Choice)
	if err != nil {
		return nil, "", err
	}
	start, _ := performance.Span()
	p := plan{times: []float64{start}}
	if len(own.moments) > 0 {
		p.times = own.moments
	}
	driver, err = own.draw(ctx, io.Discard, o, performance, p, func(drawn *image.RGBA) error {
		img = drawn
		return nil
	})
	return img, driver, err
}

// blank is a picture of nothing.
func (opt *renderOptions) blank() *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, opt.Width, opt.Height))
	draw.Draw(img, img.Rect, image.NewUniform(color.RGBA{0xdd, 0xdd, 0xdd, 0xff}), image.Point{}, draw.Src)
	return img
}

// captionHeight is the height of the strip with a name, in pixels.
const captionHeight = 17

// captioned is a picture above a name, or above its end where it is too long.
func captioned(img *image.RGBA, name string) *image.RGBA {
	size := img.Rect.Size()
	out := image.NewRGBA(image.Rect(0, 0, size.X, size.Y+captionHeight))
	draw.Draw(out, out.Rect, image.White, image.Point{}, draw.Src)
	draw.Draw(out, image.Rectangle{Max: size}, img, img.Rect.Min, draw.Src)
	face := basicfont.Face7x13
	text := []rune(console.Printable(name))
	if most := size.X / face.Advance; len(text) > most {
		text = text[len(text)-most:]
	}
	d := font.Drawer{Dst: out, Src: image.Black, Face: face, Dot: fixed.P((size.X-len(text)*face.Advance)/2, size.Y+face.Ascent+1)}
	d.DrawString(string(text))
	return out
}
