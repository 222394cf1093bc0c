//go:build cgo && !unix

package main

import "time"

var begun = time.Now()

// spent returns the wall-clock time, on systems without CPU time of a process.
func spent() time.Duration { return time.Since(begun) }
