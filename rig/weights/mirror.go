package weights

import (
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/rig/internal/surface"
	"github.com/sinew-anim/sinew/runtime/retarget"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/humanoid"
)

// Side is a half of a model.
type Side int

const (
	Left Side = iota
	Right
)

// Mirror gives the vertices of one side the weights of the other. A vertex takes those of the place on
// the surface that is nearest to its mirror image, where the model is bound, with joints exchanged: by
// names (.L and .R, _l and _r, Left and Right, 左 and 右), then by positions, as retarget.Mirror does. The
// joint of another side that the skin lacks is the joint itself.
//
// The mirror stands between the joints of the skin that are exchanged, or of all skins where it has none,
// across the direction that retarget.Reflection finds: for most models it is the plane X = 0, with the
// left where X is positive. Vertices in it get the mean of their own weights and those of the other side,
// if none is locked.
//
// Doing it again changes nothing.
type Mirror struct {
	From Side // the side that stays
	// Within is the largest distance of the surface from a mirror image, in metres: 0 means 1 % of
	// the size of the meshes. Vertices without one keep their weights and are Unmatched.
	Within float64
}

func (Mirror) Name() string { return "mirror" }

// inPlane is the distance from the plane, of the size of a body, up to which a vertex lies in it.
const inPlane = 1e-5

func (o Mirror) run(w *work) error {
	if o.From != Left && o.From != Right {
		return optionError("From", o.From, "Left or Right")
	}
	if !(o.Within >= 0) {
		return optionError("Within", o.Within, "at least 0")
	}
	if err := weld(w.bodies); err != nil {
		return err
	}
	var list []*mirror
	var all plane
	for _, b := range w.bodies {
		m, err := newMirror(b)
		if err != nil {
			return err
		}
		list = append(list, m)
		all.add(m.plane)
	}
	for _, m := range list {
		if err := w.ctx.Err(); err != nil {
			return err
		}
		if m.within = o.Within; m.within == 0 {
			m.within = m.Size() / 100
		}
		m.stand(all, o.From)
		points, unmatched := m.points(m.body.points())
		for _, p := range unmatched {
			for _, c := range m.Copies(p) {
				w.of[m.meshes[c.Part]].Unmatched++
			}
		}
		m.spread(points)
	}
	return nil
}

// mirror is a Mirror of one body: the plane of the points with normal·p = offset.
type mirror struct {
	*body
	plane
	other  []uint16
	normal exact.Vec // toward the side that stays
	offset float64
	within float64
	slack  float64 // the distance up to which a point is in the plane
}

// plane is where pairs of joints say that a mirror stands, along its normal.
type plane struct {
	pairs  int
	middle float64 // the sum of their middles
	toLeft float64 // the sum of how far their left joints are beyond the right ones
}

func (p *plane) add(q plane) {
	p.pairs, p.middle, p.toLeft = p.pairs+q.pairs, p.middle+q.middle, p.toLeft+q.toLeft
}

func newMirror(b *body) (*mirror, error) {
	by, err := retarget.NewReflection(b.model, retarget.MirrorOptions{})
	if err != nil {
		return nil, err
	}
	m := &mirror{body: b, other: b.others(by), slack: float64(inPlane * b.Size())}
	m.normal = normalOf(by)
	place, joints := b.bound(), b.model.Skins[b.skin].Joint
	for i, o := range m.other {
		if int(o) <= i {
			continue
		}
		a, c := m.normal.Dot(place[i]), m.normal.Dot(place[o])
		m.pairs++
		m.middle += float64((a + c) / 2)
		if humanoid.SideOf(b.model.Skeleton.Name[joints[i]]) == humanoid.Left {
			m.toLeft += a - c
		} else if humanoid.SideOf(b.model.Skeleton.Name[joints[o]]) == humanoid.Left {
			m.toLeft += c - a
		}
	}
	return m, nil
}

// stand places the mirror between the pairs of its own body or, without any, of all.
func (m *mirror) stand(all plane, from Side) {
	p := m.plane
	if p.pairs == 0 {
		p = all
	}
	m.offset = p.middle / float64(max(1, p.pairs))
	if (p.toLeft < 0) != (from == Right) {
		m.normal, m.offset = m.normal.Scale(-1), -m.offset
	}
}

// normalOf returns the normal of a reflection, with its largest part positive.
func normalOf(by *retarget.Reflection) (n exact.Vec) {
	for axis := range 3 {
		var unit exact.Vec
		unit[axis] = 1
		image, _ := by.Motion(unit, 0)
		if d := unit.Sub(exact.Vec(image)); d.Length() > n.Length() {
			n = d
		}
	}
	return n.Unit()
}

// bound returns the places of joints where the model is bound, per palette entry.
func (b *body) bound() []exact.Vec {
	to, skin := surface.Bound(b.model, b.skin), b.model.Skins[b.skin]
	list := make([]exact.Vec, skin.Len())
	for i := range list {
		if inverse, ok := exact.FromFloat32(skin.InverseBind[i]).Inverse(); ok {
			list[i] = to.Point(inverse.Translation())
		}
	}
	return list
}

// others returns the palette entry of the joint on the other side of each.
func (b *body) others(by *retarget.Reflection) []uint16 {
	joints := b.model.Skins[b.skin].Joint
	other := make([]uint16, len(joints))
	for i, j := range joints {
		other[i] = uint16(i)
		if at := slices.Index(joints, uint16(by.Target(soa.Rotation, int(j)))); at >= 0 {
			other[i] = uint16(at)
		}
	}
	return other
}

// side is how far a point is on the side that stays; in the plane it is 0.
func (m *mirror) side(p exact.Vec) float64 {
	if d := m.normal.Dot(p) - m.offset; math.Abs(d) > m.slack {
		return d
	}
	return 0
}

// points returns the weights of all points, and those that were not matched. Points in the plane come
// first, since those of the other side may lie between them and others.
func (m *mirror) points(g *Groups) (*Groups, []int) {
	var swapped Row
	g = g.Map(func(p int, r Row) Row {
		if m.side(m.Position[p]) != 0 || len(r) == 0 {
			return r
		}
		swapped = m.swap(r, swapped[:0])
		if distance(r, swapped) <= exactSum || g.locked(r) > 0 || g.locked(swapped) > 0 {
			return r
		}
		return g.Settle(r, g.mix(slices.Clone(r), swapped, 0.5))
	})
	var unmatched []int
	var found Row
	staying := func(triangle int) bool {
		for _, c := range m.Triangle[triangle] {
			if m.side(m.Position[c]) < 0 {
				return false
			}
		}
		return true
	}
	return g.Map(func(p int, r Row) Row {
		at := m.Position[p]
		d := m.side(at)
		if d >= 0 {
			return r
		}
		at = at.Sub(m.normal.Scale(2 * d))
		hit, ok := m.Nearest(at, m.within, staying)
		if ok {
			found = g.At(m.place(hit), found[:0])
		}
		if !ok || len(found) == 0 {
			unmatched = append(unmatched, p)
			return r
		}
		swapped = m.swap(found, swapped[:0])
		return g.Settle(r, swapped)
	}), unmatched
}

// swap appends a row with its joints exchanged.
func (m *mirror) swap(r, to Row) Row {
	for _, w := range r {
		to = to.Add(m.other[w.Bone], w.Value)
	}
	return to
}
