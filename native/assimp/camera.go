//go:build cgo

package assimp

/*
#include "bridge.h"
*/
import "C"

// Camera is a view of one camera. It stands at the node of its name, and its
// vectors are in that node's space.
type Camera struct {
	p *C.struct_aiCamera
	s *Scene
}

// IsNil tells whether this is no camera.
func (c Camera) IsNil() bool { return c.p == nil }

func (c Camera) c() *C.struct_aiCamera {
	if c.p == nil {
		return &noCamera
	}
	return c.p
}

var noCamera C.struct_aiCamera

// Name is the name of the node the camera stands at.
func (c Camera) Name() string { return text(&c.c().mName) }

// Position is where the camera is.
func (c Camera) Position() [3]float32 { return vector(&c.c().mPosition) }

// LookAt is the direction the camera looks in.
func (c Camera) LookAt() [3]float32 { return vector(&c.c().mLookAt) }

// Up is the direction that is up in the picture.
func (c Camera) Up() [3]float32 { return vector(&c.c().mUp) }

// HorizontalFOV is the horizontal field of view in radians, as libassimp has it.
func (c Camera) HorizontalFOV() float32 { return float32(c.c().mHorizontalFOV) }

// Clip is the distance of the near and the far clipping plane.
func (c Camera) Clip() (near, far float32) {
	return float32(c.c().mClipPlaneNear), float32(c.c().mClipPlaneFar)
}

// Aspect is width over height, 0 where the file does not say.
func (c Camera) Aspect() float32 { return float32(c.c().mAspect) }

// Light is a view of one light. It stands at the node of its name, and its
// vectors are in that node's space.
type Light struct {
	p *C.struct_aiLight
	s *Scene
}

// LightType is a kind of light.
type LightType uint32

// The kinds of light, aiLightSourceType in libassimp's light.h.
const (
	LightUndefined   LightType = 0
	LightDirectional LightType = 1
	LightPoint       LightType = 2
	LightSpot        LightType = 3
	LightAmbient     LightType = 4
	LightArea        LightType = 5
)

// IsNil tells whether this is no light.
func (l Light) IsNil() bool { return l.p == nil }

func (l Light) c() *C.struct_aiLight {
	if l.p == nil {
		return &noLight
	}
	return l.p
}

var noLight C.struct_aiLight

// Name is the name of the node the light stands at.
func (l Light) Name() string { return text(&l.c().mName) }

// Type is the kind of light.
func (l Light) Type() LightType { return LightType(l.c().mType) }

// Position is where the light is.
func (l Light) Position() [3]float32 { return vector(&l.c().mPosition) }

// Direction is where the light shines.
func (l Light) Direction() [3]float32 { return vector(&l.c().mDirection) }

// Diffuse is the light's colour, its strength in it.
func (l Light) Diffuse() [3]float32 {
	c := &l.c().mColorDiffuse
	return [3]float32{float32(c.r), float32(c.g), float32(c.b)}
}
