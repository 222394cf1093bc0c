package play

import "github.com/sinew-anim/sinew/runtime/pose"

// Control changes the poses of instances once their clips are blended, see package runtime/control.
type Control interface {
	// Len is the number of instances, Layout that of the poses that it changes.
	Len() int
	Layout() *pose.Layout
	// Acting is a byte per instance, not 0 where it changes the pose. It is read when an
	// update begins.
	Acting() []uint8
	// Columns are the layout's columns that controllers read or write, Changes those that they
	// write.
	Columns() []int
	Changes() []int
	NewController() pose.Controller
}

// ControlMemory is a control with state, which Instance.Save and Instance.Restore include.
type ControlMemory interface {
	// Save appends the control's state of instance i. Restore sets it, or changes nothing.
	Save(data []byte, i int) []byte
	Restore(i int, data []byte) error
}
