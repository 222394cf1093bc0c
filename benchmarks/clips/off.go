package clips

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/soa"
)

// Off is how far joints, and three points at Distance from each on its axes, are
// at most from where the samples put them, in metres: at the samples, and at any
// time. In between rotations run as they do in the library, along the great arc or
// the chord, and all else straight: it is what compression adds.
type Off struct {
	Samples float64 `json:"samples"`
	Any     float64 `json:"any"`
}

// probes are where between two samples errors are measured besides there.
var probes = [...]float64{0, 0.211, 0.5, 0.789}

// Off measures a clip that was compressed.
func (s *Sampled) Off(c *Coded) (Off, error) {
	var off Off
	joints := s.Joints()
	have := runtime.NewPose(s.Model)
	got, want := make([]exact.Matrix, joints), make([]exact.Matrix, joints)
	truth := newTruth(s, c.Chords)
	for k := range s.Samples() {
		for _, f := range probes {
			if f > 0 && k+1 == s.Samples() {
				break
			}
			if err := c.Pose(float64(k)+f, &have); err != nil {
				return off, fmt.Errorf("at sample %v: %w", float64(k)+f, err)
			}
			s.toModel(got, func(j int) (exact.Vec, exact.Quat, exact.Vec) { return local(&have.Transforms, j) })
			truth.move(k, f)
			s.toModel(want, func(j int) (exact.Vec, exact.Quat, exact.Vec) { return truth.t[j], truth.q[j], truth.s[j] })
			worst := 0.0
			for j := range joints {
				worst = math.Max(worst, miss(&got[j], &want[j]))
			}
			off.Any = math.Max(off.Any, worst)
			if f == 0 {
				off.Samples = math.Max(off.Samples, worst)
			}
		}
	}
	return off, nil
}

// miss is how far a matrix takes a joint, or a point around it, from where another
// has it.
func miss(got, want *exact.Matrix) float64 {
	d := got.Translation().Sub(want.Translation())
	worst := d.Length()
	for axis := range 3 {
		length := want.Column(axis).Length()
		if length == 0 {
			continue
		}
		e := d.Add(got.Column(axis).Sub(want.Column(axis)).Scale(Distance / length))
		worst = math.Max(worst, e.Length())
	}
	return worst
}

// toModel computes model-space matrices in float64.
func (s *Sampled) toModel(to []exact.Matrix, local func(j int) (t exact.Vec, q exact.Quat, s exact.Vec)) {
	skel := s.Model.Skeleton
	static := skel.Static
	for j := range to {
		m := exact.Compose(local(j))
		if len(static) > 0 && int(static[0].Joint) == j {
			m = exact.FromFloat32(static[0].Local)
			static = static[1:]
		}
		if up := skel.Parent[j]; up >= 0 {
			m = to[up].Mul(m)
		}
		to[j] = m
	}
}

func local(p *soa.Transforms, j int) (exact.Vec, exact.Quat, exact.Vec) {
	return exact.Vec{float64(p.TX[j]), float64(p.TY[j]), float64(p.TZ[j])},
		exact.Quat{float64(p.RX[j]), float64(p.RY[j]), float64(p.RZ[j]), float64(p.RW[j])}.Unit(),
		exact.Vec{float64(p.SX[j]), float64(p.SY[j]), float64(p.SZ[j])}
}

// truth is where the samples put the joints.
type truth struct {
	clip   *soa.Clip
	chords bool
	t, s   []exact.Vec
	q      []exact.Quat
}

func newTruth(s *Sampled, chords bool) *truth {
	r := &truth{clip: s.Clip, chords: chords}
	for j := range s.Joints() {
		t, q, scale := local(&s.Model.Skeleton.Rest, j)
		r.t, r.q, r.s = append(r.t, t), append(r.q, q), append(r.s, scale)
	}
	return r
}

// move goes to f of the way from sample k to the next.
func (r *truth) move(k int, f float64) {
	c := r.clip
	for t := range c.Tracks {
		first, _ := c.Keys(t)
		at := int(first) + k
		key := func(at int) exact.Quat {
			return exact.Quat{float64(c.X[at]), float64(c.Y[at]), float64(c.Z[at]), float64(c.W[at])}
		}
		v := key(at)
		turns := c.Tracks[t].Property == soa.Rotation
		switch {
		case turns && f > 0 && r.chords:
			v = v.Unit()
			v = v.Lerp(key(at+1).Unit().Toward(v), f).Unit()
		case turns && f > 0:
			v = exact.Slerp(v.Unit(), key(at+1).Unit(), f)
		case turns:
			v = v.Unit()
		case f > 0:
			v = v.Lerp(key(at+1), f)
		}
		switch j := c.Tracks[t].Target; c.Tracks[t].Property {
		case soa.Translation:
			r.t[j] = exact.Vec{v[0], v[1], v[2]}
		case soa.Rotation:
			r.q[j] = v
		case soa.Scale:
			r.s[j] = exact.Vec{v[0], v[1], v[2]}
		}
	}
}
