package runtime

import (
	"github.com/sinew-anim/sinew/runtime/internal/limit"
	"github.com/sinew-anim/sinew/runtime/internal/source"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// mixing is what makes poses and palettes of what the instances of a crowd play.
type mixing struct {
	active  *table
	player  source.Player
	poses   *pose.Layout
	n       int
	scales  *limit.Scales // nil: no layer scales a joint
	lengths *limit.Lengths
	levels  crowdLevels

	stride  int
	values  []float32 // palettes, of whole blocks
	weights crowdWeights
	floats  source.Floats
}
