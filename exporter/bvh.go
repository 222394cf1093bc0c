package exporter

import (
	"context"
	"fmt"
	"io"
	"math"

	"github.com/sinew-anim/sinew/exporter/internal/bvh"
	"github.com/sinew-anim/sinew/exporter/internal/finding"
	"github.com/sinew-anim/sinew/soa"
)

// BVHOptions are the settings of a BVH file.
type BVHOptions struct {
	Rate  float64 // frames per second; 0: 60
	Metre float64 // the length of a metre in the file, which states no unit; 0: 100, for centimetres
	ZUp   bool    // Z is up, not Y
	// JointAxes writes rotations and offsets in the joints' own axes, as the model has them. Clips of
	// the file can then be added to the model, but the file's rest pose is not the model's.
	JointAxes bool
	// Report gets the losses of the file, or nil.
	Report *Report
}

// BVH writes the skeleton of a model and one of its clips as BVH, or its rest pose for nil. A joint of BVH
// has no rotation at rest, so all get the axes of the model and rotations from rest: the file rests as the
// model does.
func BVH(ctx context.Context, w io.Writer, model *soa.Model, clip *soa.Clip, o BVHOptions) error {
	if err := writeBVH(ctx, w, model, clip, o); err != nil {
		return fmt.Errorf("write BVH: %w", err)
	}
	return nil
}

func writeBVH(ctx context.Context, w io.Writer, model *soa.Model, clip *soa.Clip, o BVHOptions) error {
	if model == nil {
		return fmt.Errorf("%w: no model", soa.ErrInvalid)
	}
	if err := model.Validate(); err != nil {
		return err
	}
	if clip != nil {
		if err := model.ValidateClip(clip); err != nil {
			return err
		}
	}
	with := bvh.Options{Rate: o.Rate, Metre: o.Metre, ZUp: o.ZUp, JointAxes: o.JointAxes}
	if with.Rate == 0 {
		with.Rate = 60
	}
	if with.Metre == 0 {
		with.Metre = 100
	}
	switch {
	case !(with.Rate > 0 && with.Rate <= 1e4):
		return fmt.Errorf("%w: %v frames per second", soa.ErrOption, o.Rate)
	case !(with.Metre >= 1e-6 && with.Metre <= 1e6):
		return fmt.Errorf("%w: a metre of %v", soa.ErrOption, o.Metre)
	case clip != nil && !(math.Abs(clip.Seconds()*with.Rate) < 1e7):
		return fmt.Errorf("%w: %v s of %v frames per second", soa.ErrTooLarge, clip.Seconds(), with.Rate)
	}
	var list finding.List
	err := bvh.Write(ctx, w, model, clip, with, &list)
	o.Report.set(&list)
	return err
}
