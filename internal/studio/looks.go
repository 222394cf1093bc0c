package studio

import (
	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/runtime/motion"
	"github.com/sinew-anim/sinew/soa"
)

// looks is how things are drawn, and where the character goes.
type looks struct {
	skeleton, skeletonOnly bool
	hideMeshes             bool
	shading                int // an index of shadingNames
	edges                  int
	background             gpu.Background
	backdrop               int // an index of backdropNames; 0 is what the flags said
	gridShown, bounds      bool
	names, axes            bool
	grid                   gpu.Grid

	travel, inPlace bool
	follow          bool
	root            int        // the joint that a clip moves, or soa.NoJoint
	measured        bool       // first and wander are known
	first           [3]float32 // where the root is at the clip's start, in the model
	wander          [2]float64 // how far it has gone since, over the ground
	box             gpu.Bounds // of what is shown
}

var (
	shadingNames  = []string{"material", "matcap", "normals", "weights"}
	edgeNames     = []string{"none", "over", "alone"}
	backdropNames = []string{"own", "light", "dark", "black"}
	rootNames     = []string{"as it is", "travels", "in place"}
)

// backdrops are the backgrounds that can be chosen after the first.
var backdrops = [...]gpu.Background{
	1: gpu.DefaultBackground(),
	2: {Top: gpu.SRGB(0x15, 0x18, 0x1d), Bottom: gpu.SRGB(0x3a, 0x40, 0x49)},
	3: {Top: gpu.SRGB(0, 0, 1), Bottom: gpu.SRGB(0, 0, 1)},
}

// dress gives the scene what the user chose, after what plays was evaluated.
func (s *Studio) dress() error {
	l := &s.looks
	scene := s.stage.Scene()
	item := &scene.Items[0]
	if want := l.skeleton || l.skeletonOnly; item.Skeleton != want {
		item.Skeleton = want
		if err := s.stage.Show(s.Cycle, s.Time); s.graph == nil && err != nil {
			return err
		}
	}
	item.HideMeshes = l.hideMeshes
	item.Shading, item.Shaded = gpu.Shading(l.shading), max(s.joints.picked, 0)
	item.Edges = gpu.Edges(l.edges)
	scene.Background = l.background
	if l.backdrop > 0 {
		scene.Background = backdrops[l.backdrop]
	}
	s.applyMorphs()
	if err := s.joints.read(s); err != nil {
		return err
	}
	if err := s.place(); err != nil {
		return err
	}
	if l.bounds {
		box, err := item.Bounds()
		if err != nil {
			return err
		}
		l.box = box
	}
	return nil
}

// place measures how far the root has wandered, and puts the instances back where
// they shall stay in place.
func (s *Studio) place() error {
	l := &s.looks
	if l.root < 0 || s.graph != nil {
		l.wander = [2]float64{}
		return s.keep(motion.Identity())
	}
	if !l.measured {
		at := s.Time
		if err := s.stage.Show(0, s.Start); err != nil {
			return err
		}
		first, err := s.stage.Crowd().Instance(0).Joint(l.root)
		if err != nil {
			return err
		}
		x, y, z := first.Translation()
		l.first, l.measured = [3]float32{x, y, z}, true
		if err := s.stage.Show(s.Cycle, at); err != nil {
			return err
		}
		if err := s.joints.read(s); err != nil {
			return err
		}
	}
	x, _, z := s.joints.model[l.root].Translation()
	l.wander = [2]float64{float64(x - l.first[0]), float64(z - l.first[2])}
	by := motion.Identity()
	by.X, by.Z = -l.wander[0], -l.wander[1]
	return s.keep(by)
}

// keep moves what stays in place by as much as it has wandered.
func (s *Studio) keep(by motion.RootTransform) error {
	if !s.looks.inPlace {
		return nil
	}
	items := s.stage.Scene().Items
	for k := range items {
		for i := range items[k].World {
			w := &items[k].World[i]
			w[3] += float32(by.X)
			w[11] += float32(by.Z)
		}
	}
	return nil
}

// rootMode is where the character goes, an index of rootNames.
func (s *Studio) rootMode() int {
	switch {
	case s.looks.inPlace:
		return 2
	case s.looks.travel:
		return 1
	}
	return 0
}

// setRootMode changes it.
func (s *Studio) setRootMode(mode int) error {
	s.looks.inPlace, s.looks.travel = mode == 2, mode == 1
	if s.looks.inPlace { // a camera that stays sees it
		return s.stage.Travel(false)
	}
	return s.stage.Travel(s.looks.travel)
}

// morph is a morph weight that a slider sets.
type morph struct {
	name  string
	value float64
	set   bool
}

func morphsOf(m *soa.Model) []morph {
	list := make([]morph, len(m.Weights))
	for k := range m.Weights {
		list[k].name = m.Weights[k].Target
	}
	return list
}

// applyMorphs overwrites the weights that were set, in all instances.
func (s *Studio) applyMorphs() {
	crowd := s.stage.Crowd()
	for k := range s.morphs {
		m := &s.morphs[k]
		if !m.set {
			m.value = float64(crowd.Instance(0).Weights()[k])
			continue
		}
		for i := range s.stage.Instances() {
			crowd.Instance(i).Weights()[k] = float32(m.value)
		}
	}
}
