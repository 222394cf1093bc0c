package runtime_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/manyjoints"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// Weights whose sum is not 1 are those of a mean, along chains of any length: a clip that is
// played twice with any weights from 1/2 on looks as it does when it is played once.
func TestWeightsAlongChains(t *testing.T) {
	for _, joints := range []int{1, 17, 35, 36, 37, 100, 1000} {
		m := manyjoints.Model(manyjoints.Chain, joints, 10)
		manyjoints.Share(m)
		for _, r := range roadsOf(m, pose.FormAuto) {
			t.Run(fmt.Sprintf("%d joints, %s", joints, r.name), func(t *testing.T) {
				for _, weight := range []float64{0.5, 1, 3, play.MaxWeight} {
					for _, n := range []int{1, 17} {
						twice := r.crowd(t, n, runtime.CrowdOptions{Layers: 3})
						once := r.crowd(t, n, runtime.CrowdOptions{Layers: 3})
						for i := range n {
							must.Do(t, once.Instance(i).Play(0, play.Options{}))
							for layer := range 2 {
								must.Do(t, twice.Instance(i).Play(0, play.Options{Layer: layer, Weight: weight}))
							}
						}
						update(t, twice, 0.3)
						update(t, once, 0.3)
						samePalettes(t, twice, once, joints, 2e-5, fmt.Sprintf("%d instances, weight %v", n, weight))
					}
				}
			})
		}
	}
}

// samePalettes makes sure that the joints of two crowds are in the same places.
func samePalettes(t *testing.T, a, b *runtime.Crowd, joints int, within float64, what string) {
	t.Helper()
	for i := range a.Len() {
		for j := range joints {
			var x, y soa.Affine
			x = jointOf(t, a.Instance(i), j)
			y = jointOf(t, b.Instance(i), j)
			for k := range x {
				if d := math.Abs(float64(x[k] - y[k])); !(d <= within) {
					t.Fatalf("%s: instance %d, joint %d: %v, want %v", what, i, j, x, y)
				}
			}
		}
	}
}

// Layers that are added, transitions and weights beyond 1 leave the joints of chains
// orthonormal, alone and in blocks with the same bits.
func TestLengthsAlongChains(t *testing.T) {
	sizes := []int{36, 37, 20, 300}
	if testing.Short() {
		sizes = sizes[:2]
	}
	for _, joints := range sizes {
		m := manyjoints.Model(manyjoints.Chain, joints, 10)
		manyjoints.Share(m)
		second := *m.Clips[0]
		second.Name = "other"
		second.X, second.Y, second.Z, second.W = make([]float32, len(second.Time)), make([]float32, len(second.Time)), make([]float32, len(second.Time)), make([]float32, len(second.Time))
		for k := range second.Time { // as far from the first as there is
			second.Z[k], second.W[k] = -m.Clips[0].W[k], m.Clips[0].Z[k]
		}
		m.Clips = append(m.Clips, &second)
		for _, r := range roadsOf(m, pose.FormAuto) {
			t.Run(fmt.Sprintf("%d joints, %s", joints, r.name), func(t *testing.T) {
				everySIMD(t, func(simd.ISA) {
					var crowds []*runtime.Crowd
					for _, n := range []int{1, 17} {
						c := r.crowd(t, n, runtime.CrowdOptions{Layers: 8})
						crowds = append(crowds, c)
						for i := range n {
							must.Do(t, c.Instance(i).Play(0, play.Options{Weight: 2}))
							for layer := 1; layer < 8; layer++ {
								kind := []play.Kind{play.Additive, play.Subtract, play.Override}[layer%3]
								must.Do(t, c.Instance(i).Play(layer%2, play.Options{Layer: layer, Kind: kind, Weight: []float64{0.5, 1, 4}[layer/3%3]}))
							}
						}
						update(t, c, 0.3)
						for i := range n {
							must.Do(t, c.Instance(i).Play(1, play.Options{Transition: play.Inertialize, Fade: 1}))
						}
						update(t, c, 0.05)
						orthonormal(t, c, joints, fmt.Sprintf("%d instances", n))
					}
					var a, b soa.Affine
					for j := range joints {
						a = jointOf(t, crowds[0].Instance(0), j)
						b = jointOf(t, crowds[1].Instance(0), j)
						if a != b {
							t.Fatalf("joint %d: alone %v, in a block %v", j, a, b)
						}
					}
				})
			})
		}
	}
}

// orthonormal makes sure that the joints of a crowd only turn and move.
func orthonormal(t *testing.T, c *runtime.Crowd, joints int, what string) {
	t.Helper()
	for i := range c.Len() {
		for j := range joints {
			m := jointOf(t, c.Instance(i), j)
			for x := range 3 {
				for y := range 3 {
					want, dot := 0., 0.
					if x == y {
						want = 1
					}
					for k := range 3 {
						dot += float64(m[x+4*k]) * float64(m[y+4*k])
					}
					if !(math.Abs(dot-want) <= 1e-3) {
						t.Fatalf("%s: instance %d, joint %d: columns %d and %d of %v have the product %v", what, i, j, x, y, m, dot)
					}
				}
			}
		}
	}
}
