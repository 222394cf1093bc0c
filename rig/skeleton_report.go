package rig

import "fmt"

// SkeletonReport is what a change did.
type SkeletonReport struct {
	// Index has per joint of the argument its index in the result, or soa.NoJoint for a removed one.
	Index []int `json:"-"`
	// Before and After are the numbers of joints.
	Before int `json:"joints_before"`
	After  int `json:"joints_after"`
	// Notes are what was done and what followed, a sentence each.
	Notes []string `json:"notes"`
	// Next is what to call before the result is of use, if anything.
	Next string `json:"next,omitempty"`
	// Added is the number of keys that were added between others, to follow a product of two
	// moving joints; Loosest is the greatest distance in metres by which they miss it, of a
	// child's place and of points a metre from it.
	Added   int     `json:"keys_added,omitempty"`
	Loosest float64 `json:"loosest_metres,omitempty"`
}

func (r *SkeletonReport) note(format string, args ...any) {
	r.Notes = append(r.Notes, fmt.Sprintf(format, args...))
}

// plural is a number of things.
func plural(n int, thing string) string {
	switch {
	case n == 1:
		return "1 " + thing
	case thing == "vertex":
		return fmt.Sprintf("%d vertices", n)
	case thing == "entry":
		return fmt.Sprintf("%d entries", n)
	}
	return fmt.Sprintf("%d %ss", n, thing)
}
