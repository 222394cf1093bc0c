package graph

import (
	"encoding/json"

	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/layers"
)

// Graph says what characters play, by parameters that a game sets. It is data: Compile
// resolves its names against what a crowd plays.
type Graph struct {
	Name       string
	Parameters []Parameter
	Masks      []Mask
	Sync       []Sync
	Parts      []Part // nodes that a Use names
	Root       Node
}

// Type is the type of a parameter.
type Type uint8

const (
	Float Type = iota
	Int
	Bool
	Trigger // is set, and cleared by the transition that it lets pass
	Vec2    // two floats, NAME.x and NAME.y in a Value
)

// Parameter is a value of each instance that a game sets.
type Parameter struct {
	Name string
	Type Type
	// Default is the value before the first Set: of Bool 0 or 1, Y of Vec2 alone.
	Default, DefaultY float64
	// Min and Max, where they differ, limit what Set gives a Float, an Int or both
	// parts of a Vec2. One of them can be infinite.
	Min, Max float64
	// Smooth is the time in which a Float or Vec2 goes half of its way to what was set,
	// in seconds, where nodes read it; conditions see what was set.
	Smooth float64
	// Lifetime is how long a Trigger waits to be used, in seconds: 0 for the next update
	// alone, +Inf until it is used.
	Lifetime float64
}

// Mask is a mask that nodes name.
type Mask struct {
	Name  string
	Steps []layers.Step
}

// Sync is a phase that clips of any nodes share.
type Sync struct {
	Name string
	// Markers are the events at which the clips meet: those of them that all clips have
	// in the same order. Without any the clips meet at their starts.
	Markers []string
	// Lead gives the phase the length of the clip of the greatest weight instead of the
	// mean by weight.
	Lead bool
}

// Part is a node with a name. Each Use of it is a copy with a state of its own.
type Part struct {
	Name string
	Node Node
}

// Node is a part of a graph: a pointer to one of the types below, or nil, which plays
// nothing.
type Node interface{ node() }

// Value is a number, or a parameter, of which it is Offset + Scale · parameter: at most
// MaxValue, and at least −MaxValue; what is beyond counts as that. The zero Value says nothing: fields that can be left out are 1 then, and others are refused. A
// number has any Scale but Number gives it 1, by which the number 0 differs from nothing.
type Value struct {
	// Parameter is NAME, or NAME.x and NAME.y of a Vec2; of a Bool it is 0 or 1. Without
	// one the Value is Offset alone.
	Parameter     string
	Scale, Offset float64 // Scale is not 0 of a parameter
}

// MaxValue is the greatest number that a parameter is set to, and that a Value is: sums and
// differences of such numbers are finite in float32.
const MaxValue = 1e30

// Number is the Value of a number.
func Number(v float64) Value { return Value{Scale: 1, Offset: v} }

// Of is the Value of a parameter.
func Of(parameter string) Value { return Value{Parameter: parameter, Scale: 1} }

// The names of a phase, in fields Sync of nodes.
const (
	SyncOwn  = ""  // the phase of the blend or Seek around the node; without one a blend has its own
	SyncNone = "-" // each clip runs by itself
)

// Clip plays a clip.
type Clip struct {
	Clip  string
	Loop  runtime.LoopMode
	Speed Value   // a factor; the zero Value is 1
	Start float64 // where it starts, as a part of its length
	Sync  string  // the name of a Sync, SyncOwn or SyncNone
}

// Sample is a node at a place of a blend space.
type Sample struct {
	X, Y float64
	Node Node
}

// Blend1D blends the two neighbours of a value by its place between them.
type Blend1D struct {
	X       Value
	Samples []Sample // their Y is not used
	Sync    string
}

// Method is how a Blend2D weighs its samples.
type Method uint8

const (
	// Triangles weighs the corners of the triangle around a place, of the Delaunay
	// triangulation of the samples; a place outside counts as the nearest one inside.
	Triangles Method = iota
	// Cartesian is gradient band interpolation (Johansen, 2009) over places.
	Cartesian
	// Polar is gradient band interpolation over direction and length.
	Polar
)

// Blend2D blends samples by a place in the plane.
type Blend2D struct {
	X, Y    Value
	Method  Method
	Samples []Sample
	Sync    string
}

// Weighted is a node and its weight.
type Weighted struct {
	Weight Value // below 0 counts as 0, above runtime.MaxWeight as that
	Node   Node
}

