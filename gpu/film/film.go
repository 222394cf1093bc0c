package film

import (
	"bytes"
	"fmt"
	"image"
	"io"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/sinew-anim/sinew/soa"
)

// ffmpeg is the program that writes films.
const ffmpeg = "ffmpeg"

// film pipes raw frames to ffmpeg, which writes the temporary file.
type film struct {
	program string
	file    *file
	fps     float64
	cmd     *exec.Cmd
	in      io.WriteCloser
	said    firstWords
}

func newFilm(f *file, o Options) (encoder, error) {
	program, err := exec.LookPath(ffmpeg)
	if err != nil {
		return nil, ErrNoFFmpeg
	}
	return &film{program: program, file: f, fps: o.FPS}, nil
}

// even returns a frame with even sides, which both codecs need for yuv420p: an odd side
// repeats its last row or column.
func even(img *image.RGBA) *image.RGBA {
	size := img.Rect.Size()
	w, h := size.X+size.X&1, size.Y+size.Y&1
	if w == size.X && h == size.Y && img.Stride == 4*w {
		return img
	}
	out := image.NewRGBA(image.Rect(0, 0, w, h))
	for y := range h {
		row := out.Pix[y*out.Stride : (y+1)*out.Stride]
		from := min(y, size.Y-1) * img.Stride
		n := copy(row, img.Pix[from:from+4*size.X])
		copy(row[n:], row[n-4:n])
	}
	return out
}

// arguments returns the command line of ffmpeg.
func (f *film) arguments(size image.Point) ([]string, error) {
	path, err := filepath.Abs(f.file.temp)
	if err != nil {
		return nil, err
	}
	args := []string{
		"-hide_banner", "-loglevel", "error", "-y",
		"-f", "rawvideo", "-pix_fmt", "rgba", "-s", fmt.Sprintf("%dx%d", size.X, size.Y),
		"-r", strconv.FormatFloat(f.fps, 'g', -1, 64), "-i", "-",
		"-pix_fmt", "yuv420p",
	}
	if extension(f.file.path) == ".mp4" {
		args = append(args, "-c:v", "libx264", "-crf", "18", "-movflags", "+faststart", "-f", "mp4")
	} else {
		args = append(args, "-c:v", "libvpx-vp9", "-crf", "30", "-b:v", "0", "-f", "webm")
	}
	return append(args, "file:"+path), nil
}

func (f *film) start(size image.Point) error {
	args, err := f.arguments(size)
	if err != nil {
		return err
	}
	f.cmd = exec.Command(f.program, args...)
	f.cmd.Stderr = &f.said
	if f.in, err = f.cmd.StdinPipe(); err != nil {
		return err
	}
	if err := f.cmd.Start(); err != nil {
		f.cmd = nil
		return fmt.Errorf("%s: %w", f.program, err)
	}
	return nil
}

func (f *film) add(img *image.RGBA) error {
	img = even(img)
	if f.cmd == nil {
		if err := f.start(img.Rect.Size()); err != nil {
			return err
		}
	}
	if _, err := f.in.Write(img.Pix[:4*img.Rect.Dx()*img.Rect.Dy()]); err != nil {
		if e := f.finish(); e != nil { // its message is better than "broken pipe"
			return e
		}
		return fmt.Errorf("ffmpeg stopped reading: %w", err)
	}
	return nil
}

func (f *film) finish() error {
	if f.cmd == nil {
		return fmt.Errorf("capture: the writer is %w", soa.ErrClosed)
	}
	f.in.Close()
	err := f.cmd.Wait()
	f.cmd = nil
	if err != nil {
		return fmt.Errorf("ffmpeg: %w: %s", err, strings.TrimSpace(f.said.String()))
	}
	return nil
}

func (f *film) abort() {
	if f.cmd != nil {
		f.cmd.Process.Kill()
		f.in.Close()
		f.cmd.Wait()
		f.cmd = nil
	}
}

// firstWords keeps the start of a program's output, for an error.
type firstWords struct{ bytes.Buffer }

func (t *firstWords) Write(p []byte) (int, error) {
	const most = 2000
	if room := most - t.Len(); room > 0 {
		t.Buffer.Write(p[:min(room, len(p))])
	}
	return len(p), nil
}
