package retarget

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/humanoid"
)

// Plane is the plane of a mirror, named by its normal.
type Plane uint8

const (
	// Guess mirrors along the direction between the two sides of the body at rest, not always
	// an axis, or along X if no joint has a side.
	Guess Plane = iota
	X
	Y
	Z
)

// String returns the axis.
func (p Plane) String() string {
	if p > Z {
		return fmt.Sprintf("plane(%d)", uint8(p))
	}
	return [...]string{"guess", "x", "y", "z"}[p]
}

// MirrorOptions are the settings of Mirror.
type MirrorOptions struct {
	Plane Plane
	// Table maps the name or path of a joint to that of the one on the other side, in both
	// directions, or to "" for none. It may also map events and morph weights.
	Table map[string]string
}

// MirrorReport lists the exchanges of Mirror.
type MirrorReport struct {
	Clip   string       `json:"clip"`
	Plane  string       `json:"plane"`  // x, y, z or the normal
	Joints []MirrorPair `json:"joints"` // pairs of two
	Middle []string     `json:"middle"` // joints that are their own other side
	// Kept are driven joints without another side below joints with one. Their movement is
	// unchanged.
	Kept []string `json:"kept"`
	// Names are the exchanged events, morph weights and custom properties.
	Names []string `json:"names"`
	// Rolled are joints whose roll about their bones only an asymmetric rest pose
	// determines.
	Rolled []string `json:"rolled"`
	// Off is the largest distance of the poses from mirror images: bones of the sides
	// differ in length, or in direction where a joint has several. Nil if nowhere visible.
	Off *MirrorMiss `json:"off,omitempty"`
}

// MirrorMiss is the distance of a joint from its mirror image, relative to the hips.
type MirrorMiss struct {
	Joint   string  `json:"joint"`
	Metre   float64 `json:"metre"`
	Seconds float64 `json:"seconds"` // on the clip's own time line
}

// MirrorPair is two joints that exchange their movement.
type MirrorPair struct {
	A   string       `json:"a"`
	B   string       `json:"b"`
	How humanoid.How `json:"how"`
}

// Mirror returns the clip with left and right exchanged, see the package documentation:
// joints, morph weights, custom properties, the Motion and the names of events. Sides are
// found by names (left, Left, L, _l, .L, lfemur), by the caller's table, and by position
// if only one side has such names.
//
// The error wraps humanoid.ErrTable, ErrAdditive, soa.ErrInvalid, soa.ErrOption or the context's.
func Mirror(ctx context.Context, model *soa.Model, clip *soa.Clip, o MirrorOptions) (*soa.Clip, *MirrorReport, error) {
	fail := func(err error) (*soa.Clip, *MirrorReport, error) { return nil, nil, fmt.Errorf("mirror: %w", err) }
	if err := soa.CheckClip(model, clip); err != nil {
		return fail(err)
	}
	if clip.Additive {
		return fail(fmt.Errorf("%w: %q; mirror what it was made of", ErrAdditive, clip.Name))
	}
	r, err := NewReflection(ctx, model, o)
	if err != nil {
		return fail(err)
	}
	out, err := r.m.clip(ctx, clip)
	if err == nil {
		err = model.ValidateClip(out)
	}
	if err != nil {
		return fail(err)
	}
	report, err := r.report(ctx, clip, out)
	if err != nil {
		return fail(err)
	}
	return out, report, nil
}

// mirror has the constants that mirror keys.
//
// With A(j) the turn of joint j, see across, and M = −half, the rotation before a key is that of
// the other side's parent and the one after it −A(j). A mirror is −1 times a half turn, and −1
// commutes with all, so that quaternions suffice.
type mirror struct {
	model  *soa.Model
	sides  *sides
	rest   exact.Pose
	half   exact.Quat   // the half turn of M = −half
	own    []exact.Quat // per joint, its orientation at rest without its own scale
	sign   []exact.Quat // the signs of its scale, which children see too
	static []bool
	size   []float64    // the scale that its children see; negative where it mirrors
	turn   []exact.Quat // A
	base   []exact.Vec  // translations whose differences are mirrored
	reach  float64      // the largest distance between a joint and its parent
	// Joints whose roll only an uneven rest pose tells.
	rolled []int
}

// newMirror computes what mirrors the clips of a model. The error is the context's.
func newMirror(ctx context.Context, model *soa.Model, s *sides) (*mirror, error) {
	skeleton := exact.NewSkeleton(model, nil)
	n := len(skeleton.Joint)
	m := &mirror{
		model: model, sides: s, rest: skeleton.Rest, half: exact.Quat{s.normal[0], s.normal[1], s.normal[2]},
		own: make([]exact.Quat, n), sign: make([]exact.Quat, n), size: make([]float64, n), turn: make([]exact.Quat, n), static: make([]bool, n),
	}
	for j := range n {
		if static := skeleton.Static[j]; static != nil {
			m.static[j] = true
			m.rest.T[j], m.rest.Q[j], m.rest.S[j], _ = static.Decompose()
		}
		m.own[j], m.sign[j], m.turn[j] = m.rest.Q[j], signs(m.rest.S[j]), exact.IdentityQuat()
		if p := model.Skeleton.Parent[j]; p >= 0 {
			m.own[j] = m.own[p].Mul(m.sign[p]).Mul(m.rest.Q[j])
			m.reach = max(m.reach, m.offset(j).Length())
		}
		d := skeleton.Rest.Global[j].Determinant()
		m.size[j] = math.Copysign(exact.CubeRoot(math.Abs(d)), d)
	}
	var err error
	if m.rolled, err = m.resolve(ctx); err != nil {
		return nil, err
	}
	m.base = m.bases()
	return m, nil
}

