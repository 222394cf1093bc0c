package summary

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// Rounding is the kind of the finding about float32.
const Rounding = "rounding"

// rounded returns a finding with the error of playback if float32 cannot hold a clip to 1e-6.
func rounded(o *models.Opened) []Finding {
	if o.Archive != nil || o.Model.Skeleton.Len() == 0 {
		return nil
	}
	f := Finding{Severity: models.Info.String(), Kind: Rounding, File: o.Report.File}
	d, err := runtime.Keyframes(o.Model).Deviation(pose.LayoutOptions{AllJoints: true})
	if err != nil {
		f.Message = "the clips do not play from their keys: " + err.Error()
		return []Finding{f}
	}
	if d.Relative == 0 {
		return nil
	}
	clip := o.Model.Clips[d.Clip]
	t := &clip.Tracks[d.Track]
	f.File = o.ClipFile[d.Clip]
	switch t.Property {
	case soa.Weight:
		f.Where, f.Size = o.Model.Weights[t.Target].Target, d.Size
	case soa.Translation:
		f.Size, f.SizeUnit = 1000*d.Size, "mm"
	case soa.Rotation:
		f.Size, f.SizeUnit = d.Size*180/math.Pi, "°"
	default:
		f.Size = d.Size
	}
	if t.Property != soa.Weight {
		f.Where = o.Model.Skeleton.Name[t.Target]
	}
	unit := f.SizeUnit
	if unit == "mm" {
		unit = " mm"
	}
	f.Message = fmt.Sprintf(
		"the clip %q plays in float32, which cannot hold its %v to 1e-6: it is up to %.3g%s off, at %.3g s",
		clip.Name, t.Property, f.Size, unit, d.Time)
	return []Finding{f}
}
