package film

import (
	"errors"
	"fmt"
	"image"
	"image/color"
	"maps"
	"math"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/internal/output"
	"github.com/sinew-anim/sinew/soa"
)

var (
	// ErrUnsupported: the file name's extension is no known format.
	ErrUnsupported = errors.New("unknown picture format")
	// ErrNoFFmpeg: a film needs the program ffmpeg, which is not installed.
	ErrNoFFmpeg = errors.New("the program ffmpeg is needed for films and was not found: install the package ffmpeg, or choose .gif or .apng")
	// ErrFrames: there are no frames, or one is empty or differs in size or
	// transparency from the first.
	ErrFrames = errors.New("unsuitable frames")
)

// Options are the settings of a file. The zero Options suit most uses.
type Options struct {
	// FPS is the number of frames per second of an animation, above 0 and at most
	// 1000; 0 means 30. A GIF shows at most 50 and omits the frames in excess.
	FPS float64
	// Loops is the number of times an animation plays; 0 means for ever. Films
	// ignore it.
	Loops int
	// Columns is the number of columns of a contact sheet; 0 means the squarest sheet.
	Columns int
	// Margin is the space around a contact sheet's frames in pixels; 0 means 4, a
	// negative number none.
	Margin int
	// Paper is the colour of the margins; nil means white.
	Paper color.Color
	// FramePalettes gives every frame of a GIF its own palette: for animations whose
	// colours change. Others may flicker slightly.
	FramePalettes bool
}

// format makes the encoder of one file type.
type format func(f *file, o Options) (encoder, error)

// encoder turns frames into a file's bytes.
type encoder interface {
	// add takes a frame; it must not keep img.
	add(img *image.RGBA) error
	// finish completes the file.
	finish() error
	// abort stops unfinished work.
	abort()
}

func formats() map[string]format {
	return map[string]format{
		".png":  func(f *file, o Options) (encoder, error) { return &sheet{out: f, options: o}, nil },
		".gif":  func(f *file, o Options) (encoder, error) { return newGIF(f, o), nil },
		".apng": func(f *file, o Options) (encoder, error) { return newAPNG(f, o), nil },
		".mp4":  newFilm,
		".webm": newFilm,
	}
}

// Formats lists the known extensions.
func Formats() []string {
	return slices.Sorted(maps.Keys(formats()))
}

// Animated reports whether files of that name hold an animation instead of a
// still or a contact sheet.
func Animated(path string) bool {
	ext := extension(path)
	return ext != ".png" && formats()[ext] != nil
}

func extension(path string) string { return strings.ToLower(filepath.Ext(path)) }

// Writer writes one file. The file appears at Close; nothing remains if Close
// is not reached or fails.
type Writer struct {
	file    *file
	encoder encoder
	size    image.Point
	closed  bool
}

// Create opens a file for frames in the format of its extension. It fails
// before any frame is drawn if the format is unknown (ErrUnsupported), ffmpeg
// is needed and missing (ErrNoFFmpeg), the rate is out of range (soa.ErrOption)
// or the folder cannot be written (an *fs.PathError).
func Create(path string, o Options) (*Writer, error) {
	make := formats()[extension(path)]
	if make == nil {
		return nil, unsupported(path)
	}
	if o.FPS == 0 {
		o.FPS = 30
	}
	if !(o.FPS > 0 && o.FPS <= 1000) {
		return nil, fmt.Errorf("capture: %w: %v frames a second", soa.ErrOption, o.FPS)
	}
	f, err := create(path)
	if err != nil {
		return nil, fmt.Errorf("capture: cannot write %q: %w", path, err)
	}
	e, err := make(f, o)
	if err != nil {
		f.discard()
		return nil, fmt.Errorf("capture: cannot write %q: %w", path, err)
	}
	return &Writer{file: f, encoder: e}, nil
}

// Check returns the error of Create for a path, and creates nothing. It opens no device and no pipe.
func Check(path string) error {
	if formats()[extension(path)] == nil {
		return unsupported(path)
	}
	if isFilm(path) {
		if _, err := exec.LookPath(ffmpeg); err != nil {
			return fmt.Errorf("capture: cannot write %q: %w", path, ErrNoFFmpeg)
		}
	}
	if err := output.Check(path); err != nil {
		return fmt.Errorf("capture: cannot write %q: %w", path, err)
	}
	return nil
}

func unsupported(path string) error {
	return fmt.Errorf("capture: %w: %q: the name must end in one of %s", ErrUnsupported, path, strings.Join(Formats(), " "))
}

// isFilm reports whether ffmpeg writes files of that name.
func isFilm(path string) bool { return extension(path) == ".mp4" || extension(path) == ".webm" }

// Add appends a frame, which the caller may then reuse. All frames have the
// size of the first.
func (w *Writer) Add(img *image.RGBA) error {
	if w.closed {
		return fmt.Errorf("capture: the writer is %w", soa.ErrClosed)
	}
	size := img.Rect.Size()
	switch {
	case size.X < 1 || size.Y < 1:
		return fmt.Errorf("capture: %w: one of %d×%d", ErrFrames, size.X, size.Y)
	case w.size == (image.Point{}):
		w.size = size
	case w.size != size:
		return fmt.Errorf("capture: %w: one of %d×%d after one of %d×%d", ErrFrames, size.X, size.Y, w.size.X, w.size.Y)
	}
	if err := w.encoder.add(img); err != nil {
		return fmt.Errorf("capture: %q: %w", w.file.path, err)
	}
	return nil
}

// Close completes the file and gives it its name. If it fails, no file is left.
func (w *Writer) Close() error {
	if w.closed {
		return fmt.Errorf("capture: the writer is %w", soa.ErrClosed)
	}
	if w.size == (image.Point{}) {
		w.Abort()
		return fmt.Errorf("capture: %q: %w: none", w.file.path, ErrFrames)
	}
	w.closed = true
	if err := w.encoder.finish(); err != nil {
		w.encoder.abort()
		w.file.discard()
		return fmt.Errorf("capture: %q: %w", w.file.path, err)
	}
	if err := w.file.commit(); err != nil {
		return fmt.Errorf("capture: cannot write %q: %w", w.file.path, err)
	}
	return nil
}

// Abort removes everything written. After Close or Abort it does nothing, so it
// can be deferred.
func (w *Writer) Abort() {
	if w.closed {
		return
	}
	w.closed = true
	w.encoder.abort()
	w.file.discard()
}

// Write writes a single picture: Create, Add and Close in one.
func Write(path string, img *image.RGBA) error {
	w, err := Create(path, Options{})
	if err != nil {
		return err
	}
	defer w.Abort()
	if err := w.Add(img); err != nil {
		return err
	}
	return w.Close()
}

// ticks returns the start of frame i in units of 1/rate second. Delays are differences of
// ticks, so that rounding errors do not accumulate.
func ticks(i int, fps, rate float64) int { return int(math.Round(float64(i) * rate / fps)) }
