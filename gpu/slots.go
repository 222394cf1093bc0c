package gpu

// Texture units and the blocks' binding points, the same in all programs.
const (
	unitRows = iota
	unitDeltas
	unitBaseColor
	unitShadow
	unitEnd // how many there are

	bindingFrame = 0
	bindingRows  = 1               // of uniform and of storage blocks
	bindingEnd   = bindingRows + 5 // storage blocks of evaluate.comp
)

// Vertex attributes, as the shaders number them.
const (
	attributePosition   = 0
	attributeNormal     = 1
	attributeUV         = 2
	attributeColor      = 3
	attributeBone       = 4 // and 6
	attributeWeight     = 5 // and 7
	attributeInstance   = 8 // to 11
	attributeMorphRange = 12
	attributeBlend      = 13

	instanceAttributes = 4 // that step once per instance
)
