// Package face tests that the types and constants of the module's importable packages can be read where they
// are named. A signature, field, constant, variable or alias fails the test with its file and line if it names
//
//	func Open(at exact.Vec)         a type of an internal package: users can neither import nor read it
//	type Options = play.Options     a type of another package: go doc prints its fields there alone
//	const MaxText = jsondoc.Limit   a constant of an internal package: go doc does not print its value
//
// Methods and fields that a type gets by embedding count as its own, and so do those of unexported types that
// exported signatures return.
package face
