package gpu

import (
	"errors"
	"fmt"
	"image"
	"math"

	"github.com/sinew-anim/sinew/soa"
)

// ErrItem: the arrays of an Item do not fit its model.
var ErrItem = errors.New("item does not fit its model")

// Scene is the content of one picture. The zero values of Camera, Light and
// Background have sensible defaults; a Grid is drawn if its Spacing is not 0.
// Draw only reads a Scene, apart from Item.Pixels.
type Scene struct {
	Camera     Camera
	Light      Light
	Background Background
	Grid       Grid
	Items      []Item
	Shadow     Shadow
	// Overlay, where not nil, draws over the finished picture, without its samples.
	Overlay Overlay
	// Uncovered, where not empty, is the part of the picture that the overlay leaves
	// open, in pixels from the upper left corner: Draw draws nothing outside it, which
	// has what was there before until the overlay covers it.
	Uncovered image.Rectangle
}

// Overlay draws over a picture, such as panels of package overlay. The framebuffer
// is bound; it holds display colours and has no depth. Paint leaves depth test,
// blending and culling as it finds them: on, off and off.
type Overlay interface {
	Paint(width, height int) error
}

// Color is linear red, green and blue, 0 to 1.
type Color [3]float32

// SRGB converts a colour as pictures and style sheets write it.
func SRGB(r, g, b uint8) Color {
	return Color{linear(r), linear(g), linear(b)}
}

// linear is the decoding function of sRGB (IEC 61966-2-1).
func linear(v uint8) float32 {
	s := float64(v) / 255
	if s <= 0.04045 {
		return float32(s / 12.92)
	}
	return float32(math.Pow((s+0.055)/1.055, 2.4))
}

// display is the inverse of linear, from 0 to 1.
func display(v float32) float32 {
	x := min(max(float64(v), 0), 1)
	if x <= 0.0031308 {
		return float32(12.92 * x)
	}
	return float32(1.055*math.Pow(x, 1/2.4) - 0.055)
}

// Light is a hemisphere, Sky from above and Ground from below, and one
// directional Key. The zero Light is DefaultLight.
type Light struct {
	Toward           [3]float32 // direction from the scene to the key light, any length
	Key, Sky, Ground Color
}

// toward is the unit vector to the key light.
func (l Light) toward() [3]float64 {
	if l == (Light{}) {
		l = DefaultLight()
	}
	t := l.Toward
	toward, ok := unit([3]float64{float64(t[0]), float64(t[1]), float64(t[2])})
	if !ok {
		return [3]float64{0, 1, 0}
	}
	return toward
}

// DefaultLight returns a soft key from the upper left front over a cool sky.
func DefaultLight() Light {
	return Light{
		Toward: [3]float32{-0.45, 0.80, 0.60},
		Key:    Color{0.69, 0.67, 0.64},
		Sky:    Color{0.33, 0.355, 0.395},
		Ground: Color{0.16, 0.15, 0.14},
	}
}

// Background is a vertical gradient. The zero Background is DefaultBackground.
type Background struct {
	Top, Bottom Color
}

// DefaultBackground returns light greys.
func DefaultBackground() Background {
	return Background{Top: SRGB(0xa9, 0xb6, 0xc4), Bottom: SRGB(0xec, 0xef, 0xf2)}
}

// Grid is a pattern of lines on the ground plane that fades out toward Radius.
type Grid struct {
	Spacing float32    // metres between lines, every tenth is stronger; 0: no grid
	Radius  float32    // metres; 0: 40 spacings
	Center  [3]float32 // its y is the plane's height
	Color   Color      // zero: dark grey
}

// GridFor returns a grid under b with a spacing of 1, 2 or 5 times a power of
// ten that suits its size. It lies at y = 0, or under b if b is far from that.
func GridFor(b Bounds) Grid {
	if b.Empty() {
		return Grid{Spacing: 1}
	}
	size := 0.0
	for k := range 3 {
		size = max(size, float64(b.Max[k])-float64(b.Min[k]))
	}
	if !(size > 0) || math.IsInf(size, 0) {
		return Grid{Spacing: 1}
	}
	step := math.Pow(10, math.Floor(math.Log10(size/3)))
	for _, m := range []float64{2, 2.5} { // 1, 2, 5 steps
		if size/step > 6 {
			step *= m
		}
	}
	g := Grid{Spacing: float32(step), Radius: float32(max(12*step, 4*size))}
	c := b.Center()
	g.Center = [3]float32{c[0], 0, c[2]}
	if float64(b.Min[1]) > size || float64(b.Max[1]) < -0.1*size {
		g.Center[1] = b.Min[1]
	}
	return g
}

