package retarget

import (
	"cmp"
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
	// Guess mirrors along the direction between the two sides of the body at rest, which need
	// not be an axis, or along X if no joint has a side.
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

// MirrorReport lists what Mirror exchanged.
type MirrorReport struct {
	Clip   string       `json:"clip"`
	Plane  string       `json:"plane"`  // x, y, z or the normal
	Joints []MirrorPair `json:"joints"` // pairs of two
	Middle []string     `json:"middle"` // joints that are their own other side
	// Kept are driven joints without another side below joints that have one. Their movement
	// is unchanged.
	Kept []string `json:"kept"`
	// Names are events, morph weights and custom properties that were exchanged.
	Names []string `json:"names"`
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
// where only the names of one side tell.
//
// The error wraps humanoid.ErrTable, ErrAdditive, soa.ErrInvalid or soa.ErrOption.
func Mirror(model *soa.Model, clip *soa.Clip, o MirrorOptions) (*soa.Clip, *MirrorReport, error) {
	fail := func(err error) (*soa.Clip, *MirrorReport, error) { return nil, nil, fmt.Errorf("mirror: %w", err) }
	if err := soa.CheckClip(model, clip); err != nil {
		return fail(err)
	}
	if clip.Additive {
		return fail(fmt.Errorf("%w: %q; mirror what it was made of", ErrAdditive, clip.Name))
	}
	r, err := NewReflection(model, o)
	if err != nil {
		return fail(err)
	}
	out := r.m.clip(clip)
	if err := model.ValidateClip(out); err != nil {
		return fail(err)
	}
	return out, r.Report(clip), nil
}

// mirror has the constants that mirror keys.
//
// With O(j) the orientation of joint j at rest, orthogonal and perhaps mirrored, the
// rotation before a key is (O(p)⁻¹ M O(m(p)))⁻¹ and the one after it O(j)⁻¹ M O(m(j)),
// with p the parent. A mirror is −1 times a half turn, and −1 commutes with all, so that
// quaternions suffice.
type mirror struct {
	model *soa.Model
	sides *sides
	rest  exact.Pose
	half  exact.Quat // the half turn of M = −half
	// Per joint: its orientation at rest without and with its own scale; children see the
	// latter.
	own, below []exact.Quat
	size       []float64 // the scale that its children see; negative where it mirrors
}

func newMirror(model *soa.Model, s *sides) *mirror {
	skeleton := exact.NewSkeleton(model, nil)
	n := len(skeleton.Joint)
	m := &mirror{
		model: model, sides: s, rest: skeleton.Rest, half: exact.Quat{s.normal[0], s.normal[1], s.normal[2]},
		own: make([]exact.Quat, n), below: make([]exact.Quat, n), size: make([]float64, n),
	}
	for j := range n {
		q, scale := skeleton.Rest.Q[j], skeleton.Rest.S[j]
		if skeleton.Static[j] != nil {
			_, q, scale, _ = skeleton.Static[j].Decompose()
		}
		m.own[j] = m.above(j).Mul(q)
		m.below[j] = m.own[j].Mul(signs(scale))
		d := skeleton.Rest.Global[j].Determinant()
		m.size[j] = math.Copysign(exact.CubeRoot(math.Abs(d)), d)
	}
	return m
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

// above returns the orientation of a joint's parent.
func (m *mirror) above(j int) exact.Quat {
	if p := m.model.Skeleton.Parent[j]; p >= 0 {
		return m.below[p]
	}
	return exact.IdentityQuat()
}

// turns returns the rotations before and after a joint's keys.
func (m *mirror) turns(j int) (before, after exact.Quat) {
	o := m.sides.of[j]
	before = m.above(o).Conjugate().Mul(m.half).Mul(m.above(j))
	after = m.own[j].Conjugate().Mul(m.half).Mul(m.own[o])
	// One sign for both directions: the half turn squared is −1.
	return before, after.Negate()
}

// clip mirrors a clip. Tracks keep their keys and come in the order of their new targets.
func (m *mirror) clip(c *soa.Clip) *soa.Clip {
	out := c.Like()
	out.Motion = m.motion(c.Motion)
	for _, e := range c.Events {
		e.Name = m.sides.event(e.Name)
		out.Events = append(out.Events, e)
	}
	order := make([]int, len(c.Tracks))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(a, b int) int {
		x, y := &c.Tracks[a], &c.Tracks[b]
		return cmp.Or(int(x.Property)-int(y.Property), m.target(x)-m.target(y))
	})
	for _, i := range order {
		m.track(out, c, i)
	}
	return out
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

// track appends a track of a clip, mirrored.
func (m *mirror) track(out, c *soa.Clip, i int) {
	tr := c.Tracks[i]
	first, tangent := len(out.Time), len(out.In)
	out.AppendTrack(c, i, int16(m.target(&tr)))
	j := int(tr.Target)
	if tr.Property > soa.Scale || m.sides.kept[j] {
		return
	}
	value, slope := m.maps(tr.Property, j)
	for k := first; k < len(out.Time); k++ {
		v := value(exact.Key(out, k))
		out.X[k], out.Y[k], out.Z[k], out.W[k] = float32(v[0]), float32(v[1]), float32(v[2]), float32(v[3])
	}
	for k := tangent; k < len(out.In); k++ {
		out.In[k], out.Out[k] = exact.MapTangent(slope, out.In[k]), exact.MapTangent(slope, out.Out[k])
	}
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
		from, to := m.rest.T[j], m.rest.T[o]
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
	size := func(j int) float64 {
		if p := m.model.Skeleton.Parent[j]; p >= 0 {
			return m.size[p]
		}
		return 1
	}
	if ratio := size(j) / size(o); ratio != 0 && !math.IsInf(ratio, 0) && ratio == ratio {
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
