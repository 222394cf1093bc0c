package retarget

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Reflection is what Mirror does to a clip of a model, for callers that hold clips in another form.
type Reflection struct {
	m *mirror
}

// NewReflection prepares a reflection. The error is that of Mirror.
func NewReflection(model *soa.Model, o MirrorOptions) (*Reflection, error) {
	if o.Plane > Z {
		return nil, fmt.Errorf("%w: %v", soa.ErrOption, o.Plane)
	}
	s, err := newSides(model, o)
	if err != nil {
		return nil, err
	}
	return &Reflection{newMirror(model, s)}, nil
}

// Target returns the other side of what a track drives.
func (r *Reflection) Target(p soa.Property, target int) int {
	return r.m.target(&soa.Track{Property: p, Target: int16(target)})
}

// Maps returns the maps of a track's values and of their slopes to those of the other side. They
// map lines to lines, great arcs to great arcs and splines to splines.
func (r *Reflection) Maps(p soa.Property, target int) (value, slope func([4]float64) [4]float64) {
	if p > soa.Scale || r.m.sides.kept[target] {
		same := func(v [4]float64) [4]float64 { return v }
		return same, same
	}
	a, b := r.m.maps(p, target)
	return func(v [4]float64) [4]float64 { return a(v) }, func(v [4]float64) [4]float64 { return b(v) }
}

// Event returns the other side's name of an event.
func (r *Reflection) Event(name string) string { return r.m.sides.event(name) }

// Motion mirrors a place of the root: metres, and radians about Y.
func (r *Reflection) Motion(place [3]float64, yaw float64) ([3]float64, float64) {
	if math.Abs(r.m.sides.normal[1]) < 0.5 {
		yaw = 0 - yaw
	}
	return r.m.sides.reflect(exact.Vec(place)), yaw
}

// Report lists what the reflection exchanges in a clip.
func (r *Reflection) Report(clip *soa.Clip) *MirrorReport { return r.m.sides.report(r.m.model, clip) }
