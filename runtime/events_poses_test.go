package runtime_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// Events change nothing: a model without them plays the same bits, whatever is played,
// queued, sought and paused, forwards and back.
func TestEventsChangeNoPose(t *testing.T) {
	loud := partitioned()
	silent := *loud
	silent.Clips = make([]*soa.Clip, len(loud.Clips))
	for k, clip := range loud.Clips {
		c := *clip
		c.Events, silent.Clips[k] = nil, &c
	}
	rapid.Check(t, func(t *rapid.T) {
		var crowds [2]*runtime.Crowd
		for k, m := range []*soa.Model{loud, &silent} {
			c, err := runtime.NewCrowd(runtime.Keyframes(m), 1, runtime.CrowdOptions{Layers: play.MaxLayers, Masks: halves(), LODs: partitionLevels()})
			must.Do(t, err)
			crowds[k] = c
		}
		for k := range rapid.IntRange(1, 8).Draw(t, "actions") {
			do, _ := drawAct(t)
			steps := rapid.SliceOfN(rapid.Float64Range(-0.1, 0.3), 1, 4).Draw(t, "steps")
			for _, c := range crowds {
				do(t, c)
				for _, dt := range steps {
					must.Do(t, c.Update(dt))
				}
			}
			if got, want := crowds[0].Instance(0).ActiveClips(nil), crowds[1].Instance(0).ActiveClips(nil); !slices.Equal(got, want) {
				t.Fatalf("action %d: with events it plays\n%+v, without\n%+v", k, got, want)
			}
			sameBits(t, fmt.Sprint("action ", k), poseBits(crowds[0], 0), poseBits(crowds[1], 0))
		}
	})
}

// A queued clip that joins a group where a ping-pong clip ends starts at the group's phase,
// with events and without.
func TestQueuedClipJoinsAtPingPongEnd(t *testing.T) {
	for _, events := range []bool{true, false} {
		m := partitioned()
		for _, clip := range m.Clips {
			if !events {
				clip.Events = nil
			}
		}
		c, err := runtime.NewCrowd(runtime.Keyframes(m), 1, runtime.CrowdOptions{Layers: 3})
		must.Do(t, err)
		must.Do(t, c.Instance(0).Play(1, play.Options{Mode: play.PingPong, Sync: 1}))
		must.Do(t, c.Instance(0).Play(0, play.Options{Layer: 1, Sync: 1, Mode: play.PingPong}))
		must.Do(t, c.Instance(0).Play(3, play.Options{Queue: true, Sync: 1, Mode: play.PingPong}))
		for range 97 {
			must.Do(t, c.Update(1./60))
		}
		list := c.Instance(0).ActiveClips(nil)
		base, other := list[0], list[1]
		// The group's round takes 1.5 s in the mean of 1 s and 2 s.
		if a, b := base.Phase/(2*23./64), other.Phase/2; base.Clip != 3 || base.Queued || a < 0 || math.Abs(a-b) > 1e-9 {
			t.Errorf("events %v: %+v", events, list)
		}
	}
}
