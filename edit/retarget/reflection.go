package retarget

import (
	"context"
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/humanoid"
)

// Reflection is Mirror of a clip of a model, for callers with clips in another form.
type Reflection struct {
	m *mirror
}

// NewReflection prepares a reflection. The error is that of Mirror.
func NewReflection(ctx context.Context, model *soa.Model, o MirrorOptions) (*Reflection, error) {
	if o.Plane > Z {
		return nil, fmt.Errorf("%w: %v", soa.ErrOption, o.Plane)
	}
	s, err := newSides(ctx, model, o)
	if err != nil {
		return nil, err
	}
	m, err := newMirror(ctx, model, s)
	if err != nil {
		return nil, err
	}
	return &Reflection{m}, nil
}

// Target returns the other side of a track's target.
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

// Held returns the rotation of a joint's other side if a clip does not turn the joint, and
// whether that side needs a track: its rest differs.
func (r *Reflection) Held(joint int) (v [4]float64, differs bool) {
	q, differs := r.m.held(joint)
	return q, differs
}

// Report lists the exchanges of the reflection in a clip. The error is the context's.
func (r *Reflection) Report(ctx context.Context, clip *soa.Clip) (*MirrorReport, error) {
	mirrored, err := r.m.clip(ctx, clip)
	if err != nil {
		return nil, err
	}
	return r.report(ctx, clip, mirrored)
}

func (r *Reflection) report(ctx context.Context, clip, mirrored *soa.Clip) (*MirrorReport, error) {
	out := r.m.sides.report(r.m.model, clip)
	centre := r.m.centre()
	body := r.m.model.Skeleton.Subtree(centre)
	for _, j := range r.m.rolled {
		if centre != soa.NoJoint && !body[j] {
			continue // it carries the whole body
		}
		out.Rolled = append(out.Rolled, r.m.model.Skeleton.Name[j])
	}
	var err error
	out.Off, err = r.m.miss(ctx, clip, mirrored)
	return out, err
}

// miss finds where a mirrored clip is farthest from the mirror image. The error is the context's.
func (m *mirror) miss(ctx context.Context, clip, mirrored *soa.Clip) (worst *MirrorMiss, err error) {
	const (
		moments = 24
		visible = 0.0025 // of the longest bone
	)
	skeleton := exact.NewSkeleton(m.model, nil)
	was, err := skeleton.NewClipIn(ctx, clip)
	if err != nil {
		return nil, err
	}
	is, err := skeleton.NewClipIn(ctx, mirrored)
	if err != nil {
		return nil, err
	}
	p, q := skeleton.NewPose(), skeleton.NewPose()
	centre := m.centre()
	most, body := float64(visible*m.reach), m.model.Skeleton.Subtree(centre)
	for i := range moments + 1 {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		tick := clip.Duration * float64(i) / moments
		was.At(tick, false, &p)
		is.At(tick, false, &q)
		from := func(pose *exact.Pose, j int) exact.Vec {
			at := pose.Global[j].Translation()
			if centre != soa.NoJoint {
				at = at.Sub(pose.Global[centre].Translation())
			}
			return at
		}
		for j, o := range m.sides.of {
			if m.sides.kept[j] || centre != soa.NoJoint && !body[j] {
				continue
			}
			if d := from(&q, o).Sub(m.sides.reflect(from(&p, j))).Length(); d > most {
				most = d
				worst = &MirrorMiss{m.model.Skeleton.Name[o], d, clip.Start + float64(tick/clip.TicksPerSecond)}
			}
		}
	}
	return worst, nil
}

// centre returns the hips, or the first joint in the middle, or soa.NoJoint.
func (m *mirror) centre() int {
	body, _ := humanoid.Find(m.model.Skeleton)
	if hips := body.First("hips"); hips >= 0 && m.sides.of[hips] == hips && !m.sides.kept[hips] {
		return hips
	}
	for j, o := range m.sides.of {
		if o == j && !m.sides.kept[j] {
			return j
		}
	}
	return soa.NoJoint
}
