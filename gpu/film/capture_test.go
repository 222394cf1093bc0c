package film

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/gif"
	"image/png"
	"io/fs"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/soa"
)

// frame draws a moving disc on a gradient.
func frame(w, h, i, n int) *image.RGBA {
	img := image.NewRGBA(image.Rect(0, 0, w, h))
	s, c := math.Sincos(2 * math.Pi * float64(i) / float64(n))
	cx, cy, r := float64(w)*(0.5+0.3*c), float64(h)*(0.5+0.3*s), float64(h)/6
	for y := range h {
		for x := range w {
			g := uint8(120 + 120*y/h)
			px := color.RGBA{g - 20, g - 10, g, 255}
			if math.Hypot(float64(x)-cx, float64(y)-cy) < r {
				px = color.RGBA{uint8(200 - 100*x/w), uint8(80 + 100*y/h), 40, 255}
			}
			img.SetRGBA(x, y, px)
		}
	}
	return img
}

// write makes a file of n frames and returns its bytes.
func write(t *testing.T, name string, o Options, frames ...*image.RGBA) []byte {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	w, err := Create(path, o)
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	for _, f := range frames {
		if err := w.Add(f); err != nil {
			t.Fatal(err)
		}
		clearPixels(f) // the writer must not depend on it any more
	}
	if _, err := os.Stat(path); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the file is there before Close: %v", err)
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	only(t, filepath.Dir(path), name)
	return data
}

func clearPixels(img *image.RGBA) { clear(img.Pix) }

// only checks that a folder holds exactly these files.
func only(t *testing.T, dir string, names ...string) {
	t.Helper()
	list, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var have []string
	for _, e := range list {
		have = append(have, e.Name())
	}
	if strings.Join(have, " ") != strings.Join(names, " ") {
		t.Errorf("the folder holds %q, want %q", have, names)
	}
}

func movie(w, h, n int) (frames, copies []*image.RGBA) {
	for i := range n {
		frames = append(frames, frame(w, h, i, n))
		copies = append(copies, frame(w, h, i, n))
	}
	return frames, copies
}

func TestStill(t *testing.T) {
	frames, want := movie(40, 30, 1)
	img, err := png.Decode(bytes.NewReader(write(t, "a.png", Options{}, frames...)))
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(img.(*image.RGBA).Pix, want[0].Pix) {
		t.Error("the still is not the frame")
	}
}

func TestContactSheet(t *testing.T) {
	frames, want := movie(40, 30, 5)
	img, err := png.Decode(bytes.NewReader(write(t, "a.PNG", Options{Columns: 3, Margin: 2, Paper: color.Black}, frames...)))
	if err != nil {
		t.Fatal(err)
	}
	if size := img.Bounds().Size(); size != image.Pt(3*42+2, 2*32+2) {
		t.Fatalf("the sheet is %v", size)
	}
	for i, f := range want {
		x, y := 2+i%3*42, 2+i/3*32
		for _, p := range []image.Point{{0, 0}, {39, 29}, {20, 15}} {
			if got := color.RGBAModel.Convert(img.At(x+p.X, y+p.Y)); got != f.At(p.X, p.Y) {
				t.Errorf("frame %d at %v is %v, want %v", i, p, got, f.At(p.X, p.Y))
			}
		}
	}
	if got := color.RGBAModel.Convert(img.At(1, 1)); got != (color.RGBA{0, 0, 0, 255}) {
		t.Errorf("the margin is %v", got)
	}
}

func TestSquarest(t *testing.T) {
	for _, c := range []struct{ n, w, h, want int }{
		{1, 10, 10, 1}, {4, 10, 10, 2}, {9, 10, 10, 3}, {12, 16, 9, 3}, {8, 480, 480, 3}, {2, 10, 30, 2},
	} {
		if got := squarest(c.n, c.w, c.h); got != c.want {
			t.Errorf("%d frames of %d×%d: %d columns, want %d", c.n, c.w, c.h, got, c.want)
		}
	}
}

