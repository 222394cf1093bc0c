package play

import "github.com/sinew-anim/sinew/soa"

// Archive is the archive of runtime.Archived, such as *archive.Archive of package soa/archive. Its
// results have passed their Validate: a crowd does not check them again.
type Archive interface {
	// Retain keeps the archive's data until release is called, Guard while do runs. do may
	// read data in the archive's file.
	Retain() (release func(), err error)
	Guard(do func() error) error
	// Banks is the number of compiled banks, Clips that of clips.
	Banks() int
	Clips() int
	ClipName(i int) string
	Bank(i int) (*soa.Bank, error)
	// Columns returns the data that the columns of clips follow from, or nil.
	Columns() (*soa.ClipColumns, error)
	// Still returns the model without clips, Body the part that its palettes follow from, Packed a
	// clip that IsPacked, and Clip another.
	Still() (*soa.Model, error)
	Body() (*soa.Model, error)
	IsPacked(i int) bool
	Packed(i int) (*soa.Packed, error)
	Clip(i int) (*soa.Clip, error)
}

// Deviation is the largest difference found between the played and the exact value of
// a track. Relative is 0 where none is above 1e-6.
type Deviation struct {
	Clip, Track int     // of the model
	Time        float64 // seconds on the clip's own time line
	// Size is in metres for translations, in radians for rotations, and in their own unit
	// for scale factors and weights.
	Size float64
	// Relative is Size as a part of the value or, where that is less, of the skeleton's
	// size at rest (translations) or of 1. For rotations it is the distance of the unit
	// quaternions, half of Size.
	Relative float64
}
