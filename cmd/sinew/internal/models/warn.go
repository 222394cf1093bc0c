package models

import (
	"io"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
)

// maxLossesShown is how many losses of a file a command tells before it refers
// to info.
const maxLossesShown = 3

// WarnLosses says what of the files the model does not have: a texture that is
// missing, tracks without a joint.
func (o *Opened) WarnLosses(stderr io.Writer) {
	for _, r := range o.Reports() {
		losses := 0
		for _, f := range r.Findings {
			if f.Severity != Loss {
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
