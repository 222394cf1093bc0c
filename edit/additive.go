package edit

import (
	"github.com/sinew-anim/sinew/internal/additive"
	"github.com/sinew-anim/sinew/soa"
)

// ErrReference reports a reference outside its clip, an additive clip, or a scale of zero in the
// reference or at rest.
var ErrReference = additive.ErrReference

// AdditiveReference is the pose that is subtracted in an additive clip. The zero value is the pose of the clip
// itself at its start.
type AdditiveReference struct {
	Rest    bool      // the model's rest pose; the other fields are not set then
	Clip    *soa.Clip // another clip of the model; nil: the clip itself
	Seconds *float64  // a time on the time line of Clip; nil: its start
}

// Additive returns the difference between a clip and a pose as a clip, for
// layers that add it to those below them:
//
//	translation, weight, custom property   δ = value − reference   key = rest + δ
//	rotation                               δ = reference⁻¹ · value key = rest · δ
//	scale, per axis                        δ = value / reference   key = rest · δ
//
// Since δ is applied to the rest pose, the tracks can be compiled, compressed, stored and
// played like others; alone they show the difference on the model at rest. Keys keep their
// times and interpolation: each of the three maps a line to a line, a great arc to a great
// arc and a spline to a spline, so the result differs from its definition only by the
// rounding of keys to float32. Targets that stay at rest get no track. Name, times, events
// and Motion are the clip's.
//
// The error wraps soa.ErrInvalid or ErrReference.
func Additive(model *soa.Model, clip *soa.Clip, ref AdditiveReference) (*soa.Clip, error) {
	return additive.Clip(model, clip, additive.Reference(ref))
}
