// Package picture computes the decoded size of an encoded picture from its beginning: a megabyte
// of PNG can be a gigabyte of texels.
package picture

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"image"
	"image/color"
	_ "image/jpeg" // formats that textures come in
	_ "image/png"
	"slices"

	_ "golang.org/x/image/bmp"
	_ "golang.org/x/image/tiff"
	_ "golang.org/x/image/webp"
)

// The default limits of decoding, in texels: an 8192 × 8192 picture, and for a model two
// such pictures, or eight of 4096 × 4096.
const (
	MaxTexels    = 1 << 26
	MaxAllTexels = 1 << 27
)

// Texels returns how many texels of 32 bits a picture decodes to; those of 64 bits, which
// pictures of 16 bits a channel become, count twice. It is 0 for data that are no picture
// of a known format, and an error for a picture whose beginning is broken.
func Texels(data []byte) (int64, error) {
	config, format, err := image.DecodeConfig(bytes.NewReader(data))
	switch {
	case errors.Is(err, image.ErrFormat):
		return targa(data), nil
	case err != nil:
		return 0, fmt.Errorf("its %s header cannot be read: %w", format, err)
	case config.Width < 1 || config.Height < 1:
		return 0, fmt.Errorf("a picture of %d×%d is not possible", config.Width, config.Height)
	}
	const side = 1 << 24 // beyond it products could overflow
	n := int64(min(config.Width, side)) * int64(min(config.Height, side))
	if slices.Contains([]color.Model{color.NRGBA64Model, color.RGBA64Model, color.Gray16Model}, config.ColorModel) {
		n *= 2
	}
	return n, nil
}

// targa is Texels of a TGA file, which has no magic number, or of anything else.
func targa(data []byte) int64 {
	if len(data) < 18 {
		return 0
	}
	return int64(binary.LittleEndian.Uint16(data[12:])) * int64(binary.LittleEndian.Uint16(data[14:]))
}