// Weights blends nodes by weights of their own.
type Weights struct {
	Inputs []Weighted
	// Normalize divides the weights, which may be greater then, by their sum. Otherwise what
	// is missing of 1 shows what is below, or the rest pose.
	Normalize bool
	Sync      string
}

// Additive adds the clips of a node, or takes them away, as differences from the rest
// pose: after all layers of the graph.
type Additive struct {
	Base, Add Node
	Weight    Value // 0 to runtime.MaxWeight; the zero Value is 1
	Mask      string
	Subtract  bool
}

// Layer covers a node with another one.
type Layer struct {
	Base, Over Node
	Weight     Value // 0 to 1; the zero Value is 1
	Mask       string
	ModelSpace bool // rotations are blended in model space
}

// Select plays one of its nodes, by a number: the first for 0 and what is below, the
// last for what is above.
type Select struct {
	By     Value
	Inputs []Node
	Fade   Fade
}

// OneShot covers a node with another one, once, when a trigger is set.
type OneShot struct {
	Base, Shot Node
	Trigger    string
	Mask       string
	Adds       bool // Shot is added as by Additive instead
	In, Out    Fade
	Again      bool // the trigger starts it again while it plays
}

// Speed changes the speed of the clips of a node.
type Speed struct {
	Speed Value
	Node  Node
}

// Seek puts the clips of a node at a part of their length, 0 to 1 and any number of
// loops away, instead of letting them run.
type Seek struct {
	At   Value
	Node Node
}

// Use is a copy of a part of the graph.
type Use struct{ Part string }

// Unknown is an optional node of a type that is not known here. It plays nothing and is
// written as it was read.
type Unknown struct {
	Type string
	JSON json.RawMessage
}

// Machine is a state machine: one of its states plays, or several while they fade.
type Machine struct {
	States []State
	Start  string       // the name of the first state; the zero value is that of States[0]
	Any    []Transition // of all states
}

// State is a state of a Machine. Priorities of its transitions, and of those of Any that
// lead elsewhere, are unique.
type State struct {
	Name        string
	Node        Node     // nil: nothing plays
	Enter, Exit []string // names of events that it fires
	Transitions []Transition
}

// Transition leads to another state as soon as all its conditions hold. Of several that
// may, the one with the least Priority goes first.
type Transition struct {
	To       string
	Priority int
	When     []Condition
	Fade     Fade
	// Start is where the clips of the next state start, as a part of their length; Match
	// starts them at the phase of the state before.
	Start float64
	Match bool
	// Interrupt says which transitions may end this one before its fade is over.
	Interrupt Interrupt
	// Self lets a transition of Any lead from To to itself.
	Self bool
	// Cooldown is the time after it has passed in which it does not again, in seconds.
	Cooldown float64
}

// Fade is how a state follows another one.
type Fade struct {
	Seconds, Part float64 // Part: in lengths of what comes; they add up
	Curve         runtime.Curve
	// Inertialize plays what comes alone, and lets the difference die out.
	Inertialize bool
}

// Interrupt says which transitions may end another one before its fade is over.
type Interrupt uint8

const (
	InterruptDestination Interrupt = iota // those of the state that comes, and Any
	InterruptNone
	InterruptSource // those of the state that goes, and Any, with a lesser Priority than its
	InterruptBoth
)

// Test is what a Condition compares.
type Test uint8

const (
	Is        Test = iota // parameter = Value
	IsNot                 // parameter ≠ Value
	Above                 // parameter > Value
	Below                 // parameter < Value
	Fired                 // the trigger is set; the transition clears it
	Exit                  // the state passes the part Value of its length: of each loop or, above 1, once
	After                 // the state has played for Value seconds
	Remaining             // the state's clip has at most Value seconds left
	Passed                // a clip of the state passes the event Name
)

// Condition is one of those that a transition needs.
type Condition struct {
	Test  Test
	Name  string // of the parameter or event
	Value float64
}

func (*Clip) node()     {}
func (*Blend1D) node()  {}
func (*Blend2D) node()  {}
func (*Weights) node()  {}
func (*Additive) node() {}
func (*Layer) node()    {}
func (*Select) node()   {}
func (*OneShot) node()  {}
func (*Speed) node()    {}
func (*Seek) node()     {}
func (*Use) node()      {}
func (*Unknown) node()  {}
func (*Machine) node()  {}
