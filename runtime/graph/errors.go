package graph

import "errors"

var (
	// ErrGraph: a graph contradicts itself or its cast. The text begins with the place in the graph.
	ErrGraph = errors.New("invalid graph")
	// ErrLimit: a graph exceeds a limit: 1,024 nodes with all copies of subgraphs, 32 nodes below each
	// other, 64 inputs of a node, 256 states of a machine, 256 parameters, 1,000 bytes of a name, or
	// 4 MiB of JSON.
	ErrLimit = errors.New("limit of graphs")
	// ErrParameter: a parameter does not exist or has another type, or a value is not finite.
	ErrParameter = errors.New("no such parameter value")
)

// Limits of a graph.
const (
	maxNodes      = 1024 // with all copies of subgraphs
	maxInputs     = 64   // of a node
	maxDepth      = 32
	maxParameters = 256
	maxStates     = 256 // of a machine
)

// maxSubsteps is the most substeps of one step of an instance: up to two for each transition and each
// end of a fade, more while clips of a phase fade. What follows them is one substep, whose transitions
// are late, and the update returns play.ErrTransitions.
const maxSubsteps = 1 << 16

// version is the version of the JSON form.
const version = 1

// maxName is the greatest length of a name in bytes.
const maxName = 1000
