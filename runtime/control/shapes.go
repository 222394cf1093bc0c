package control

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/soa"
)

// BodyShape is the shape of a joint's body, in its frame.
type BodyShape struct {
	Joint  string
	A, B   [3]float32 // the ends of the axis of a capsule around the bone
	Radius float32
	// Middle and Half are a box around the joint's vertices, along the axes of its frame.
	Middle, Half [3]float32
}

// Shapes returns the body shapes of joints, from the vertices that move with each joint or with
// its descendants that are not listed. Without vertices the radius is an eighth of the bone. The
// error wraps ErrJoint.
func Shapes(model *soa.Model, joints []string) ([]BodyShape, error) {
	s := New(model.Skeleton)
	index := make([]int, model.Skeleton.Len()) // the shape that a joint belongs to, or −1
	for j := range index {
		index[j] = -1
	}
	list, at := make([]BodyShape, len(joints)), make([]int, len(joints))
	for k, name := range joints {
		j, err := s.find(name)
		if err != nil {
			return nil, fmt.Errorf("shapes: %w", err)
		}
		if index[j] >= 0 {
			return nil, fmt.Errorf("shapes: %w: %q is there twice", ErrJoint, name)
		}
		list[k].Joint, at[k], index[j] = name, j, k
	}
	for j, p := range model.Skeleton.Parent {
		if index[j] < 0 && p >= 0 {
			index[j] = index[p]
		}
	}
	clouds := vertexClouds(model, index, at)
	for k := range list {
		end, known := s.boneEnd(at[k], index, at)
		list[k].fit(end, known, clouds[k])
	}
	return list, nil
}

// vertexClouds are the vertices of each shape, in the frame of its joint.
func vertexClouds(model *soa.Model, index, at []int) [][]geom.Vec {
	clouds := make([][]geom.Vec, len(at))
	for m := range model.Meshes {
		mesh := model.Meshes[m]
		if mesh.Skin < 0 || mesh.Influences == 0 {
			continue
		}
		skin := model.Skins[mesh.Skin]
		into := make([]*soa.Affine, len(at)) // from the mesh to the frame of a shape's joint
		for e, j := range skin.Joint {
			if k := index[j]; k >= 0 && at[k] == int(j) {
				into[k] = &skin.InverseBind[e]
			}
		}
		for v := range len(mesh.Position) / 3 {
			bone := mesh.BoneIndex[v*mesh.Influences] // the largest
			if k := index[skin.Joint[bone]]; k >= 0 && into[k] != nil {
				clouds[k] = append(clouds[k], geom.Point(into[k], geom.VecOf([3]float32(mesh.Position[3*v:3*v+3]))))
			}
		}
	}
	return clouds
}

// fit fits capsule and box to vertices and to the bone from the origin to its end, if that is
// known.
func (b *BodyShape) fit(end geom.Vec, known bool, cloud []geom.Vec) {
	length := end.Length()
	axis := end.Unit(geom.Vec{Y: 1})
	if len(cloud) == 0 {
		cloud = []geom.Vec{{}, end}
		b.Radius = length / 8
	} else {
		sum := 0.0
		for _, v := range cloud {
			off := v.AddTimes(axis, -v.Dot(axis))
			sum += math.Sqrt(float64(off.Dot(off)))
		}
		b.Radius = float32(sum / float64(len(cloud)))
	}
	low, high := cloud[0], cloud[0]
	from, to := float32(math.Inf(1)), float32(math.Inf(-1))
	if known {
		from, to = 0, length
	}
	for _, v := range cloud {
		low, high = low.Min(v), high.Max(v)
		along := v.Dot(axis)
		from, to = min(from, along), max(to, along)
	}
	b.Middle, b.Half = low.Lerp(high, 0.5).Array(), high.Sub(low).Times(0.5).Array()
	for k := range b.Half {
		b.Half[k] = max(b.Half[k], b.Radius)
	}
	if from, to = from+b.Radius, to-b.Radius; from > to {
		from, to = (from+to)/2, (from+to)/2
	}
	b.A, b.B = axis.Times(from).Array(), axis.Times(to).Array()
}
