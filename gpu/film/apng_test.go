package film

import (
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"image"
	"image/draw"
	"image/png"
	"math"
	"path/filepath"
	"testing"
)

type chunk struct {
	name string
	body []byte
}

// chunks parses a PNG file and checks lengths and checksums.
func chunks(t *testing.T, data []byte) (list []chunk) {
	t.Helper()
	if !bytes.HasPrefix(data, []byte("\x89PNG\r\n\x1a\n")) {
		t.Fatal("no PNG signature")
	}
	for data = data[8:]; len(data) > 0; {
		n := int(binary.BigEndian.Uint32(data))
		if len(data) < 12+n {
			t.Fatalf("a chunk of %d bytes in %d", n, len(data))
		}
		if crc32.ChecksumIEEE(data[4:8+n]) != binary.BigEndian.Uint32(data[8+n:]) {
			t.Fatalf("wrong checksum in chunk %q", data[4:8])
		}
		list = append(list, chunk{string(data[4:8]), data[8 : 8+n]})
		data = data[12+n:]
	}
	return list
}

// playAPNG decodes an APNG as its specification says, for the operations the
// encoder uses, and checks the sequence numbers.
func playAPNG(t *testing.T, data []byte) (screens []*image.NRGBA, num, den uint16) {
	t.Helper()
	var header, control []byte
	var screen *image.NRGBA
	sequence := uint32(0)
	next := func(b []byte) {
		if got := binary.BigEndian.Uint32(b); got != sequence {
			t.Errorf("sequence number %d, want %d", got, sequence)
		}
		sequence++
	}
	for _, c := range chunks(t, data) {
		body := c.body
		switch c.name {
		case "IHDR":
			header = body
			screen = image.NewNRGBA(image.Rect(0, 0, int(binary.BigEndian.Uint32(body)), int(binary.BigEndian.Uint32(body[4:]))))
		case "fcTL":
			next(body)
			control = body
			num, den = binary.BigEndian.Uint16(body[20:]), binary.BigEndian.Uint16(body[22:])
		case "IDAT", "fdAT":
			if c.name == "fdAT" {
				next(body)
				body = body[4:]
			}
			part := decodePart(t, header, control, body)
			at := image.Pt(int(binary.BigEndian.Uint32(control[12:])), int(binary.BigEndian.Uint32(control[16:])))
			draw.Draw(screen, part.Bounds().Add(at), part, image.Point{}, draw.Src)
			shot := image.NewNRGBA(screen.Rect)
			copy(shot.Pix, screen.Pix)
			screens = append(screens, shot)
		}
	}
	return screens, num, den
}

// decodePart makes a PNG of one frame's data and decodes it.
func decodePart(t *testing.T, header, control, data []byte) image.Image {
	t.Helper()
	own := append(append([]byte{}, control[4:12]...), header[8:]...)
	file := []byte("\x89PNG\r\n\x1a\n")
	for _, c := range []chunk{{"IHDR", own}, {"IDAT", data}, {"IEND", nil}} {
		file = binary.BigEndian.AppendUint32(file, uint32(len(c.body)))
		start := len(file)
		file = append(append(file, c.name...), c.body...)
		file = binary.BigEndian.AppendUint32(file, crc32.ChecksumIEEE(file[start:]))
	}
	img, err := png.Decode(bytes.NewReader(file))
	if err != nil {
		t.Fatal(err)
	}
	return img
}

// TestAPNG: every frame comes back to the bit, a still one included, and
// programs that know no APNG see the first.
func TestAPNG(t *testing.T) {
	frames, want := movie(120, 70, 6)
	frames = append(frames, clone(want[5]))
	want = append(want, want[5])
	data := write(t, "a.apng", Options{FPS: 24, Loops: 2}, frames...)
	screens, num, den := playAPNG(t, data)
	if len(screens) != len(want) || num != 1 || den != 24 {
		t.Fatalf("%d frames of %d/%d s", len(screens), num, den)
	}
	for i := range want {
		if !bytes.Equal(screens[i].Pix, want[i].Pix) { // opaque: both kinds agree
			t.Errorf("frame %d changed", i)
		}
	}
	var length []byte
	for _, c := range chunks(t, data) {
		if c.name == "acTL" {
			length = c.body
		}
	}
	if !bytes.Equal(length, []byte{0, 0, 0, 7, 0, 0, 0, 2}) {
		t.Errorf("acTL is %v", length)
	}
	first, err := png.Decode(bytes.NewReader(data))
	if err != nil || !bytes.Equal(first.(*image.RGBA).Pix, want[0].Pix) {
		t.Errorf("as a plain PNG it is not the first frame: %v", err)
	}
}

// TestAPNGTransparent: frames with alpha keep it, even where only an opaque
// part changes; mixed ones are refused.
func TestAPNGTransparent(t *testing.T) {
	first := frame(40, 40, 0, 4)
	for i := range 400 {
		clear(first.Pix[4*i : 4*i+4])
	}
	second := clone(first)
	copy(second.Pix[4*1500:], []byte{1, 2, 3, 255})
	want := clone(second)
	screens, _, _ := playAPNG(t, write(t, "a.apng", Options{}, first, second))
	if len(screens) != 2 || !bytes.Equal(screens[1].Pix, want.Pix) {
		t.Error("the second frame changed")
	}
	w, err := Create(filepath.Join(t.TempDir(), "b.apng"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Abort()
	if err := w.Add(want); err != nil {
		t.Fatal(err)
	}
	if err := w.Add(frame(40, 40, 0, 4)); !errors.Is(err, ErrFrames) {
		t.Errorf("an opaque frame after a transparent one: %v", err)
	}
}

func TestAPNGDelay(t *testing.T) {
	for _, fps := range []float64{1, 24, 30, 60, 12.5, 29.97, 0.5, 0.001, 23.976023976, 1000, math.Pi, 0.00007} {
		num, den := apngDelay(fps)
		if den == 0 || num == 0 {
			t.Fatalf("%v frames a second: %d/%d", fps, num, den)
		}
		if got := float64(num) / float64(den); math.Abs(got*fps-1) > 1e-4 && fps > 1e-4 {
			t.Errorf("%v frames a second: a delay of %d/%d s", fps, num, den)
		}
	}
}
