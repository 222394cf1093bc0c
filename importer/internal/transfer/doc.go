// Package transfer rewrites the clips of one file for another file's skeleton. It matches joints
// by name and ancestors, and converts between their frames and units.
package transfer
