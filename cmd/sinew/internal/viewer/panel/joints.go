package panel

import (
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/viewer/marks"
	"github.com/sinew-anim/sinew/gpu/overlay"
	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/soa"
)

// SearchName is the name of the search fields.
const SearchName = "search  /"

// Joints is the skeleton of the first instance as a tree, and which joint is picked.
type Joints struct {
	Skeleton *soa.Skeleton
	Picked   int          // or soa.NoJoint
	Chosen   []int        // besides the picked one, with Shift
	Model    []soa.Affine // per joint, in model space
	all      []int
	one      [1]int

	order  []int  // joints of the tree's rows: those with open parents
	closed []bool // joints whose children are hidden
	search []byte
}

// Begin shows a skeleton. A joint of the picked one's name is picked.
func (j *Joints) Begin(k *soa.Skeleton) {
	n := k.Len()
	picked := soa.NoJoint
	if j.Skeleton != nil && j.Picked >= 0 {
		picked = slices.Index(k.Name, j.Skeleton.Name[j.Picked])
	}
	*j = Joints{Skeleton: k, Picked: picked, Model: make([]soa.Affine, n), all: make([]int, n), closed: make([]bool, n)}
	for i := range j.all {
		j.all[i] = i
	}
	j.arrange()
}

// arrange lists the rows: with a search all joints that match, otherwise the open tree.
func (j *Joints) arrange() {
	j.order = j.order[:0]
	if want := strings.ToLower(string(j.search)); want != "" {
		for i, name := range j.Skeleton.Name {
			if strings.Contains(strings.ToLower(name), want) {
				j.order = append(j.order, i)
			}
		}
		return
	}
	var walk func(parent int)
	walk = func(parent int) {
		for i, p := range j.Skeleton.Parent {
			if int(p) == parent {
				j.order = append(j.order, i)
				if !j.closed[i] {
					walk(i)
				}
			}
		}
	}
	walk(soa.NoJoint)
}

// Read takes the joints of a crowd's first instance.
func (j *Joints) Read(crowd *runtime.Crowd) error {
	return crowd.Joints(j.Model, j.one[:], j.all)
}

// Name returns the name of the picked joint, or "".
func (j *Joints) Name() string {
	if j.Picked < 0 {
		return ""
	}
	return j.Skeleton.Name[j.Picked]
}

// Pick picks a joint, or none, and shows it in the tree.
func (j *Joints) Pick(u *overlay.UI, joint int) {
	if j.Picked == joint {
		return
	}
	if j.Picked, j.Chosen = joint, j.Chosen[:0]; joint < 0 {
		return
	}
	opened := false
	for p := j.Skeleton.Parent[joint]; p >= 0; p = j.Skeleton.Parent[p] {
		opened = opened || j.closed[p]
		j.closed[p] = false
	}
	if opened {
		j.arrange()
	}
	if row := slices.Index(j.order, joint); row >= 0 {
		u.Reveal("left", "joints", row)
	}
}

// choose adds a joint to those that are chosen besides the picked one, or takes it away.
func (j *Joints) choose(joint int) {
	if i := slices.Index(j.Chosen, joint); i >= 0 {
		j.Chosen = slices.Delete(j.Chosen, i, i+1)
	} else if joint != j.Picked {
		j.Chosen = append(j.Chosen, joint)
	}
}

// PickedAt reports whether a pixel lies on the mark of the picked joint, and returns its depth.
func (j *Joints) PickedAt(u *overlay.UI, over *marks.Picture, world *soa.Affine, x, y float32) (depth float32, ok bool) {
	if j.Picked < 0 {
		return 0, false
	}
	px, py, depth, ok := over.At(j.at(world, j.Picked))
	return depth, ok && max(geom.Abs(px-x), geom.Abs(py-y)) <= u.Px(reach)
}

// reach is the largest distance of a click from its joint, in units.
const reach = 12

// PickAt picks the joint that is nearest to a pixel: of several at one place the nearest to
// the camera.
func (j *Joints) PickAt(u *overlay.UI, over *marks.Picture, world *soa.Affine, x, y float32) {
	best, joint, depth := u.Px(reach), soa.NoJoint, float32(0)
	for k := range j.Model {
		px, py, d, ok := over.At(j.at(world, k))
		if !ok {
			continue
		}
		away := max(geom.Abs(px-x), geom.Abs(py-y))
		if away < best-1 || away < best+1 && joint >= 0 && d < depth {
			best, joint, depth = min(best, away), k, d
		}
	}
	j.Pick(u, joint)
}

// at returns the position of a joint in the world.
func (j *Joints) at(world *soa.Affine, k int) [3]float32 {
	x, y, z := j.Model[k].Translation()
	return world.Apply([3]float32{x, y, z})
}

// Draw shows the tree. A second click on a joint hides what is below it.
func (j *Joints) Draw(u *overlay.UI, look *Look) {
	if u.Field(SearchName, &j.search) {
		j.arrange()
	}
	u.Even(2)
	u.Toggle("names", &look.names)
	u.Toggle("axes", &look.axes)
	from, to := u.List("joints", u.Left(), len(j.order))
	clicked := soa.NoJoint
	for row := from; row < to; row++ {
		k := j.order[row]
		indent := 0.0
		if len(j.search) == 0 {
			indent = float64(min(j.Skeleton.Depth[k], 12)) * 6
		}
		text := u.Text()
		if j.closed[k] {
			text.Put("+ ")
		}
		if u.Row(row, indent, text.Put(j.Skeleton.Name[k]).String(), k == j.Picked || slices.Contains(j.Chosen, k)) {
			clicked = k
		}
	}
	u.EndList()
	switch {
	case clicked < 0:
	case u.Input().Shift && j.Picked >= 0:
		j.choose(clicked)
	case clicked == j.Picked && len(j.search) == 0:
		j.closed[clicked] = !j.closed[clicked]
		j.arrange()
	default:
		j.Pick(u, clicked)
	}
}

// Mark draws names, axes and the picked joint over a picture. size is the height of what is
// seen, in metres.
func (j *Joints) Mark(over *marks.Picture, world *soa.Affine, look *Look, size, scale float32) {
	for k, name := range j.Skeleton.Name {
		if look.names && k != j.Picked {
			over.Name(j.at(world, k), name)
		}
	}
	for k := range j.Model {
		if look.axes {
			j.axes(over, world, k, 0.03*size, 1)
		}
	}
	if k := j.Picked; k >= 0 {
		j.axes(over, world, k, 0.12*size, scale*1.5)
		over.Picked(j.at(world, k), j.Skeleton.Name[k])
	}
}

func (j *Joints) axes(over *marks.Picture, world *soa.Affine, k int, length, width float32) {
	frame := world.Mul(&j.Model[k])
	over.Axes(&frame, length, width)
}
