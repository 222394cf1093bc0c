package importer_test

import (
	"math"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
)

// TestClipsThatHoldTheRest: a clip lasts as long as its keys, also where they hold the rest
// pose, or one value, or move for a part of the time.
func TestClipsThatHoldTheRest(t *testing.T) {
	const seconds = float64(madeFrames-1) / 8
	hold := func(v exact.Vec) (list []exact.Vec) {
		for range madeFrames {
			list = append(list, v)
		}
		return list
	}
	held := func(turn, move exact.Vec) *made {
		s := &made{nodes: []madeNode{
			{name: "root", parent: -1, t: exact.Vec{1, 2, 3}, r: exact.Vec{10, 0, 0}, turn: hold(turn), move: hold(move)},
			{name: "tip", parent: 0, t: exact.Vec{0, 1, 0}, mesh: 1},
		}, meshes: []madeMesh{triangle(0)}, frames: madeFrames, rate: 8, top: exact.Identity()}
		s.bindAtRest()
		return s
	}
	for name, s := range map[string]*made{
		"rest": held(exact.Vec{10, 0, 0}, exact.Vec{1, 2, 3}),
		"pose": held(exact.Vec{40, 0, 0}, exact.Vec{1, 5, 3}),
	} {
		for format, path := range map[string]string{"glTF": s.gltf(t), "Collada": s.collada(t, colladaForm{})} {
			t.Run(name+" of "+format, func(t *testing.T) {
				m, r := s.check(t, path)
				c := m.Clips[0]
				if c.Start != 0 || math.Abs(c.Seconds()-seconds) > 1e-6 || math.Abs(r.Clips[0].End-seconds) > 1e-6 {
					t.Errorf("from %v s, %v s long, %v in the report; want 0 and %v", c.Start, c.Seconds(), r.Clips[0].End, seconds)
				}
				crowd, err := runtime.NewCrowd(runtime.Keyframes(m), 1, runtime.CrowdOptions{})
				must.Do(t, err)
				must.Do(t, crowd.Instance(0).Play(0, play.Options{}))
				must.Do(t, crowd.Update(0.1))
			})
		}
	}
	t.Run("longer than what moves", func(t *testing.T) {
		s := held(exact.Vec{10, 0, 0}, exact.Vec{1, 2, 3})
		for f := range 3 { // and then at rest, in the keys of the other track too
			s.nodes[0].turn[f] = exact.Vec{10 + 5*float64(2-f), 0, 0}
		}
		m, _ := s.check(t, s.gltf(t))
		if c := m.Clips[0]; math.Abs(c.Seconds()-seconds) > 1e-6 {
			t.Errorf("%v s", c.Seconds())
		}
	})
	t.Run("DirectX", func(t *testing.T) {
		path := directXHeld(t, 10, 24)
		if c := files.LoadWith(t, path, importer.Options{TicksPerSecond: 24}).Clips[0]; math.Abs(c.Seconds()-1) > 1e-6 {
			t.Errorf("%v s", c.Seconds())
		}
	})
}
