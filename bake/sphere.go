package bake

import (
	"context"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/layout"
	"github.com/sinew-anim/sinew/soa"
)

// BoundingSphere returns a sphere in model space, in metres, that no vertex of the model leaves,
// whichever of the clips play and however they are blended: a renderer can leave out instances
// whose sphere is not seen. nil stands for the model's clips.
//
// The sphere is safe rather than small. Below a joint that rotates only lengths count:
//
//	reach(child) = reach(parent) + scale(parent) · longest translation of the child
//
// It holds for layers that average or replace each other, one additive layer at a time and linear
// skinning, and has a thousandth to spare for compiled and packed clips. It does not account for
// controls, applied root motion, scales and weights set by hand, or the bulge of a mesh at a
// joint bent by dual quaternions. The error wraps soa.ErrInvalid or ErrForeignClip.
func BoundingSphere(model *soa.Model, clips []*soa.Clip) (center [3]float32, radius float32, err error) {
	if clips, err = layout.CheckClips(context.Background(), model, clips); err != nil {
		return center, 0, err
	}
	r := newReach(model)
	for _, c := range clips {
		r.addClip(c)
	}
	r.follow()
	for _, m := range model.Meshes {
		r.addMesh(m)
	}
	c, most := r.sphere()
	return [3]float32{float32(c[0]), float32(c[1]), float32(c[2])}, float32(1.001 * most), nil
}

// reach collects how far joints move.
type reach struct {
	model   *soa.Model
	joints  []jointReach
	weights []float64 // greatest of morph weights
	balls   []ball
}

// ball is a sphere that something stays in.
type ball struct {
	center exact.Vec
	radius float64
}

// jointReach is what clips do to a joint's local transform, and where that takes it.
type jointReach struct {
	low, high exact.Vec // of translations
	added     float64   // to their length by additive clips
	scale     float64   // the greatest
	turns     bool      // or scales
	static    *soa.Affine

	ball            // the joint's place
	stretch float64 // by which vectors of the joint's space grow
	// Above all joints that turn: the space of the joint and the box of its place.
	straight bool
	space    exact.Matrix // without its place
	half     exact.Vec
}

func newReach(model *soa.Model) *reach {
	s := model.Skeleton
	r := &reach{model: model, joints: make([]jointReach, s.Len())}
	for j := range r.joints {
		t := exact.Vec{float64(s.Rest.TX[j]), float64(s.Rest.TY[j]), float64(s.Rest.TZ[j])}
		r.joints[j] = jointReach{low: t, high: t, scale: greatest(s.Rest.SX[j], s.Rest.SY[j], s.Rest.SZ[j])}
	}
	for i := range s.Static {
		r.joints[s.Static[i].Joint].static = &s.Static[i].Local
	}
	for _, w := range model.Weights {
		r.weights = append(r.weights, math.Abs(float64(w.Rest)))
	}
	return r
}

func greatest(x, y, z float32) float64 {
	return math.Abs(float64(max(x, -x, y, -y, z, -z)))
}

// addClip widens the ranges by a clip's keys. A cubic track lies within the hull of its
// keys and of a third of the way along their tangents.
func (r *reach) addClip(c *soa.Clip) {
	for i := range c.Tracks {
		tr := &c.Tracks[i]
		first, end := c.Keys(i)
		for k := first; k < end; k++ {
			value := exact.Key(c, k)
			r.addValue(c, tr, exact.Vec(value[:3]))
			if tr.Interpolation != soa.Cubic || k+1 == end {
				continue
			}
			t := int(tr.FirstTangent) + k - first
			a, b := exact.Handles(value, exact.Key(c, k+1), exact.Widen(c.Out[t]), exact.Widen(c.In[t+1]), float64(c.Time[k+1])-float64(c.Time[k]))
			r.addValue(c, tr, exact.Vec(a[:3]))
			r.addValue(c, tr, exact.Vec(b[:3]))
		}
	}
}

// addValue widens the range of what a track moves by a value.
func (r *reach) addValue(c *soa.Clip, tr *soa.Track, v exact.Vec) {
	switch tr.Property {
	case soa.Translation:
		j := &r.joints[tr.Target]
		if c.Additive {
			j.added = max(j.added, v.Sub(r.rest(int(tr.Target)).Translation()).Length())
			return
		}
		for k := range v {
			j.low[k], j.high[k] = min(j.low[k], v[k]), max(j.high[k], v[k])
		}
	case soa.Rotation:
		r.joints[tr.Target].turns = true
	case soa.Scale:
		j := &r.joints[tr.Target]
		most := max(math.Abs(v[0]), math.Abs(v[1]), math.Abs(v[2]))
		if c.Additive { // a factor of the rest pose
			most *= max(1, j.scale)
		}
		j.turns, j.scale = true, max(j.scale, most)
	case soa.Weight:
		w := &r.weights[tr.Target]
		if c.Additive {
			*w += math.Abs(v[0])
			return
		}
		*w = max(*w, math.Abs(v[0]))
	}
}

// follow goes down the hierarchy.
func (r *reach) follow() {
	root := jointReach{straight: true, space: exact.Identity()}
	for j, p := range r.model.Skeleton.Parent {
		parent := &root
		if p != soa.NoJoint {
			parent = &r.joints[p]
		}
		r.joints[j].follow(parent, r.rest(j))
	}
}

