package retarget

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/humanoid"
)

// transfer carries poses from one skeleton to the other.
type transfer struct {
	m          *humanoid.Mapping
	src, dst   *exact.Skeleton
	ref        *reference   // the source's pose that corresponds to the target's rest
	ground     *Ground      // or nil where heights are those above rest
	from       []exact.Quat // per source joint, its rotation in the reference pose, in model space
	to         []exact.Quat // and of the target
	turn       exact.Quat   // C, from where the source faces to where the target does
	face       exact.Quat   // the same of the reference pose, which may be turned from the file's rest
	align      []exact.Quat // A, per target joint
	after      []exact.Quat // F⁻¹ · A · T, per target joint
	pair       []int        // per target joint: its place in Pairs, or -1
	uneven     [2][]bool    // per joint: one of an equal name, without a rotation at rest
	moves      []bool       // per target joint: it has a translation
	scale      float64
	base       []exact.Vec // per source joint: the place from which it moves the target's
	lift       float64     // of the target's hips, for legs that are straighter or more bent than at rest
	legs, arms []limb
	feet       [][]footSample // of the clip, until they are settled

	clip *exact.Clip
	goal *plan // goals and contacts, or nil

	lost    []LostLimb // limbs that may be
	watched []watched

	// The current pose.
	in   exact.Pose
	rot  []exact.Quat // of the source in model space
	out  exact.Pose
	want []exact.Quat // of the target in model space, where mapped
	have []exact.Quat // of all of the target
	line exact.Pose   // between two keys
	at   []exact.Vec  // places of those that move
}

