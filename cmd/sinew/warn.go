package main

import (
	"io"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
)

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
				console.Warn(stderr, "%s: %s: %s", r.File, f.Where, f.Message)
			}
		}
		if losses > maxLossesShown {
			console.Warn(stderr, "%s: %d more losses, which sinew info lists", r.File, losses-maxLossesShown)
		}
	}
}
