package formula

// Number is a value per lane. Every method rounds once, to float32.
type Number[T any] interface {
	Plus(T) T
	Minus(T) T
	Times(T) T
	Over(T) T
	Root() T
	Negative() T
	Absolute() T
	// Less returns yes where the value is less than b, and no elsewhere, also for NaN. Same
	// returns yes where they are equal.
	Less(b, yes, no T) T
	Same(b, yes, no T) T
	// Of returns a constant, independent of the receiver.
	Of(float32) T
}

// Memory holds a kernel's values: arguments made of rows of 16 lanes, and numbers that are the
// same for all lanes. Load returns what a row held before the first Store.
type Memory[T any] interface {
	Load(argument, row int) T
	Uniform(i int) T
	Store(argument, row int, v T)
	// Seldom returns f's values where a is less than b, which is rare, and the others elsewhere.
	// Kernels evaluate f only if some lane needs it.
	Seldom(a, b T, others [6]T, f func() [6]T) [6]T
}
