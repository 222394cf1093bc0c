package main

import (
	"fmt"
	"io"
)

// warn says something on the standard error that does not stop the command.
func warn(stderr io.Writer, format string, args ...any) {
	complain(stderr, "warning: "+fmt.Sprintf(format, args...))
}

// maxLossesShown is how many losses of a file a command tells before it refers
// to info.
const maxLossesShown = 3

// warnLosses says what of the files the model does not have: a texture that is
// missing, tracks without a joint.
func (o *opened) warnLosses(stderr io.Writer) {
	for _, r := range o.reports() {
		losses := 0
		for _, f := range r.Findings {
			if f.Severity != loss {
				continue
			}
			if losses++; losses <= maxLossesShown {
				warn(stderr, "%s: %s: %s", r.File, f.Where, f.Message)
			}
		}
		if losses > maxLossesShown {
			warn(stderr, "%s: %d more losses, which sinew info lists", r.File, losses-maxLossesShown)
		}
	}
}
