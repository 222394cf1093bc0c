package graph

import "errors"

var (
	// ErrGraph: a graph contradicts itself or its cast. The text begins with the place in the graph.
	ErrGraph = errors.New("invalid graph")
	// ErrLimit: a graph exceeds a limit.
	ErrLimit = errors.New("limit of graphs")
	// ErrParameter: a parameter does not exist or has another type, or a value is not finite.
	ErrParameter = errors.New("no such parameter value")
)

// Limits of a graph.
const (
	MaxNodes      = 1024 // with all copies of subgraphs
	MaxInputs     = 64   // of a node
	MaxDepth      = 32
	MaxParameters = 256
	MaxStates     = 256 // of a machine
)

// MaxSubsteps is the most substeps of one step of an instance: up to two for each transition and each
// end of a fade, more while clips of a phase fade. What follows them is one substep, whose transitions
// are late, and the update returns play.ErrTransitions.
const MaxSubsteps = 1 << 16

// Version is the version of the JSON form.
const Version = 1

// Limits of a graph's JSON and of names, in bytes.
const (
	MaxText = 4 << 20
	MaxName = 1000
)
