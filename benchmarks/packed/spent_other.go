//go:build cgo && !unix

package main

import "time"

var begun = time.Now()

// spent is the time that passed, where the system does not tell that of this process.
func spent() time.Duration { return time.Since(begun) }