// offset returns a joint's place at rest in the orientation of its parent, which it sees scaled.
func (m *mirror) offset(j int) exact.Vec {
	if p := m.model.Skeleton.Parent[j]; p >= 0 {
		return m.rest.T[j].Times(m.rest.S[p])
	}
	return m.rest.T[j]
}

// bases returns the translations whose differences are mirrored: those at rest, so that bones keep
// their lengths. The hips and what carries them are no bones: what they are off the plane at
// rest is the sway of a step.
func (m *mirror) bases() []exact.Vec {
	const sway = 0.15 // of the height of the hips
	base := slices.Clone(m.rest.T)
	body, _ := humanoid.Find(m.model.Skeleton)
	hips := body.First("hips")
	for j := hips; j >= 0; j = int(m.model.Skeleton.Parent[j]) {
		turn := m.turnAbove(j)
		normal := exact.Vec{turn[0], turn[1], turn[2]}
		off := base[j].Dot(normal)
		if m.sides.of[j] == j && !m.sides.kept[j] &&
			math.Abs(float64(off*m.sizeAbove(j))) < float64(sway*math.Abs(m.rest.Global[hips][7])) {
			base[j] = base[j].Sub(normal.Scale(off))
		}
	}
	return base
}

// signs returns the signs of a scale as a rotation, up to a factor of −1.
func signs(s exact.Vec) exact.Quat {
	negative := [3]bool{s[0] < 0, s[1] < 0, s[2] < 0}
	for axis := range 3 {
		a, b := negative[(axis+1)%3], negative[(axis+2)%3]
		if a == b && negative[axis] != a {
			var half exact.Quat
			half[axis] = 1
			return half
		}
	}
	return exact.IdentityQuat()
}

// turnAbove returns the turn that children of a joint's parent see.
func (m *mirror) turnAbove(j int) exact.Quat {
	p := m.model.Skeleton.Parent[j]
	if p < 0 {
		return m.half
	}
	return m.sign[p].Conjugate().Mul(m.turn[p]).Mul(m.sign[m.sides.of[p]])
}

// sizeAbove returns the scale that a joint sees.
func (m *mirror) sizeAbove(j int) float64 {
	if p := m.model.Skeleton.Parent[j]; p >= 0 {
		return m.size[p]
	}
	return 1
}

// turns returns the rotations before and after a joint's keys.
func (m *mirror) turns(j int) (before, after exact.Quat) {
	// One sign for both directions: the half turn squared is −1.
	return m.turnAbove(m.sides.of[j]), m.turn[j].Negate()
}

// clip mirrors a clip. Tracks keep their keys and come in the order of their new targets. The error is
// the context's.
func (m *mirror) clip(ctx context.Context, c *soa.Clip) (*soa.Clip, error) {
	out := c.EmptyCopy()
	out.Motion = m.motion(c.Motion)
	for _, e := range c.Events {
		e.Name = m.sides.event(e.Name)
		out.Events = append(out.Events, e)
	}
	type source struct {
		property      soa.Property
		target, track int // the track is soa.None for what the joint holds
	}
	var order []source
	turned := make([]bool, len(m.own))
	for i := range c.Tracks {
		tr := &c.Tracks[i]
		order = append(order, source{tr.Property, m.target(tr), i})
		if tr.Property == soa.Rotation {
			turned[tr.Target] = true
		}
	}
	for j := range m.own {
		if _, differs := m.held(j); differs && !turned[j] {
			order = append(order, source{soa.Rotation, m.sides.of[j], soa.None})
		}
	}
	slices.SortFunc(order, func(a, b source) int {
		return cmp.Or(cmp.Compare(a.property, b.property), cmp.Compare(a.target, b.target))
	})
	for i, s := range order {
		if i%askJoints == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		if s.track != soa.None {
			if err := m.track(ctx, out, c, s.track); err != nil {
				return nil, err
			}
			continue
		}
		v, _ := m.held(m.sides.of[s.target])
		exact.AppendLinear(out, soa.Rotation, s.target, 1, func(int) (float32, exact.Quat) { return 0, v })
	}
	return out, nil
}

// held returns the rotation that a joint's other side has where the joint is at rest, and whether
// it differs from that one's rest.
func (m *mirror) held(j int) (exact.Quat, bool) {
	if m.sides.kept[j] || m.static[j] {
		return m.rest.Q[j], false
	}
	before, after := m.turns(j)
	v := before.Mul(m.rest.Q[j]).Mul(after).Unit()
	return v, angleBetween(v, m.rest.Q[m.sides.of[j]]) > even/2
}

