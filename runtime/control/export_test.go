package control

// What tests compare with.
const (
	MaxModifiers = maxModifiers
)
