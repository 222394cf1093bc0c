// Package contexts holds the test that every exported function with a context stops soon after it ends, and
// ends by itself in a bounded time, on files that are made to take long: chains, stars, combs and trees of as
// many joints as there can be, whose names are equal, absent or long.
package contexts
