package driver

import "github.com/sinew-anim/sinew/soa"

// Texture units and the blocks' binding points, the same in all programs.
const (
	UnitRows = iota
	UnitDeltas
	UnitShadow
	UnitMaps                           // of soa.BaseColorMap, and those of the other roles after it
	unitEnd  = UnitMaps + soa.MapRoles // their number, 8 of the 16 that each stage has at least

	BindingFrame = 0
	BindingRows  = 1               // of uniform and of storage blocks
	bindingEnd   = BindingRows + 5 // storage blocks of evaluate.comp
)

// Vertex attributes, as the shaders number them.
const (
	AttributePosition   = 0
	AttributeNormal     = 1
	AttributeUV         = 2
	AttributeColor      = 3
	AttributeBone       = 4 // and 6
	AttributeWeight     = 5 // and 7
	AttributeInstance   = 8 // to 11
	AttributeMorphRange = 12
	AttributeBlend      = 13
	AttributeUV2        = 14
	AttributeTangent    = 15 // the last that every driver has

	InstanceAttributes = 4 // that step once per instance
)
