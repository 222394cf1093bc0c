// Package layout decides what the poses of a model look like in memory: which joints have slots, in
// which form, what has a column, and how the values of tracks become those of columns.
//
//	model, clips ─ Check ─► New ─► Survey(form) ─► Columns(tolerance) ─► Layout
//	                slots ┘         │ how far      │ what moves           │ soa.Layout
//	                                │ all moves    └► Encoder: pose ─► row
//	                                └► ErrForm     └► Conversions: track ─► column
//
// Banks (package compile) and keys (package source) are laid out by it alike: a bank with
// the bound that its rows hold, keys (OfKeys) with one that is a part of the skeleton's size.
package layout
