package runtime_test

import (
	"errors"
	"strconv"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// manyJoints is a model of that many joints, each below the one before or all below the
// first, with ten keys each.
func manyJoints(n int, chain bool) *soa.Model {
	m := &soa.Model{Name: "many", Skeleton: &soa.Skeleton{Rest: soa.MakeTransforms(n)}}
	c := &soa.Clip{Name: "sway", TicksPerSecond: 30, Duration: 9}
	for j := range n {
		parent := 0
		if chain {
			parent = j - 1
		}
		if j == 0 {
			parent = soa.NoJoint
		}
		m.Skeleton.Name, m.Skeleton.Unit = append(m.Skeleton.Name, strconv.Itoa(j)), append(m.Skeleton.Unit, 1)
		m.Skeleton.Parent = append(m.Skeleton.Parent, int16(parent))
		m.Skeleton.Rest.TX[j] = 0.01
		c.Tracks = append(c.Tracks, soa.Track{Target: int16(j), Property: soa.Rotation, First: uint32(len(c.Time))})
		for k := range 10 {
			c.Time, c.X, c.Y, c.Z, c.W = append(c.Time, float32(k)), append(c.X, 1e-3*float32(k)), append(c.Y, 0), append(c.Z, 0), append(c.W, 1)
		}
	}
	m.Skeleton.ComputeDepth()
	m.Clips = []*soa.Clip{c}
	return m
}

// MaxJoints joints play, one more is refused before anything is computed.
func TestMostJoints(t *testing.T) {
	if err := manyJoints(soa.MaxJoints+1, true).Validate(); !errors.Is(err, soa.ErrInvalid) {
		t.Errorf("a joint too many: %v", err)
	}
	for _, chain := range []bool{false, true} {
		m := manyJoints(soa.MaxJoints, chain)
		must.Do(t, m.Validate())
		c, err := runtime.NewCrowd(runtime.Keyframes(m), 1, runtime.CrowdOptions{Play: &play.Options{}})
		must.Do(t, err)
		must.Do(t, c.Update(0.1))
		if n := c.Layout().Rotations(); n != soa.MaxJoints {
			t.Errorf("%d slots", n)
		}
	}
}
