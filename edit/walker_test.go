package edit_test

import (
	"math"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// walker is a pelvis with two legs of 0.84 m, and a walk of 2.4 s: a standing leg swings back as the
// pelvis goes on, which nearly keeps its foot where it is. by is how far the pelvis sways besides.
func walker(by float64) (*soa.Model, *edit.Clip) {
	k := &soa.Skeleton{Rest: soa.MakeTransforms(9)}
	for j, joint := range []struct {
		name    string
		parent  int16
		x, y, z float32
	}{
		{"Hips", soa.NoJoint, 0, 0.9, 0},
		{"LeftUpLeg", 0, 0.1, 0, 0}, {"LeftLeg", 1, 0, -0.42, 0.01}, {"LeftFoot", 2, 0, -0.42, -0.01}, {"LeftToeBase", 3, 0, -0.05, 0.12},
		{"RightUpLeg", 0, -0.1, 0, 0}, {"RightLeg", 5, 0, -0.42, 0.01}, {"RightFoot", 6, 0, -0.42, -0.01}, {"RightToeBase", 7, 0, -0.05, 0.12},
	} {
		k.Name, k.Parent, k.Unit = append(k.Name, joint.name), append(k.Parent, joint.parent), append(k.Unit, 1)
		k.Rest.TX[j], k.Rest.TY[j], k.Rest.TZ[j] = joint.x, joint.y, joint.z
	}
	k.ComputeDepth()
	m := &soa.Model{Name: "walker", Skeleton: k}
	const period, wide = 1.2, 20 * math.Pi / 180
	speed := 2 * 0.84 * math.Sin(wide) / (period / 2)
	c := &edit.Clip{Name: "walker", Seconds: 2 * period, Rate: 30}
	tracks := map[edit.ID]*edit.Track{}
	set := func(id edit.ID, s float64, v edit.Value) {
		if tracks[id] == nil {
			tracks[id] = &edit.Track{ID: id}
		}
		tracks[id].Keys = append(tracks[id].Keys, edit.Key{Time: s, Value: v})
	}
	for i := range 73 {
		s := c.Seconds * float64(i) / 72
		sway := by * math.Sin(2*math.Pi*s/period)
		set(edit.ID{Property: soa.Translation}, s, edit.Value{sway, 0.9, speed*s + sway})
		for leg := range 2 {
			phase := math.Mod(s/period+0.5*float64(leg), 1)
			thigh, knee := wide*(1-4*phase), 0. // standing
			if phase >= 0.5 {
				thigh, knee = wide*(4*phase-3), 0.8*math.Sin(math.Pi*(2*phase-1))
			}
			set(edit.ID{Property: soa.Rotation, Target: 1 + 4*leg}, s, edit.Value(exact.AxisRotation(0, -thigh-knee/2)))
			set(edit.ID{Property: soa.Rotation, Target: 2 + 4*leg}, s, edit.Value(exact.AxisRotation(0, knee)))
			set(edit.ID{Property: soa.Rotation, Target: 3 + 4*leg}, s, edit.Value(exact.AxisRotation(0, thigh-knee/2)))
		}
	}
	for _, id := range []edit.ID{{}, {Property: soa.Rotation, Target: 1}, {Property: soa.Rotation, Target: 2}, {Property: soa.Rotation, Target: 3},
		{Property: soa.Rotation, Target: 5}, {Property: soa.Rotation, Target: 6}, {Property: soa.Rotation, Target: 7}} {
		c.Tracks = append(c.Tracks, *tracks[id])
	}
	return m, c
}
