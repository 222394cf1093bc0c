package edit

import (
	"cmp"
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// RecorderOptions are the settings of NewRecorder.
type RecorderOptions struct {
	Name string
	// Seconds is the length of the clip; 0 means up to the last pose.
	Seconds float64
	// Rate is the number of ticks per second of the clip, as a rule that of poses; 0 means 60.
	Rate float64
}

// Recorder makes a clip of poses, such as a crowd shows or a capture gives. One goroutine uses it at
// a time.
//
//	r, err := edit.NewRecorder(model, edit.RecorderOptions{Name: "baked"})
//	err = r.Add(0, &pose, nil)
//	err = r.Add(1./60, &pose, events)
//	clip, err := r.Clip()
type Recorder struct {
	m        *soa.Model
	o        RecorderOptions
	skeleton *exact.Skeleton
	global   []exact.Matrix // of Decompose

	tracks []Track // of all joints, weights and floats
	keys   int
	poses  int
	last   float64 // the time of the last pose
	events []Event
	open   map[[3]int]int // the intervals that have begun and not ended: their index in events
	motion Motion
	began  soa.RootTransform
}

// NewRecorder returns a recorder of poses of a model. The error wraps soa.ErrInvalid for a skeleton that
// its Validate refuses, soa.ErrOption for a length or a rate out of range, or soa.ErrTooLarge where
// Seconds at Rate take more than MaxKeys keys.
func NewRecorder(m *soa.Model, o RecorderOptions) (*Recorder, error) {
	if o.Rate == 0 {
		o.Rate = 60
	}
	fail := func(err error) (*Recorder, error) { return nil, fmt.Errorf("record: %w", err) }
	if m == nil || m.Skeleton == nil {
		return fail(fmt.Errorf("%w: no model or skeleton", soa.ErrInvalid))
	}
	if err := m.Skeleton.Validate(); err != nil {
		return fail(err)
	}
	n := m.Skeleton.Len()
	r := &Recorder{m: m, o: o, global: make([]exact.Matrix, n), open: make(map[[3]int]int)}
	for p, targets := range [...]int{n, n, n, len(m.Weights), len(m.Floats)} {
		for t := range targets {
			r.tracks = append(r.tracks, Track{ID: ID{soa.Property(p), t}})
		}
	}
	switch steps := float64(o.Seconds * o.Rate); {
	case !(o.Seconds >= 0) || !(o.Rate > 0) || steps-steps != 0:
		return fail(fmt.Errorf("%w: %v s at %v poses per second", soa.ErrOption, o.Seconds, o.Rate))
	case float64((steps+1)*float64(len(r.tracks))) > MaxKeys:
		return fail(fmt.Errorf("%w: %v s at %v poses per second of %d values", soa.ErrTooLarge, o.Seconds, o.Rate, len(r.tracks)))
	}
	r.skeleton = exact.NewSkeleton(m, nil)
	return r, nil
}

// Add keys a pose, at a time in seconds after the clip's start that is greater than that of the pose
// before. Between two poses values change evenly; a joint that a pose does not have gets no key.
// Where the pose's Root moves, the clip has a Motion, relative to the first pose. The events are those
// that have been passed since the pose before. The error wraps ErrTime for a time, soa.ErrInvalid for a
// pose that its Validate refuses, soa.ErrOption for an event or soa.ErrTooLarge beyond MaxKeys keys;
// nothing has been added then.
func (r *Recorder) Add(seconds float64, pose *soa.Pose, events []RecordedEvent) error {
	if err := cmp.Or(r.checkTime(seconds), pose.Validate(r.m), checkEvents(events)); err != nil {
		return fmt.Errorf("record: %w", err)
	}
	if r.keys+len(r.tracks) > MaxKeys {
		return fmt.Errorf("record: %w: %d keys and a pose of %d values at %v s, at most %d are possible", soa.ErrTooLarge, r.keys, len(r.tracks), seconds, MaxKeys)
	}
	r.addJoints(seconds, pose)
	n := 3 * r.m.Skeleton.Len()
	for w, x := range pose.Weights {
		r.key(n+w, seconds, exact.Quat{float64(x)})
	}
	for f, x := range pose.Floats {
		r.key(n+len(r.m.Weights)+f, seconds, exact.Quat{float64(x)})
	}
	r.addRoot(seconds, pose.Root)
	r.addEvents(seconds, events)
	r.last = seconds
	r.poses++
	return nil
}

// checkTime refuses a time at which no pose can follow.
func (r *Recorder) checkTime(seconds float64) error {
	switch {
	case !(seconds >= 0) || math.IsInf(seconds, 1) || r.o.Seconds > 0 && seconds > r.o.Seconds:
		return fmt.Errorf("%w: a pose at %v s of a clip of %v s", ErrTime, seconds, r.o.Seconds)
	case r.poses > 0 && seconds <= r.last:
		return fmt.Errorf("%w: a pose at %v s, after one at %v s", ErrTime, seconds, r.last)
	}
	return nil
}

// addJoints keys the joints that the pose has, but for those with a static matrix.
func (r *Recorder) addJoints(seconds float64, pose *soa.Pose) {
	n, l := r.m.Skeleton.Len(), &pose.Local
	for j := range n {
		if r.skeleton.Static[j] != nil || len(pose.Has) > 0 && !pose.Has[j] {
			continue
		}
		t, q, s := widen(l, j)
		r.key(j, seconds, exact.Quat{t[0], t[1], t[2]})
		r.key(n+j, seconds, q)
		r.key(2*n+j, seconds, exact.Quat{s[0], s[1], s[2]})
	}
}

// widen returns the translation, rotation and scale of a joint in float64.
func widen(l *soa.Transforms, j int) (t exact.Vec, q exact.Quat, s exact.Vec) {
	t = exact.Vec{float64(l.TX[j]), float64(l.TY[j]), float64(l.TZ[j])}
	q = exact.Quat{float64(l.RX[j]), float64(l.RY[j]), float64(l.RZ[j]), float64(l.RW[j])}
	return t, q.Unit(), exact.Vec{float64(l.SX[j]), float64(l.SY[j]), float64(l.SZ[j])}
}

// key adds a key to track i, a rotation in the hemisphere of the one before.
func (r *Recorder) key(i int, seconds float64, v exact.Quat) {
	t := &r.tracks[i]
	if k := len(t.Keys); k > 0 && t.Property == soa.Rotation {
		v = v.NearestSign(t.Keys[k-1].Value)
	}
	t.Keys = append(t.Keys, Key{Time: seconds, Value: v})
	r.keys++
}

// addRoot keys the place of the root relative to the first one.
func (r *Recorder) addRoot(seconds float64, p soa.RootTransform) {
	if p == (soa.RootTransform{}) {
		p = soa.IdentityRoot()
	}
	if r.poses == 0 {
		r.began = p
		if seconds > 0 {
			r.motion.Keys = append(r.motion.Keys, MotionKey{})
		}
	}
	p = r.began.Inverse().Mul(p)
	k := MotionKey{seconds, p.X, p.Y, p.Z, exact.Atan2(p.S, p.C)}
	if n := len(r.motion.Keys); n > 0 {
		last := r.motion.Keys[n-1].Yaw
		k.Yaw -= float64(2 * math.Pi * math.RoundToEven((k.Yaw-last)/(2*math.Pi)))
	}
	r.motion.Keys = append(r.motion.Keys, k)
}

// Clip returns the clip of the poses so far. What stays at rest in all of them has no track, and
// what stays the same has one key. Intervals that have not ended last until the clip's end. More poses
// can be added afterwards. The error wraps ErrTime where there is no pose.
func (r *Recorder) Clip() (*Clip, error) {
	if r.poses == 0 {
		return nil, fmt.Errorf("record: %w: no pose has been added", ErrTime)
	}
	c := &Clip{Name: r.o.Name, Seconds: cmp.Or(r.o.Seconds, r.last), Rate: r.o.Rate, Events: r.allEvents()}
	for i := range r.tracks {
		if t, ok := r.moving(&r.tracks[i]); ok {
			c.Tracks = append(c.Tracks, t)
		}
	}
	if slices.ContainsFunc(r.motion.Keys, func(k MotionKey) bool { return k.X != 0 || k.Y != 0 || k.Z != 0 || k.Yaw != 0 }) {
		c.Motion = &Motion{Keys: slices.Clone(r.motion.Keys)}
		for _, other := range r.m.Clips {
			if other.Motion != nil {
				c.Motion.Joint = int(other.Motion.Joint)
			}
		}
	}
	return c, nil
}

// moving returns the keys of a track that the clip needs, and whether it leaves the rest pose.
func (r *Recorder) moving(t *Track) (Track, bool) {
	const noise = 2e-6 // of matrices in float32
	if len(t.Keys) == 0 {
		return *t, false
	}
	rest := t.unit(restTrack(r.m, t.ID, soa.Linear).Keys[0].Value)
	still, atRest := true, true
	for _, k := range t.Keys {
		still = still && t.distance(k.Value, t.Keys[0].Value) <= noise
		atRest = atRest && t.distance(k.Value, rest) <= noise
	}
	out := *t
	if out.Keys = slices.Clip(t.Keys); still {
		out.Keys = t.Keys[:1:1]
	}
	return out, !atRest
}