// target returns the target of a track on the other side.
func (m *mirror) target(tr *soa.Track) int {
	switch tr.Property {
	case soa.Weight:
		return m.sides.weight[tr.Target]
	case soa.Float:
		return m.sides.float[tr.Target]
	}
	return m.sides.of[tr.Target]
}

// askKeys is the number of keys between two checks of the context.
const askKeys = 1 << 13

// track appends a track of a clip, mirrored. The error is the context's.
func (m *mirror) track(ctx context.Context, out, c *soa.Clip, i int) error {
	tr := c.Tracks[i]
	first, tangent := len(out.Time), len(out.In)
	out.AppendTrack(c, i, int16(m.target(&tr)))
	j := int(tr.Target)
	if tr.Property > soa.Scale || m.sides.kept[j] {
		return nil
	}
	value, slope := m.maps(tr.Property, j)
	for k := first; k < len(out.Time); k++ {
		if k%askKeys == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		v := value(exact.Key(out, k))
		out.X[k], out.Y[k], out.Z[k], out.W[k] = float32(v[0]), float32(v[1]), float32(v[2]), float32(v[3])
	}
	for k := tangent; k < len(out.In); k++ {
		out.In[k], out.Out[k] = exact.MapTangent(slope, out.In[k]), exact.MapTangent(slope, out.Out[k])
	}
	return nil
}

// maps returns the maps of a joint's values and of their slopes. They map lines to lines, great
// arcs to great arcs and splines to splines.
func (m *mirror) maps(p soa.Property, j int) (value, slope func(exact.Quat) exact.Quat) {
	o := m.sides.of[j]
	before, after := m.turns(j)
	switch p {
	case soa.Rotation:
		value = func(v exact.Quat) exact.Quat { return before.Mul(v).Mul(after) }
		return value, value
	case soa.Translation:
		factor := m.ratio(j, o)
		slope = func(v exact.Quat) exact.Quat {
			w := before.Rotate(exact.Vec{v[0], v[1], v[2]}).Scale(factor)
			return exact.Quat{w[0], w[1], w[2]}
		}
		from, to := m.base[j], m.base[o]
		return func(v exact.Quat) exact.Quat {
			w := slope(exact.Quat{v[0] - from[0], v[1] - from[1], v[2] - from[2]})
			return exact.Quat{w[0] + to[0], w[1] + to[1], w[2] + to[2]}
		}, slope
	}
	axis := m.axes(j, o, after)
	var factor exact.Vec
	for i := range 3 {
		factor[i] = 1
		if from := m.rest.S[j][axis[i]]; math.Abs(from) > 1e-6 && math.Abs(m.rest.S[o][i]) > 1e-6 {
			factor[i] = m.rest.S[o][i] / from
		}
	}
	value = func(v exact.Quat) exact.Quat {
		return exact.Quat{float64(v[axis[0]] * factor[0]), float64(v[axis[1]] * factor[1]), float64(v[axis[2]] * factor[2])}
	}
	return value, value
}

// ratio returns the factor between lengths in the frames of two joints' parents. Its sign is that
// of M = −half and of parents that mirror.
func (m *mirror) ratio(j, o int) float64 {
	if ratio := m.sizeAbove(j) / m.sizeAbove(o); ratio != 0 && !math.IsInf(ratio, 0) && ratio == ratio {
		return -ratio
	}
	return -1
}

// axes returns, for each axis of a joint's other side, the joint's axis nearest to its image, by
// which scales are permuted.
func (m *mirror) axes(j, o int, after exact.Quat) [3]int {
	if j > o { // the inverse of the other side's
		var axis [3]int
		_, back := m.turns(o)
		for i, a := range m.axes(o, j, back) {
			axis[a] = i
		}
		return axis
	}
	turn := after.Matrix()
	var best [3]int
	most := -1.
	for _, axis := range [...][3]int{{0, 1, 2}, {1, 0, 2}, {2, 1, 0}, {0, 2, 1}, {1, 2, 0}, {2, 0, 1}} {
		swap := axis[axis[0]] == 0 && axis[axis[1]] == 1
		sum := 0.
		for i, a := range axis {
			sum += math.Abs(turn[4*a+i])
		}
		if sum > most+1e-9 && (swap || j != o) {
			best, most = axis, sum
		}
	}
	return best
}

// motion mirrors the root motion.
func (m *mirror) motion(in *soa.Motion) *soa.Motion {
	if in == nil {
		return nil
	}
	out := *in
	out.Joint = int16(m.sides.of[in.Joint])
	n := len(in.Time)
	out.X, out.Y, out.Z, out.Yaw = make([]float32, n), make([]float32, n), make([]float32, n), make([]float32, n)
	r := Reflection{m}
	for k := range n {
		v, yaw := r.Motion(exact.WidenVec([3]float32{in.X[k], in.Y[k], in.Z[k]}), float64(in.Yaw[k]))
		out.X[k], out.Y[k], out.Z[k], out.Yaw[k] = float32(v[0]), float32(v[1]), float32(v[2]), float32(yaw)
	}
	return &out
}
