package editing

import (
	"fmt"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/converter"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/performance"
	"github.com/sinew-anim/sinew/edit/list"
)

// Report is the report of sinew edit.
type Report struct {
	File    string                 `json:"file"`
	Record  *performance.Recording `json:"recorded,omitempty"`
	Clips   []list.ClipReport      `json:"clips"`
	Saved   string                 `json:"saved,omitempty"` // the list of edits that was written
	Written *converter.Result      `json:"written,omitempty"`
}

// Write prints each clip with its edits, then the output.
func (r *Report) Write(p *console.Page) {
	if c := r.Record; c != nil {
		p.Wrapped("recorded "+console.Printable(c.Name)+": ", fmt.Sprintf("%.3f s of %s, %.0f poses per second, %s, %s%s%s",
			c.Seconds, console.Printable(c.Plays), c.Rate, console.Plural(c.Keys, "key"), console.Plural(c.Events, "event"),
			map[bool]string{true: ", root motion"}[c.Travels], sheared(c.Shear)))
	}
	for i := range r.Clips {
		c := &r.Clips[i]
		p.Line("clip %s: %.3f s, %s", console.Printable(c.Clip), c.SecondsBefore, console.Plural(c.KeysBefore, "key"))
		for _, s := range c.Steps {
			p.Wrapped("  "+s.Edit+strings.Repeat(" ", max(1, 12-len(s.Edit))), console.Printable(strings.Join(s.Notes, "; ")))
		}
		p.Line("  becomes %s: %.3f s, %s", console.Printable(strings.Join(c.Results, ", ")), c.SecondsAfter, console.Plural(c.KeysAfter, "key"))
	}
	if r.Saved != "" {
		p.Line("")
		p.Line("%s: the edits", console.Printable(r.Saved))
	}
	if r.Written != nil {
		p.Line("")
		r.Written.Write(p)
	}
}

// sheared says how far joints are off that no translation, rotation and scale describes.
func sheared(metres float64) string {
	if metres < 1e-5 {
		return ""
	}
	return fmt.Sprintf(", joints that shear are up to %.2f mm off", 1000*metres)
}
