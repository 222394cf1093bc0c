package inspect

import (
	"math"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/soa"
)

// strider returns the repository's strider without its tail, a second skeleton under a node with an
// uneven scale: three clips on one character.
func strider(t testing.TB) *soa.Model {
	t.Helper()
	m, err := importer.Load(t.Context(), truth.Testdata(t, "strider", "strider.glb"), importer.Options{NoTextures: true})
	must.Do(t, err)
	without(m, m.Skeleton.Joint("TailRig"))
	return m
}

// without takes a joint, those below it and the meshes that follow them out of a model.
func without(m *soa.Model, root int) {
	old := m.Skeleton
	gone := func(j int) bool { return old.InSubtree(j, root) }
	m.Meshes = slices.DeleteFunc(m.Meshes, func(mesh *soa.Mesh) bool {
		follows := mesh.Skin == soa.None && gone(int(mesh.Joint))
		if skin := m.SkinOf(mesh); skin != nil {
			influences(mesh, 0, func(bone int, _ float64) { follows = follows || gone(int(skin.Joint[bone])) })
		}
		return follows
	})
	place := make([]int, old.Len())
	k := &soa.Skeleton{}
	var kept []int
	for j, p := range old.Parent {
		if gone(j) {
			place[j] = soa.NoJoint
			continue
		}
		place[j] = len(kept)
		kept = append(kept, j)
		k.Name, k.Unit = append(k.Name, old.Name[j]), append(k.Unit, old.Unit[j])
		if p >= 0 {
			p = int16(place[p])
		}
		k.Parent = append(k.Parent, p)
	}
	k.ComputeDepth()
	k.Rest = soa.MakeTransforms(len(kept))
	from, to := &old.Rest, &k.Rest
	for i, j := range kept {
		to.TX[i], to.TY[i], to.TZ[i] = from.TX[j], from.TY[j], from.TZ[j]
		to.RX[i], to.RY[i], to.RZ[i], to.RW[i] = from.RX[j], from.RY[j], from.RZ[j], from.RW[j]
		to.SX[i], to.SY[i], to.SZ[i] = from.SX[j], from.SY[j], from.SZ[j]
	}
	m.Skeleton = k
	for _, skin := range m.Skins {
		for i, j := range skin.Joint {
			skin.Joint[i] = uint16(max(0, place[j])) // what is gone moves nothing
		}
	}
	for _, mesh := range m.Meshes {
		if mesh.Joint >= 0 {
			mesh.Joint = int16(place[mesh.Joint])
		}
	}
	for i, c := range m.Clips {
		out := c.EmptyCopy()
		out.Events = c.Events
		for t := range c.Tracks {
			target := int(c.Tracks[t].Target)
			if c.Tracks[t].Property <= soa.Scale {
				if target = place[target]; target < 0 {
					continue
				}
			}
			out.AppendTrack(c, t, int16(target))
		}
		m.Clips[i] = out
	}
}

// addJoint adds a joint at the origin of its parent and returns it.
func addJoint(m *soa.Model, name string, parent int) int {
	k := m.Skeleton
	k.Name, k.Parent, k.Unit = append(k.Name, name), append(k.Parent, int16(parent)), append(k.Unit, 1)
	rest := soa.MakeTransforms(len(k.Parent))
	old := k.Rest
	k.Rest = rest
	for i := range old.TX {
		rest.TX[i], rest.TY[i], rest.TZ[i] = old.TX[i], old.TY[i], old.TZ[i]
		rest.RX[i], rest.RY[i], rest.RZ[i], rest.RW[i] = old.RX[i], old.RY[i], old.RZ[i], old.RW[i]
		rest.SX[i], rest.SY[i], rest.SZ[i] = old.SX[i], old.SY[i], old.SZ[i]
	}
	k.ComputeDepth()
	return len(k.Parent) - 1
}

// addBone adds a joint to the skin of strider's body, bound where it rests, and returns its place in
// the palette.
func addBone(m *soa.Model, joint int) uint16 {
	skin := m.Skins[0]
	hips := m.Skeleton.Joint("hips")
	rest := exact.NewSkeleton(m, nil).Rest.Global
	common := rest[hips].Mul(exact.FromFloat32(skin.InverseBind[slices.Index(skin.Joint, uint16(hips))]))
	back, _ := rest[joint].Inverse()
	skin.Joint = append(skin.Joint, uint16(joint))
	skin.InverseBind = append(skin.InverseBind, back.Mul(common).Float32())
	return uint16(len(skin.Joint) - 1)
}

// follow lets one joint of the palette alone move a vertex.
func follow(mesh *soa.Mesh, v int, bone uint16) {
	at := v * mesh.Influences
	for i := range mesh.Influences {
		mesh.BoneIndex[at+i], mesh.BoneWeight[at+i] = 0, 0
	}
	mesh.BoneIndex[at], mesh.BoneWeight[at] = bone, 1
}

// addTriangle adds a triangle that one joint of the palette moves.
func addTriangle(mesh *soa.Mesh, bone uint16, corners [3][3]float32) {
	for _, p := range corners {
		v := mesh.Vertices()
		mesh.Position = append(mesh.Position, p[:]...)
		mesh.Normal = append(mesh.Normal, 0, 1, 0)
		for _, a := range []struct {
			to *[]float32
			n  int
		}{{&mesh.Tangent, 4}, {&mesh.UV, 2}, {&mesh.UV2, 2}, {&mesh.Color, 4}} {
			if len(*a.to) > 0 {
				*a.to = append(*a.to, make([]float32, a.n)...)
			}
		}
		mesh.BoneIndex = append(mesh.BoneIndex, make([]uint16, mesh.Influences)...)
		mesh.BoneWeight = append(mesh.BoneWeight, make([]float32, mesh.Influences)...)
		follow(mesh, v, bone)
		mesh.Index = append(mesh.Index, uint32(v))
	}
}

// clipOf returns a clip of a model.
func clipOf(m *soa.Model, name string) *soa.Clip { return m.Clip(name) }

// keysOf returns the track of a joint's property, and its keys.
func keysOf(m *soa.Model, c *soa.Clip, joint string, property soa.Property) (track, first, end int) {
	j := int16(m.Skeleton.Joint(joint))
	for t := range c.Tracks {
		if c.Tracks[t].Property == property && c.Tracks[t].Target == j {
			first, end = c.Keys(t)
			return t, first, end
		}
	}
	panic("no track of " + joint)
}

// rotate rotates a key about the joint's X axis by an angle in degrees.
func rotate(c *soa.Clip, k int, angle float64) {
	s, w := math.Sincos(angle * math.Pi / 360)
	q := exact.Key(c, k).Mul(exact.Quat{s, 0, 0, w}).Unit().Float32()
	c.X[k], c.Y[k], c.Z[k], c.W[k] = q[0], q[1], q[2], q[3]
}

// only is the configuration in which one rule is on.
func only(rule string) (c Config) {
	for _, r := range rules {
		if r.Name != rule {
			c.Rules = append(c.Rules, Setting{Rule: r.Name, HasGrade: true})
		}
	}
	return c
}