// Item is one model drawn as any number of instances.
type Item struct {
	Model *Model
	// World places the instances; its length is their number. Matrices may
	// mirror.
	World []soa.Affine
	// Palettes holds, for every skin of the model, what takes mesh space to model
	// space: len(Skin.Joint) entries per instance. A model of
	// pose.Layout.BindModel has one skin, whose palettes are those of a
	// runtime.Crowd as they are: {Data: crowd.Palettes(), Stride: crowd.Stride()}.
	Palettes []Palette
	// Joints holds model-space joint matrices: joint j of instance i of a model
	// with n joints is Joints[i·n+j], as runtime.Crowd.Joints writes them. The
	// skeleton needs them, and meshes that follow a joint.
	Joints []soa.Affine
	// Weights holds the morph weights, len(Model.Weights) values per instance.
	// Without them every weight has its rest value.
	Weights []float32
	// Skeleton draws the bones over the picture, in SkeletonColor (zero: orange).
	Skeleton      bool
	SkeletonColor Color
	// HideMeshes leaves the meshes out, for a skeleton alone.
	HideMeshes bool

	// Reach holds spheres that the vertices never leave: one for all instances, or one
	// for each. Instances whose sphere is out of the picture are not drawn, which does
	// not change the picture. Without it all are drawn. Package runtime finds such
	// spheres.
	Reach []Sphere
	// Levels take the place of Model where an instance is small, the finest first. They
	// need a Reach.
	Levels []Level
	// Pixels, where not empty, receives the height of each instance's sphere on the
	// picture, 0 where it and its shadow are out of it: for levels of detail in time.
	Pixels []float32

	// Shading is what the meshes' colours say, Shaded the joint of ByInfluence. All
	// but ByMaterial draw every mesh opaque and without its texture.
	Shading Shading
	Shaded  int
	// Edges shows the edges of triangles, in Tint (zero: dark).
	Edges Edges
	// Ghost, where above 0, draws the item in Tint with this alpha, after what is
	// opaque: another time of what moves, for comparison.
	Ghost float32
	Tint  Color
}

// check reports arrays that are too short for the model and the instances.
func (it *Item) check(r *Renderer) error {
	m := it.Model
	if m == nil || m.renderer != r || m.closed {
		return fmt.Errorf("gpu: %w: its model was not uploaded to this renderer, or is closed", ErrItem)
	}
	n := len(it.World)
	if n == 0 {
		return nil
	}
	if len(it.Palettes) != len(m.data.Skins) && m.skinned {
		return fmt.Errorf("gpu: %w: model %q has %d skins, %d palettes are given", ErrItem, m.data.Name, len(m.data.Skins), len(it.Palettes))
	}
	if m.skinned {
		for s, skin := range m.data.Skins {
			if err := it.Palettes[s].check(r, n, skin.Len()); err != nil {
				return fmt.Errorf("gpu: %w: model %q, palettes of skin %d: %w", ErrItem, m.data.Name, s, err)
			}
		}
	}
	for p := range m.parts {
		if of := &m.parts[p]; of.dual && it.Palettes[of.skin].evaluator != nil {
			return fmt.Errorf("gpu: %w: model %q, palettes of skin %d: an Evaluator computes no dual quaternions", ErrItem, m.data.Name, of.skin)
		}
	}
	if joints := m.data.Skeleton.Len(); (m.carried || it.Skeleton) && len(it.Joints) < n*joints {
		return fmt.Errorf("gpu: %w: model %q has %d joints, %d matrices are given for %d instances", ErrItem, m.data.Name, joints, len(it.Joints), n)
	}
	if w := len(m.data.Weights); len(it.Weights) != 0 && len(it.Weights) < n*w {
		return fmt.Errorf("gpu: %w: model %q has %d morph weights, %d values are given for %d instances", ErrItem, m.data.Name, w, len(it.Weights), n)
	}
	return it.checkLevels(r)
}

// joint returns a joint's matrix in an instance.
func (it *Item) joint(instance, j int) *soa.Affine {
	return &it.Joints[instance*it.Model.data.Skeleton.Len()+j]
}