func newTransfer(ctx context.Context, m *humanoid.Mapping, from *chooser, ref *reference, dst *soa.Model, o *Options) (*transfer, error) {
	t := &transfer{m: m, src: from.s, clip: from.clip, ref: ref, dst: exact.NewSkeleton(dst, nil)}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	if err := t.checkRest(); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	t.in, t.out, t.line = t.src.NewPose(), t.dst.NewPose(), t.dst.NewPose()
	t.rot, t.from = make([]exact.Quat, len(t.src.Joint)), make([]exact.Quat, len(t.src.Joint))
	n := len(t.dst.Joint)
	t.to, t.want, t.have = make([]exact.Quat, n), make([]exact.Quat, n), make([]exact.Quat, n)
	t.after, t.align = make([]exact.Quat, n), make([]exact.Quat, n)
	t.moves, t.at, t.pair = make([]bool, n), make([]exact.Vec, n), make([]int, n)
	rotations(t.src, &t.ref.pose, t.from)
	rotations(t.dst, &t.dst.Rest, t.to)
	for j := range t.pair {
		t.pair[j], t.align[j] = -1, exact.IdentityQuat()
	}
	for i, p := range m.Pairs {
		t.pair[p.Target] = i
	}
	t.findTurn()
	t.findLimbs()
	if err := t.findGround(ctx, from.clip.Clip, dst); err != nil {
		return nil, err
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	t.base = t.bases()
	if !o.KeepRest {
		t.alignRest()
		t.findLift()
	}
	if t.scale = o.Scale; t.scale == 0 {
		if err := t.findScale(); err != nil {
			return nil, err
		}
	}
	back, above := t.face.Conjugate(), make([]bool, len(t.after)) // the hips or above them
	for j := m.Hips[1]; j >= 0; j = t.dst.Parent[j] {
		above[j] = true
	}
	mapped := t.mappedAbove()
	for j := range t.after {
		t.after[j] = back.Mul(t.align[j]).Mul(t.to[j])
		t.moves[j] = t.pair[j] >= 0 && t.dst.Static[j] == nil &&
			(above[j] || mapped[j] < 0)
	}
	if t.ground != nil && !o.KeepRest {
		t.settle()
	}
	return t, nil
}

// bases returns the places from which joints of the source move those of the target: those at rest, and
// at the heights of the reference pose. Where heights are measured in the clip, that of the hips makes
// up for a target that does not rest on the ground.
func (t *transfer) bases() []exact.Vec {
	list := make([]exact.Vec, len(t.src.Joint))
	back := t.turn.Conjugate()
	for j := range list {
		at := t.turn.Rotate(t.src.Rest.Global[j].Translation())
		if t.ref.frame || t.ground != nil {
			at[1] = t.turn.Rotate(t.ref.pose.Global[j].Translation())[1]
		}
		list[j] = back.Rotate(at)
	}
	return list
}

// mappedAbove returns the nearest mapped joint above each of the target, or -1.
func (t *transfer) mappedAbove() []int {
	list := make([]int, len(t.pair))
	for j, up := range t.dst.Parent {
		if list[j] = up; up >= 0 && t.pair[up] < 0 {
			list[j] = list[up]
		}
	}
	return list
}

// uneven is the largest deviation of a joint at rest from a rotation with a uniform scale.
const uneven = 1e-3

// checkRest refuses mapped joints without a rotation at rest. Those mapped by name alone are left
// out instead.
func (t *transfer) checkRest() error {
	var wrong error
	for i, k := range t.m.Skeleton {
		t.uneven[i] = make([]bool, k.Len())
	}
	t.m.Pairs = slices.DeleteFunc(t.m.Pairs, func(p humanoid.Pair) bool {
		err := t.checkPair(&p)
		if err != nil && p.How == humanoid.ByName && p.Target != t.m.Hips[1] {
			t.uneven[0][p.Source], t.uneven[1][p.Target] = true, true
			return true
		}
		if wrong == nil {
			wrong = err
		}
		return false
	})
	return wrong
}

func (t *transfer) checkPair(p *humanoid.Pair) error {
	for _, c := range [...]struct {
		which, joint int
		s            *exact.Skeleton
	}{{0, p.Source, t.src}, {0, p.Toward, t.src}, {1, p.Target, t.dst}, {1, t.dst.Parent[p.Target], t.dst}} {
		if c.joint < 0 {
			continue
		}
		_, k, residual := c.s.Rest.Global[c.joint].Rigid()
		if !(k > 0) || residual > uneven || c.which == 1 && c.joint == p.Target && c.s.Static[c.joint] != nil {
			return fmt.Errorf("%w: joint %q of the %s is mapped or has a child that is, "+
				"and its matrix is sheared, mirrored, scaled unevenly or static", ErrRest,
				t.m.Skeleton[c.which].Name[c.joint], [...]string{"source", "target"}[c.which])
		}
	}
	return nil
}

// rotations computes the rotations of joints in model space, whatever their scales.
func rotations(s *exact.Skeleton, p *exact.Pose, out []exact.Quat) {
	for j := range s.Joint {
		q := p.Q[j]
		if s.Static[j] != nil {
			_, q, _, _ = s.Static[j].Decompose()
		}
		if up := s.Parent[j]; up >= 0 {
			q = out[up].Mul(q)
		}
		out[j] = q
	}
}

// pose poses the target as the source at a tick.
func (t *transfer) pose(tick float64, left bool) {
	t.read(tick, left)
	t.follow()
	if t.ground != nil && t.centre() {
		t.follow()
	}
	if t.goal != nil {
		t.goal.apply(t, tick)
	}
}

// read evaluates the source and the goals of the target's mapped joints.
func (t *transfer) read(tick float64, left bool) {
	t.clip.At(tick, left, &t.in)
	rotations(t.src, &t.in, t.rot)
	t.noteTurns(tick)
	for i := range t.m.Pairs {
		p := &t.m.Pairs[i]
		d := t.rot[p.Source].Mul(t.from[p.Source].Conjugate())
		if p.Toward >= 0 {
			d = exact.Slerp(d, t.rot[p.Toward].Mul(t.from[p.Toward].Conjugate()), p.Part)
		}
		t.want[p.Target] = t.turn.Mul(d).Mul(t.after[p.Target]).Unit()
		if t.moves[p.Target] {
			t.at[p.Target] = t.carried(p)
		}
	}
}

// carried returns the position of a target joint that moves as the source's does.
func (t *transfer) carried(p *humanoid.Pair) exact.Vec {
	moved := t.turn.Rotate(t.in.Global[p.Source].Translation().Sub(t.base[p.Source]))
	at := t.dst.Rest.Global[p.Target].Translation().Add(moved.Scale(t.scale))
	if p.Target == t.m.Hips[1] {
		at[1] += t.lift
		if t.ground != nil {
			at[1] -= t.ground.Hover
		}
	}
	return at
}

// centre moves the hips so that the middle of the legs' roots is where the source's is: the joints of hips
// are at other places between them. It reports whether it did.
func (t *transfer) centre() bool {
	hips := t.m.Hips[1]
	if len(t.legs) == 0 || !t.moves[hips] {
		return false
	}
	// At the reference pose the middle is beside the hips as at the target's rest, turned to its heading.
	heading := t.turn.Mul(t.face.Conjugate())
	rest, ref := &t.dst.Rest, &t.ref.pose
	var by exact.Vec
	for n := range t.legs {
		from, to := t.legs[n].joint[0][0], t.legs[n].joint[1][0]
		beside := ref.Global[from].Translation().Sub(ref.Global[t.m.Hips[0]].Translation())
		moved := t.turn.Rotate(t.in.Global[from].Translation().Sub(beside).Sub(t.base[t.m.Hips[0]])).Scale(t.scale)
		at := rest.Global[hips].Translation().Add(heading.Rotate(rest.Global[to].Translation().Sub(rest.Global[hips].Translation())))
		by = by.Add(at.Add(moved).Sub(t.out.Global[to].Translation()))
	}
	by = by.Scale(1 / float64(len(t.legs)))
	by[1] += t.lift - t.ground.Hover
	t.at[hips] = t.at[hips].Add(by)
	return true
}

// follow poses the target at its goals.
func (t *transfer) follow() {
	for j := range t.dst.Joint {
		up := t.dst.Parent[j]
		above := exact.IdentityQuat()
		if up >= 0 {
			above = t.have[up]
		}
		switch {
		case t.pair[j] >= 0:
			t.out.Q[j] = above.Conjugate().Mul(t.want[j]).Unit()
			t.have[j] = t.want[j]
		case t.dst.Static[j] != nil:
			_, q, _, _ := t.dst.Static[j].Decompose()
			t.have[j] = above.Mul(q)
		default:
			t.have[j] = above.Mul(t.out.Q[j])
		}
		if t.moves[j] {
			t.out.T[j] = t.at[j]
			if up >= 0 {
				down, _ := t.out.Global[up].Inverse()
				t.out.T[j] = down.Point(t.at[j])
			}
		}
		t.dst.ToModelAt(j, &t.out)
	}
}

// restAxes returns where left, up and forward of a body are at rest.
func restAxes(b humanoid.Body, rest *exact.Pose) (axes [3]exact.Vec, ok bool) {
	list, ok := b.Axes(func(j int) [3]float64 { return rest.Global[j].Translation() })
	for i, v := range list {
		axes[i] = v
	}
	return axes, ok
}

// findTurn finds the rotations between the two bodies. Where the reference pose is a frame of the clip,
// the source faces where its file's rest does, or along +Z where that does not stand.
func (t *transfer) findTurn() {
	t.turn, t.face = exact.IdentityQuat(), exact.IdentityQuat()
	target, ok := restAxes(t.m.Body[1], &t.dst.Rest)
	source, also := restAxes(t.m.Body[0], &t.ref.pose)
	if !ok || !also {
		return
	}
	t.face = turnBetween(source, target)
	t.turn = t.face
	if !t.ref.frame {
		return
	}
	file, ok := restAxes(t.m.Body[0], &t.src.Rest)
	if s := stanceOf(t.m.Body[0], &t.src.Rest, exact.Vec{1: 1}); !ok || !s.stands() {
		file = [3]exact.Vec{{1, 0, 0}, {0, 1, 0}, {0, 0, 1}}
	}
	t.turn = turnBetween(file, target)
}

// turnBetween returns the rotation from the axes of one body to those of another: one by right angles,
// and a yaw.
func turnBetween(source, target [3]exact.Vec) exact.Quat {
	// Of the 24 rotations between axes, the one nearest to target · source⁻¹.
	best := -1.
	var matrix exact.Matrix
	for _, to := range [...][3]int{{0, 1, 2}, {1, 2, 0}, {2, 0, 1}, {0, 2, 1}, {2, 1, 0}, {1, 0, 2}} {
		for signs := range 8 {
			var m exact.Matrix
			for i := range 3 {
				m[4*to[i]+i] = float64(1 - 2*(signs>>i&1))
			}
			if m.Determinant() < 0 {
				continue
			}
			near := 0.
			for i := range 3 {
				near += m.Direction(source[i]).Dot(target[i])
			}
			// The identity comes first, and another one has to be clearly nearer.
			if near > best+1e-3 {
				best, matrix = near, m
			}
		}
	}
	turn := matrix.Rotation(1)
	// The remaining yaw is the body's if it exceeds that of a pose.
	from, to := turn.Rotate(source[0]), target[0]
	if math.Abs(turn.Rotate(source[1])[1]) > 0.8 && math.Abs(target[1][1]) > 0.8 {
		sine := float64(from[2]*to[0]) - float64(from[0]*to[2])
		cosine := float64(from[0]*to[0]) + float64(from[2]*to[2])
		if yaw := exact.Atan2(sine, cosine); math.Abs(yaw) > posedYaw {
			s, c := exact.SinCos(yaw / 2)
			turn = exact.Quat{1: s, 3: c}.Mul(turn)
		}
	}
	return turn
}

// posedYaw is the largest angle in radians between a body's front and an axis at which it counts as
// facing along the axis: the rest pose may be one of a walk.
const posedYaw = 0.2

// findScale computes the ratio of sizes from the legs, or else from all mapped bones.
func (t *transfer) findScale() error {
	var source, target float64
	for i := range t.legs {
		source, target = source+t.legs[i].source, target+t.legs[i].target
	}
	if len(t.legs) == 0 {
		above := t.mappedAbove()
		for _, p := range t.m.Pairs {
			up := above[p.Target]
			if up < 0 || p.Toward >= 0 {
				continue
			}
			upper := t.m.Pairs[t.pair[up]]
			source += t.ref.pose.Global[p.Source].Translation().Sub(t.ref.pose.Global[upper.Source].Translation()).Length()
			target += t.dst.Rest.Global[p.Target].Translation().Sub(t.dst.Rest.Global[up].Translation()).Length()
		}
	}
	t.scale = target / source
	if source == 0 && target == 0 {
		t.scale = 1
	}
	if !(t.scale > 0) || math.IsInf(t.scale, 0) {
		return fmt.Errorf("%w: the legs or bones are %v m and %v m long; a scale can be given", ErrScale, source, target)
	}
	return nil
}