// rest is a joint's local transform at rest.
func (r *reach) rest(j int) exact.Matrix {
	if s := r.joints[j].static; s != nil {
		return exact.FromFloat32(*s)
	}
	t := &r.model.Skeleton.Rest
	return exact.Compose(
		exact.Vec{float64(t.TX[j]), float64(t.TY[j]), float64(t.TZ[j])},
		exact.Quat{float64(t.RX[j]), float64(t.RY[j]), float64(t.RZ[j]), float64(t.RW[j])},
		exact.Vec{float64(t.SX[j]), float64(t.SY[j]), float64(t.SZ[j])})
}

// follow finds where a joint may be, below its parent.
func (j *jointReach) follow(parent *jointReach, rest exact.Matrix) {
	if j.static != nil {
		j.low, j.high, j.scale = rest.Translation(), rest.Translation(), size(rest)
	}
	if !parent.straight {
		var far exact.Vec
		for k := range far {
			far[k] = max(math.Abs(j.low[k]), math.Abs(j.high[k]))
		}
		j.ball = ball{parent.center, parent.radius + float64(parent.stretch*(far.Length()+j.added))}
		j.stretch = parent.stretch * j.scale
		return
	}
	middle := j.low.Lerp(j.high, 0.5)
	half := j.high.Sub(middle).Add(exact.Vec{j.added, j.added, j.added})
	j.center = parent.center.Add(parent.space.Direction(middle))
	absolute := parent.space
	for k := range absolute {
		absolute[k] = math.Abs(absolute[k])
	}
	j.half = parent.half.Add(absolute.Direction(half))
	j.radius, j.straight = j.half.Length(), !j.turns
	j.space = parent.space.Mul(rest)
	j.space[3], j.space[7], j.space[11] = 0, 0, 0
	j.stretch = size(parent.space) * j.scale
	if j.straight {
		j.stretch = size(j.space)
	}
}

// size bounds the factor by which a matrix lengthens vectors: the greatest length of a
// column, and more where columns are not at right angles.
func size(m exact.Matrix) float64 {
	most := 0.0
	for i := range 3 {
		sum := 0.0
		for k := range 3 {
			sum += math.Abs(m.Column(i).Dot(m.Column(k)))
		}
		most = max(most, sum)
	}
	return math.Sqrt(most)
}

// addMesh adds the balls that a mesh's vertices stay in, one for each joint.
func (r *reach) addMesh(m *soa.Mesh) {
	moved := r.morphed(m)
	away := slices.Repeat([]float64{-1}, len(r.joints)) // of the vertices from their joint
	add := func(joint int, bind *soa.Affine, v int) {
		matrix := exact.FromFloat32(*bind)
		p := matrix.Point(exact.Vec{float64(m.Position[3*v]), float64(m.Position[3*v+1]), float64(m.Position[3*v+2])})
		further := 0.0
		if moved != nil {
			further = float64(moved[v] * size(matrix))
		}
		if joint == soa.NoJoint {
			r.balls = append(r.balls, ball{p, further})
			return
		}
		away[joint] = max(away[joint], p.Length()+further)
	}
	for v := range m.Vertices() {
		if m.Skin == soa.None {
			add(int(m.Joint), &m.Offset, v)
			continue
		}
		skin := r.model.Skins[m.Skin]
		for i := v * m.Influences; i < (v+1)*m.Influences; i++ {
			if b := m.BoneIndex[i]; m.BoneWeight[i] > 0 {
				add(int(skin.Joint[b]), &skin.InverseBind[b], v)
			}
		}
		if m.Exact != nil {
			for i := m.Exact.Start[v]; i < m.Exact.Start[v+1]; i++ {
				b := m.Exact.Bone[i]
				add(int(skin.Joint[b]), &skin.InverseBind[b], v)
			}
		}
	}
	for joint, d := range away {
		if d < 0 {
			continue
		}
		j := &r.joints[joint]
		r.balls = append(r.balls, ball{j.center, j.radius + float64(j.stretch*d)})
	}
}

// morphed returns how far morph targets move a mesh's vertices, nil without any.
func (r *reach) morphed(m *soa.Mesh) []float64 {
	if len(m.Morphs) == 0 {
		return nil
	}
	moved := make([]float64, m.Vertices())
	for i := range m.Morphs {
		t := &m.Morphs[i]
		for k, v := range t.Vertex {
			d := exact.Vec{float64(t.Position[3*k]), float64(t.Position[3*k+1]), float64(t.Position[3*k+2])}
			moved[v] += float64(r.weights[t.Weight] * d.Length())
		}
	}
	return moved
}

// sphere returns one around all balls: the smaller of that around the middle of their
// box and that around the greatest ball's middle.
func (r *reach) sphere() (center exact.Vec, radius float64) {
	if len(r.balls) == 0 {
		return center, 0
	}
	low, high, most := r.balls[0].center, r.balls[0].center, r.balls[0]
	for _, b := range r.balls {
		for k := range 3 {
			low[k], high[k] = min(low[k], b.center[k]-b.radius), max(high[k], b.center[k]+b.radius)
		}
		if b.radius > most.radius {
			most = b
		}
	}
	around := func(c exact.Vec) (radius float64) {
		for _, b := range r.balls {
			radius = max(radius, b.center.Sub(c).Length()+b.radius)
		}
		return radius
	}
	middle := low.Lerp(high, 0.5)
	if r := around(most.center); r < around(middle) {
		return most.center, r
	}
	return middle, around(middle)
}
