package runtime_test

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/benchmarks/rig"
	"github.com/sinew-anim/sinew/internal/oracle"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/soa"
)

// jointCounts are around the widths of vectors and blocks.
var jointCounts = []int{0, 1, 15, 16, 17, 67, 1000}

// tolerance is relative to the model's size.
const tolerance = 1e-5

// size returns the greatest value of the matrices, at least 1.
func size(matrices ...[]oracle.Mat4) float64 {
	s := 1.0
	for _, list := range matrices {
		for _, m := range list {
			for _, v := range m {
				s = max(s, math.Abs(v))
			}
		}
	}
	return s
}

// compareMatrices reports the first of the flat matrices that is off.
func compareMatrices(t *testing.T, what string, got []float32, want []oracle.Mat4, size float64) {
	t.Helper()
	if len(got) != 12*len(want) {
		t.Fatalf("%s: %d values for %d matrices", what, len(got), len(want))
	}
	for i, m := range want {
		for c := range 12 {
			if d := math.Abs(float64(got[12*i+c]) - m[c]); !(d <= tolerance*size) {
				t.Fatalf("%s %d: element %d is %v, want %v (off by %.2g of the model's size)", what, i, c, got[12*i+c], m[c], d/size)
			}
		}
	}
}

// comparePlayer holds all that player i computed against the oracle at the
// time where it stands.
func comparePlayer(t *testing.T, p *runtime.Players, i int, clips []*soa.Clip) {
	t.Helper()
	m := p.Model()
	// A step's key may be at just this time, which in seconds is rounded: the
	// nudge puts the oracle on the same side of it.
	want := oracle.Evaluate(m, clips, p.Time(i)+1e-9)
	s := size(append(want.Palette, want.Model)...)
	compareMatrices(t, "joint", p.Matrices(i), want.Model, s)
	for k := range m.Skins {
		compareMatrices(t, fmt.Sprintf("skin %d, entry", k), p.Palette(i, k), want.Palette[k], s)
	}
	pose := p.Pose(i)
	for w, v := range want.Weights {
		if d := math.Abs(float64(pose.Weight[w]) - v); !(d <= tolerance) {
			t.Fatalf("weight %d is %v, want %v", w, pose.Weight[w], v)
		}
	}
	compareFloats(t, pose.Float, want.Floats)
	for k, mesh := range m.Meshes {
		if mesh.Skin != soa.None {
			continue
		}
		matrix := oracle.FromAffine(mesh.Offset)
		if mesh.Joint != soa.NoJoint {
			matrix = want.Model[mesh.Joint].Mul(matrix)
		}
		compareMatrices(t, "mesh "+mesh.Name, p.MeshMatrices(k)[12*i:12*i+12], []oracle.Mat4{matrix}, s)
	}
}

func compareFloats(t *testing.T, got []float32, want []float64) {
	t.Helper()
	if len(got) != len(want) {
		t.Fatalf("%d floats, want %d", len(got), len(want))
	}
	for f, v := range want {
		if d := math.Abs(float64(got[f]) - v); !(d <= tolerance*max(1, math.Abs(v))) {
			t.Fatalf("float %d is %v, want %v", f, got[f], v)
		}
	}
}

// Every kind of model, clip by clip and clips together, at random times.
func TestPlayersAgreeWithOracle(t *testing.T) {
	for _, joints := range jointCounts {
		seeds := 20
		if joints == 1000 {
			seeds = 2
		}
		for seed := range seeds {
			t.Run(fmt.Sprintf("joints=%d/seed=%d", joints, seed), func(t *testing.T) {
				t.Parallel()
				m := rig.Random(uint64(seed), joints)
				p, err := runtime.NewPlayers(m, 3)
				if err != nil {
					t.Fatal(err)
				}
				comparePlayer(t, p, 1, nil)
				r := rand.New(rand.NewPCG(uint64(seed), uint64(joints)))
				for round := range 12 {
					clips := m.Clips[3:]
					if round%2 == 0 {
						clips = m.Clips[:round%4+1]
					}
					mode := runtime.LoopMode(r.IntN(3))
					if err := p.Play(1, runtime.PlayOptions{Mode: mode, Speed: r.Float64()*4 - 2, Offset: r.Float64()}, clips...); err != nil {
						t.Fatal(err)
					}
					for range 4 {
						if r.IntN(2) == 0 {
							if err := p.Seek(1, r.Float64()*100-50); err != nil {
								t.Fatal(err)
							}
						}
						p.Update(r.Float64())
						comparePlayer(t, p, 1, clips)
					}
				}
			})
		}
	}
}
