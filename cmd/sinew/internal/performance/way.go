package performance

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/cliprules"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/internal/motion"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
	"github.com/spf13/cobra"
)

// AddRootMotion adds the flag --root-motion.
func (s *Flags) AddRootMotion(cmd *cobra.Command) {
	cmd.Flags().StringArrayVar(&s.RootMotion, "root-motion", nil,
		"apply root motion, by `WORDS`, see sinew help root-motion")
	cmd.Flags().Lookup("root-motion").NoOptDefVal = cliprules.DefaultMotion
}

// TravelHelp is the help of --root-motion.
const TravelHelp = `--root-motion moves the character as the root of its clips moves, loop by loop. Clips baked
with --root-motion use their stored motion, and play in place without the flag. From other
clips the motion is extracted first, by words with commas between them:

  x, y, z, yaw       what is extracted (default xz,yaw)
  forward            ahead as in the file, without sway; of the yaw only the net turn,
                     spread evenly (default)
  follow             where the root is and as it heads, at every moment
  rest, start, origin
                     where the root stays: as at rest (default), as the clip starts, or at 0
  min-turn=DEGREES   forward: the smallest net turn that counts (5)
  max-sway=METRES    forward: how far the root may be beside its way before it is
                     followed (0.25)
  remove-travel      leave out what a loop travels and turns
  joint=NAME         the root
  clip=PATTERN       select clips

Clips that --layers only adds or subtracts keep their motion, unless clip=PATTERN selects them.

  sinew view walk.fbx --root-motion
  sinew render turn.fbx --root-motion=xz,yaw,start,joint=Hips --loops 3 -o turn.gif

Next: sinew bake --root-motion stores the motion, sinew pose --root-motion prints it.`

// takeNamed extracts root motion from the clips that the flag names.
func (s *Flags) takeNamed(ctx context.Context, o *models.Opened) error {
	var named cliprules.Rules
	for _, r := range s.Rules.Motion {
		if r.Clips != "" {
			named.Motion = append(named.Motion, r)
		}
	}
	clips, err := named.TakeMotion(ctx, o.Model, true)
	if err != nil {
		return fmt.Errorf("%s: %w", o.File, err)
	}
	own := *o.Model
	own.Clips, o.Model = clips, &own
	return nil
}

// takeOther extracts root motion from a clip that the flag does not name.
func (s *Flags) takeOther(ctx context.Context, o *models.Opened, clip *soa.Clip) (*soa.Clip, error) {
	var others cliprules.Rules
	for _, r := range s.Rules.Motion {
		if r.Clips == "" {
			others.Motion = append(others.Motion, r)
		}
	}
	one := *o.Model
	one.Clips = []*soa.Clip{clip}
	clips, err := others.TakeMotion(ctx, &one, false)
	if err != nil {
		return clip, fmt.Errorf("%s: %w", o.File, err)
	}
	return clips[0], nil
}

// takeOthers extracts root motion from all clips that the flag does not name, except those of
// some names. It returns the errors of clips, by index: they matter only if these play.
func (s *Flags) takeOthers(ctx context.Context, o *models.Opened, but ...string) map[int]error {
	keep := make(map[int]error)
	if len(s.RootMotion) == 0 {
		return keep
	}
	for k, c := range o.Model.Clips {
		if slices.Contains(but, c.Name) {
			continue
		}
		var err error
		if o.Model.Clips[k], err = s.takeOther(ctx, o, c); err != nil {
			keep[k] = err
		}
	}
	return keep
}

// Way is the path of a performance from its start, over any number of loops.
type Way struct {
	start, length float64
	Loop          soa.RootTransform // of one loop
	track         *motion.Track     // of a clip
	fore, back    *walk             // of a script
}

// Way returns the path of a performance, or nil for one that stays in place.
func (p *Performance) Way() (*Way, error) {
	if !p.Travels || p.Still() {
		return nil, nil
	}
	start, end := p.Span()
	w := &Way{start: start, length: end - start}
	var err error
	switch {
	case p.Script != nil && p.Script.Graph != nil:
		w.fore, err = p.Script.Graph.walk()
	case p.Script != nil:
		w.fore, err = newWalk(p.Script, walkStep)
		if err == nil {
			w.back, err = newWalk(p.Script, -walkStep)
		}
	default:
		w.track, err = motion.NewTrack(p.Clip.Motion, p.Clip.TicksPerSecond, w.length, motion.Wrap)
	}
	if err == nil {
		w.Loop, err = w.At(0, end)
	}
	return w, err
}

