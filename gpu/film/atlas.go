package film

import (
	"encoding/json"
	"fmt"
	"image"
	"math"
)

// Atlas lists the sprites of a sheet. Its JSON is TexturePacker's "hash" form with
// animations, as PixiJS, Phaser and others read it.
type Atlas struct {
	Image   string // the name of the sheet's file
	Grid    Grid
	Sprites []Sprite // in the order of the sheet
}

// Sprite is one frame of a sheet.
type Sprite struct {
	Name      string
	Animation string     // its animation, or ""
	Pivot     [2]float64 // the fixed point, as fractions of the frame from its top left
	Seconds   float64    // duration, 0: not stated
}

type atlasFile struct {
	Frames     map[string]atlasFrame `json:"frames"`
	Animations map[string][]string   `json:"animations,omitempty"`
	Meta       atlasMeta             `json:"meta"`
}

type atlasFrame struct {
	Frame      atlasRect  `json:"frame"`
	Rotated    bool       `json:"rotated"`
	Trimmed    bool       `json:"trimmed"`
	Source     atlasRect  `json:"spriteSourceSize"`
	SourceSize atlasSize  `json:"sourceSize"`
	Pivot      atlasPoint `json:"pivot"`
	Anchor     atlasPoint `json:"anchor"` // PixiJS's word for it
	Duration   int        `json:"duration,omitempty"`
}

type atlasRect struct {
	X int `json:"x"`
	Y int `json:"y"`
	atlasSize
}

type atlasSize struct {
	W int `json:"w"`
	H int `json:"h"`
}

type atlasPoint struct {
	X float64 `json:"x"`
	Y float64 `json:"y"`
}

type atlasMeta struct {
	App    string    `json:"app"`
	Image  string    `json:"image"`
	Format string    `json:"format"`
	Size   atlasSize `json:"size"`
	Scale  string    `json:"scale"`
}

// Write writes the atlas as a JSON file. Names of sprites have to be unique; the error wraps
// ErrFrames where they are not.
func (a *Atlas) Write(path string) error {
	text, err := a.json()
	if err != nil {
		return err
	}
	f, err := create(path)
	if err == nil {
		if _, err = f.Write(text); err != nil {
			f.discard()
		} else {
			err = f.commit()
		}
	}
	if err != nil {
		return fmt.Errorf("capture: cannot write %q: %w", path, err)
	}
	return nil
}

func (a *Atlas) json() ([]byte, error) {
	size := func(p image.Point) atlasSize { return atlasSize{p.X, p.Y} }
	f := atlasFile{
		Frames: make(map[string]atlasFrame), Animations: make(map[string][]string),
		Meta: atlasMeta{App: "sinew", Image: a.Image, Format: "RGBA8888", Size: size(a.Grid.Size()), Scale: "1"},
	}
	for i, s := range a.Sprites {
		if _, twice := f.Frames[s.Name]; twice {
			return nil, fmt.Errorf("capture: %w: two sprites are called %q", ErrFrames, s.Name)
		}
		at := a.Grid.Cell(i)
		pivot := atlasPoint{s.Pivot[0], s.Pivot[1]}
		f.Frames[s.Name] = atlasFrame{
			Frame:  atlasRect{at.Min.X, at.Min.Y, size(at.Size())},
			Source: atlasRect{atlasSize: size(at.Size())}, SourceSize: size(at.Size()),
			Pivot: pivot, Anchor: pivot, Duration: int(math.Round(1000 * s.Seconds)),
		}
		if s.Animation != "" {
			f.Animations[s.Animation] = append(f.Animations[s.Animation], s.Name)
		}
	}
	text, err := json.MarshalIndent(f, "", " ")
	return append(text, '\n'), err
}

// Matte returns a picture without its background, computed from the same picture drawn on
// black and on white: a pixel of opacity α is 1−α brighter on white. Colours are
// premultiplied by α, as in image.RGBA. Both pictures have one size and begin at the origin;
// the first is changed and returned.
func Matte(onBlack, onWhite *image.RGBA) *image.RGBA {
	for y := range onBlack.Rect.Dy() {
		b := onBlack.Pix[y*onBlack.Stride:][:4*onBlack.Rect.Dx()]
		w := onWhite.Pix[y*onWhite.Stride:][:len(b)]
		for i := 0; i < len(b); i += 4 {
			least := 255
			for k := range 3 {
				least = min(least, max(0, int(w[i+k])-int(b[i+k])))
			}
			alpha := uint8(255 - least)
			b[i+3] = alpha
			for k := range 3 {
				b[i+k] = min(b[i+k], alpha)
			}
		}
	}
	return onBlack
}
