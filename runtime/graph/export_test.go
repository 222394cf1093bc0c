package graph

// What tests compare with.
const (
	MaxDepth      = maxDepth
	MaxInputs     = maxInputs
	MaxNodes      = maxNodes
	MaxParameters = maxParameters
	MaxStates     = maxStates
	MaxSubsteps   = maxSubsteps
	MaxValue      = maxValue
)