// At returns the transform at a time of a loop. Times of a script may lie outside it.
func (w *Way) At(cycle int64, t float64) (p soa.RootTransform, err error) {
	switch t -= w.start; {
	case w.track != nil:
		p = w.track.M(t)
	case t < 0 && w.back == nil: // a graph has no time before its start
		p = soa.IdentityRoot()
	case t < 0:
		p, err = w.back.at(t)
	default:
		p, err = w.fore.at(t)
	}
	if cycle != 0 {
		p = w.Loop.Pow(cycle).Mul(p)
	}
	return p, err
}

// Yaw returns the rotation of a root transform about Y in degrees, above −180 to 180.
func Yaw(p soa.RootTransform) float64 { return math.Atan2(p.S, p.C) * 180 / math.Pi }

// Steady returns the transform at a time of a movement that covers each loop evenly.
func (w *Way) Steady(cycle int64, t float64) soa.RootTransform {
	p := soa.IdentityRoot()
	if w.length > 0 {
		p = motion.Exp(motion.Twist{}.Add(motion.Log(w.Loop), (t-w.start)/w.length))
	}
	return w.Loop.Pow(cycle).Mul(p)
}

// Fold returns the loop that contains a time, and the time in the first loop. The end of a
// loop belongs to it, not to the next one, so that the last pose is seen.
func Fold(start, end, t float64) (cycle int64, in float64) {
	const most, noise = 1 << 53, 1e-9
	length := end - start
	x := (t - start) / length
	if !(length > 0) || !(math.Abs(x) < most) {
		return 0, start
	}
	n := math.Floor(x)
	if whole := math.Round(x); math.Abs(x-whole) < noise {
		if whole > 0 {
			return int64(whole) - 1, end
		}
		return int64(whole), start
	}
	return int64(n), min(max(t-float64(n*length), start), end)
}

// walk is the path of an instance that plays a script, step by step: a crowd that is updated
// in the same steps follows the same path.
type walk struct {
	script *Script
	crowd  *runtime.Crowd
	step   float64 // seconds; negative before the start
	places []soa.RootTransform
	graph  *Played // that plays instead of the script, in its own steps
}

// walkStep is short enough for fades, in which the path depends on it, and a power of two, so
// that times are exact. MaxWalk is the longest path in seconds, which bounds its memory.
const (
	walkStep = 1. / 256
	MaxWalk  = 3600
)

func newWalk(s *Script, step float64) (*walk, error) {
	crowd, _, err := s.Crowd(1, runtime.CrowdOptions{RootMotion: play.RootApplied})
	if err != nil {
		return nil, err
	}
	return &walk{script: s, crowd: crowd, step: step,
		places: []soa.RootTransform{soa.IdentityRoot()}}, s.Stack.Play(crowd, 0)
}

// at returns the transform at a time; between steps it lies on the arc from one to the next.
func (w *walk) at(t float64) (soa.RootTransform, error) {
	if !(math.Abs(t) <= MaxWalk) {
		return soa.IdentityRoot(), fmt.Errorf("--root-motion: %v s is more than %d s from the start", t, MaxWalk)
	}
	n, part := math.Modf(t / w.step)
	k := int(n)
	if w.graph != nil {
		k, part = w.graph.steps(t), 0
	}
	for len(w.places) <= k+1 {
		if err := w.next(); err != nil {
			return soa.IdentityRoot(), err
		}
	}
	p := w.places[k]
	if part > 0 {
		by := motion.Log(p.Inverse().Mul(w.places[k+1]))
		p = p.Mul(motion.Exp(motion.Twist{}.Add(by, part)))
	}
	return p, nil
}

// next makes one step.
func (w *walk) next() error {
	if w.graph != nil {
		if err := w.graph.at(w.crowd, 0, float64(len(w.places))*w.step); err != nil {
			return err
		}
		w.places = append(w.places, w.crowd.Instance(0).Transform())
		return nil
	}
	from := float64(len(w.places)-1) * w.step
	left := w.step
	if f := w.script.Fade; f != nil && from <= f.At && f.At < from+left {
		if err := w.crowd.Advance(f.At - from); err != nil {
			return err
		}
		if err := w.crowd.Instance(0).Play(f.Clip, f.Options); err != nil {
			return err
		}
		left -= f.At - from
	}
	if err := w.crowd.Advance(left); err != nil {
		return err
	}
	w.places = append(w.places, w.crowd.Instance(0).Transform())
	return nil
}
