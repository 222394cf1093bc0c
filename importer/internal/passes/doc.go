// Package passes builds a model from an open file, one pass after another.
package passes
