package picture_test

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"hash/crc32"
	"image"
	"image/png"
	"testing"

	"github.com/sinew-anim/sinew/internal/picture"
)

// header is a PNG file that says that it is of a size, and ends.
func header(width, height uint32, depth byte) []byte {
	var b bytes.Buffer
	b.WriteString("\x89PNG\r\n\x1a\n")
	chunk := func(kind string, data []byte) {
		_ = binary.Write(&b, binary.BigEndian, uint32(len(data)))
		body := append([]byte(kind), data...)
		b.Write(body)
		_ = binary.Write(&b, binary.BigEndian, crc32.ChecksumIEEE(body))
	}
	head := binary.BigEndian.AppendUint32(binary.BigEndian.AppendUint32(nil, width), height)
	chunk("IHDR", append(head, depth, 6, 0, 0, 0))
	var z bytes.Buffer
	_ = zlib.NewWriter(&z).Close()
	chunk("IDAT", z.Bytes())
	return b.Bytes()
}

func TestTexels(t *testing.T) {
	var small bytes.Buffer
	if err := png.Encode(&small, image.NewNRGBA(image.Rect(0, 0, 7, 5))); err != nil {
		t.Fatal(err)
	}
	tga := make([]byte, 18)
	tga[12], tga[14] = 9, 4
	for _, c := range []struct {
		name string
		data []byte
		want int64
	}{
		{"small", small.Bytes(), 35}, {"deep", header(11580, 11580, 16), 2 * 11580 * 11580}, {"wide", header(1<<27, 1, 8), 1 << 24},
		{"targa", tga, 36}, {"nothing", nil, 0}, {"text", []byte("no picture"), 0},
	} {
		if n, err := picture.Texels(c.data); n != c.want || err != nil {
			t.Errorf("%s: %d texels, want %d: %v", c.name, n, c.want, err)
		}
	}
	if _, err := picture.Texels(small.Bytes()[:20]); err == nil {
		t.Error("a broken header is accepted")
	}
}
