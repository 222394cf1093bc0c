// Package layout lays out the poses of a model in memory: it chooses the joints with slots, their
// form and the columns, and converts the values of tracks to those of columns.
//
//	model, clips ─ Check ─► New ─► Survey(form) ─► Columns(tolerance) ─► Layout
//	                slots ┘         │ how far      │ what moves           │ soa.Layout
//	                                │ all moves    └► Encoder: pose ─► row
//	                                └► ErrForm     └► Conversions: track ─► column
//
// Banks (package bake) and keys (package source) are laid out by it alike: a bank with
// the bound that its rows hold, keys (OfKeys) with one that is a part of the skeleton's size.
package layout
