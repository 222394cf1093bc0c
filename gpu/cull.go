package gpu

import (
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/soa"
)

// Sphere is a ball in model space, in metres.
type Sphere struct {
	Center [3]float32
	Radius float32
}

// Level is a coarser model that takes the place of an item's where it is small.
type Level struct {
	// Model has the skeleton, skins and morph weights of the item's model, and fewer
	// triangles; nil draws nothing.
	Model *Model
	// Below is the height on the picture in pixels, of an instance's sphere, under
	// which the level is drawn.
	Below float32
}

// sight is what a view sees, for culling and levels of detail.
type sight struct {
	eye    [3]float64
	planes [6][4]float32 // a x + b y + c z + d is the distance inside
	w      [4]float32    // row of the view-projection
	scale  float32       // pixels of a metre where w is 1

	shadow *Shadow // nil without
	toward [3]float64
}

// castBy makes what casts a shadow into the picture seen too.
func (s *sight) castBy(scene *Scene) {
	if scene.Shadow.Radius > 0 {
		s.shadow, s.toward = &scene.Shadow, scene.Light.toward()
	}
}

// newSight derives the frustum from a view-projection in column-major order. A host's
// clip space may end at 0 instead of −1 in depth: the plane at −1 lies outside then.
func newSight(viewProjection *[16]float32, eye [3]float64, height int) sight {
	row := func(r int) (v [4]float64) {
		for k := range v {
			v[k] = float64(viewProjection[4*k+r])
		}
		return v
	}
	s := sight{eye: eye}
	w := row(3)
	for axis := range 3 {
		v := row(axis)
		for side, sign := range [2]float64{1, -1} {
			var p [4]float64
			for k := range p {
				p[k] = w[k] + sign*v[k]
			}
			n := math.Sqrt(p[0]*p[0] + p[1]*p[1] + p[2]*p[2])
			if !(n > 1e-12) { // at infinity
				n, p = 1, [4]float64{3: 1}
			}
			for k := range p {
				s.planes[2*axis+side][k] = float32(p[k] / n)
			}
		}
	}
	y := row(1)
	s.scale = float32(math.Sqrt(y[0]*y[0]+y[1]*y[1]+y[2]*y[2]) * float64(height))
	for k := range s.w {
		s.w[k] = float32(w[k])
	}
	return s
}

// pixels returns the height of a sphere on the picture, or 0 where it and its shadow are
// outside, when its instance stands at world. What is not finite is not outside.
func (s *sight) pixels(ball *Sphere, world *soa.Affine) float32 {
	c := world.Apply(ball.Center)
	r := ball.Radius * stretch(world)
	size := max(abs(c[0]), abs(c[1]), abs(c[2]))
	r += 1e-5*r + 2e-6*size // roundings, here and in the vertex shader
	var cast [3]float32
	if s.shadow != nil {
		cast = s.shadow.cast(s.toward, c[1]+r)
	}
	for i := range s.planes {
		p := &s.planes[i]
		inside := p[0]*c[0] + p[1]*c[1] + p[2]*c[2] + p[3]
		if further := p[0]*cast[0] + p[1]*cast[1] + p[2]*cast[2]; further > 0 {
			inside += further
		}
		if inside < -r {
			return 0
		}
	}
	w := s.w[0]*c[0] + s.w[1]*c[1] + s.w[2]*c[2] + s.w[3]
	if !(w > 0) {
		return math.MaxFloat32
	}
	return max(r*s.scale/w, math.SmallestNonzeroFloat32)
}

// stretch bounds the factor by which an affine lengthens vectors: the greatest length
// of a column, and more where columns are not at right angles.
func stretch(a *soa.Affine) float32 {
	column := func(i, j int) float32 { return abs(a[i]*a[j] + a[4+i]*a[4+j] + a[8+i]*a[8+j]) }
	xy, xz, yz := column(0, 1), column(0, 2), column(1, 2)
	most := max(column(0, 0)+xy+xz, column(1, 1)+xy+yz, column(2, 2)+xz+yz)
	return float32(math.Sqrt(float64(most)))
}

func abs(v float32) float32 { return float32(math.Abs(float64(v))) }

// choose lists the instances of an item that are seen, by level: those of level l are
// b.order[ends[l-1]:ends[l]], in ascending order.
func (b *batch) choose(it *Item, s *sight) {
	n := len(it.World)
	b.ends = b.ends[:0]
	if len(it.Reach) == 0 || b.inModelSpace {
		for i := range n {
			b.order = append(b.order, int32(i))
		}
		b.ends = append(b.ends, len(b.order))
		return
	}
	b.levels = slices.Grow(b.levels[:0], n)[:n]
	for i := range n {
		ball := &it.Reach[0]
		if len(it.Reach) > 1 {
			ball = &it.Reach[i]
		}
		pixels := s.pixels(ball, &it.World[i])
		if len(it.Pixels) > 0 {
			it.Pixels[i] = pixels
		}
		level := int8(-1)
		if pixels != 0 {
			level = 0
			for int(level) < len(it.Levels) && pixels < it.Levels[level].Below {
				level++
			}
		}
		b.levels[i] = level
	}
	for l := range int8(len(it.Levels) + 1) {
		for i, level := range b.levels {
			if level == l {
				b.order = append(b.order, int32(i))
			}
		}
		b.ends = append(b.ends, len(b.order))
	}
}

// maxLevels keeps a level's number within its type.
const maxLevels = 100

// checkLevels reports levels that cannot stand for the item's model.
func (it *Item) checkLevels(r *Renderer) error {
	n := len(it.World)
	if k := len(it.Reach); k > 1 && k < n {
		return fmt.Errorf("gpu: %w: %d spheres are given for %d instances", ErrItem, k, n)
	}
	if k := len(it.Pixels); k > 0 && k < n {
		return fmt.Errorf("gpu: %w: there is room for the heights of %d instances, there are %d", ErrItem, k, n)
	}
	if len(it.Levels) == 0 {
		return nil
	}
	if len(it.Reach) == 0 || len(it.Levels) > maxLevels {
		return fmt.Errorf("gpu: %w: levels need a Reach, and are at most %d", ErrItem, maxLevels)
	}
	for k := range it.Levels {
		l := &it.Levels[k]
		if k > 0 && !(l.Below <= it.Levels[k-1].Below) {
			return fmt.Errorf("gpu: %w: level %d is for below %g pixels, and the one before for below %g", ErrItem, k, l.Below, it.Levels[k-1].Below)
		}
		if l.Model == nil {
			continue
		}
		if l.Model.renderer != r || l.Model.closed {
			return fmt.Errorf("gpu: %w: the model of level %d was not uploaded to this renderer, or is closed", ErrItem, k)
		}
		if !alike(l.Model.data, it.Model.data) {
			return fmt.Errorf("gpu: %w: level %d has other joints, skins or morph weights than %q", ErrItem, k, it.Model.data.Name)
		}
	}
	return nil
}

// alike reports whether the arrays of an item serve both models.
func alike(a, b *soa.Model) bool {
	if a == b {
		return true
	}
	if a.Skeleton.Len() != b.Skeleton.Len() || len(a.Skins) != len(b.Skins) || len(a.Weights) != len(b.Weights) {
		return false
	}
	for i := range a.Skins {
		if a.Skins[i].Len() != b.Skins[i].Len() {
			return false
		}
	}
	return true
}
