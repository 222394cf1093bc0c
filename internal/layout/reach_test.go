package layout

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/soa"
)

// TestVertexReach holds the reaches to those of every vertex, of bones that turn, scale, shear, flatten
// and lie far away.
func TestVertexReach(t *testing.T) {
	for s := range seed.Cases(t, 60) {
		r := rand.New(rand.NewPCG(s, 7))
		m := loose(r)
		skin, mesh := &soa.Skin{}, &soa.Mesh{Influences: 4}
		far := []float32{1, 1e-3, 1e4}[r.IntN(3)]
		number := func() float32 { return float32(2*r.Float64() - 1) }
		for j := range m.Skeleton.Len() {
			a := soa.IdentityAffine()
			for k := range a {
				switch {
				case k%4 == 3:
					a[k] = far * number()
				case r.IntN(3) == 0:
					a[k] = number()
				case r.IntN(20) == 0:
					a[k] = 0
				}
			}
			skin.Joint, skin.InverseBind = append(skin.Joint, uint16(j)), append(skin.InverseBind, a)
		}
		for range 200 {
			mesh.Position = append(mesh.Position, far*number(), far*number(), far*number())
			for range 4 {
				mesh.BoneIndex, mesh.BoneWeight = append(mesh.BoneIndex, uint16(r.IntN(len(skin.Joint)))), append(mesh.BoneWeight, []float32{r.Float32() / 2, 0.25}[r.IntN(2)])
			}
		}
		m.Skins, m.Meshes = []*soa.Skin{skin}, []*soa.Mesh{mesh}
		skeleton := exact.NewSkeleton(m, nil)
		want := make([]float64, m.Skeleton.Len())
		for e, weight := range mesh.BoneWeight {
			if weight >= 0.25 {
				v := mesh.Position[e/4*3:]
				bone := mesh.BoneIndex[e]
				away := skeleton.Rest.Global[bone].Direction(exact.FromFloat32(skin.InverseBind[bone]).Point(exact.WidenVec([3]float32(v))))
				want[bone] = max(want[bone], away.Dot(away))
			}
		}
		for j, got := range vertexReach(m, skeleton, &skeleton.Rest) {
			if got != math.Sqrt(want[j]) {
				t.Fatalf("seed %#x: joint %d reaches %v, want %v", s, j, got, math.Sqrt(want[j]))
			}
		}
	}
}
