package list

import (
	"fmt"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/edit/retarget"
	"github.com/sinew-anim/sinew/internal/jsondoc"
)

// Mirror exchanges left and right, see edit.Mirror.
type Mirror struct {
	Plane retarget.Plane
}

func (e *Mirror) fields(o *object) {
	o.Type("mirror", "Exchanges left and right, by the names of joints.")
	jsondoc.Choice(o.At("plane", "The axis normal to the mirror; guess: between the sides of the body."), &e.Plane, []string{"guess", "x", "y", "z"}, false)
}

func (e *Mirror) apply(s *session, c *edit.Clip) (*edit.Clip, []string, error) {
	out, r, err := edit.Mirror(s.ctx, s.model, c, retarget.MirrorOptions{Plane: e.Plane})
	if err != nil {
		return nil, nil, err
	}
	var notes []string
	for _, name := range r.Kept {
		notes = append(notes, fmt.Sprintf("joint %q has no other side and keeps its movement", name))
	}
	for _, name := range r.Rolled {
		notes = append(notes, fmt.Sprintf("joint %q rests otherwise than its other side, and only that tells how it rolls about its bone", name))
	}
	notes = abridge(notes)
	if off := r.Off; off != nil {
		notes = append(notes, fmt.Sprintf("the sides differ: %q is up to %.0f mm from the mirror image, at %.3f s", off.Joint, 1000*off.Metre, off.Seconds))
	}
	return out, notes, nil
}

// Resample gives tracks linear keys at a rate, see edit.Resample.
type Resample struct {
	Tracks []Target
	Rate   float64
}

func (e *Resample) fields(o *object) {
	o.Type("resample", "Gives tracks linear keys at equal distances.")
	tracks(o, &e.Tracks)
	o.At("rate", "Keys per second.").Number(&e.Rate, jsondoc.Range(0.01, 10_000).Needed())
}

func (e *Resample) apply(s *session, c *edit.Clip) (*edit.Clip, []string, error) {
	of, err := ids(s.model, e.Tracks)
	if err != nil {
		return nil, nil, err
	}
	out, err := edit.Resample(s.ctx, c, of, e.Rate)
	return out, nil, err
}

// Smooth filters tracks, see edit.Smooth.
type Smooth struct {
	Tracks []Target
	Filter edit.Filter
}

func (e *Smooth) fields(o *object) {
	o.Type("smooth", "Filters tracks; without a list those of joints and weights.")
	tracks(o, &e.Tracks)
	f := &e.Filter
	jsondoc.Choice(o.At("filter", "gaussian: a moving average; butterworth: a low pass without lag; oneEuro: smooths slow movements more."), &f.Kind, edit.FilterNames(), false)
	o.At("sigma", "gaussian: the standard deviation; 0 means 0.05.").Number(&f.Sigma, jsondoc.Range(0, 1e3).WithUnit(jsondoc.Seconds))
	o.At("hertz", "butterworth and oneEuro: the cutoff frequency; 0 means 6, and 1 for oneEuro.").Number(&f.Hertz, jsondoc.Range(0, 1e4))
	o.At("beta", "oneEuro: how much the cutoff rises with the speed.").Number(&f.Beta, jsondoc.Range(0, 1e9))
	o.At("rate", "Samples per second; 0 means 60.").Number(&f.Rate, jsondoc.Range(0, 1e4))
}

func (e *Smooth) apply(s *session, c *edit.Clip) (*edit.Clip, []string, error) {
	of, err := ids(s.model, e.Tracks)
	if err != nil {
		return nil, nil, err
	}
	out, err := edit.Smooth(s.ctx, c, of, e.Filter)
	return out, nil, err
}

// Unflip repairs rotations that turn aside and back, see edit.Unflip.
type Unflip struct{ Tracks []Target }

func (e *Unflip) fields(o *object) {
	o.Type("unflip", "Leaves out keys of rotations that turn far aside and back at once, and mends the signs of splines.")
	tracks(o, &e.Tracks)
}

func (e *Unflip) apply(s *session, c *edit.Clip) (*edit.Clip, []string, error) {
	of, err := ids(s.model, e.Tracks)
	if err != nil {
		return nil, nil, err
	}
	out, found, err := edit.Unflip(s.ctx, c, of)
	var notes []string
	for _, f := range found {
		notes = append(notes, fmt.Sprintf("joint %q turned aside by %.0f° at %.3f s: %d keys left out", s.model.Skeleton.Name[f.Target], f.Degrees, f.Time, f.Keys))
	}
	return out, abridge(notes), err
}

// Reduce leaves out keys within a bound, see edit.Reduce.
type Reduce struct{ Millimetres float64 }

func (e *Reduce) fields(o *object) {
	o.Type("reduce", "Leaves out keys while no joint, and no point 3 cm from one, is farther from its place than a bound, in model space.")
	o.At("millimetres", "The bound.").Number(&e.Millimetres, jsondoc.Range(1e-6, 1e6).Or(0.1))
}

func (e *Reduce) apply(s *session, c *edit.Clip) (*edit.Clip, []string, error) {
	out, r, err := edit.Reduce(s.ctx, s.model, c, e.Millimetres/1000)
	if err != nil {
		return nil, nil, err
	}
	return out, []string{fmt.Sprintf("%d keys of %d, within %.4f mm at %q", r.After, r.Before, 1000*r.Error.Metres, r.Error.Joint)}, nil
}

// Cubic makes tracks cubic with the same curve, see edit.Cubic.
type Cubic struct{ Tracks []Target }

func (e *Cubic) fields(o *object) {
	o.Type("cubic", "Makes tracks cubic with the same curve.")
	tracks(o, &e.Tracks)
}

func (e *Cubic) apply(s *session, c *edit.Clip) (*edit.Clip, []string, error) {
	of, err := ids(s.model, e.Tracks)
	if err != nil {
		return nil, nil, err
	}
	out, err := edit.Cubic(s.ctx, c, of)
	return out, nil, err
}
