package edit

import (
	"context"
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// placing is a rotation about the Y axis and then a translation on the ground, in model space.
type placing struct {
	yaw exact.Quat
	by  exact.Vec
	off Gap // how far it could not be done
}

func (p *placing) matrix() exact.Matrix { return exact.Compose(p.by, p.yaw, exact.Vec{1, 1, 1}) }

func (p *placing) still() bool { return p.yaw == exact.IdentityQuat() && p.by == exact.Vec{} }

// degrees returns the angle of the rotation.
func (p *placing) degrees() float64 {
	return 2 * exact.Atan2(p.yaw[1], p.yaw[3]) * (180 / math.Pi)
}

// placingOf returns the placing that takes the root of one pose above or below that of another,
// facing where it does.
func placingOf(root int, from, to *exact.Pose) placing {
	rotation := func(m exact.Matrix) exact.Quat {
		_, q, _, _ := m.Decompose()
		return q
	}
	q := rotation(to.Global[root]).Mul(rotation(from.Global[root]).Conjugate())
	twist := exact.Quat{1: q[1], 3: q[3]}
	p := placing{yaw: exact.IdentityQuat()}
	if twist.Length() > 1e-6 {
		p.yaw = twist.Unit()
	}
	p.by = to.Global[root].Translation().Sub(p.yaw.Rotate(from.Global[root].Translation()))
	p.by[1] = 0
	return p
}

// aligned returns clip b with its root placed where that of clip a ends. Clips whose root does not
// move are left as they are.
func aligned(ctx context.Context, m *soa.Model, a, b *Clip) (*Clip, placing, error) {
	none := placing{yaw: exact.IdentityQuat()}
	first, err := newPoser(ctx, m, a)
	if err != nil {
		return nil, none, err
	}
	second, err := newPoser(ctx, m, b)
	if err != nil {
		return nil, none, err
	}
	root := RootJoint(m, first.clip)
	if root == soa.None {
		root = RootJoint(m, second.clip)
	}
	if root == soa.None {
		return b, none, nil
	}
	p := placingOf(root, second.at(0), first.end())
	if p.still() {
		return b, p, nil
	}
	moved, start := make([]bool, m.Skeleton.Len()), second.at(0)
	var tracks []Track
	for _, j := range topJoints(m, a, b) {
		if err := ctx.Err(); err != nil {
			return nil, p, err
		}
		if tracks, err = placed(tracks, m, b, j, start, &p); err != nil {
			return nil, p, err
		}
		moved[j] = true
	}
	out := b.withAll(tracks)
	p.off, err = misplaced(ctx, m, second, out, &p, moved)
	return out, p, err
}

// misplaced measures how far a placed clip's joints are from where the placing takes them: where
// joints are below others that scale unevenly, no rotation does what the placing asks for.
func misplaced(ctx context.Context, m *soa.Model, from *poser, placed *Clip, p *placing, moved []bool) (worst Gap, err error) {
	to, err := newPoser(ctx, m, placed)
	if err != nil {
		return worst, err
	}
	const moments = 32
	move := p.matrix()
	for j, up := range m.Skeleton.Parent {
		moved[j] = moved[j] || up >= 0 && moved[up]
	}
	want := exact.Pose{Global: make([]exact.Matrix, len(moved))}
	for i := range moments + 1 {
		if err := ctx.Err(); err != nil {
			return worst, err
		}
		at := float64(placed.Seconds * (float64(i) / moments))
		got := to.at(at)
		for j, g := range from.at(at).Global {
			if want.Global[j] = got.Global[j]; moved[j] {
				want.Global[j] = move.Mul(g)
			}
		}
		if g := gap(m, got, &want); g.Metres > worst.Metres {
			worst = g
		}
	}
	return worst, nil
}

// topJoints returns the joints that move in one of two clips, or rest in different places in
// them, and are below no other such joint.
func topJoints(m *soa.Model, a, b *Clip) (top []int) {
	n := m.Skeleton.Len()
	moves := make([]bool, n)
	for _, id := range targets(a, b) {
		if id.Property <= soa.Scale {
			s, t := driven(m, a, b, id)
			moves[id.Target] = moves[id.Target] || s.Changes() || t.Changes() || s.At(a.Seconds) != t.At(0)
		}
	}
	below := make([]bool, n)
	for j := range n {
		if p := m.Skeleton.Parent[j]; p >= 0 {
			below[j] = below[p] || moves[p]
		}
		if moves[j] && !below[j] {
			top = append(top, j)
		}
	}
	return top
}

// inParentFrame returns the placing of a joint in the frame of its parent, and its rotation.
func (p *placing) inParentFrame(m *soa.Model, j int, pose *exact.Pose) (move exact.Matrix, turn exact.Quat, err error) {
	above := exact.Identity()
	if up := m.Skeleton.Parent[j]; up >= 0 {
		above = pose.Global[up]
	}
	back, ok := above.Inverse()
	if !ok {
		return move, turn, fmt.Errorf("what is above joint %q has no volume", m.Skeleton.Name[j])
	}
	move = back.Mul(p.matrix()).Mul(above)
	_, turn, _, _ = move.Decompose()
	return move, turn, nil
}

// placed appends the tracks of a joint, whose parents stand still as at the clip's start, moved in model space.
func placed(list []Track, m *soa.Model, c *Clip, j int, start *exact.Pose, p *placing) ([]Track, error) {
	move, turn, err := p.inParentFrame(m, j, start)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", ErrJoin, err)
	}
	for _, property := range [...]soa.Property{soa.Translation, soa.Rotation} {
		id := ID{property, j}
		t := restTrack(m, id, soa.Linear)
		if have := c.Track(id); have != nil {
			t = *have
		}
		value, slope := func(v Value) Value { return turn.Mul(v) }, func(v Value) Value { return turn.Mul(v) }
		if property == soa.Translation {
			value = func(v Value) Value { return fromVec(move.Point(exact.Vec(v[:3]))) }
			slope = func(v Value) Value { return fromVec(move.Direction(exact.Vec(v[:3]))) }
		}
		list = append(list, t.mapped(value, slope))
	}
	return list, nil
}

func fromVec(v exact.Vec) Value { return Value{v[0], v[1], v[2]} }
