//go:build cgo

package runtime_test

import (
	"context"
	"fmt"
	"io/fs"
	"math"
	"path/filepath"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/soa"
)

// motionModel imports the model that a file of ground truth names, from the models of
// the repository or of the shared data.
func motionModel(t *testing.T, name string) *soa.Model {
	t.Helper()
	file := ""
	for _, folder := range []string{filepath.Join(truth.Root(t), "testdata"), filepath.Join(truth.SharedRoot(t), "models")} {
		_ = filepath.WalkDir(folder, func(path string, d fs.DirEntry, err error) error {
			if err == nil && file == "" && d.Name() == name {
				file = path
			}
			return nil
		})
	}
	if file == "" {
		t.Fatalf("no model %s", name)
	}
	m, err := importer.Load(context.Background(), file, importer.Options{NoTextures: true})
	must.Do(t, err)
	return m
}

// local is a joint's transform relative to its parent, in float64.
type local struct {
	t exact.Vec
	q exact.Quat
	s exact.Vec
}

// localOf reads a transform of ground truth: translation, rotation and scale.
func localOf(v []float64) local {
	return local{t: exact.Vec(v[:3]), q: exact.Quat(v[3:7]).Unit(), s: exact.Vec(v[7:10])}
}

// nlerp mixes two transforms component by component, rotations with the signs that put
// them into the hemisphere of a reference and then of unit length.
func (l local) nlerp(m local, f float64, reference exact.Quat) local {
	return local{t: l.t.Lerp(m.t, f), q: l.q.NearestSign(reference).Lerp(m.q.NearestSign(reference), f).Unit(), s: l.s.Lerp(m.s, f)}
}

// slerp mixes two transforms, rotations along the great arc.
func (l local) slerp(m local, f float64) local {
	return local{t: l.t.Lerp(m.t, f), q: exact.Slerp(l.q, m.q, f), s: l.s.Lerp(m.s, f)}
}

// add applies part u of a difference on the right, as Additive layers do, or takes part
// −u away.
func (l local) add(d local, u float64) local {
	one := exact.IdentityQuat()
	part := one.Lerp(d.q.NearestSign(one), math.Abs(u)).Unit()
	if u < 0 {
		part = part.Conjugate()
	}
	l.t, l.q = l.t.Add(d.t.Scale(u)), l.q.Mul(part).Unit()
	for k := range l.s {
		factor := 1 + math.Abs(u)*(d.s[k]-1)
		if u < 0 {
			factor = 1 / factor
		}
		l.s[k] *= factor
	}
	return l
}

// angle is the angle between two rotations in radians.
func angle(a, b exact.Quat) float64 {
	return 4 * math.Asin(min(1, a.Unit().Distance(b.Unit().NearestSign(a.Unit()))/2))
}

func farthest(a, b exact.Vec) (d float64) {
	for k := range a {
		d = max(d, math.Abs(a[k]-b[k]))
	}
	return d
}

// locals are the transforms of all joints of a crowd's first instance, from its
// matrices in model space.
func locals(t *testing.T, crowd *runtime.Crowd, model *soa.Model) []local {
	t.Helper()
	joints := make([]int, model.Skeleton.Len())
	for j := range joints {
		joints[j] = j
	}
	matrices := make([]soa.Affine, len(joints))
	must.Do(t, crowd.Joints(matrices, []int{0}, joints))
	list := make([]local, len(joints))
	for j := range list {
		m := exact.FromFloat32(matrices[j])
		if p := model.Skeleton.Parent[j]; p >= 0 {
			up, ok := exact.FromFloat32(matrices[p]).Inverse()
			if !ok {
				t.Fatalf("joint %d has no inverse", p)
			}
			m = up.Mul(m)
		}
		list[j].t, list[j].q, list[j].s, _ = m.Decompose()
	}
	return list
}

// references are, per joint and as rotations relative to the parent, what a crowd's
// layout takes the signs of quaternions from.
func references(crowd *runtime.Crowd, model *soa.Model) []exact.Quat {
	l := crowd.Layout().Layout
	bind := func(slot int16) exact.Quat {
		if l.Form == soa.General || slot < 0 {
			return exact.IdentityQuat()
		}
		_, q, _, _ := exact.FromFloat32(l.Bind[slot]).Decompose()
		return q
	}
	list := make([]exact.Quat, model.Skeleton.Len())
	for j := range list {
		s := l.Slot[j]
		q := exact.Quat{}
		for k := range q {
			q[k] = float64(l.Reference[4*int(s)+k])
		}
		list[j] = bind(l.Parent[s]).Conjugate().Mul(q).Mul(bind(s))
	}
	return list
}

// clipLocals evaluates clips in float64.
type clipLocals struct{ skeleton *exact.Skeleton }

func newClipLocals(model *soa.Model) *clipLocals { return &clipLocals{exact.NewSkeleton(model, nil)} }

// at returns the transforms of all joints at a time on a clip's time line; without a
// clip it is the rest pose.
func (c *clipLocals) at(clip *soa.Clip, seconds float64) []local {
	pose := c.skeleton.NewPose()
	if clip != nil {
		c.skeleton.NewClip(clip).At(exact.Tick(clip, seconds), false, &pose)
	}
	list := make([]local, len(c.skeleton.Joint))
	for j := range list {
		list[j] = local{pose.T[j], pose.Q[j].Unit(), pose.S[j]}
	}
	return list
}

// worst is the greatest of some deviations, and where it is.
type worst struct {
	by    float64
	where string
}

func (w *worst) see(by float64, format string, args ...any) {
	if !(by <= w.by) { // NaN too
		w.by, w.where = by, fmt.Sprintf(format, args...)
	}
}

// check fails above a bound.
func (w *worst) check(t *testing.T, what string, bound float64) {
	t.Helper()
	if !(w.by <= bound) {
		t.Errorf("%s differ by %.3g, at most %.3g is allowed: %s", what, w.by, bound, w.where)
	}
}

func (w worst) String() string { return fmt.Sprintf("%.2g", w.by) }
