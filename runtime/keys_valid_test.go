package runtime_test

import (
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/wildkeys"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// Everything that Validate accepts plays, and palettes are finite.
func TestKeysOfAnyValidModel(t *testing.T) {
	rounds := 1500
	if testing.Short() {
		rounds = 300
	}
	for seed := range uint64(rounds) {
		w := wildkeys.Keys{Rand: rand.New(rand.NewPCG(seed, 4)), Tame: [...]float64{1, 3, 6, 9}[seed%4]}
		m := w.Model(1 + w.IntN(6))
		if m.Validate() != nil {
			continue
		}
		for _, form := range []pose.FormChoice{pose.FormAuto, pose.FormGeneral} {
			c, err := runtime.NewCrowd(runtime.Keyframes(m), 17, runtime.CrowdOptions{Layout: pose.LayoutOptions{Form: form, AllJoints: true}, Play: &play.Options{Seed: seed}})
			if err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
			must.Do(t, c.Update(0.1))
			for i, v := range c.Palettes() {
				if v-v != 0 {
					t.Fatalf("seed %d, form %v: value %d of the palettes is %v", seed, c.Layout().Form, i, v)
				}
			}
		}
	}
}
