package edit

// What tests compare with.
const (
	InsertBound = insertBound
)
