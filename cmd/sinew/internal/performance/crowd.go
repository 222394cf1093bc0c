package performance

import (
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// NewCrowd returns instances at rest that can play some clips, and the model bound to their
// palettes, see pose.Layout.BindModel.
func NewCrowd(model *soa.Model, clips []*soa.Clip, instances int,
	options runtime.CrowdOptions) (*runtime.Crowd, *soa.Model, error) {
	playing := *model
	playing.Clips = clips
	options.Layout.AllJoints = true
	crowd, err := runtime.NewCrowd(runtime.Keyframes(&playing), instances, options)
	if err != nil {
		return nil, nil, err
	}
	bound, err := crowd.Layout().BindModel(&playing)
	return crowd, bound, err
}

// Skinned returns the skinned positions of a mesh in a crowd's first instance. It reuses the
// memory of position.
func Skinned(crowd *runtime.Crowd, bound *soa.Model, mesh *soa.Mesh, scratch *pose.SkinScratch,
	position []float32) ([]float32, error) {
	matrices := crowd.Instance(0).Palette()
	if mesh.Skin == soa.None {
		matrices = mesh.Offset[:] // nothing moves it
	}
	position = append(position[:0], mesh.Position...)
	return position, pose.SkinVertices(mesh, bound.SkinOf(mesh), matrices, crowd.Instance(0).Weights(), scratch, position, nil)
}
