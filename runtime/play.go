package runtime

import "github.com/sinew-anim/sinew/runtime/play"

// What instances are asked to play, by Instance.Play or by a graph, is the matter of package
// play. Its types have names here too.
type (
	// PlayOptions are the options of Instance.Play.
	PlayOptions = play.Options
	// LayerKind says how a layer acts on what the layers below it show.
	LayerKind = play.Kind
	// LoopMode says what happens to a time outside a clip.
	LoopMode = play.LoopMode
	// Curve is the course of a fade's weight from 0 to 1.
	Curve = play.Curve
	// Transition says how a clip replaces another one.
	Transition = play.Transition
	// Event is an event of a clip that an instance has passed in an update.
	Event = play.Event
	// EventKind says what of an event an instance passes.
	EventKind = play.EventKind
	// ActiveClip is what one clip does in an instance.
	ActiveClip = play.ActiveClip
	// LOD is a level of detail of a crowd's instances.
	LOD = play.LOD
	// RootMotion says what a crowd does with the movement of the root.
	RootMotion = play.RootMotion
	// Control changes the poses of instances once their clips are blended.
	Control = play.Control
	// ControlMemory is a control with state, which Instance.Save and Instance.Restore include.
	ControlMemory = play.ControlMemory
	// Graph decides what the instances of a crowd play, in place of Play.
	Graph = play.Graph
)

const (
	Blend         = play.Blend
	Override      = play.Override
	ModelOverride = play.ModelOverride
	Additive      = play.Additive
	Subtract      = play.Subtract

	Wrap     = play.Wrap
	Clamp    = play.Clamp
	PingPong = play.PingPong

	Smooth   = play.Smooth
	Straight = play.Straight
	EaseIn   = play.EaseIn
	EaseOut  = play.EaseOut

	CrossFade   = play.CrossFade
	Frozen      = play.Frozen
	DeadBlend   = play.DeadBlend
	Inertialize = play.Inertialize

	EventAt     = play.EventAt
	EventBegin  = play.EventBegin
	EventInside = play.EventInside
	EventEnd    = play.EventEnd

	RootIgnored  = play.RootIgnored
	RootReported = play.RootReported
	RootApplied  = play.RootApplied

	// Never as LOD.Every is for instances out of sight.
	Never = play.Never
	// Rest in place of a clip's index is the rest pose.
	Rest = play.Rest
	// MaxLayers is the greatest number of layers of an instance.
	MaxLayers = play.MaxLayers
	// MaxWeight is the greatest weight of a layer.
	MaxWeight = play.MaxWeight
	// MaxSpeed is the greatest speed of a clip.
	MaxSpeed = play.MaxSpeed
	// MostEvents is the greatest CrowdOptions.MaxEvents.
	MostEvents = play.MostEvents
)
