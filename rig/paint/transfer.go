package paint

import (
	"context"
	"fmt"
	"math"
	"path/filepath"

	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/rig/weights"
	"github.com/sinew-anim/sinew/soa"
)

// Transfer takes weights from the nearest surface of other meshes, see weights.Transfer: of this
// model, as they are before the step, or of a file, which Document.Models reads. Joints are found by
// name.
type Transfer struct {
	File   string   // "" is this model
	Meshes []string // their names; nil: all of the file
	Within float64  // metres; 0: 2.5 % of their size
	Angle  float64  // between normals, radians
}

func (e *Transfer) fields(o *object) {
	o.Type("transfer", "Takes weights from the nearest surface of other meshes. What has none near, or one that faces elsewhere, is inpainted.")
	o.At("file", "The model file that has the meshes, relative to the list's; without it they are this model's.").Text(&e.File, false)
	jsondoc.List(o.At("meshes", "The meshes that give weights, by their names; without them all of the file."), &e.Meshes, 0, maxLocked, func(p place, name *string) { p.Text(name, true) })
	o.At("within", "How far the surface may be; 0 is 2.5 % of the size of the meshes.").Number(&e.Within, jsondoc.Positive.WithUnit(jsondoc.Metres))
	o.At("angle", "The largest angle between the normals; 180 takes all.").Number(&e.Angle, jsondoc.Range(1, 180).WithUnit(jsondoc.Degrees).Or(30))
	if o.Checks() && e.File == "" && len(e.Meshes) == 0 {
		o.Wrong("it has neither a file nor meshes")
	}
}

// RelativeReader returns a function that reads the files that a list names, for Document.Models. Names are
// relative to the folder of the list's file.
func RelativeReader(list string, read func(file string) (*soa.Model, error)) func(file string) (*soa.Model, error) {
	return func(file string) (*soa.Model, error) {
		if !filepath.IsAbs(file) {
			file = filepath.Join(filepath.Dir(list), filepath.FromSlash(file))
		}
		return read(file)
	}
}

func (e *Transfer) joint() string              { return "" }
func (e *Transfer) mirrored(*mirror) Operation { return e }

// apply returns a model with the weights that all its meshes take.
func (e *Transfer) apply(m *soa.Model, models func(file string) (*soa.Model, error)) (*soa.Model, error) {
	from := m
	if e.File != "" {
		if models == nil {
			return nil, fmt.Errorf("%w: transfer: nothing reads the file %q", ErrList, e.File)
		}
		var err error
		if from, err = models(e.File); err != nil {
			return nil, fmt.Errorf("%w: transfer: %w", ErrList, err)
		}
	}
	o := weights.Transfer{From: from, Meshes: e.Meshes, Within: e.Within, Angle: min(180, float64(e.Angle*180)/math.Pi)}
	out, _, err := weights.Apply(context.Background(), m, weights.Options{Times: -1}, o)
	if err != nil {
		return nil, fmt.Errorf("%w: transfer: %w", ErrList, err)
	}
	return out, nil
}

func (e *Transfer) all(s *setting, g *weights.Groups) (*weights.Groups, error) {
	groups := make([]*weights.Groups, len(s.meshes))
	for i := range s.meshes {
		var err error
		if groups[i], err = weights.GroupsOf(s.source, s.meshes[i].index); err != nil {
			return nil, err
		}
	}
	var row weights.Row
	return g.Map(func(p int, r weights.Row) weights.Row {
		v := s.Copies(p)[0]
		if row = groups[v.Part].Row(int(v.Vertex), row[:0]); len(row) == 0 {
			return r
		}
		return g.Settle(r, row)
	}), nil
}
