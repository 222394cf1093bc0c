package summary

import (
	"fmt"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/soa"
)

// Float describes an animated number besides transforms and weights.
type Float struct {
	Name  string      `json:"name"`
	Joint int         `json:"joint"` // or -1
	Rest  float32     `json:"rest"`
	Clips []FloatClip `json:"clips"` // that drive it
}

// FloatClip describes the keys of a float in one clip.
type FloatClip struct {
	Clip          string  `json:"clip"`
	Interpolation string  `json:"interpolation"`
	Keys          int     `json:"keys"`
	Low           float32 `json:"low"` // of the keys
	High          float32 `json:"high"`
}

func describeFloats(m *soa.Model) []Float {
	floats := make([]Float, len(m.Floats))
	for i, f := range m.Floats {
		floats[i] = Float{Name: f.Name, Joint: int(f.Joint), Rest: f.Rest, Clips: []FloatClip{}}
	}
	for _, c := range m.Clips {
		for t := range c.Tracks {
			tr := &c.Tracks[t]
			if tr.Property != soa.Float {
				continue
			}
			first, end := c.Keys(t)
			d := FloatClip{Clip: c.Name, Interpolation: tr.Interpolation.String(), Keys: end - first, Low: c.X[first],
				High: c.X[first]}
			for _, v := range c.X[first:end] {
				d.Low, d.High = min(d.Low, v), max(d.High, v)
			}
			floats[tr.Target].Clips = append(floats[tr.Target].Clips, d)
		}
	}
	return floats
}

// writeFloats prints floats and their clips.
func (in *Model) writeFloats(p *console.Page) {
	if len(in.Floats) == 0 {
		return
	}
	console.Heading(p, "Floats, other animated numbers:")
	p.Line("  %3s  %-28s %-24s %12s", "", "", "of joint", "at rest")
	for i, f := range in.Floats {
		joint := "-"
		if f.Joint >= 0 {
			joint = console.Named(in.Joints[f.Joint].Name)
		}
		p.Line("  %3d  %s %s %12.6g", i, console.Column(console.Named(f.Name), 28), console.Column(joint, 24), f.Rest)
		var driven []string
		for _, c := range f.Clips {
			what := fmt.Sprintf("%.6g", c.Low)
			if c.Keys > 1 {
				what = fmt.Sprintf("%.6g to %.6g, %s, %s", c.Low, c.High, console.Plural(c.Keys, "key"), c.Interpolation)
			}
			driven = append(driven, fmt.Sprintf("%s: %s", console.Named(c.Clip), what))
		}
		if len(driven) > 0 {
			p.Wrapped("       ", strings.Join(driven, "; "))
		}
	}
}
