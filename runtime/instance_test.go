package runtime_test

import (
	"errors"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// Values of a character whose place has gone to another one change and tell nothing of that
// one, which begins at rest.
func TestStaleInstances(t *testing.T) {
	eachRoad(t, func(t *testing.T, r *road) {
		c := r.crowd(t, 3, runtime.CrowdOptions{Play: &play.Options{}, LODs: []play.LOD{{}, {Every: 2}}, RootMotion: play.RootApplied})
		old, other, plain := c.Instance(1), c.Instance(2), r.crowd(t, 3, runtime.CrowdOptions{RootMotion: play.RootApplied})
		must.Do(t, old.SetLOD(1))
		must.Do(t, old.Play(0, play.Options{Layer: 1, Kind: play.Override, Fade: 1}))
		must.Do(t, c.Update(0.1))
		hero, err := c.Instance(1).Reuse()
		must.Do(t, err)
		if hero == old || hero != c.Instance(1) || hero.Index() != 1 {
			t.Fatalf("the place is that of %v, was that of %v", hero, old)
		}
		saved, err := other.Save(nil)
		must.Do(t, err)
		for what, err := range map[string]error{
			"play": old.Play(0, play.Options{}), "stop": old.Stop(), "pause": old.Pause(), "resume": old.Resume(),
			"seek": old.Seek(1), "set speed": old.SetSpeed(2), "set weight": old.Layer(0).SetWeight(0.5), "set mask": old.Layer(0).SetMask(0, 1),
			"set LOD": old.SetLOD(1), "set transform": old.SetTransform(soa.IdentityRoot()), "joint": jointError(old, 0),
			"restore": old.Restore(saved), "floats": old.Floats(nil), "none": runtime.Instance{}.Pause(),
		} {
			if !errors.Is(err, runtime.ErrStale) {
				t.Errorf("%s: %v", what, err)
			}
		}
		if _, err := old.Save(nil); !errors.Is(err, runtime.ErrStale) {
			t.Errorf("save: %v", err)
		}
		if old.Clip() != play.Rest || old.Time() != 0 || old.Cycle() != 0 || old.LOD() != 0 || old.Palette() != nil || old.Weights() != nil ||
			len(old.ActiveClips(nil)) != 0 || old.Float(0) != 0 || old.Motion() != soa.IdentityRoot() || old.Transform() != soa.IdentityRoot() {
			t.Error("a stale value tells something")
		}
		if hero.Clip() != play.Rest || hero.LOD() != 0 || hero.Transform() != soa.IdentityRoot() || other.Clip() != 0 {
			t.Errorf("the new character plays %d, the next one %d", hero.Clip(), other.Clip())
		}
		must.Do(t, c.Update(0.1))
		want := plain.Instance(1).Palette()
		for k, v := range hero.Palette() {
			if v != want[k] {
				t.Fatalf("value %d of the new character is %v, at rest %v", k, v, want[k])
			}
		}
		if _, err := c.Instance(3).Reuse(); !errors.Is(err, runtime.ErrRange) {
			t.Errorf("reuse: %v", err)
		}
		if _, err := old.Reuse(); !errors.Is(err, runtime.ErrStale) {
			t.Errorf("reuse of one that is stale: %v", err)
		}
	})
}

// One character is played, blended and read without an allocation.
func TestInstancesAreFlat(t *testing.T) {
	eachRoad(t, func(t *testing.T, r *road) {
		c := r.crowd(t, 2, runtime.CrowdOptions{Play: &play.Options{}})
		var hand soa.Affine
		frame := func() {
			hero := c.Instance(1)
			must.Do(t, hero.Play(0, play.Options{Layer: 1, Fade: 0.2}))
			must.Do(t, hero.Layer(1).SetWeight(0.5))
			must.Do(t, hero.Seek(hero.Time()))
			must.Do(t, c.Update(0.01))
			hand = jointOf(t, hero, 0)
		}
		for range 10 { // until a fade ends early
			frame()
		}
		if n := testing.AllocsPerRun(20, frame); n != 0 {
			t.Errorf("%v allocations, joint at %v", n, hand)
		}
	})
}
