package bindpose

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/soa"
)

// In a character that rests as it was bound, joints are where they rest.
func Example() {
	m := figure.Character()
	for _, g := range GroupsOf(m) {
		fmt.Println("meshes", g.Mesh, "joint 1 at", g.Joint[1].Translation())
	}
	// Output: meshes [0] joint 1 at [0 1 0]
}

// A character whose skins are split, each mesh in a space of its own, and that rests in another pose is
// one group, in which joints are where they were but for one placement of the whole.
func TestAnotherRestPose(t *testing.T) {
	for k := range seed.Cases(t, 20) {
		r := rand.New(rand.NewPCG(k, 7))
		m := figure.Character()
		bound := GroupsOf(m)[0]
		skin := m.Skins[0]
		m.Meshes, m.Skins = nil, nil
		own := make([]exact.Matrix, 3)
		for i := range own {
			own[i] = exact.Compose(exact.Vec{r.NormFloat64(), r.NormFloat64()}, exact.IdentityQuat(), exact.Vec{1, 1, 1}.Scale(0.1+r.Float64()))
			s := &soa.Skin{}
			for e := range skin.Joint {
				if e == 0 || r.IntN(3) > 0 {
					s.Joint = append(s.Joint, skin.Joint[e])
					inverse, ok := bound.InverseBind(own[i], int(skin.Joint[e]))
					if !ok {
						t.Fatal("no inverse")
					}
					s.InverseBind = append(s.InverseBind, inverse)
				}
			}
			m.Skins = append(m.Skins, s)
			m.Meshes = append(m.Meshes, &soa.Mesh{Skin: i, Influences: 4})
		}
		rest := &m.Skeleton.Rest
		for j := range rest.RX {
			if j > 0 {
				rest.RX[j], rest.RY[j], rest.RZ[j], rest.RW[j] = 0, 0.6, 0, 0.8
			}
		}
		groups := GroupsOf(m)
		if len(groups) != 1 || len(groups[0].Mesh) != 3 {
			t.Fatalf("%d groups", len(groups))
		}
		g := groups[0]
		for i, j := range g.Joint {
			if !g.known[i] {
				continue
			}
			got, want := j.Translation(), bound.Joint[i].Translation()
			must.AllNear(t, fmt.Sprint("joint ", i), got[:], want[:], 1e-4)
		}
		for i, to := range g.To {
			got, want := to.Translation(), own[i].Translation()
			must.AllNear(t, fmt.Sprint("mesh ", i), got[:], want[:], 1e-4)
		}
	}
}

// Skins that put joints at other places are groups of their own; a model without skins is one.
func TestGroups(t *testing.T) {
	m := figure.Character()
	other := *m.Skins[0]
	other.InverseBind = append([]soa.Affine(nil), other.InverseBind...)
	other.InverseBind[9][3] += 0.5
	m.Skins = append(m.Skins, &other)
	mesh := *m.Meshes[0]
	mesh.Skin = 1
	m.Meshes = append(m.Meshes, &mesh)
	if groups := GroupsOf(m); len(groups) != 2 {
		t.Errorf("%d groups", len(groups))
	}
	for _, mesh := range m.Meshes {
		mesh.Skin, mesh.Joint, mesh.Offset = soa.None, 1, soa.IdentityAffine()
	}
	groups := GroupsOf(m)
	if len(groups) != 1 || len(groups[0].Mesh) != 2 {
		t.Fatalf("%d groups", len(groups))
	}
	got, want := groups[0].To[0].Translation(), groups[0].Joint[1].Translation()
	must.AllNear(t, "the mesh", got[:], want[:], 1e-9)
	m.Meshes = nil
	if len(GroupsOf(m)) != 0 {
		t.Error("a group of no meshes")
	}
}
