package gpu

import (
	"fmt"

	"github.com/sinew-anim/sinew/gpu/internal/device"
	"github.com/sinew-anim/sinew/soa"
)

// Item is one model drawn as any number of instances.
type Item struct {
	Model *Model
	// World places the instances; its length is their number. Matrices may
	// mirror.
	World []soa.Affine
	// Palettes holds, for every skin of the model, the transforms from mesh space to model
	// space: len(Skin.Joint) entries per instance. A model of pose.Layout.BindModel has one
	// skin, whose palettes are those of a runtime.Crowd:
	// {Data: crowd.Palettes(), Stride: crowd.Stride()}.
	Palettes []Palette
	// Joints holds model-space joint matrices, as runtime.Crowd.Joints writes them: joint j
	// of instance i of a model with n joints is Joints[i·n+j]. The skeleton needs them, and
	// meshes that follow a joint.
	Joints []soa.Affine
	// Weights holds the morph weights, len(soa.Model.Weights) values per instance; nil: the
	// rest values.
	Weights []float32
	// Floats holds the floats, len(soa.Model.Floats) values per instance, for meshes that they show
	// and hide (soa.Visibility); nil: the rest values.
	Floats []float32
	// Skeleton draws the bones over the picture, in SkeletonColor (zero: orange).
	Skeleton      bool
	SkeletonColor Color
	// HideMeshes draws the skeleton only.
	HideMeshes bool

	// Reach holds bounding spheres of all poses, one for all instances or one for each, as
	// bake.BoundingSphere computes them. Instances whose sphere is outside the picture
	// are not drawn; the picture is the same. Without Reach all are drawn.
	Reach []Sphere
	// Levels replace Model where an instance is small, the finest first. They need a
	// Reach.
	Levels []Level
	// Pixels, unless empty, receives the height in pixels of each instance's sphere, 0
	// where it and its shadow are outside the picture: see runtime.Instance.SetLOD.
	Pixels []float32

	// Shading selects what the meshes' colours show, Shaded the joint of ByInfluence. All
	// but ByMaterial draw every mesh opaque and without its texture.
	Shading Shading
	Shaded  int
	// Edges draws the edges of triangles, in Tint (zero: dark).
	Edges Edges
	// Ghost, if above 0, draws the item in Tint with this alpha, after the opaque items, to
	// compare poses of other times.
	Ghost float32
	Tint  Color
}

// check reports arrays that are too short for the model and the instances.
func (it *Item) check(d *device.Device) error {
	if it.Model == nil || it.Model.on.Dev != d || it.Model.on.Closed {
		return fmt.Errorf("gpu: %w: its model was not uploaded to this renderer, or is closed", ErrItem)
	}
	n := len(it.World)
	if n == 0 {
		return nil
	}
	m := it.Model.on
	name, joints, weights := m.Data.Name, m.Data.Skeleton.Len(), len(m.Data.Weights)
	if m.Skinned {
		if err := it.checkPalettes(d); err != nil {
			return err
		}
	}
	if (m.Carried || it.Skeleton) && len(it.Joints) < n*joints {
		return fmt.Errorf("gpu: %w: model %q has %d joints, %d matrices are given for %d instances",
			ErrItem, name, joints, len(it.Joints), n)
	}
	if len(it.Weights) != 0 && len(it.Weights) < n*weights {
		return fmt.Errorf("gpu: %w: model %q has %d morph weights, %d values are given for %d instances",
			ErrItem, name, weights, len(it.Weights), n)
	}
	if floats := len(m.Data.Floats); len(it.Floats) != 0 && len(it.Floats) < n*floats {
		return fmt.Errorf("gpu: %w: model %q has %d floats, %d values are given for %d instances",
			ErrItem, name, floats, len(it.Floats), n)
	}
	return it.checkLevels(d)
}

// checkPalettes reports palettes that do not fit the model's skins.
func (it *Item) checkPalettes(d *device.Device) error {
	m := it.Model.on
	if len(it.Palettes) != len(m.Data.Skins) {
		return fmt.Errorf("gpu: %w: model %q has %d skins, %d palettes are given",
			ErrItem, m.Data.Name, len(m.Data.Skins), len(it.Palettes))
	}
	for s, skin := range m.Data.Skins {
		if err := it.Palettes[s].check(d, len(it.World), skin.Len()); err != nil {
			return fmt.Errorf("gpu: %w: model %q, palettes of skin %d: %w", ErrItem, m.Data.Name, s, err)
		}
	}
	for p := range m.Parts {
		if of := &m.Parts[p]; of.Dual && it.Palettes[of.Skin].evaluator != nil {
			return fmt.Errorf("gpu: %w: model %q, palettes of skin %d: an Evaluator computes no dual quaternions",
				ErrItem, m.Data.Name, of.Skin)
		}
	}
	return nil
}
