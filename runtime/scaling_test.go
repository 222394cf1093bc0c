package runtime_test

import (
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// stretched is a character all of whose joints change their scale, by a clip that comes to 0,
// one that grows to 1.5, and one that moves around 1.
func stretched() *soa.Model {
	m := figure.Character(figure.Motion{Name: "away", Seconds: 0.5}, figure.Motion{Name: "burst", Seconds: 0.5}, figure.Motion{Name: "breathe", Seconds: 0.5})
	for k, list := range [][]float32{{1, 0.5, 0}, {1, 1, 1.5}, {1, 1.05, 0.98}} {
		c := m.Clips[k]
		var tracks []soa.Track
		for j := range m.Skeleton.Len() {
			tracks = append(tracks, soa.Track{Target: int16(j), Property: soa.Scale, First: uint32(len(c.Time))})
			for n, v := range list {
				c.Time = append(c.Time, float32(n)/2*float32(c.Duration))
				c.X, c.Y, c.Z, c.W = append(c.X, v), append(c.Y, v), append(c.Z, 1), append(c.W, 0)
			}
		}
		c.Tracks = append(c.Tracks, tracks...)
	}
	return m
}

// TestScalesInLayers plays scales in all layers that there can be, of the greatest weights, with
// transitions of all kinds: palettes are numbers, those of an instance alone have the bits of a
// block's, and a state that is saved is one that is restored.
func TestScalesInLayers(t *testing.T) {
	m := stretched()
	bank, err := bake.Bank(context.Background(), m, nil, bake.BankOptions{ErrorBound: 1e-2})
	must.Do(t, err)
	packed, err := bake.PackClips(context.Background(), m, m.Clips, bake.PackOptions{Bound: 1e-3})
	must.Do(t, err)
	frames := 120
	if testing.Short() {
		frames = 30
	}
	for name, source := range map[string]runtime.Source{"keys": runtime.Keyframes(m), "rows": runtime.Baked(bank), "spans": runtime.Compressed(m, packed)} {
		t.Run(name, func(t *testing.T) {
			heavy := pose.NewMask(m.Skeleton, pose.MaxWeight)
			o := runtime.CrowdOptions{Layers: play.MaxLayers, Masks: []pose.Mask{heavy}}
			const n = 33
			c, err := runtime.NewCrowd(source, n, o)
			must.Do(t, err)
			one, err := runtime.NewCrowd(source, 1, o)
			must.Do(t, err)
			r := rand.New(rand.NewPCG(5, 6))
			for frame := range frames {
				for i := range n {
					o := play.Options{
						Layer: r.IntN(play.MaxLayers), Kind: play.Kind(r.IntN(5)), Mask: r.IntN(2), Weight: []float64{0.3, 1, play.MaxWeight}[r.IntN(3)],
						Fade: float64(r.IntN(3)) / 5, Transition: play.Transition(r.IntN(4)), HalfLife: []float64{0, 1e3}[r.IntN(2)], Offset: r.Float64(),
					}
					must.Do(t, c.Instance(i).Play(r.IntN(3), o))
				}
				state, err := c.Instance(frame % n).Save(nil)
				must.Do(t, err)
				must.Do(t, one.Instance(0).Restore(state))
				dt := 0.2 * r.Float64()
				must.Do(t, c.Update(dt))
				must.Do(t, one.Update(dt))
				for k, v := range c.Palettes() {
					if v-v != 0 {
						t.Fatalf("frame %d: value %d of instance %d is %v", frame, k%c.Stride(), k/c.Stride(), v)
					}
				}
				for k, v := range c.Instance(frame % n).Palette() {
					if w := one.Instance(0).Palette()[k]; math.Float32bits(w) != math.Float32bits(v) {
						t.Fatalf("frame %d: value %d is %v, alone %v", frame, k, v, w)
					}
				}
			}
		})
	}
}
