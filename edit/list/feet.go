package list

import (
	"fmt"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/runtime/contact"
	"github.com/sinew-anim/sinew/runtime/retarget"
)

// Plant keeps standing feet from sliding, see edit.Plant.
type Plant struct{ Speed, Height, Blend, Pelvis float64 }

func (e *Plant) fields(o *object) {
	o.Type("plant", "Keeps standing feet from sliding.")
	o.At("speed", "Below which a foot stands, in metres per second, for legs of 0.85 m; 0 means 0.3.").Number(&e.Speed, jsondoc.Between(0, 100))
	o.At("height", "Above its lowest place below which a foot stands; 0 means 0.05.").Number(&e.Height, jsondoc.Between(0, 100).In(jsondoc.Metres))
	o.At("blend", "In which a foot approaches and leaves its place; 0 means 0.1.").Number(&e.Blend, jsondoc.Between(0, 100).In(jsondoc.Seconds))
	o.At("pelvis", "By which the pelvis may be lowered for legs that are too short; 0 means 0.03.").Number(&e.Pelvis, jsondoc.Between(0, 100).In(jsondoc.Metres))
}

func (e *Plant) apply(s *session, c *edit.Clip) (*edit.Clip, []string, error) {
	out, r, err := edit.Plant(s.ctx, s.model, c, retarget.PlantOptions{
		Contact: contact.Options{Speed: e.Speed, Height: e.Height, Blend: e.Blend}, Pelvis: e.Pelvis,
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
