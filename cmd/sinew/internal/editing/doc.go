// Package editing reads the edits of flags, and reports what they did, for sinew edit.
//
//	--trim 0.2..1.1 --reverse --loop 0.1  ─►  list.Trim, list.Reverse, list.Loop    in this order
package editing
