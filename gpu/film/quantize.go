package film

import (
	"cmp"
	"image"
	"image/color"
	"slices"
	"sort"
)

// bins is the number of 15-bit colours, five bits a channel.
const bins = 1 << 15

// bin15 returns the 15-bit colour of a pixel.
func bin15(r, g, b byte) uint16 {
	return uint16(r>>3)<<10 | uint16(g>>3)<<5 | uint16(b>>3)
}

func addSaturated(v byte, d int) byte { return byte(min(int(v)+d, 255)) }

// histogram counts 15-bit colours and sums the exact ones, so that palette entries are
// means of real colours.
type histogram struct {
	count   [bins]uint32
	r, g, b [bins]uint64
}

// dither is a 4×4 Bayer matrix over the eight levels that share a 15-bit colour: it rounds
// some pixels up in proportion, which hides the steps of a gradient. It depends on the
// position only, so static parts of an animation do not flicker.
func dither(x, y int) int {
	return int("\x00\x04\x01\x05\x06\x02\x07\x03\x01\x05\x00\x04\x07\x03\x06\x02"[y&3<<2|x&3])
}

// add counts a frame and returns its 15-bit colours.
func (h *histogram) add(img *image.RGBA) []uint16 {
	size := img.Rect.Size()
	out := make([]uint16, 0, size.X*size.Y)
	for y := range size.Y {
		row := img.Pix[y*img.Stride : y*img.Stride+4*size.X]
		for i := 0; i+3 < len(row); i += 4 {
			r, g, b := row[i], row[i+1], row[i+2]
			d := dither(i>>2, y)
			k := bin15(addSaturated(r, d), addSaturated(g, d), addSaturated(b, d))
			h.count[k]++
			h.r[k] += uint64(r)
			h.g[k] += uint64(g)
			h.b[k] += uint64(b)
			out = append(out, k)
		}
	}
	return out
}

// shade is one used bin: its mean colour and its number of pixels.
type shade struct {
	bin   uint16
	rgb   [3]float64
	count float64
}

// box is a set of shades that share a palette entry.
type box struct {
	shades []shade
	axis   int     // the channel in which they differ most
	mean   float64 // of that channel
	spread float64 // sum of squared differences in it
}

func newBox(shades []shade) box {
	b := box{shades: shades}
	n := 0.0
	var sum, squares [3]float64
	for i := range shades {
		s := &shades[i]
		n += s.count
		for k, v := range s.rgb {
			sum[k] += s.count * v
			squares[k] += s.count * v * v
		}
	}
	for k := range 3 {
		if spread := squares[k] - sum[k]*sum[k]/n; k == 0 || spread > b.spread {
			b.axis, b.mean, b.spread = k, sum[k]/n, spread
		}
	}
	return b
}

// look reduces a histogram to at most limit colours, at most 256, by median cut in its
// least-squares form: it repeatedly cuts the box with the greatest variance at its mean,
// across the channel of the greatest variance (Heckbert 1982; Wan, Wong and Prusinkiewicz
// 1988).
func (h *histogram) look(limit int) look {
	var shades []shade
	for k, n := range h.count {
		if n > 0 {
			f := float64(n)
			shades = append(shades, shade{bin: uint16(k), count: f,
				rgb: [3]float64{float64(h.r[k]) / f, float64(h.g[k]) / f, float64(h.b[k]) / f}})
		}
	}
	boxes := []box{newBox(shades)}
	for len(boxes) < limit {
		widest := 0
		for i := range boxes {
			if boxes[i].spread > boxes[widest].spread {
				widest = i
			}
		}
		low, high, ok := boxes[widest].cut()
		if !ok {
			break
		}
		boxes[widest] = low
		boxes = append(boxes, high)
	}
	colors := make(color.Palette, len(boxes))
	means := make([][3]float64, len(boxes))
	for i := range boxes {
		means[i] = boxes[i].color()
		colors[i] = color.RGBA{round8(means[i][0]), round8(means[i][1]), round8(means[i][2]), 255}
	}
	return look{colors, nearest(shades, means)}
}

// cut divides the box at its mean; it reports false for a box of one shade.
func (b *box) cut() (low, high box, ok bool) {
	if len(b.shades) < 2 || !(b.spread > 0) {
		return low, high, false
	}
	s, axis := b.shades, b.axis
	slices.SortFunc(s, func(a, b shade) int {
		return cmp.Or(cmp.Compare(a.rgb[axis], b.rgb[axis]), cmp.Compare(a.bin, b.bin))
	})
	at := sort.Search(len(s), func(i int) bool { return s[i].rgb[axis] > b.mean })
	at = min(max(at, 1), len(s)-1)
	return newBox(s[:at]), newBox(s[at:]), true
}

// color is the mean of the box's pixels.
func (b *box) color() (mean [3]float64) {
	n := 0.0
	for i := range b.shades {
		n += b.shades[i].count
		for k, v := range b.shades[i].rgb {
			mean[k] += b.shades[i].count * v
		}
	}
	for k := range mean {
		mean[k] /= n
	}
	return mean
}

// nearest assigns every shade to the nearest palette entry, which may be that of another
// box.
func nearest(shades []shade, means [][3]float64) *[bins]uint8 {
	table := new([bins]uint8)
	for i := range shades {
		s := &shades[i]
		best, least := 0, 0.0
		for k := range means {
			r, g, b := s.rgb[0]-means[k][0], s.rgb[1]-means[k][1], s.rgb[2]-means[k][2]
			if d := r*r + g*g + b*b; k == 0 || d < least {
				best, least = k, d
			}
		}
		table[s.bin] = uint8(best)
	}
	return table
}

func round8(v float64) uint8 { return uint8(min(max(v+0.5, 0), 255)) }
