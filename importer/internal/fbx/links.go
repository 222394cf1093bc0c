package fbx

import (
	"math"
	"slices"

	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/fbx"
)

// reportLinks reports link modes of a skin that a weighted sum of matrices only approximates,
// with the largest error of a vertex.
func (o *Format) reportLinks(skin *deformer, name string) {
	mode := skin.parts[0].Mode
	if mode == fbx.Normalize || skin.told {
		return
	}
	skin.told = true
	var over, several []int
	for p, row := range skin.rows {
		sum := 0.0
		for _, w := range row {
			sum += w.weight
		}
		if sum > 1+1e-6 {
			over = append(over, p)
		}
		if len(row) > 1 {
			several = append(several, p)
		}
	}
	if len(over) > 0 {
		o.Report.Add(report.Loss, report.LinkMode, name, "the weights of %d points sum to more than 1, which its link mode uses for exaggeration; normalized, off by up to %.3g mm", len(over), o.linkError(skin, over))
	}
	if mode != fbx.Additive {
		return
	}
	if len(several) > 0 {
		o.Report.Add(report.Loss, report.LinkMode, name, "%d points follow several bones in sequence; their matrices are summed instead, off by up to %.3g mm", len(several), o.linkError(skin, several))
	}
	var associates []string
	var relative []int
	for i := range skin.Bones {
		if m := skin.clusters[i].Associate; m >= 0 && o.scene.node[m] >= 0 {
			associates = append(associates, o.Tree.Nodes[o.scene.node[m]].Name)
		}
	}
	for p, row := range skin.rows {
		if slices.ContainsFunc(row, func(w boneWeight) bool { return skin.clusters[w.bone].Associate >= 0 }) {
			relative = append(relative, p)
		}
	}
	if len(associates) > 0 {
		slices.Sort(associates)
		o.Report.Add(report.Loss, report.LinkMode, name, "its bones move it relative to other models (%s); they move it relative to the scene instead, off by up to %.3g mm", report.FirstNames(slices.Compact(associates)), o.linkError(skin, relative))
	}
}

// Limits of the measurement: points, stacks, and times in each.
const (
	measuredPoints = 256
	measuredStacks = 16
	measuredTimes  = 9
)

// linkError returns the largest error of the listed points, in millimetres, at rest and at
// sampled times of clips.
func (o *Format) linkError(skin *deformer, points []int) (far float64) {
	s := o.scene
	measure := func(stack int, time float64) {
		world, _ := s.framesAt(stack, time)
		l := newLinkPose(s, skin, world)
		for i := 0; i < len(points); i += 1 + len(points)/measuredPoints {
			p := points[i]
			v, row := skin.points.points[p], skin.rows[p]
			far = math.Max(far, l.meant(row).Point(v).Sub(l.held(row).Point(v)).Length())
		}
	}
	measure(-1, 0)
	for k := range o.file.Stacks[:min(len(o.file.Stacks), measuredStacks)] {
		if stack := &o.file.Stacks[k]; stack.Plays {
			for i := range measuredTimes {
				measure(k, stack.First+float64((stack.Last-stack.First)*(float64(i)/(measuredTimes-1))))
			}
		}
	}
	return 1000 * far * o.Report.MetresPerUnit
}

// linkPose holds the matrices, all to the scene, that move a skin's points at one time.
type linkPose struct {
	mode fbx.LinkMode
	mesh exact.Matrix   // of the mesh's node
	back exact.Matrix   // inverse of mesh
	bone []exact.Matrix // by bone of the skin
	meet []exact.Matrix // the same, relative to other models where the file asks for it
}

func newLinkPose(s *models, skin *deformer, world []exact.Matrix) *linkPose {
	own := s.Models[skin.model].Geometric
	l := &linkPose{mode: skin.parts[0].Mode, mesh: world[skin.model].Mul(own)}
	l.back, _ = l.mesh.Inverse()
	for i := range skin.Bones {
		c, offset := skin.clusters[i], skin.Bones[i].Offset
		at := exact.Identity()
		if c.Bone != fbx.SceneRoot {
			at = world[c.Bone]
		}
		m := at.Mul(offset)
		l.bone = append(l.bone, m)
		if c.Associate >= 0 && c.Link.Known && c.AssociateLink.Known {
			// The other model carries the mesh along, by its own movement since the mesh was
			// bound.
			bound := c.Link.Matrix.Mul(offset)
			from, ok := bound.Inverse()
			to, okTo := world[c.Associate].Inverse()
			if ok && okTo {
				m = l.mesh.Mul(from).Mul(c.AssociateLink.Matrix).Mul(to).Mul(m)
			}
		}
		l.meet = append(l.meet, m)
	}
	return l
}

// meant returns the matrix of a point that the link mode defines.
func (l *linkPose) meant(row []boneWeight) exact.Matrix {
	if l.mode == fbx.Additive {
		m := exact.Identity()
		for _, w := range row {
			m = mixed(exact.Identity(), 1-w.weight, l.back.Mul(l.meet[w.bone]), w.weight).Mul(m)
		}
		return l.mesh.Mul(m)
	}
	var m exact.Matrix
	left := 1.0
	for _, w := range row {
		m = mixed(m, 1, l.bone[w.bone], w.weight)
		left -= w.weight
	}
	return mixed(m, 1, l.mesh, left)
}

// held returns the matrix of a point as a weighted sum.
func (l *linkPose) held(row []boneWeight) exact.Matrix {
	sum := 0.0
	for _, w := range row {
		sum += w.weight
	}
	most := math.Max(sum, 1)
	var m exact.Matrix
	for _, w := range row {
		m = mixed(m, 1, l.bone[w.bone], w.weight/most)
	}
	return mixed(m, 1, l.mesh, math.Max(0, 1-sum))
}

// mixed returns a·f + b·g.
func mixed(a exact.Matrix, f float64, b exact.Matrix, g float64) (m exact.Matrix) {
	for i := range m {
		m[i] = float64(a[i]*f) + float64(b[i]*g)
	}
	return m
}