// composite plays a GIF and returns what each frame leaves on the screen.
func composite(t *testing.T, data []byte) (*gif.GIF, []*image.RGBA) {
	t.Helper()
	g, err := gif.DecodeAll(bytes.NewReader(data))
	if err != nil {
		t.Fatal(err)
	}
	screen := image.NewRGBA(image.Rect(0, 0, g.Config.Width, g.Config.Height))
	var out []*image.RGBA
	for _, f := range g.Image {
		for y := f.Rect.Min.Y; y < f.Rect.Max.Y; y++ {
			for x := f.Rect.Min.X; x < f.Rect.Max.X; x++ {
				if _, _, _, a := f.At(x, y).RGBA(); a != 0 {
					screen.Set(x, y, f.At(x, y))
				}
			}
		}
		out = append(out, clone(screen))
	}
	return g, out
}

// rms is the root mean square difference of two pictures, in levels of 255.
func rms(a, b *image.RGBA) float64 {
	sum := 0.0
	for i := range a.Pix {
		d := float64(a.Pix[i]) - float64(b.Pix[i])
		sum += d * d
	}
	return math.Sqrt(sum / float64(len(a.Pix)))
}

func TestGIF(t *testing.T) {
	for _, own := range []bool{false, true} {
		frames, want := movie(160, 90, 12)
		g, screens := composite(t, write(t, "a.gif", Options{FPS: 24, FramePalettes: own}, frames...))
		if len(screens) != len(want) || g.LoopCount != 0 {
			t.Fatalf("%d frames, loop count %d", len(screens), g.LoopCount)
		}
		sum := 0
		for _, d := range g.Delay {
			sum += d
		}
		if sum != 50 {
			t.Errorf("12 frames at 24 a second last %d/100 s, want 50", sum)
		}
		for i := range want {
			if d := rms(screens[i], want[i]); d > 3 {
				t.Errorf("own palettes %v: frame %d is off by %.2f levels", own, i, d)
			}
		}
	}
}

// TestGIFFewColors: where all colours fit, they come back exactly.
func TestGIFFewColors(t *testing.T) {
	img := image.NewRGBA(image.Rect(0, 0, 30, 30))
	for i := range 900 {
		v := uint8(i % 200)
		copy(img.Pix[4*i:], []byte{v &^ 7, 8 * (v % 3), 255 - v&^7, 255})
	}
	want := clone(img)
	_, screens := composite(t, write(t, "a.gif", Options{}, img))
	if !bytes.Equal(screens[0].Pix, want.Pix) {
		t.Errorf("the colours changed by %.3f levels", rms(screens[0], want))
	}
}

// TestGIFRates: time is kept at every rate, also above what a GIF can show.
func TestGIFRates(t *testing.T) {
	for _, c := range []struct {
		fps            float64
		frames, shown  int
		hundredths     int
		loops, counted int
	}{{30, 30, 30, 100, 0, 0}, {60, 60, 30, 100, 1, -1}, {12.5, 5, 5, 40, 3, 2}, {100, 10, 5, 10, 0, 0}, {50, 10, 10, 20, 0, 0}} {
		frames, _ := movie(16, 9, c.frames)
		g, _ := composite(t, write(t, "a.gif", Options{FPS: c.fps, Loops: c.loops}, frames...))
		sum := 0
		for _, d := range g.Delay {
			sum += d
			if d < minGIFDelay {
				t.Errorf("%v frames a second: a delay of %d", c.fps, d)
			}
		}
		if sum != c.hundredths || g.LoopCount != c.counted {
			t.Errorf("%v frames a second: %d frames in %d/100 s, loop count %d", c.fps, len(g.Image), sum, g.LoopCount)
		}
		if c.fps <= 50 && len(g.Image) != c.shown || len(g.Image) > c.frames {
			t.Errorf("%v frames a second: %d frames, want %d", c.fps, len(g.Image), c.shown)
		}
	}
}

