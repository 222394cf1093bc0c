package gltf

import (
	"math"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/gltf"
	"github.com/sinew-anim/sinew/soa"
)

// looks reports whether a channel is the gaze of an animation for any avatar.
func (g *Format) looks(ch *gltf.Channel) bool {
	return g.Doc.VRM != nil && g.Doc.VRM.Look != nil && *g.Doc.VRM.Look == ch.Node && ch.Path == "rotation"
}

// bindLook binds a gaze: custom properties of its angles in degrees, to the left and up.
func (b *binder) bindLook(src *track.Clip, ch *gltf.Channel) {
	from := b.track(ch, 0, 4)
	src.Mend(b.gltf.names[ch.Node], from.Clean(true))
	var angles [2]*track.Track
	for a := range angles {
		angles[a] = &track.Track{Keys: make([]track.Key, len(from.Keys))}
		if from.Mode == soa.Step {
			angles[a].Mode = soa.Step
		}
	}
	last := 0.
	for k := range from.Keys {
		yaw, pitch := gazeOf(exact.Quat(from.Keys[k].Value).Unit())
		yaw += float64(360 * math.Round((last-yaw)/360)) // on from the key before
		last = yaw
		for a, v := range [...]float64{yaw, pitch} {
			angles[a].Keys[k].Time, angles[a].Keys[k].Value[0] = from.Keys[k].Time, v
		}
	}
	for a, name := range [...]string{scene.GazeYaw, scene.GazePitch} {
		i := b.Floats.Add(track.Float{Node: -1, Name: name, Stated: true, Wanted: true})
		b.Drive(src, i, angles[a])
	}
}

// gazeOf returns where a rotation takes the direction ahead, +Z: degrees to the left, and up.
func gazeOf(q exact.Quat) (yaw, pitch float64) {
	d := q.Rotate(exact.Vec{2: 1})
	const degrees = 180 / math.Pi
	return exact.Atan2(d[0], d[2]) * degrees, exact.Atan2(d[1], math.Sqrt(float64(d[0]*d[0])+float64(d[2]*d[2]))) * degrees
}
