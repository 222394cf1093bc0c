package retarget

// What tests compare with.
const (
	DefaultBound = defaultBound
)
