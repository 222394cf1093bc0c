package graph

import (
	"errors"

	"github.com/sinew-anim/sinew/internal/jsondoc"
)

var (
	// ErrGraph: a graph contradicts itself, or what it is compiled against. The error's
	// text begins with the place in the graph.
	ErrGraph = errors.New("invalid graph")
	// ErrLimit: a graph is larger than one may be.
	ErrLimit = errors.New("limit of graphs")
	// ErrParameter: a parameter that does not exist, of another type, or a value that is
	// not finite.
	ErrParameter = errors.New("no such parameter value")
)

// Limits of a graph.
const (
	MaxNodes      = 1024 // with every copy that a SubGraph is
	MaxInputs     = 64   // of a node
	MaxDepth      = 32
	MaxParameters = 256
	MaxStates     = 256 // of a machine
)

// Version is the version of the JSON form.
const Version = 1

// Limits of a graph's JSON and of names, in bytes.
const (
	MaxText = jsondoc.MaxText
	MaxName = jsondoc.MaxName
)
