package fbx

import (
	"math"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/fbx"
	"github.com/sinew-anim/sinew/internal/fit"
)

// models holds the models of an FBX file and libassimp's nodes for them.
type models struct {
	*fbx.Scene
	model map[int]int // node to model
	node  []int       // model to node, or −1
	// bound is the error bound of a model's translation, rotation and scale, in the file's unit
	// and radians.
	bound [][3]float64
	size  []float64 // per model: metres per local unit
	// shared marks models with a child relative to their frame without scale.
	shared []bool
}

// readScene reads the models of the file and maps them to nodes.
func (o *Format) readScene() error {
	ahead := o.ahead
	if err := o.Meter.Wait(ahead.done); err != nil {
		return err
	}
	if ahead.err != nil {
		return ahead.err
	}
	scene := ahead.scene
	s := &models{Scene: scene, model: make(map[int]int), node: make([]int, len(scene.Models)), shared: make([]bool, len(scene.Models))}
	for m := range scene.Models {
		s.node[m] = -1
		if n, ok := o.Tree.ByName[scene.Models[m].Name]; ok {
			if _, taken := s.model[n]; !taken {
				s.model[n], s.node[m] = m, n
			}
		}
		if scene.Unscaled(m) {
			s.shared[scene.Models[m].Parent] = true
		}
	}
	s.setBounds(o.Settings, o.Report.MetresPerUnit*o.Settings.Scale)
	o.scene = s
	return nil
}

// setBounds derives the error bounds of the models' tracks.
func (s *models) setBounds(opt *scene.Settings, unit float64) {
	world, above := s.frames()
	s.bound, s.size = make([][3]float64, len(world)), make([]float64, len(world))
	for m, reach := range scene.Reaches(world, func(m int) int { return s.Models[m].Parent }) {
		s.size[m] = exact.CubeRoot(math.Abs(world[m].Determinant())) * unit
		own := s.Rest(m).Scale(0, fit.At)
		s.bound[m] = opt.CurveBound(above[m], reach, exact.CubeRoot(math.Abs(own[0]*own[1]*own[2])), unit)
	}
}

// frames returns the models' global matrices at rest, and the scales of their parent frames.
func (s *models) frames() (world []exact.Matrix, above []float64) { return s.framesAt(-1, 0) }

// framesAt is frames at a time of a stack; stack −1 is the rest pose.
func (s *models) framesAt(stack int, time float64) (world []exact.Matrix, above []float64) {
	n := len(s.Models)
	world, above = make([]exact.Matrix, n), make([]float64, n)
	bare := make([]exact.Matrix, n) // without the model's own scale
	for m := range s.Models {
		var mo *fbx.Motion
		if stack >= 0 {
			mo = s.Motions[stack][m]
		}
		if mo == nil {
			mo = s.Rest(m)
		}
		t, q, sc := mo.Translation(time, fit.At), mo.Rotation(time, fit.At), mo.Scale(time, fit.At)
		frame := exact.Identity()
		if p := s.Models[m].Parent; p >= 0 {
			frame = world[p]
			if s.Unscaled(m) {
				frame = bare[p]
			}
		}
		above[m] = exact.CubeRoot(math.Abs(frame.Determinant()))
		bare[m] = frame.Mul(exact.Compose(t, q, exact.Vec{1, 1, 1}))
		world[m] = frame.Mul(exact.Compose(t, q, sc))
	}
	return world, above
}

// Limbs lists the nodes of the file's skeletons.
func (o *Format) Limbs() (nodes []int) {
	if o.scene == nil {
		return nil
	}
	for m, node := range o.scene.node {
		if node >= 0 && o.scene.Models[m].Limb {
			nodes = append(nodes, node)
		}
	}
	return nodes
}

// Own returns the frame of a node's model.
func (o *Format) Own(node int) *scene.OwnFrame {
	s := o.scene
	if s == nil {
		return nil
	}
	m, ok := s.model[node]
	if !ok {
		return nil
	}
	mo := s.Rest(m)
	f := &scene.OwnFrame{Geometric: s.Models[m].Geometric, Above: -1, Shared: s.shared[m]}
	f.T, f.R, f.S = mo.Translation(0, fit.At), mo.Rotation(0, fit.At), mo.Scale(0, fit.At)
	if s.Unscaled(m) {
		f.Above = s.node[s.Models[m].Parent]
	}
	return f
}
