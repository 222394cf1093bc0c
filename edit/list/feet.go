package list

import (
	"cmp"
	"fmt"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/edit/retarget"
	"github.com/sinew-anim/sinew/internal/jsondoc"
)

// Plant keeps standing feet from sliding, see edit.Plant.
type Plant struct{ Speed, Height, Blend, Pelvis float64 }

func (e *Plant) fields(o *object) {
	o.Type("plant", "Keeps standing feet from sliding.")
	o.At("speed", "Below which a foot stands, in metres per second, for legs of 0.85 m; 0 means 0.3.").Number(&e.Speed, jsondoc.Range(0, 100))
	o.At("height", "Above its lowest place below which a foot stands; 0 means 0.05.").Number(&e.Height, jsondoc.Range(0, 100).WithUnit(jsondoc.Metres))
	o.At("blend", "In which a foot approaches and leaves its place; 0 means 0.1.").Number(&e.Blend, jsondoc.Range(0, 100).WithUnit(jsondoc.Seconds))
	o.At("pelvis", "By which the pelvis may be lowered for legs that are too short; 0 means 0.03.").Number(&e.Pelvis, jsondoc.Range(0, 100).WithUnit(jsondoc.Metres))
}

func (e *Plant) apply(s *session, c *edit.Clip) (*edit.Clip, []string, error) {
	out, r, err := edit.Plant(s.ctx, s.model, c, retarget.PlantOptions{
		Contact: retarget.ContactOptions{Speed: e.Speed, Height: e.Height, Blend: e.Blend}, Pelvis: e.Pelvis,
	})
	if err != nil {
		return nil, nil, err
	}
	slid := 0.
	for _, c := range r.Contacts {
		slid = max(slid, c.Slid)
	}
	return out, []string{fmt.Sprintf("%d contacts slid by up to %.2f mm, now by %.2f mm; the pelvis comes down by up to %.1f mm",
		len(r.Contacts), 1000*slid, 1000*r.Slide, 1000*r.Pelvis)}, nil
}

// Footfalls adds events where feet land, see edit.Footfalls.
type Footfalls struct {
	Left, Right   string
	Stances       bool
	Speed, Height float64
}

func (e *Footfalls) fields(o *object) {
	o.Type("footfalls", "Adds an event wherever a foot lands, in place of those that have the names already.")
	o.At("left", "The name of the left foot's events; left out it is left foot.").Text(&e.Left, false)
	o.At("right", "The name of the right foot's events; left out it is right foot.").Text(&e.Right, false)
	o.At("stances", "Intervals until the foot lifts off, in place of moments.").Flag(&e.Stances)
	o.At("speed", "Below which a foot stands, in metres per second, for legs of 0.85 m; 0 means 0.3.").Number(&e.Speed, jsondoc.Range(0, 100))
	o.At("height", "Above its lowest place below which a foot stands; 0 means 0.05.").Number(&e.Height, jsondoc.Range(0, 100).WithUnit(jsondoc.Metres))
}

func (e *Footfalls) apply(s *session, c *edit.Clip) (*edit.Clip, []string, error) {
	out, events, err := edit.Footfalls(s.ctx, s.model, c, edit.FootfallOptions{
		Contact: retarget.ContactOptions{Speed: e.Speed, Height: e.Height}, Left: e.Left, Right: e.Right, Stances: e.Stances,
	})
	if err != nil {
		return nil, nil, err
	}
	notes := make([]string, 0, len(events))
	for _, f := range events {
		note := fmt.Sprintf("%s at %.3f s", f.Name, f.Time)
		if f.Length > 0 {
			note += fmt.Sprintf(" for %.3f s", f.Length)
		}
		notes = append(notes, note)
	}
	if len(notes) == 0 {
		notes = append(notes, "no foot lands")
	}
	return out, abridge(notes), nil
}

// FindLoop keeps the part whose ends match best, see edit.FindLoop.
type FindLoop struct{ Min, Max float64 }

func (e *FindLoop) fields(o *object) {
	o.Type("findLoop", "Keeps the part whose ends match best in pose and velocity.")
	o.At("min", "The shortest part; 0 means 0.5.").Number(&e.Min, seconds)
	o.At("max", "The longest part; 0 means the whole clip.").Number(&e.Max, seconds)
	if o.Checks() && e.Max > 0 && e.Min > e.Max {
		o.Wrong("min %v s is above max %v s", e.Min, e.Max)
	}
}

func (e *FindLoop) apply(s *session, c *edit.Clip) (*edit.Clip, []string, error) {
	f, err := edit.FindLoop(s.ctx, s.model, c, edit.FindLoopOptions{Min: e.Min, Max: e.Max})
	if err != nil {
		return nil, nil, err
	}
	out, err := edit.Trim(c, f.From, f.To)
	if err != nil {
		return nil, nil, err
	}
	note := fmt.Sprintf("%.3f to %.3f s: its ends are %.1f mm apart at %q, %.2f° and %.3f m/s", f.From, f.To, 1000*f.Gap.Metres,
		cmp.Or(f.Gap.Joint, "no joint"), f.Degrees, f.Speed)
	return out, append([]string{note}, gone(c, out)...), nil
}
