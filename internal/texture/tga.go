package texture

import (
	"encoding/binary"
	"errors"
	"fmt"
	"image"
)

// errUnknownPicture is what data of no known format gives.
var errUnknownPicture = errors.New("it is no picture of a known format (PNG, JPEG, BMP, TIFF, WEBP, GIF, TGA)")

// tga is the header of a Truevision TGA file.
type tga struct {
	kind          byte // 1 mapped, 2 true colour, 3 grey; + 8 run-length coded
	mapped        bool
	mapFirst      int
	mapLength     int
	mapBits       int
	width, height int
	bits          int
	fromTop       bool
	fromRight     bool
}

// decodeTGA decodes the TGA files that model collections hold: mapped, true
// colour and grey, plain or run-length coded, 8 to 32 bits.
func decodeTGA(data []byte) (*image.NRGBA, error) {
	h, pos, err := tgaHeader(data)
	if err != nil {
		return nil, err
	}
	var palette []byte // 4 bytes an entry
	if h.mapped {
		size := (h.mapBits + 7) / 8
		if len(data)-pos < h.mapLength*size {
			return nil, errors.New("a TGA file that ends in its colour map")
		}
		for i := range h.mapLength {
			c := tgaColor(data[pos+i*size:pos+(i+1)*size], h.mapBits)
			palette = append(palette, c[:]...)
		}
		pos += h.mapLength * size
	}
	img := image.NewNRGBA(image.Rect(0, 0, h.width, h.height))
	if err := h.pixels(img, data[pos:], palette); err != nil {
		return nil, err
	}
	return img, nil
}

func tgaHeader(data []byte) (h tga, pos int, err error) {
	if len(data) < 18 {
		return h, 0, errUnknownPicture
	}
	h = tga{
		kind: data[2], mapped: data[1] == 1,
		mapFirst:  int(binary.LittleEndian.Uint16(data[3:])),
		mapLength: int(binary.LittleEndian.Uint16(data[5:])), mapBits: int(data[7]),
		width: int(binary.LittleEndian.Uint16(data[12:])), height: int(binary.LittleEndian.Uint16(data[14:])),
		bits: int(data[16]), fromTop: data[17]&0x20 != 0, fromRight: data[17]&0x10 != 0,
	}
	known := false
	switch h.kind &^ 8 {
	case 1:
		known = h.mapped && h.bits == 8
	case 2:
		known = tgaDepth(h.bits)
	case 3:
		known = h.bits == 8
	}
	if !known || data[1] > 1 || h.width < 1 || h.height < 1 || h.mapped && !tgaDepth(h.mapBits) {
		return h, 0, errUnknownPicture
	}
	pos = 18 + int(data[0])
	// A run-length packet of one pixel's size covers 128 pixels at most.
	if pos > len(data) || h.width*h.height > 128*(len(data)-pos) {
		return h, 0, fmt.Errorf("a TGA file of %d×%d with %d bytes", h.width, h.height, len(data))
	}
	return h, pos, nil
}

func tgaDepth(bits int) bool { return bits == 15 || bits == 16 || bits == 24 || bits == 32 }

// tgaColor converts a little-endian colour to RGBA.
func tgaColor(b []byte, bits int) [4]byte {
	switch bits {
	case 8:
		return [4]byte{b[0], b[0], b[0], 255}
	case 15, 16:
		v := uint(binary.LittleEndian.Uint16(b))
		five := func(shift uint) byte { c := v >> shift & 31; return byte(c<<3 | c>>2) }
		return [4]byte{five(10), five(5), five(0), 255}
	case 24:
		return [4]byte{b[2], b[1], b[0], 255}
	default:
		return [4]byte{b[2], b[1], b[0], b[3]}
	}
}

// pixels reads the picture, packet by packet where it is run-length coded.
func (h *tga) pixels(img *image.NRGBA, data, palette []byte) error {
	size := (h.bits + 7) / 8
	total := h.width * h.height
	for n := 0; n < total; {
		count, repeat := total, false
		if h.kind&8 != 0 {
			if len(data) == 0 {
				return errors.New("a TGA file that ends too early")
			}
			count, repeat = int(data[0]&127)+1, data[0]&128 != 0
			data = data[1:]
		}
		count = min(count, total-n)
		for i := range count {
			if len(data) < size {
				return errors.New("a TGA file that ends too early")
			}
			c, err := h.color(data[:size], palette)
			if err != nil {
				return err
			}
			copy(img.Pix[h.offset(n, img.Stride):], c[:])
			n++
			if !repeat || i == count-1 {
				data = data[size:]
			}
		}
	}
	return nil
}

func (h *tga) color(b, palette []byte) (c [4]byte, err error) {
	if h.kind&^8 != 1 {
		return tgaColor(b, h.bits), nil
	}
	i := 4 * (int(b[0]) - h.mapFirst)
	if i < 0 || i+4 > len(palette) {
		return c, fmt.Errorf("a TGA file with colour %d of %d", b[0], len(palette)/4)
	}
	return [4]byte(palette[i:]), nil
}

// offset returns where the file's n-th pixel goes.
func (h *tga) offset(n, stride int) int {
	x, y := n%h.width, n/h.width
	if !h.fromTop {
		y = h.height - 1 - y
	}
	if h.fromRight {
		x = h.width - 1 - x
	}
	return y*stride + 4*x
}
