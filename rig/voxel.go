package rig

import (
	"github.com/sinew-anim/sinew/rig/internal/bone"
	"github.com/sinew-anim/sinew/rig/internal/voxel"
)

const (
	maxResolution     = voxel.MaxResolution
	defaultResolution = 128

	// finelyBound is the number of bones up to which the default resolution holds. Half of it has an
	// eighth of the voxels, for eight times the bones.
	finelyBound = 256
)

// voxel computes weights by ways within the volume of the surface.
func (t *task) voxel() ([]bone.Row, error) {
	volume, err := voxel.New(t.ctx, t.surface.Position, t.surface.Triangle, t.resolution())
	if err != nil {
		return nil, err
	}
	distances, err := volume.Distances(t.ctx, t.bones.Segments())
	if err != nil {
		return nil, err
	}
	for _, b := range distances.Outside {
		t.report.add(OutsideBone, t.model.Skeleton.Name[t.bones[b].Joint], 1,
			"the bone of joint %d is outside the meshes; it acts from the nearest place within", t.bones[b].Joint)
	}
	rows := make([]bone.Row, len(t.surface.Position))
	falloff := 1.
	if t.options.Falloff != nil {
		falloff = *t.options.Falloff
	}
	var list []voxel.Weight
	for p := range rows {
		list = distances.Weights(list[:0], p, falloff)
		for _, w := range list {
			rows[p] = append(rows[p], bone.Weight{Bone: int32(w.Bone), Value: w.Weight})
		}
	}
	return rows, nil
}

// resolution returns the number of voxels along the longest side.
func (t *task) resolution() int {
	if t.options.Resolution > 0 {
		return t.options.Resolution
	}
	resolution := defaultResolution
	for bones := len(t.bones); bones > finelyBound; bones /= 8 {
		resolution /= 2
	}
	if resolution < defaultResolution {
		t.report.add(Coarse, t.name(), resolution, "%d joints: %d voxels along the longest side instead of %d", len(t.bones), resolution, defaultResolution)
	}
	return resolution
}
