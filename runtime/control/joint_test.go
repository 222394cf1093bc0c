package control_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// twisted gives a character joints that are turned in the bind pose.
func twisted(m *soa.Model) *soa.Model {
	k, r := m.Skeleton, &m.Skeleton.Rest
	bind := make([]soa.Affine, k.Len())
	for j := range k.Len() {
		x := float32(j%5) - 2
		q := geom.XYZW(x, float32(j%3)-1, float32(j%7), 5).Unit()
		r.RX[j], r.RY[j], r.RZ[j], r.RW[j] = q.X, q.Y, q.Z, q.W
		local := q.Matrix(geom.XYZ(r.TX[j], r.TY[j], r.TZ[j]))
		if bind[j] = local; k.Parent[j] >= 0 {
			bind[j] = bind[k.Parent[j]].Mul(&local)
		}
	}
	for _, skin := range m.Skins {
		for e, j := range skin.Joint {
			skin.InverseBind[e], _ = bind[j].Inverse()
		}
	}
	return m
}

// stage is a crowd with a control, and one without.
type stage struct {
	testing.TB
	model *soa.Model
	crowd *runtime.Crowd
	plain *runtime.Crowd
	g     *control.Instances
}

func newStage(t testing.TB, form pose.FormChoice, n int, declare func(s *control.Stack)) *stage {
	t.Helper()
	model := twisted(figure.Character(figure.Motion{Name: "walk", Seconds: 1, Drive: figure.Captured}))
	stack := control.New(model.Skeleton)
	declare(stack)
	o := runtime.CrowdOptions{Play: &play.Options{Seed: 1}, Layout: pose.LayoutOptions{Form: form, AllJoints: true, Reserve: stack.Reserve()}}
	s := &stage{TB: t, model: model}
	var err error
	s.crowd, err = runtime.NewCrowd(runtime.Keyframes(model), n, o)
	must.Do(t, err)
	s.plain, err = runtime.NewCrowd(runtime.Keyframes(model), n, o)
	must.Do(t, err)
	s.g, err = stack.Start(s.crowd.Layout(), n)
	must.Do(t, err)
	must.Do(t, s.crowd.SetControl(s.g))
	return s
}

func (s *stage) update(dt float64) {
	s.Helper()
	must.Do(s, s.crowd.Update(dt))
	must.Do(s, s.plain.Update(dt))
}

func (s *stage) joint(c *runtime.Crowd, i int, name string) (m soa.Affine) {
	s.Helper()
	m, err := c.Instance(i).Joint(s.index(name))
	must.Do(s, err)
	return m
}

func (s *stage) index(name string) int {
	s.Helper()
	for j, n := range s.model.Skeleton.Name {
		if n == name {
			return j
		}
	}
	s.Fatalf("no joint %q", name)
	return 0
}

func (s *stage) parent(name string) string {
	return s.model.Skeleton.Name[s.model.Skeleton.Parent[s.index(name)]]
}

// rotation is that of a matrix whose columns have one length.
func rotation(m soa.Affine) geom.Quat {
	x, y, z := geom.Columns(&m)
	return geom.FromAxes(x.Unit(geom.Vec{}), y.Unit(geom.Vec{}), z.Unit(geom.Vec{}))
}

func angle(p, q geom.Quat) float64 { return 2 * math.Acos(math.Min(1, math.Abs(float64(p.Dot(q))))) }

func distance(a, b geom.Vec) float64 { return float64(a.Sub(b).Length()) }

var (
	there = geom.XYZ(0.25, 1.5, -0.75)
	spin  = geom.XYZW(0.5, -0.25, 0.125, 0.75).Unit()
)

// A joint takes the transform that is set, in either space and form, wholly or in part.
func TestJoint(t *testing.T) {
	for _, form := range []pose.FormChoice{pose.FormRig, pose.FormGeneral} {
		for _, n := range []int{1, 5, 35} {
			for _, o := range []control.ModifyJoint{
				{Space: control.Model, Rotation: control.Rotation([4]float32{3: 1})}, {Space: control.Model, Rotation: control.Rotation([4]float32{3: 1}), Adds: true}, {Rotation: control.Rotation([4]float32{3: 1})}, {Rotation: control.Rotation([4]float32{3: 1}), Adds: true},
				{Space: control.Model, Translation: control.Place(0, 0, 0), Rotation: control.Rotation([4]float32{3: 1})}, {Space: control.Model, Translation: control.Place(0, 0, 0), Adds: true}, {Translation: control.Place(0, 0, 0)}, {Translation: control.Place(0, 0, 0), Adds: true},
			} {
				t.Run(fmt.Sprint(form, n, o.Space, o.Adds, o.Rotation.Given(), o.Translation.Given()), func(t *testing.T) {
					o.Joint = "left arm1"
					number := 0
					s := newStage(t, form, n, func(s *control.Stack) {
						var err error
						number, err = s.Add(&o)
						must.Do(t, err)
					})
					i := n - 1
					to := control.Transform{Translation: there.Array(), Rotation: spin.Array(), Scale: [3]float32{1, 1, 1}}
					must.Do(t, s.g.SetJoint(i, number, to))
					s.update(0.3)
					s.same(i)
					must.Do(t, s.g.SetWeight(i, number, 1))
					s.update(0)
					s.set(i, &o)
					for k := range i {
						s.same(k)
					}
					must.Do(t, s.g.SetWeight(i, number, 0))
					s.update(0)
					s.same(i)
				})
			}
		}
	}
}

// same holds an instance to the bits of the crowd without a control.
func (s *stage) same(i int) {
	s.Helper()
	for k, v := range s.plain.Instance(i).Palette() {
		if got := s.crowd.Instance(i).Palette()[k]; math.Float32bits(got) != math.Float32bits(v) {
			s.Fatalf("instance %d: value %d is %v, want %v", i, k, got, v)
		}
	}
}

// set holds the joint of instance i to what was set.
func (s *stage) set(i int, o *control.ModifyJoint) {
	s.Helper()
	before, after := s.joint(s.plain, i, o.Joint), s.joint(s.crowd, i, o.Joint)
	above := s.joint(s.crowd, i, s.parent(o.Joint))
	turnAbove := rotation(above)
	wantTurn, wantPlace := rotation(before), geom.Translation(&before)
	inverse, _ := above.Inverse()
	local := geom.VecOf(inverse.Apply(wantPlace.Array()))
	if o.Rotation.Given() {
		switch {
		case o.Space == control.Model && o.Adds:
			wantTurn = spin.Mul(wantTurn)
		case o.Space == control.Model:
			wantTurn = spin
		case o.Adds:
			wantTurn = wantTurn.Mul(spin)
		default:
			wantTurn = turnAbove.Mul(spin)
		}
	}
	if o.Translation.Given() {
		switch {
		case o.Space == control.Model && o.Adds:
			wantPlace = wantPlace.Add(there)
		case o.Space == control.Model:
			wantPlace = there
		case o.Adds:
			wantPlace = geom.VecOf(above.Apply(local.Add(there).Array()))
		default:
			wantPlace = geom.VecOf(above.Apply(there.Array()))
		}
	}
	if a := angle(rotation(after), wantTurn); a > 2e-3 {
		s.Errorf("instance %d: the rotation is %v, want %v", i, rotation(after), wantTurn)
	}
	if d := distance(geom.Translation(&after), wantPlace); d > 3e-6 {
		s.Errorf("instance %d: the joint is at %v, want %v", i, geom.Translation(&after), wantPlace)
	}
}
