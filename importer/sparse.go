package importer

import (
	"fmt"
	"math"
	"strings"

	"github.com/sinew-anim/sinew/internal/collada"
	"github.com/sinew-anim/sinew/soa"
)

// SparseCurve is a joint with keys so far apart that straight lines between them
// are visible: libassimp drops the tangents and steps of Collada curves.
type SparseCurve struct {
	Joint   string
	Keys    int     // of its sparsest track
	Spacing float64 // seconds between two of these, in the mean
	Stepped bool    // some curve of the joint jumps from key to key in the file
	Bent    bool    // some curve is cubic in the file
}

// sparseFrames is the distance of keys, in frames, above which straight lines are
// visible.
const sparseFrames = 1.5

// reportSparseCurves reports the joints of each clip that have sparse keys and,
// in the file, curves that are not straight.
func reportSparseCurves(in *input, clips []*soa.Clip, joints []joint) {
	if in.format != "dae" {
		return
	}
	var shapeOf func(joint string) (bent, stepped bool)
	for c, clip := range clips {
		sparse := sparseTracks(clip, joints)
		if len(sparse) == 0 {
			continue
		}
		if shapeOf == nil {
			var err error
			if shapeOf, err = curveShapes(in); err != nil {
				in.report.add(Loss, SparseKeys, clip.Name, "%d joints have sparse keys; the file's curves between them cannot be read: %v", len(sparse), err)
				return
			}
		}
		var bent []SparseCurve
		for _, s := range sparse {
			if s.Bent, s.Stepped = shapeOf(s.Joint); s.Bent || s.Stepped {
				bent = append(bent, s)
			}
		}
		if len(bent) > 0 {
			in.report.Clips[c].Sparse = bent
			in.report.add(Loss, SparseKeys, clip.Name, "%s", describeSparse(bent))
		}
	}
}

// describeSparse describes the affected joints and the remedy.
func describeSparse(list []SparseCurve) string {
	const most = 4
	widest, bent, stepped := 0.0, 0, 0
	var names []string
	for i, s := range list {
		widest = math.Max(widest, s.Spacing)
		if s.Bent {
			bent++
		}
		if s.Stepped {
			stepped++
		}
		if i < most {
			names = append(names, fmt.Sprintf("%q", s.Joint))
		}
	}
	if more := len(list) - most; more > 0 {
		names = append(names, fmt.Sprintf("%d more", more))
	}
	kind := "curved"
	switch {
	case bent == 0:
		kind = "stepped"
	case stepped > 0:
		kind = "curved or stepped"
	}
	return fmt.Sprintf("the file's curves of %d joints (%s) are %s between keys up to %.3g s apart, but straight here; export with the animation baked to every frame",
		len(list), strings.Join(names, ", "), kind, widest)
}

// sparseTracks returns, per joint, its sparsest moving track that exceeds
// sparseFrames.
func sparseTracks(c *soa.Clip, joints []joint) []SparseCurve {
	const rate = 24 // the file states no frames
	index := make(map[string]int)
	var list []SparseCurve
	for t := range c.Tracks {
		a, b := c.Keys(t)
		tr := &c.Tracks[t]
		if tr.Property > soa.Scale || b-a < 2 {
			continue
		}
		spacing := float64(c.Time[b-1]-c.Time[a]) / float64(b-1-a) / c.TicksPerSecond
		if spacing*rate <= sparseFrames {
			continue
		}
		name := strings.TrimSuffix(joints[tr.Target].name, splitSuffix)
		i, known := index[name]
		if !known {
			i = len(list)
			index[name] = i
			list = append(list, SparseCurve{Joint: name})
		}
		if spacing > list[i].Spacing {
			list[i].Keys, list[i].Spacing = b-a, spacing
		}
	}
	return list
}

// curveShapes returns the shapes of the file's curves by joint.
func curveShapes(in *input) (func(string) (bent, stepped bool), error) {
	data, err := in.read()
	if err != nil {
		return nil, err
	}
	shapes, err := collada.Shapes(data)
	return func(joint string) (bool, bool) {
		s := shapes[joint]
		return s.Bent, s.Stepped
	}, err
}
