package film

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"hash/crc32"
	"image"
	"image/png"
	"math"
	"runtime"
	"slices"
)

// apngEncoder writes the Animated PNG format (W3C PNG, third edition): the
// frames' pixel data, as image/png compresses it, in fcTL and fdAT chunks. From
// the second frame on only the rectangle that changed is stored.
type apngEncoder struct {
	out     *file
	options Options
	before  *image.RGBA
	opaque  bool
	frames  []*apngFrame
	busy    chan struct{} // one place per frame being compressed
}

// apngFrame is a frame being compressed, complete once done is closed.
type apngFrame struct {
	area   image.Rectangle
	header []byte // IHDR
	data   []byte // contents of the IDAT chunks
	err    error
	done   chan struct{}
}

func newAPNG(f *file, o Options) *apngEncoder {
	return &apngEncoder{out: f, options: o, busy: make(chan struct{}, runtime.GOMAXPROCS(0))}
}

// add compresses on another goroutine while the next frame is drawn.
func (a *apngEncoder) add(img *image.RGBA) error {
	now := clone(img)
	if a.before == nil {
		a.opaque = now.Opaque()
	} else if now.Opaque() != a.opaque {
		return fmt.Errorf("%w: one is transparent and another is not", ErrFrames)
	}
	f := &apngFrame{area: changedArea(a.before, now), done: make(chan struct{})}
	a.before = now
	a.frames = append(a.frames, f)
	a.busy <- struct{}{}
	go func() {
		f.compress(now, a.opaque)
		<-a.busy
		close(f.done)
	}()
	return nil
}

func (a *apngEncoder) abort() {
	for _, f := range a.frames {
		<-f.done
	}
}

// changedArea returns the smallest rectangle outside which two frames agree.
func changedArea(before, now *image.RGBA) image.Rectangle {
	if before == nil {
		return now.Rect
	}
	w := now.Rect.Dx()
	r := image.Rectangle{Min: now.Rect.Max}
	for y := range now.Rect.Dy() {
		a, b := before.Pix[y*before.Stride:][:4*w], now.Pix[y*now.Stride:][:4*w]
		if bytes.Equal(a, b) {
			continue
		}
		left, right := 0, w
		for bytes.Equal(a[4*left:4*left+4], b[4*left:4*left+4]) {
			left++
		}
		for bytes.Equal(a[4*right-4:4*right], b[4*right-4:4*right]) {
			right--
		}
		r.Min.X, r.Max.X = min(r.Min.X, left), max(r.Max.X, right)
		r.Min.Y, r.Max.Y = min(r.Min.Y, y), y+1
	}
	if r.Empty() {
		return image.Rect(0, 0, 1, 1)
	}
	return r
}

// compress encodes the area as a PNG and extracts its chunks.
func (f *apngFrame) compress(img *image.RGBA, opaque bool) {
	area := img.SubImage(f.area).(*image.RGBA)
	if !opaque && area.Opaque() {
		// image/png would choose a pixel format without alpha for this
		// rectangle: take the whole frame, which is not opaque.
		f.area = img.Rect
		area = img
	}
	var b bytes.Buffer
	if f.err = png.Encode(&b, area); f.err != nil {
		return
	}
	const signature, around = 8, 12 // bytes; length, name and checksum
	for rest := b.Bytes()[signature:]; len(rest) >= around; {
		n := int(binary.BigEndian.Uint32(rest))
		body := rest[8 : 8+n]
		switch string(rest[4:8]) {
		case "IHDR":
			f.header = body
		case "IDAT":
			f.data = append(f.data, body...)
		}
		rest = rest[around+n:]
	}
	if f.header == nil {
		f.err = errors.New("image/png wrote no header")
	}
}

// finish writes the file. The buffered writer keeps its first error for Flush.
func (a *apngEncoder) finish() error {
	a.out.WriteString("\x89PNG\r\n\x1a\n")
	number := func(v uint32) []byte { return binary.BigEndian.AppendUint32(nil, v) }
	sequence := uint32(0)
	for i, f := range a.frames {
		<-f.done
		if f.err != nil {
			return f.err
		}
		if i == 0 {
			a.chunk("IHDR", f.header)
			a.chunk("acTL", number(uint32(len(a.frames))), number(uint32(max(a.options.Loops, 0))))
		}
		a.chunk("fcTL", a.control(f, sequence))
		sequence++
		if i == 0 { // the first frame is the picture for programs without APNG
			a.chunk("IDAT", f.data)
			continue
		}
		a.chunk("fdAT", number(sequence), f.data)
		sequence++
	}
	a.chunk("IEND")
	return a.out.Flush()
}

// control returns a frame's fcTL chunk: position, duration, drawn over the frame before.
func (a *apngEncoder) control(f *apngFrame, sequence uint32) []byte {
	var c []byte
	for _, v := range []int{int(sequence), f.area.Dx(), f.area.Dy(), f.area.Min.X, f.area.Min.Y} {
		c = binary.BigEndian.AppendUint32(c, uint32(v))
	}
	num, den := apngDelay(a.options.FPS)
	c = binary.BigEndian.AppendUint16(c, num)
	c = binary.BigEndian.AppendUint16(c, den)
	return append(c, 0, 0) // dispose: none; blend: source
}

// apngDelay returns a frame's duration in seconds as a fraction.
func apngDelay(fps float64) (num, den uint16) {
	for _, n := range []float64{1, 10, 100, 1000} {
		if d := fps * n; d == math.Trunc(d) && d <= math.MaxUint16 && d >= 1 {
			return uint16(n), uint16(d)
		}
	}
	n := math.Min(math.MaxUint16, math.MaxUint16/fps)
	return uint16(max(n, 1)), uint16(min(max(math.Round(math.Floor(n)*fps), 1), math.MaxUint16))
}

// chunk writes a chunk whose data are in parts: length, name, data, checksum.
func (a *apngEncoder) chunk(name string, parts ...[]byte) {
	body := slices.Concat(append([][]byte{[]byte(name)}, parts...)...)
	a.out.Write(binary.BigEndian.AppendUint32(nil, uint32(len(body)-len(name))))
	a.out.Write(body)
	a.out.Write(binary.BigEndian.AppendUint32(nil, crc32.ChecksumIEEE(body)))
}
