package play

import "fmt"

// nameOf is one of some names or, beyond them, a number of what they are names of.
func nameOf[T ~uint8](names []string, k T, what string) string {
	if int(k) < len(names) {
		return names[k]
	}
	return fmt.Sprintf("%s(%d)", what, uint8(k))
}

// MaxLayers is the greatest number of layers of an instance.
const MaxLayers = 8

// DefaultLayers is CrowdOptions.Layers where that is 0.
const DefaultLayers = 4

// Kind says how a layer combines with the layers below it.
type Kind uint8

const (
	// Blend averages the layer with its neighbours by their weights. Weight missing
	// from 1 shows the layers below, at the bottom the rest pose.
	Blend Kind = iota
	// Override covers the layers below by weight and mask. It begins a group: Blend
	// layers after it are averaged with it.
	Override
	// ModelOverride is Override with rotations blended in model space: a masked upper body keeps
	// its bearing however the hips turn. At the bottom it covers the rest pose. Its mask is that of
	// the whole group: in a fade to another mask, to Override or from it the two clips cover the
	// layers below one after the other, the younger one last.
	ModelOverride
	// Additive adds the clip's difference from the rest pose, see edit.Additive.
	Additive
	// Subtract takes that difference away.
	Subtract
)

// String returns the kind's name.
func (k Kind) String() string {
	return nameOf([]string{"blend", "override", "model-override", "additive", "subtract"}, k, "layer kind")
}

// Begins reports whether a layer of the kind covers those below.
func (k Kind) Begins() bool { return k == Override || k == ModelOverride }

// MaxWeight is the greatest weight of a layer. A mask multiplies it by pose.MaxWeight at
// most, so that sums and products of the poses of MaxLayers layers, and their squares, are
// finite in float32:
//
//	(8 · MaxWeight · pose.MaxWeight)² < 2¹²⁸       a mean
//	(√2 · MaxWeight · pose.MaxWeight)¹⁶ < 2¹²⁸     rotations that are added to one
const MaxWeight = 16

// IsWeight reports whether a layer can have a weight.
func IsWeight(weight float64) bool { return weight >= 0 && weight <= MaxWeight }

// Adds reports whether the kind changes a finished pose.
func (k Kind) Adds() bool { return k == Additive || k == Subtract }

// Curve is the course of a fade's weight from 0 to 1, over a time s from 0 to 1.
type Curve uint8

const (
	Smooth   Curve = iota // 3s² − 2s³: begins and ends without a jump in speed
	Straight              // s
	EaseIn                // s²
	EaseOut               // 2s − s²
)

// String returns the curve's name.
func (c Curve) String() string {
	return nameOf([]string{"smooth", "straight", "ease-in", "ease-out"}, c, "curve")
}

// Weight is the curve's value at s in [0, 1]; 0 and 1 stay exact.
func (c Curve) Weight(s float32) float32 { return weightOf(c, s) }

// At is Weight in float64.
func (c Curve) At(s float64) float64 { return weightOf(c, s) }

func weightOf[T float32 | float64](c Curve, s T) T {
	switch c {
	case Smooth:
		return T(T(s*s) * (3 - (s + s)))
	case EaseIn:
		return T(s * s)
	case EaseOut:
		return T(s * (2 - s))
	}
	return s
}

// Transition says how a clip replaces another one.
type Transition uint8

const (
	// CrossFade plays both clips during the fade.
	CrossFade Transition = iota
	// Frozen fades from the pose that the instance has: its old clips do not go on.
	Frozen
	// DeadBlend fades from that pose too, but lets it go on with its velocity, which
	// dies out (Holden, 2023).
	DeadBlend
	// Inertialize plays the new clip alone and lets the difference between the poses
	// and their velocities die out along a quintic (Bollo, 2018). It acts on the whole
	// pose, whatever the layer.
	Inertialize
)

// String returns the transition's name.
func (t Transition) String() string {
	return nameOf([]string{"cross-fade", "frozen", "dead-blend", "inertialize"}, t, "transition")
}
