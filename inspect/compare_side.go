package inspect

import (
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/motion"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// side is one of the models, evaluated in float64.
type side struct {
	model    *soa.Model
	skeleton *exact.Skeleton
	clip     *exact.Clip // nil at rest
	floats   []exact.Track
	pose     exact.Pose

	track *motion.Track     // of the clip's Motion, or nil
	start soa.RootTransform // its start
	moves []bool            // per joint: the Motion moves it

	scratch           pose.SkinScratch
	matrices, weights []float32
	position          []float32
}

func newSide(model *soa.Model) side {
	s := side{model: model, skeleton: exact.NewSkeleton(model, nil)}
	s.pose = s.skeleton.NewPose()
	return s
}

func (s *side) play(clip *soa.Clip) {
	s.clip, s.floats = s.skeleton.NewClip(clip), s.floats[:0]
	for t := range clip.Tracks {
		if clip.Tracks[t].Property == soa.Float {
			s.floats = append(s.floats, exact.NewTrack(clip, t))
		}
	}
}

// at evaluates the pose at a number of seconds after the clip's start.
func (s *side) at(seconds float64) {
	if s.clip == nil {
		return
	}
	tick := exact.Tick(s.clip.Clip, s.clip.Clip.Start+seconds)
	s.clip.At(tick, false, &s.pose) // which resets the floats
	for i := range s.floats {
		track := &s.floats[i]
		s.pose.Set(soa.Float, track.Target, track.At(tick, false))
	}
	s.travel(seconds)
}

// vertices returns a mesh's positions in model space.
func (s *side) vertices(m int) ([]float32, error) { return s.surface(m, nil) }

// surface is vertices with the mesh's normals, where it gets room for them.
func (s *side) surface(m int, normal []float32) ([]float32, error) {
	mesh := s.model.Meshes[m]
	var of *soa.Skin
	s.matrices, s.weights = s.matrices[:0], s.weights[:0]
	if mesh.Skin != soa.None {
		of = s.model.Skins[mesh.Skin]
		for i, j := range of.Joint {
			s.move(int16(j), &of.InverseBind[i])
		}
	} else {
		s.move(mesh.Joint, &mesh.Offset)
	}
	for _, w := range s.pose.Weight {
		s.weights = append(s.weights, float32(w))
	}
	s.position = append(s.position[:0], mesh.Position...)
	return s.position, pose.SkinVertices(mesh, of, s.matrices, s.weights, &s.scratch, s.position, normal)
}

// move appends the matrix that takes a space bound to a joint to model space.
func (s *side) move(joint int16, bound *soa.Affine) {
	matrix := exact.FromFloat32(*bound)
	if joint != soa.NoJoint {
		matrix = s.pose.Global[joint].Mul(matrix)
	}
	values := matrix.Float32()
	s.matrices = append(s.matrices, values[:]...)
}
