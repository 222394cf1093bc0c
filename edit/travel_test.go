package edit_test

import (
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/soa"
)

// onPath returns a clip whose root goes along a path besides: metres along X and Z, and radians about Y,
// each per second, in model space.
func onPath(m *soa.Model, c *edit.Clip, root int, x, z, yaw float64) *edit.Clip {
	path := func(s float64) exact.Matrix {
		return exact.Compose(exact.Vec{x * s, 0, z * s}, exact.AxisRotation(1, yaw*s), exact.Vec{1, 1, 1})
	}
	above := exact.Identity()
	if up := m.Skeleton.Parent[root]; up >= 0 {
		above = exact.NewSkeleton(m, nil).NewPose().Global[up]
	}
	back, _ := above.Inverse()
	at, turn := edit.Track{ID: edit.ID{Target: root}}, edit.Track{ID: edit.ID{Property: soa.Rotation, Target: root}}
	of := func(id edit.ID, s float64) edit.Value {
		if t := c.Track(id); t != nil {
			return t.At(s)
		}
		r := m.RestOf(&soa.Track{Property: id.Property, Target: int16(id.Target)})
		return edit.Value(exact.Widen(r))
	}
	const n = 60
	for i := range n + 1 {
		s := c.Seconds * float64(i) / n
		p, q := of(at.ID, s), of(turn.ID, s)
		local := back.Mul(path(s)).Mul(above).Mul(exact.Compose(exact.Vec(p[:3]), exact.Quat(q), exact.Vec{1, 1, 1}))
		to, rotation, _, _ := local.Decompose()
		at.Keys = append(at.Keys, edit.Key{Time: s, Value: edit.Value{to[0], to[1], to[2]}})
		turn.Keys = append(turn.Keys, edit.Key{Time: s, Value: edit.Value(rotation)})
	}
	for k := 1; k <= n; k++ {
		turn.Keys[k].Value = edit.Value(exact.Quat(turn.Keys[k].Value).NearestSign(turn.Keys[k-1].Value))
	}
	out := *c
	out.Tracks = slices.DeleteFunc(slices.Clone(c.Tracks), func(t edit.Track) bool { return t.ID == at.ID || t.ID == turn.ID })
	out.Tracks = append(out.Tracks, at, turn)
	slices.SortFunc(out.Tracks, func(a, b edit.Track) int { return a.ID.Compare(b.ID) })
	return &out
}

// A loop whose root travels closes in the frame that moves with the root: the root keeps its way over
// the ground, what comes before the blend stays, and the last pose is the first one at the place to
// which the root leads. Root motion that is taken out then leads from one round into the next.
func TestLoopOnTheWay(t *testing.T) {
	for s := range seed.Cases(t, 3) {
		r := rand.New(rand.NewPCG(s, 8))
		m := loadStrider(t)
		for _, clip := range m.Clips {
			whole, err := edit.RootMotion(t.Context(), m, edit.ClipOf(clip), soa.None, edit.MotionOptions{})
			must.Do(t, err)
			whole.Motion = nil
			c, err := edit.Trim(whole, 0, (0.5+0.5*r.Float64())*whole.Seconds)
			must.Do(t, err)
			built, err := c.Build()
			must.Do(t, err)
			root := edit.RootJoint(m, built)
			if root == soa.None {
				root = 0
			}
			x, z, yaw := 2*r.Float64()-1, 0.5+2*r.Float64(), 0.
			if r.IntN(2) == 0 {
				yaw = 3 * (r.Float64() - 0.5) / c.Seconds
			}
			loopOnTheWay(t, r, m, onPath(m, c, root, x/c.Seconds, z/c.Seconds, yaw), root)
		}
	}
}

