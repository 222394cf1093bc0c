package edit

import (
	"context"
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// RecordOptions are the settings of Record.
type RecordOptions struct {
	Name    string
	Seconds float64
	Rate    float64 // poses per second; 0 means 60
	// Before, if not nil, is called before each update with the time that it leads to, for a graph's
	// parameters and a control's targets.
	Before func(seconds float64) error
}

// Recorded describes what Record could not reproduce.
type Recorded struct {
	// Shear is the largest distance of a joint from its place that no translation, rotation and
	// scale describes: of joints below others that scale unevenly.
	Shear Gap
}

// Record bakes what a crowd plays into a clip: layers, a graph and a control, as one character of it
// shows them. It updates the crowd as often as the rate asks for, beginning with the pose that an
// update by 0 s gives, and keys each with lines between. The crowd's layout has to have AllJoints.
// Events that the character passes become the clip's; where it travels by root motion, see
// play.RootApplied, the clip has a Motion. What stays at rest has no track. The error wraps
// soa.ErrOption, soa.ErrTooLarge, soa.ErrInvalid, that of the crowd, of Before or of the context.
func Record(ctx context.Context, m *soa.Model, crowd *runtime.Crowd, character runtime.Instance, o RecordOptions) (*Clip, Recorded, error) {
	if o.Rate == 0 {
		o.Rate = 60
	}
	c := &Clip{Name: o.Name, Seconds: o.Seconds, Rate: o.Rate}
	r := &recorder{m: m, crowd: crowd, character: character, c: c}
	if err := r.record(ctx, &o); err != nil {
		return nil, Recorded{}, fmt.Errorf("record: %w", err)
	}
	return c, Recorded{r.shear}, nil
}

type recorder struct {
	m         *soa.Model
	crowd     *runtime.Crowd
	character runtime.Instance
	c         *Clip

	skeleton *exact.Skeleton
	joints   []int
	matrices []soa.Affine
	floats   []float32
	global   []exact.Matrix
	tracks   []Track // of all joints, weights and floats
	shear    Gap
	open     map[play.Event]int // the intervals that the character is in: their index in the clip
	motion   Motion
	began    soa.RootTransform
}

func (r *recorder) record(ctx context.Context, o *RecordOptions) error {
	if r.m == nil || r.m.Skeleton == nil {
		return fmt.Errorf("%w: no model or skeleton", soa.ErrInvalid)
	}
	n := r.m.Skeleton.Len()
	numbers := float64(3*n + len(r.m.Weights) + len(r.m.Floats))
	switch steps := float64(o.Seconds * o.Rate); {
	case !(o.Seconds >= 0) || !(o.Rate > 0) || steps-steps != 0:
		return fmt.Errorf("%w: %v s at %v poses per second", soa.ErrOption, o.Seconds, o.Rate)
	case float64(steps*numbers) > MaxKeys:
		return fmt.Errorf("%w: %v s at %v poses per second of %v values", soa.ErrTooLarge, o.Seconds, o.Rate, numbers)
	}
	r.skeleton, r.global = exact.NewSkeleton(r.m, nil), make([]exact.Matrix, n)
	r.matrices, r.floats, r.open = make([]soa.Affine, n), make([]float32, len(r.m.Floats)), make(map[play.Event]int)
	for j := range n {
		r.joints = append(r.joints, j)
	}
	for p, targets := range [...]int{n, n, n, len(r.m.Weights), len(r.m.Floats)} {
		for t := range targets {
			r.tracks = append(r.tracks, Track{ID: ID{soa.Property(p), t}})
		}
	}
	steps := math.Ceil(float64(o.Seconds*o.Rate) - 1e-6)
	for i := 0.; i <= steps; i++ {
		at, dt := 0., 0.
		if i > 0 {
			at, dt = float64(o.Seconds*(i/steps)), o.Seconds/steps
		}
		if o.Before != nil {
			if err := o.Before(at); err != nil {
				return err
			}
		}
		if err := errors.Join(ctx.Err(), r.crowd.Update(dt)); err != nil {
			return err
		}
		if err := r.pose(at); err != nil {
			return err
		}
		r.events(at)
	}
	r.finish()
	return nil
}

// pose keys the character's pose.
func (r *recorder) pose(at float64) error {
	if err := r.crowd.Joints(r.matrices, []int{r.character.Index()}, r.joints); err != nil {
		return err
	}
	n := len(r.joints)
	key := func(i int, v exact.Quat) {
		t := &r.tracks[i]
		if k := len(t.Keys); k > 0 && t.Property == soa.Rotation {
			v = v.NearestSign(t.Keys[k-1].Value)
		}
		t.Keys = append(t.Keys, Key{Time: at, Value: v})
	}
	for j := range n {
		// As the clip will have it: relative to the parent that the clip will have.
		want, above := exact.FromFloat32(r.matrices[j]), exact.Identity()
		if up := r.m.Skeleton.Parent[j]; up >= 0 {
			above = r.global[up]
		}
		local := r.skeleton.Local(j, &r.skeleton.Rest)
		if r.skeleton.Static[j] == nil {
			if back, ok := above.Inverse(); ok {
				local = back.Mul(want)
			}
		}
		t, q, s, _ := local.Decompose()
		if r.skeleton.Static[j] == nil {
			local = exact.Compose(t, q, s)
			key(j, exact.Quat{t[0], t[1], t[2]})
			key(n+j, q)
			key(2*n+j, exact.Quat{s[0], s[1], s[2]})
		}
		r.global[j] = above.Mul(local)
		if off := want.Distance(&r.global[j], exact.Distance); off > r.shear.Metres {
			r.shear = Gap{off, r.m.Skeleton.Name[j]}
		}
	}
	for w, x := range r.character.Weights() {
		key(3*n+w, exact.Quat{float64(x)})
	}
	if err := r.character.Floats(r.floats); err != nil {
		return err
	}
	for f, x := range r.floats {
		key(3*n+len(r.m.Weights)+f, exact.Quat{float64(x)})
	}
	r.travel(at)
	return nil
}

// travel keys the place of the character relative to the first one.
func (r *recorder) travel(at float64) {
	p := r.character.Transform()
	if len(r.motion.Keys) == 0 {
		r.began = p
	}
	p = r.began.Inverse().Mul(p)
	k := MotionKey{at, p.X, p.Y, p.Z, exact.Atan2(p.S, p.C)}
	if n := len(r.motion.Keys); n > 0 {
		last := r.motion.Keys[n-1].Yaw
		k.Yaw -= float64(2 * math.Pi * math.RoundToEven((k.Yaw-last)/(2*math.Pi)))
	}
	r.motion.Keys = append(r.motion.Keys, k)
}

// events takes over the events that the character has passed.
func (r *recorder) events(at float64) {
	for _, e := range r.crowd.Events() {
		if e.Instance != r.character.Index() {
			continue
		}
		when := max(at-e.Overshoot, 0)
		name := play.Event{Layer: e.Layer, Clip: e.Clip, Index: e.Index}
		i, inside := r.open[name]
		switch {
		case e.Kind == play.EventAt:
			r.c.Events = append(r.c.Events, Event{Time: when, Name: e.Name})
		case e.Kind == play.EventEnd && inside:
			r.c.Events[i].Length = max(when-r.c.Events[i].Time, 0)
			delete(r.open, name)
		case e.Kind != play.EventEnd && !inside:
			r.open[name] = len(r.c.Events)
			r.c.Events = append(r.c.Events, Event{Time: when, Name: e.Name})
		}
	}
}

// finish leaves out what is at rest and what repeats, and ends intervals.
func (r *recorder) finish() {
	for _, i := range r.open {
		r.c.Events[i].Length = r.c.Seconds - r.c.Events[i].Time
	}
	slices.SortStableFunc(r.c.Events, func(a, b Event) int {
		switch {
		case a.Time < b.Time:
			return -1
		case a.Time > b.Time:
			return 1
		}
		return 0
	})
	const noise = 2e-6 // of matrices in float32
	for i := range r.tracks {
		t := &r.tracks[i]
		if len(t.Keys) == 0 {
			continue
		}
		rest := restTrack(r.m, t.ID, soa.Linear).Keys[0].Value
		still, atRest := true, true
		for _, k := range t.Keys {
			still = still && t.distance(k.Value, t.Keys[0].Value) <= noise
			atRest = atRest && t.distance(k.Value, t.unit(rest)) <= noise
		}
		if still {
			t.Keys = t.Keys[:1]
		}
		if !atRest {
			r.c.Tracks = append(r.c.Tracks, *t)
		}
	}
	if slices.ContainsFunc(r.motion.Keys, func(k MotionKey) bool { return k.X != 0 || k.Y != 0 || k.Z != 0 || k.Yaw != 0 }) {
		r.c.Motion = &r.motion
		for _, c := range r.m.Clips {
			if c.Motion != nil {
				r.motion.Joint = int(c.Motion.Joint)
			}
		}
	}
}
