package main

import (
	"cmp"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/bake"
	"github.com/sinew-anim/sinew/runtime/motion"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// walker is one character. Layer k of it plays gait k, in step with the others; the
// layer above them waves, by a mask of the upper body.
type walker struct {
	model  *soa.Model
	crowd  *runtime.Crowd
	gaits  []gait // the slowest first
	speed  float64
	waving bool
	time   float64
}

// gait is a clip in place, and how far it leads in what time.
type gait struct {
	clip              int
	distance, seconds float64
}

func (g *gait) speed() float64 { return g.distance / g.seconds }

// newWalker prepares a model that it may change.
func newWalker(model *soa.Model) (*walker, error) {
	w := &walker{model: model}
	for _, name := range []string{"walk", "jog", "run"} {
		i := slices.IndexFunc(model.Clips, func(c *soa.Clip) bool { return strings.EqualFold(c.Name, name) })
		if i < 0 {
			continue
		}
		if err := w.addGait(i); err != nil {
			return nil, err
		}
	}
	if len(w.gaits) == 0 {
		return nil, errors.New("no clip is named walk, jog or run")
	}
	slices.SortFunc(w.gaits, func(a, b gait) int { return cmp.Compare(a.speed(), b.speed()) })
	options := runtime.CrowdOptions{Layers: runtime.MaxLayers, RootMotion: runtime.RootApplied, Layout: runtime.LayoutOptions{AllJoints: true}}
	if mask := upperBody(model.Skeleton); mask != nil {
		options.Masks = []pose.Mask{mask}
	}
	var err error
	if w.crowd, err = runtime.NewCrowd(runtime.Keys(model), 1, options); err != nil {
		return nil, err
	}
	for k, g := range w.gaits {
		if err := w.crowd.Play(0, g.clip, runtime.PlayOptions{Layer: k, Sync: 1}); err != nil {
			return nil, err
		}
	}
	return w, errors.Join(w.setSpeed(w.gaits[0].speed()), w.crowd.Update(0))
}

// addGait takes the movement out of a clip and puts events where feet come down.
func (w *walker) addGait(i int) error {
	events, err := steps(w.model, i)
	if err != nil {
		return err
	}
	clip, err := motion.Extract(w.model, w.model.Clips[i], soa.None, motion.Options{Take: motion.X | motion.Z})
	if err != nil {
		return err
	}
	w.model.Clips[i] = clip
	way, _, err := motion.Displacement(w.model, clip)
	if err != nil {
		return err
	}
	g := gait{i, math.Hypot(way.X, way.Z), clip.Seconds()}
	if !(g.speed() > 0) {
		return fmt.Errorf("clip %q leads nowhere", clip.Name)
	}
	w.gaits = append(w.gaits, g)
	return bake.AddEvents(w.model, events)
}

// steps returns an event for each foot of a clip: the moment at which it comes down.
func steps(model *soa.Model, clip int) ([]bake.Event, error) {
	crowd, err := runtime.NewCrowd(runtime.Keys(model), 1, runtime.CrowdOptions{Layout: runtime.LayoutOptions{AllJoints: true}})
	if err != nil {
		return nil, err
	}
	if err := crowd.Play(0, clip, runtime.PlayOptions{}); err != nil {
		return nil, err
	}
	c := model.Clips[clip]
	var events []bake.Event
	for j, name := range model.Skeleton.Name {
		if folded := strings.ToLower(name); folded != "leftfoot" && folded != "rightfoot" && folded != "foot.l" && folded != "foot.r" {
			continue
		}
		const moments = 120
		height := make([]float64, moments)
		for k := range height {
			var m soa.Affine
			err := errors.Join(crowd.Seek(0, c.Start+c.Seconds()*float64(k)/moments), crowd.Update(0), crowd.Joint(0, j, &m))
			if err != nil {
				return nil, err
			}
			height[k] = float64(m[7])
		}
		low, high := slices.Min(height), slices.Max(height)
		k := slices.Index(height, high) // in the swing; from there to where it is down
		for height[k] > low+0.15*(high-low) {
			k = (k + 1) % moments
		}
		events = append(events, bake.Event{Clip: c.Name, Time: c.Start + c.Seconds()*float64(k)/moments, Name: name})
	}
	return events, nil
}

// upperBody is a mask of the chest and what is above it, or nil where no joint has such a
// name.
func upperBody(skeleton *soa.Skeleton) pose.Mask {
	for _, name := range []string{"chest", "Spine1", "spine"} {
		mask := pose.NewMask(skeleton, 0)
		if mask.Subtree(skeleton, name, 1, 2) == nil {
			return mask
		}
	}
	return nil
}

// setSpeed blends the two gaits next to a speed, in metres per second. Layers in step
// take as long as the mean of their clips; what that is too slow or too fast for the
// speed, their own speed makes up for.
func (w *walker) setSpeed(speed float64) error {
	speed = min(max(speed, 0.3*w.gaits[0].speed()), 1.5*w.gaits[len(w.gaits)-1].speed())
	weights := make([]float64, len(w.gaits))
	k := 0
	for k < len(w.gaits)-2 && w.gaits[k+1].speed() < speed {
		k++
	}
	weights[k] = 1
	if k+1 < len(w.gaits) {
		a, b := w.gaits[k].speed(), w.gaits[k+1].speed()
		part := min(max((speed-a)/(b-a), 0), 1)
		weights[k], weights[k+1] = 1-part, part
	}
	var distance, seconds float64
	for k, g := range w.gaits {
		distance += weights[k] * g.distance
		seconds += weights[k] * g.seconds
	}
	w.speed = speed
	for k := range w.gaits {
		if err := errors.Join(w.crowd.SetWeight(0, k, weights[k]), w.crowd.SetLayerSpeed(0, k, speed*seconds/distance)); err != nil {
			return err
		}
	}
	return nil
}

// wave fades the upper body's layer in or out.
func (w *walker) wave(on bool) error {
	clip := w.crowd.ClipIndex("wave")
	if clip < 0 || upperBody(w.model.Skeleton) == nil || on == w.waving {
		return nil
	}
	w.waving = on
	if !on {
		clip = runtime.Rest
	}
	return w.crowd.Play(0, clip, runtime.PlayOptions{Layer: len(w.gaits), Kind: runtime.Override, Mask: 1, Fade: 0.3})
}

// act is what the walker does in a picture, at a part of its time: from the slowest gait
// to the fastest and back, with a wave in the middle.
func (w *walker) act(part float64) error {
	slow, fast := 0.8*w.gaits[0].speed(), w.gaits[len(w.gaits)-1].speed()
	rise := 0.5 - 0.5*math.Cos(2*math.Pi*part)
	return errors.Join(w.setSpeed(slow+(fast-slow)*rise), w.wave(part > 0.3 && part < 0.7))
}

// update goes on by dt seconds and prints the steps.
func (w *walker) update(dt float64) error {
	if err := w.crowd.Update(dt); err != nil {
		return err
	}
	w.time += dt
	for _, e := range w.crowd.Events() {
		fmt.Printf("%6.2f s  %-9s  %s, %.1f m/s\n", w.time-e.Overshoot, e.Name, w.model.Clips[e.Clip].Name, w.speed)
	}
	return nil
}