func loopOnTheWay(t *testing.T, r *rand.Rand, m *soa.Model, c *edit.Clip, root int) {
	t.Helper()
	over := (0.05 + 0.5*r.Float64()) * c.Seconds
	got, l, err := edit.Loop(t.Context(), m, c, over)
	must.Do(t, err)
	was, is := playClip(t, m, c), playClip(t, m, got)
	first, ended := slices.Clone(was.at(0)), slices.Clone(was.at(c.Seconds))
	end := slices.Clone(is.at(c.Seconds))
	if d := exact.Vec.Sub(end[root].Translation(), ended[root].Translation()); !(math.Hypot(d[0], d[2]) < 2e-6) {
		t.Errorf("clip %q: the root ends %v m from where it did", c.Name, d)
	}
	if d := apart(is.at(0), first); d > 1e-6 {
		t.Errorf("clip %q: it starts %v m elsewhere", c.Name, d)
	}
	// A rotation about Y and a shift take all joints from the first pose to the last.
	half := l.Yaw * math.Pi / 360
	move := exact.Compose(exact.Vec{}, exact.Quat{1: math.Sin(half), 3: math.Cos(half)}, exact.Vec{1, 1, 1})
	by := end[root].Translation().Sub(move.Point(first[root].Translation()))
	move[3], move[7], move[11] = by[0], by[1], by[2]
	if math.Abs(by[1]) > 1e-6 || math.Abs(math.Hypot(by[0], by[2])-l.Travel) > 1e-5 {
		t.Errorf("clip %q: moved by %v, of %v m", c.Name, by, l.Travel)
	}
	below := make([]bool, len(end))
	for j, up := range m.Skeleton.Parent {
		if below[j] = j == root || up >= 0 && below[up]; !below[j] {
			continue
		}
		if want := move.Mul(first[j]); end[j].Distance(&want, exact.Distance) > 1e-5 {
			t.Fatalf("clip %q, %s: %v m from the first pose", c.Name, m.Skeleton.Name[j], end[j].Distance(&want, exact.Distance))
		}
	}
	if l.After.Metres > 1e-5 || !got.Loop {
		t.Errorf("clip %q: a gap of %v m, %v m before", c.Name, l.After.Metres, l.Before.Metres)
	}
	for f := 0.; f < 1; f += 0.04 {
		at := f * (c.Seconds - over)
		if d := apart(is.at(at), was.at(at)); d > 3e-6 {
			t.Fatalf("clip %q: at %v s it is %v m off", c.Name, at, d)
		}
		at = c.Seconds - over*f
		if d := apart(is.at(at), was.at(at)); d > 2*l.Before.Metres+1e-4 {
			t.Fatalf("clip %q: at %v s it is %v m off, for a gap of %v m", c.Name, at, d, l.Before.Metres)
		}
	}
	if l.Yaw == 0 {
		taken, err := edit.RootMotion(t.Context(), m, got, root, edit.MotionOptions{Take: edit.X | edit.Z})
		must.Do(t, err)
		p := playClip(t, m, taken)
		from := slices.Clone(p.at(0))
		if d := apart(p.at(taken.Seconds), from); d > 2e-4 {
			t.Errorf("clip %q: without its root motion, a gap of %v m", c.Name, d)
		}
	}
}

// A root that goes and returns, or one that stays, is closed as a whole; one that turns on the spot
// keeps its turn.
func TestLoopOnTheSpot(t *testing.T) {
	m := loadStrider(t)
	c, err := edit.RootMotion(t.Context(), m, edit.ClipOf(m.Clip("walk")), soa.None, edit.MotionOptions{})
	must.Do(t, err)
	c.Motion = nil
	root := 0
	for _, test := range []struct {
		x, z, yaw     float64
		travels, yaws bool
	}{{0.05, 0.02, 0.1, false, false}, {0.05, 0, 1.5, false, true}, {0, 0.2, 0.1, true, false}, {0, 0.2, 0.5, true, true}} {
		_, l, err := edit.Loop(t.Context(), m, onPath(m, c, root, test.x/c.Seconds, test.z/c.Seconds, test.yaw/c.Seconds), 0.2)
		must.Do(t, err)
		if (l.Travel > mostShift) != test.travels || (l.Yaw != 0) != test.yaws || l.After.Metres > 1e-5 {
			t.Errorf("%+v: %+v", test, l)
		}
	}
}

// mostShift is more than the shift of a rotation on the spot about another axis than that of the model.
const mostShift = 0.15

// A root that travels below a joint without volume can be placed nowhere.
func TestLoopWithoutVolume(t *testing.T) {
	k := &soa.Skeleton{Name: []string{"flat", "root"}, Parent: []int16{-1, 0}, Rest: soa.MakeTransforms(2), Unit: []float32{1, 1}}
	k.Rest.SY[0] = 0
	k.ComputeDepth()
	c := &edit.Clip{Name: "far", Seconds: 1, Rate: 30, Tracks: []edit.Track{{ID: edit.ID{Target: 1}, Keys: []edit.Key{{}, {Time: 1, Value: edit.Value{1, 0, 1}}}}}}
	if _, _, err := edit.Loop(t.Context(), &soa.Model{Skeleton: k}, c, 0.1); !errors.Is(err, edit.ErrTravel) {
		t.Error(err)
	}
}
