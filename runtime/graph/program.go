package graph

import (
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/internal/suggest"
	"github.com/sinew-anim/sinew/runtime/graph/internal/space"
	"github.com/sinew-anim/sinew/runtime/internal/phase"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// Program is a compiled graph. It does not change, and any number of Instances may share it.
//
//	ops        split ─┬─ machine ─┬─ line ─┬─ clip      leaf 0   clock 0
//	                  │           │        └─ clip      leaf 1   clock 0
//	                  │           └─ clip               leaf 2   clock 1
//	                  └─ clip                           leaf 3   clock 2
type Program struct {
	parameters  []parameter
	values      int       // of the parameters of an instance
	smooth      []float64 // per value, as Parameter.Smooth; nil where all are 0
	triggers    []int     // values
	ops         []op      // the root first, each before what is below it
	locals      int       // weights that blends keep in an instance
	leaves      []leaf
	fastest     float64 // of the leaves whose speeds no parameter changes
	paced       []int   // the other leaves
	clocks      []clock
	machines    []machine
	states      int // of all machines
	transitions int
	cooldowns   int
	masks       []pose.Mask
	maskNames   []string
	layers      int       // most clips at once, without fades
	seconds     []float64 // of the cast's clips
	hash        uint64

	lines     []*space.Line
	triangles []*space.Triangles
	bands     []*space.Bands
	weights   [][]number
}

// parameter is a parameter and where its values are.
type parameter struct {
	Parameter
	at int
}

// number is a Value with a resolved parameter.
type number struct {
	at            int16 // of an instance's parameters; −1: none
	scale, offset float32
}

// value returns the value for parameters.
func (v *number) value(parameters []float32) float32 {
	if v.at < 0 {
		return v.offset
	}
	x := float32(v.scale*parameters[v.at]) + v.offset
	switch {
	case x > maxValue:
		return maxValue
	case x < -maxValue:
		return -maxValue
	}
	return x
}

// opKind is how an op distributes its weight.
type opKind uint8

const (
	opNothing   opKind = iota
	opClip             // gives it to a leaf
	opLine             // gives it to two of its kids
	opTriangles        // to three
	opBands            // to maxBands at most
	opWeights          // to all, times a value of each
	opSplit            // to its first kid and, times a value, to its second
	opMachine          // to the states that play
)

// maxBands is the greatest number of samples of an opBands that have a weight at once.
const maxBands = 5

// op is a node of a graph.
type op struct {
	kind      opKind
	normalize bool     // of opWeights
	clock     int16    // the phase that its clips share; −1: none
	what      int      // index of what it is in leaves, lines, … or machines
	kids      []uint16 // the ops right below it
	local     int      // in the weights of an instance: one per kid
	x, y      number   // the place of a blend; x is the weight of opSplit
	most      float32  // greatest weight of opSplit
	least     int      // clips that it plays at once, at most
	path      string
	labels    []string // of a blend's kids

	// Clocks and machines that start with it.
	firstClock, endClock     int
	firstMachine, endMachine int
}

// weight clamps the weight of an opSplit.
func (o *op) weight(x float32) float32 {
	switch {
	case !(x > 0):
		return 0
	case x > o.most:
		return o.most
	}
	return x
}

// leaf is a clip at a place in the graph.
type leaf struct {
	phase.Clip // of its clock
	clip       int32
	mode       play.LoopMode
	kind       play.Kind
	layer      uint8
	mask       uint8 // as play.Options.Mask
	many       bool  // its clock has several intervals
	clock      int

	seconds float64
	speeds  []number // factors
	factor  float64  // the product of constant factors
	start   float64  // as a part of its length
}

// clock is a phase that leaves share: it counts intervals.
type clock struct {
	name   string // of a Sync, or empty
	count  int    // intervals in a round
	mode   play.LoopMode
	lead   bool
	seeks  bool
	seek   number
	leaves []int
}

// machine is a compiled Machine.
type machine struct {
	path        string
	states      []state
	start       int
	transitions []transition

	firstState int // in a recorder
}

// state is a compiled State.
type state struct {
	name        string
	node        int // its op
	enter, exit []string
	leave       []int  // transitions, the least priority first
	gates       []gate // of these
}

// transition is a compiled Transition.
type transition struct {
	to, priority int
	path         string // empty of those that a Switch makes
	number       int    // in a recorder
	when         []condition
	fade         Fade
	start        float64
	match        bool
	interrupt    Interrupt
	cooldown     float64
	clock        int // in the cooldowns of an instance, where cooldown > 0
}

// condition is a compiled Condition.
type condition struct {
	test    Test
	at      number // of a parameter
	trigger int    // the parameter's number
	than    float64
	moments []moment // of Passed
}

// moment is a place in a leaf's clip.
type moment struct {
	leaf int
	at   float64 // seconds
}

// Parameter returns the number of a parameter. The error wraps ErrParameter.
func (p *Program) Parameter(name string) (int, error) {
	names := namesOf(p.parameters, func(x *parameter) string { return x.Name })
	if k := slices.Index(names, name); k >= 0 {
		return k, nil
	}
	return 0, fmt.Errorf("%w: %q%s", ErrParameter, name, suggest.Hint(names, name))
}

// Parameters returns the parameters in the order of their numbers.
func (p *Program) Parameters() []Parameter {
	list := make([]Parameter, len(p.parameters))
	for k := range list {
		list[k] = p.parameters[k].Parameter
	}
	return list
}

// Layers is the least CrowdOptions.Layers for what the graph plays at once without fades. Fades
// that do not fit are inertialized.
func (p *Program) Layers() int { return p.layers }

// Hash is Graph.Hash.
func (p *Program) Hash() uint64 { return p.hash }
