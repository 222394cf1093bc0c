package banks

import (
	"math/rand/v2"

	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/soa"
)

// Rigid makes a random model one whose palettes only turn and move, scaled by
// k: without scales and shear, with inverse bind matrices of a bind pose that
// differs from the rest pose.
func Rigid(m *soa.Model, k float32, seed uint64) *soa.Model {
	r := rand.New(rand.NewPCG(seed, 3))
	s := m.Skeleton
	s.Static = nil
	for j := range s.Len() {
		s.Rest.SX[j], s.Rest.SY[j], s.Rest.SZ[j] = 1, 1, 1
	}
	for _, c := range m.Clips {
		kept := *c
		kept.Tracks, kept.Time, kept.X, kept.Y, kept.Z, kept.W = nil, nil, nil, nil, nil, nil
		kept.In, kept.Out = nil, nil
		for t, tr := range c.Tracks {
			if tr.Property == soa.Scale || tr.Property == soa.Translation && r.IntN(2) == 0 {
				continue
			}
			first, end := c.Keys(t)
			tangent := int(tr.FirstTangent)
			tr.First, tr.FirstTangent = uint32(len(kept.Time)), 0
			if tr.Interpolation == soa.Cubic {
				tr.FirstTangent = uint32(len(kept.In))
				kept.In = append(kept.In, c.In[tangent:tangent+end-first]...)
				kept.Out = append(kept.Out, c.Out[tangent:tangent+end-first]...)
			}
			kept.Tracks = append(kept.Tracks, tr)
			kept.Time = append(kept.Time, c.Time[first:end]...)
			kept.X, kept.Y = append(kept.X, c.X[first:end]...), append(kept.Y, c.Y[first:end]...)
			kept.Z, kept.W = append(kept.Z, c.Z[first:end]...), append(kept.W, c.W[first:end]...)
		}
		*c = kept
	}
	rest := oracle.Evaluate(jointsOnly(m), nil, 0).Model
	bind := make([]oracle.Mat4, len(rest))
	for j := range rest {
		turn := oracle.Quat{r.Float64() - 0.5, r.Float64() - 0.5, r.Float64() - 0.5, 1}.Unit().Matrix()
		bind[j] = rest[j].Mul(turn)
	}
	for i, skin := range m.Skins {
		place := oracle.Quat{0.1, 0.2, 0.3, 1}.Unit().Matrix() // of the second skin's mesh
		for e, j := range skin.Joint {
			inverse, _ := invert(bind[j])
			inverse = inverse.Mul(oracle.Scaling(oracle.Vec3{float64(k), float64(k), float64(k)}))
			if i == 1 {
				inverse = inverse.Mul(place)
			}
			for n := range skin.InverseBind[e] {
				skin.InverseBind[e][n] = float32(inverse[n])
			}
		}
	}
	return m
}

// Jumps is a model of one joint whose clip has a step at 0.35 s and at its end.
func Jumps() *soa.Model {
	m := figure.Random(2, 1)
	m.Skeleton.Static, m.Skins, m.Meshes, m.Weights = nil, nil, nil, nil
	m.Clips = []*soa.Clip{{
		Name: "jumps", TicksPerSecond: 100, Start: -2, Duration: 100,
		Tracks: []soa.Track{{Property: soa.Translation, Interpolation: soa.Step}, {Property: soa.Rotation, First: 3}},
		Time:   []float32{0, 35, 100, 0, 50, 100},
		X:      []float32{0, 1, 2, 0, 0.6, 0}, Y: make([]float32, 6), Z: make([]float32, 6), W: []float32{0, 0, 0, 1, 0.8, 1},
	}}
	return m
}
