package bindpose

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Group is meshes that were bound in one pose.
type Group struct {
	Mesh  []int          // of the model, ascending
	To    []exact.Matrix // per mesh: from its space to bind space
	Joint []exact.Matrix // per joint of the skeleton: from its frame to bind space

	known []bool // per joint: whether an inverse bind matrix places it
}

// GroupsOf returns the groups of the skinned meshes of a valid model; of a model without any, one of all
// its meshes, in the rest pose.
func GroupsOf(m *soa.Model) []*Group {
	rest := exact.NewSkeleton(m, nil).Rest.Global
	var groups []*Group
	place := make([]*Group, len(m.Skins)) // per skin: its group
	to := make([]exact.Matrix, len(m.Skins))
	for i, mesh := range m.Meshes {
		if mesh.Skin == soa.None || m.Skins[mesh.Skin].Len() == 0 {
			continue
		}
		s := mesh.Skin
		if place[s] == nil {
			place[s], to[s], groups = join(groups, m, m.Skins[s], rest)
		}
		place[s].Mesh, place[s].To = append(place[s].Mesh, i), append(place[s].To, to[s])
	}
	if len(groups) > 0 || len(m.Meshes) == 0 {
		return groups
	}
	g := newGroup(rest)
	for i, mesh := range m.Meshes {
		at := exact.FromFloat32(mesh.Offset)
		if mesh.Joint >= 0 {
			at = rest[mesh.Joint].Mul(at)
		}
		g.Mesh, g.To = append(g.Mesh, i), append(g.To, at)
	}
	return []*Group{g}
}

func newGroup(rest []exact.Matrix) *Group {
	return &Group{Joint: append([]exact.Matrix(nil), rest...), known: make([]bool, len(rest))}
}

// join returns the first group that a skin agrees with, or a new one, and the skin's placement.
func join(groups []*Group, m *soa.Model, skin *soa.Skin, rest []exact.Matrix) (*Group, exact.Matrix, []*Group) {
	for _, g := range groups {
		if to := g.placement(skin); g.agrees(skin, to) {
			g.learn(m, skin, to, rest)
			return g, to, groups
		}
	}
	g := newGroup(rest)
	to := g.placement(skin)
	g.learn(m, skin, to, rest)
	return g, to, append(groups, g)
}

// placement returns the matrix from the skin's mesh space to bind space by its first joint, of those
// known to the group if there are any.
func (g *Group) placement(skin *soa.Skin) exact.Matrix {
	first, known := -1, false
	for i, j := range skin.Joint {
		better := first < 0 || g.known[j] && !known || g.known[j] == known && j < skin.Joint[first]
		if better {
			first, known = i, g.known[j]
		}
	}
	return g.Joint[skin.Joint[first]].Mul(exact.FromFloat32(skin.InverseBind[first]))
}

// tolerance is how far apart two skins may put a joint, relative to how far joints are apart.
// tiny, in metres, is for skeletons whose joints are at one place.
const (
	tolerance = 1e-3
	tiny      = 1e-6
)

// agrees reports whether a skin puts its joints where the group's skins have them.
func (g *Group) agrees(skin *soa.Skin, to exact.Matrix) bool {
	apart, size := 0.0, 0.0
	for j := range g.Joint {
		size = math.Max(size, g.Joint[j].Translation().Sub(g.Joint[0].Translation()).Length())
	}
	for i, j := range skin.Joint {
		inverse, ok := exact.FromFloat32(skin.InverseBind[i]).Inverse()
		if !ok || !g.known[j] {
			continue
		}
		apart = math.Max(apart, to.Mul(inverse).Translation().Sub(g.Joint[j].Translation()).Length())
	}
	return apart <= float64(tolerance*size)+tiny
}

// learn takes over where a skin puts its joints, and moves those below that no skin places.
func (g *Group) learn(m *soa.Model, skin *soa.Skin, to exact.Matrix, rest []exact.Matrix) {
	for i, j := range skin.Joint {
		if inverse, ok := exact.FromFloat32(skin.InverseBind[i]).Inverse(); ok && !g.known[j] {
			g.Joint[j], g.known[j] = to.Mul(inverse), true
		}
	}
	moved := make([]bool, len(rest)) // joints at another place than at rest
	for j, p := range m.Skeleton.Parent {
		if g.known[j] {
			moved[j] = g.Joint[j] != rest[j]
			continue
		}
		if p < 0 || !moved[p] {
			continue
		}
		if inverse, ok := rest[p].Inverse(); ok {
			g.Joint[j], moved[j] = g.Joint[p].Mul(inverse).Mul(rest[j]), true
		}
	}
}

// InverseBind returns the matrix from the space of one of the group's meshes to the frame of a
// joint, and whether there is one.
func (g *Group) InverseBind(to exact.Matrix, joint int) (soa.Affine, bool) {
	inverse, ok := g.Joint[joint].Inverse()
	if !ok {
		return soa.Affine{}, false
	}
	m := inverse.Mul(to)
	for _, x := range m {
		if !(math.Abs(x) < soa.MaxMagnitude) {
			return soa.Affine{}, false
		}
	}
	return m.Float32(), true
}
