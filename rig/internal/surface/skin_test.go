package surface_test

import (
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/rig/internal/surface"
	"github.com/sinew-anim/sinew/soa"
)

// TestOfSkinIsTheMeshAtRest: of a model whose rest pose is its bind pose the points are where skinning
// puts the vertices at rest.
func TestOfSkinIsTheMeshAtRest(t *testing.T) {
	m := figure.Character()
	rest := &m.Skeleton.Rest // the whole figure stands elsewhere, and is turned
	rest.TX[0], rest.RY[0], rest.RW[0] = rest.TX[0]+1, 0.6, 0.8
	want := oracle.Evaluate(m, nil, 0)
	points := 0
	for skin := range m.Skins {
		s, meshes, err := surface.OfSkin(t.Context(), m, skin)
		if err != nil {
			t.Fatal(err)
		}
		for part, mesh := range meshes {
			if m.Meshes[mesh].Skin != skin {
				t.Fatalf("mesh %d has the skin %d, not %d", mesh, m.Meshes[mesh].Skin, skin)
			}
			for v, p := range s.Of[part] {
				points++
				w := want.Meshes[mesh].Position[v]
				if d := s.Position[p].Sub(exact.Vec{w[0], w[1], w[2]}).Length(); !(d < 1e-5) {
					t.Fatalf("mesh %d, vertex %d: %v, at rest %v", mesh, v, s.Position[p], w)
				}
			}
		}
	}
	if points == 0 {
		t.Fatal("no vertices")
	}
}

// TestBoundSkipsWhatHasNoInverse: joints without an inverse bind matrix that is one.
func TestBoundSkipsWhatHasNoInverse(t *testing.T) {
	m := &soa.Model{Skeleton: &soa.Skeleton{Name: []string{"a", "b"}, Parent: []int16{soa.NoJoint, 0}}}
	m.Skeleton.Rest = soa.MakeTransforms(2)
	m.Skeleton.Rest.TX[1] = 3
	for j := range 2 {
		m.Skeleton.Rest.RW[j], m.Skeleton.Rest.SX[j], m.Skeleton.Rest.SY[j], m.Skeleton.Rest.SZ[j] = 1, 1, 1, 1
	}
	m.Skeleton.ComputeDepth()
	m.Skins = []*soa.Skin{{Joint: []uint16{0, 1}, InverseBind: []soa.Affine{{}, soa.IdentityAffine()}}, {}}
	if got := surface.Bound(m, 0).Translation(); math.Abs(got[0]-3) > 1e-9 {
		t.Errorf("at %v", got)
	}
	if got := surface.Bound(m, 1); got != exact.Identity() {
		t.Errorf("an empty skin: %v", got)
	}
}
