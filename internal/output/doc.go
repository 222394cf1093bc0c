// Package output writes files by one rule, for the command and for package film: an output appears complete or not at
// all, and nothing that is no ordinary file is replaced.
//
//	walk.glb            .walk.glb.part/          walk.glb
//	(old, or none)        .sinew-lock            (new)
//	                      walk.glb  ── Commit ──►
//
// What is at the path decides:
//
//	nothing, a file      written aside and renamed; a file keeps its permissions, its other hard links their content
//	a symbolic link      is followed and stays: its target is replaced, or made where the link leads to nothing
//	a character device   is written straight, after the output is complete
//	a pipe               as a device; one that nothing reads is ErrUnread, at once
//	all else             is refused: folders, sockets, disks
//
// A run that is killed leaves its folder, which the next run of the same output removes: the lock in it tells whether the
// run has ended. Where the system has no such locks, nothing is removed.
//
// A Guard knows the files that a run reads and those that it writes, and refuses one that is both.
package output
