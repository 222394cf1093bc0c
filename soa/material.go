package soa

import "fmt"

// AlphaMode is the meaning of a material's alpha.
type AlphaMode uint8

const (
	Opaque AlphaMode = iota // alpha is ignored
	Mask                    // visible where alpha ≥ AlphaCutoff
	Blend                   // mixed with the background
)

// Material is the appearance of a surface.
type Material struct {
	Name        string
	BaseColor   [4]float32 // linear RGBA factor, multiplied with the texture
	Texture     int        // index of Model.Textures, or None
	DoubleSided bool
	Alpha       AlphaMode
	AlphaCutoff float32
}

// Texture is one picture: the bytes of an encoded file (PNG, JPEG, …) or, if
// Width is not 0, plain texels.
type Texture struct {
	Name string // in the model file
	Path string // of the picture's own file; empty if embedded
	// Data is the encoded picture, or Width·Height RGBA texels, 8 bits a
	// channel, top row first.
	Data          []byte
	Width, Height int
}

// Validate checks the material against the number of textures of its model.
func (m *Material) Validate(textures int) error {
	if err := checkNames("a material", m.Name); err != nil {
		return err
	}
	if m.Texture < None || m.Texture >= textures {
		return fmt.Errorf("%w: material %q has texture %d of %d", ErrInvalid, m.Name, m.Texture, textures)
	}
	if m.Alpha > Blend {
		return fmt.Errorf("%w: material %q has alpha mode %d", ErrInvalid, m.Name, m.Alpha)
	}
	if !bounded(m.AlphaCutoff) {
		return fmt.Errorf("%w: material %q has alpha cutoff %v", ErrInvalid, m.Name, m.AlphaCutoff)
	}
	return checkBounded("material "+m.Name+": BaseColor", m.BaseColor[:])
}

// Validate checks that plain texels fill their stated size.
func (t *Texture) Validate() error {
	if err := checkNames("a texture", t.Name); err != nil {
		return err
	}
	if t.Width < 0 || t.Height < 0 || (t.Width == 0) != (t.Height == 0) {
		return fmt.Errorf("%w: texture %q is %d×%d", ErrInvalid, t.Name, t.Width, t.Height)
	}
	if t.Width > 0 && (t.Width > 1<<20 || t.Height > 1<<20 || len(t.Data) != 4*t.Width*t.Height) {
		return fmt.Errorf("%w: texture %q of %d×%d has %d bytes", ErrInvalid, t.Name, t.Width, t.Height, len(t.Data))
	}
	return nil
}
