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
	// Less is yes where the value is less than b, and else no, as for NaN; Same is yes
	// where they are equal.
	Less(b, yes, no T) T
	Same(b, yes, no T) T
	// Of is a constant, whatever the value.
	Of(float32) T
}

// Memory is where a kernel has its values: arguments of rows, a row being 16 lanes, and
// numbers that are the same for all lanes. What is loaded is what was there before the
// first Store.
type Memory[T any] interface {
	Load(argument, row int) T
	Uniform(i int) T
	Store(argument, row int, v T)
	// Seldom is f's values where a is less than b, which it hardly ever is, and else the
	// others. Kernels compute them where any lane needs them.
	Seldom(a, b T, others [5]T, f func() [5]T) [5]T
}
