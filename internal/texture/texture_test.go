package texture

import (
	"bytes"
	"errors"
	"image"
	"image/color"
	"image/png"
	"math/rand/v2"
	"testing"

	encoded "github.com/sinew-anim/sinew/internal/picture"
	"github.com/sinew-anim/sinew/soa"
)

// tgaFile encodes a picture as TGA: 15, 16, 24 or 32 bits, run-length coded or
// not, from the bottom up.
func tgaFile(img *image.NRGBA, bits int, runs bool) []byte {
	w, h := img.Rect.Dx(), img.Rect.Dy()
	kind := byte(2)
	if runs {
		kind = 10
	}
	out := []byte{3, 0, kind, 0, 0, 0, 0, 0, 0, 0, 0, 0, byte(w), byte(w >> 8), byte(h), byte(h >> 8), byte(bits), 0, 'i', 'd', '!'}
	var pixels [][]byte
	for y := h - 1; y >= 0; y-- {
		for x := range w {
			c := img.NRGBAAt(x, y)
			switch bits {
			case 15, 16:
				v := uint(c.R>>3)<<10 | uint(c.G>>3)<<5 | uint(c.B>>3)
				pixels = append(pixels, []byte{byte(v), byte(v >> 8)})
			default:
				pixels = append(pixels, []byte{c.B, c.G, c.R, c.A}[:bits/8])
			}
		}
	}
	for i := 0; i < len(pixels); {
		n := 1
		for runs && i+n < len(pixels) && n < 128 && bytes.Equal(pixels[i], pixels[i+n]) {
			n++
		}
		if runs && n > 1 {
			out = append(append(out, byte(127+n)), pixels[i]...)
		} else if runs {
			out = append(append(out, 0), pixels[i]...)
		} else {
			out = append(out, pixels[i]...)
		}
		i += n
	}
	return out
}

func TestTGA(t *testing.T) {
	rng := rand.New(rand.NewPCG(3, 4))
	img := image.NewNRGBA(image.Rect(0, 0, 33, 21))
	for i := range 33 * 21 {
		v := byte(rng.IntN(3)) * 80
		img.SetNRGBA(i%33, i/33, color.NRGBA{v, 255 - v, byte(i / 40), v})
	}
	for _, bits := range []int{15, 16, 24, 32} {
		for _, runs := range []bool{false, true} {
			got, err := decodeTGA(tgaFile(img, bits, runs))
			if err != nil {
				t.Errorf("%d bits, runs %v: %v", bits, runs, err)
				continue
			}
			for i := range img.Pix {
				want := img.Pix[i]
				switch {
				case i%4 == 3 && bits != 32:
					want = 255
				case bits < 24:
					want = want>>3<<3 | want>>5
				}
				if got.Pix[i] != want {
					t.Errorf("%d bits, runs %v: value %d is %d, want %d", bits, runs, i, got.Pix[i], want)
					break
				}
			}
		}
	}
}

// TestTGAOrders: grey and mapped pictures, and rows and columns in all orders.
func TestTGAOrders(t *testing.T) {
	head := func(mapped, kind, bits, flags byte) []byte {
		h := []byte{0, mapped, kind, 0, 0, 0, 0, 0, 0, 0, 0, 0, 2, 0, 2, 0, bits, flags}
		if mapped == 1 {
			h[3], h[5], h[7] = 5, 2, 24 // entries 5 and 6
			h = append(h, 10, 20, 30, 40, 50, 60)
		}
		return h
	}
	for flags, want := range map[byte][4]byte{0x20: {1, 2, 3, 4}, 0x00: {3, 4, 1, 2}, 0x30: {2, 1, 4, 3}, 0x10: {4, 3, 2, 1}} {
		img, err := decodeTGA(append(head(0, 3, 8, flags), 1, 2, 3, 4))
		if err != nil {
			t.Fatal(err)
		}
		for i, v := range want {
			if img.Pix[4*i] != v || img.Pix[4*i+3] != 255 {
				t.Errorf("flags %#x: pixel %d is %v, want %d", flags, i, img.Pix[4*i:4*i+4], v)
			}
		}
	}
	img, err := decodeTGA(append(head(1, 1, 8, 0x20), 5, 6, 6, 5))
	if err != nil || !bytes.Equal(img.Pix[:8], []byte{30, 20, 10, 255, 60, 50, 40, 255}) {
		t.Errorf("mapped: %v", err)
	}
	if _, err := decodeTGA(append(head(1, 1, 8, 0x20), 5, 6, 7, 5)); err == nil {
		t.Error("a colour outside the map passes")
	}
	if _, err := decodeTGA([]byte("some text that is no picture at all")); !errors.Is(err, errUnknownPicture) {
		t.Error(err)
	}
}

// webp is a lossless WebP file of one pixel.
func webp() []byte {
	return []byte("RIFF\x1a\x00\x00\x00WEBPVP8L\x0d\x00\x00\x00/\x00\x00\x00\x10\x07\x10\x11\x11\x88\x88\xfe\x07\x00")
}

func TestWebP(t *testing.T) {
	img, err := Decode(&soa.Texture{Data: webp()})
	if err != nil || img.Rect.Size() != image.Pt(1, 1) {
		t.Errorf("%v, %v", img, err)
	}
}

// FuzzTexels: no bytes make decoding panic. Pictures that claim many texels take their time
// and are left out, as a renderer leaves out those that claim more than it has room for.
func FuzzTexels(f *testing.F) {
	img := image.NewNRGBA(image.Rect(0, 0, 5, 4))
	f.Add(tgaFile(img, 24, true))
	f.Add(tgaFile(img, 16, false))
	var encodedPNG bytes.Buffer
	if err := png.Encode(&encodedPNG, img); err != nil {
		f.Fatal(err)
	}
	f.Add(encodedPNG.Bytes())
	f.Add(webp())
	f.Fuzz(func(t *testing.T, data []byte) {
		const most = 1 << 20
		if n, err := encoded.Texels(data); err == nil && n > most {
			return
		}
		for _, decode := range []func() (*image.NRGBA, error){
			func() (*image.NRGBA, error) { return decodeTGA(data) },
			func() (*image.NRGBA, error) { return Decode(&soa.Texture{Data: data}) },
		} {
			if img, err := decode(); err == nil && (img.Rect.Empty() || len(img.Pix) != 4*img.Rect.Dx()*img.Rect.Dy()) {
				t.Errorf("a picture of %v with %d bytes", img.Rect, len(img.Pix))
			}
		}
	})
}

// TestFit: a picture above a limit is scaled.
func TestFit(t *testing.T) {
	img := image.NewNRGBA(image.Rect(0, 0, 300, 3))
	small := Fit(img, 100)
	if small.Rect.Size() != image.Pt(100, 1) || Fit(img, 300) != img {
		t.Errorf("scaled to %v", small.Rect.Size())
	}
}
