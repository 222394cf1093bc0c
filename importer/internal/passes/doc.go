// Package passes makes a model of a file that is open, by one pass after the other.
package passes