func TestErrors(t *testing.T) {
	dir := t.TempDir()
	if err := os.Mkdir(filepath.Join(dir, "folder.png"), 0o755); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		path string
		o    Options
		want error
	}{
		{"a.bmp", Options{}, ErrUnsupported}, {"a", Options{}, ErrUnsupported}, {"", Options{}, ErrUnsupported},
		{"missing/a.png", Options{}, fs.ErrNotExist},
		{"a.gif", Options{FPS: -1}, soa.ErrOption}, {"a.gif", Options{FPS: math.NaN()}, soa.ErrOption}, {"a.gif", Options{FPS: math.Inf(1)}, soa.ErrOption},
	} {
		if _, err := Create(filepath.Join(dir, c.path), c.o); !errors.Is(err, c.want) {
			t.Errorf("%q: %v, want %v", c.path, err, c.want)
		}
	}
	var path *fs.PathError
	if _, err := Create(filepath.Join(dir, "folder.png"), Options{}); !errors.As(err, &path) {
		t.Errorf("a folder as file: %v", err)
	}
	only(t, dir, "folder.png")
}

// TestNothingStays: whatever goes wrong, an older file keeps its contents and
// no temporary one is left.
func TestNothingStays(t *testing.T) {
	dir := t.TempDir()
	for _, name := range []string{"a.png", "a.gif", "a.apng"} {
		path := filepath.Join(dir, name)
		if err := os.WriteFile(path, []byte("old"), 0o644); err != nil {
			t.Fatal(err)
		}
		w, err := Create(path, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if err := w.Add(frame(8, 8, 0, 1)); err != nil {
			t.Error(err)
		}
		if err := w.Add(frame(9, 8, 0, 1)); !errors.Is(err, ErrFrames) {
			t.Errorf("a frame of another size: %v", err)
		}
		w.Abort()
		w.Abort()
		if err := w.Add(frame(8, 8, 0, 1)); !errors.Is(err, soa.ErrClosed) {
			t.Errorf("Add after Abort: %v", err)
		}
		if w, err = Create(path, Options{}); err != nil {
			t.Fatal(err)
		}
		if err := w.Close(); !errors.Is(err, ErrFrames) {
			t.Errorf("Close without frames: %v", err)
		}
		if old, err := os.ReadFile(path); err != nil || string(old) != "old" {
			t.Errorf("the old file now holds %q (%v)", old, err)
		}
	}
	only(t, dir, "a.apng", "a.gif", "a.png")
}

// TestFullDevice: a write that fails is reported.
func TestFullDevice(t *testing.T) {
	if _, err := os.Stat("/dev/full"); err != nil {
		t.Skip("no /dev/full")
	}
	link := filepath.Join(t.TempDir(), "full.png")
	if err := os.Symlink("/dev/full", link); err != nil {
		t.Skip(err)
	}
	if err := Write(link, frame(64, 64, 0, 1)); err == nil {
		t.Error("writing to a full device succeeded")
	}
}

func BenchmarkGIF48(b *testing.B) { benchmark(b, "a.gif") }

func BenchmarkAPNG48(b *testing.B) { benchmark(b, "a.apng") }

// benchmark writes 48 frames of 960×540.
func benchmark(b *testing.B, name string) {
	var frames []*image.RGBA
	for i := range 48 {
		frames = append(frames, frame(960, 540, i, 48))
	}
	path := filepath.Join(b.TempDir(), name)
	for b.Loop() {
		w, err := Create(path, Options{FPS: 24})
		if err != nil {
			b.Fatal(err)
		}
		for _, f := range frames {
			if err := w.Add(f); err != nil {
				b.Fatal(err)
			}
		}
		if err := w.Close(); err != nil {
			b.Fatal(err)
		}
	}
	if info, err := os.Stat(path); err == nil {
		b.ReportMetric(float64(info.Size())/1e6, "MB")
	}
}
