package models

import (
	"errors"
	"io"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
)

// maxLossesShown is the number of losses of a file that a command prints.
const maxLossesShown = 3

// WarnLosses warns of what the import lost, such as a missing texture or tracks without a
// joint, of clips that change the model's proportions, and of files that could not be read.
func (o *Opened) WarnLosses(stderr io.Writer) {
	for _, r := range o.Reports() {
		losses := 0
		for _, g := range report.Alike(r.Findings) {
			if g.Kind == report.OtherLengths && !o.Wishes.turns {
				console.Warn(stderr, "%s", console.Prefix(g.Text(), r.File, g.Places()))
			}
			if g.Severity != Loss {
				continue
			}
			if losses++; losses <= maxLossesShown {
				console.Warn(stderr, "%s", console.Prefix(g.Text(), r.File, g.Places()))
			}
		}
		if losses > maxLossesShown {
			console.Warn(stderr, "%s: %d more losses, which sinew info lists", r.File, losses-maxLossesShown)
		}
	}
	if err := o.Unread(); err != nil {
		console.Warn(stderr, "left out: %v", err)
	}
}

// Unread returns an error if other files of the model could not be read. Files without clips for it are
// no error: reports name them.
func (o *Opened) Unread() error {
	var errs []error
	for _, a := range o.Added {
		if a.Err != nil && !errors.Is(a.Err, importer.ErrNoClip) && !errors.Is(a.Err, importer.ErrNoMatch) {
			errs = append(errs, a.Err)
		}
	}
	return errors.Join(errs...)
}
