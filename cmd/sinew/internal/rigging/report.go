package rigging

import (
	"fmt"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/converter"
	"github.com/sinew-anim/sinew/rig"
	"github.com/sinew-anim/sinew/rig/skeleton"
)

// Report is the report of sinew rig.
type Report struct {
	File    string            `json:"file"`
	Joints  int               `json:"joints"`
	Pose    string            `json:"pose,omitempty"`
	Held    *skeleton.Held    `json:"arms,omitempty"`
	Steps   []Step            `json:"steps"`
	Bound   *Bound            `json:"bound,omitempty"`
	Written *converter.Result `json:"written,omitempty"`
}

// Step is one change.
type Step struct {
	Change string `json:"change"`
	*skeleton.Report
	// Apart is how far the result plays from what it was made of.
	Apart *skeleton.Distance `json:"apart,omitempty"`
}

// Bound is what package rig did.
type Bound struct {
	Method   string   `json:"method"`
	Vertices int      `json:"vertices"`
	Filled   int      `json:"filled"`
	Findings []string `json:"findings"`
}

// Bind adds a step that bound the meshes.
func (r *Report) Bind(method rig.Method, done *rig.Report, joints int) {
	r.Bound = &Bound{Method: method.String(), Vertices: done.Vertices, Filled: done.Filled, Findings: []string{}}
	notes := []string{fmt.Sprintf("%d vertices by %s, %s filled from the nearest surface", done.Vertices, method, console.Plural(done.Filled, "point"))}
	for _, f := range done.Findings {
		r.Bound.Findings = append(r.Bound.Findings, f.String())
		notes = append(notes, f.String())
	}
	r.Steps = append(r.Steps, Step{Change: "bind", Report: &skeleton.Report{Before: joints, After: joints, Notes: notes}})
}

// Write prints the changes, then the output.
func (r *Report) Write(p *console.Page) {
	p.Line("%s: %s", console.Printable(r.File), console.Plural(r.Joints, "joint"))
	if r.Held != nil {
		p.Line("arms: pose %s, %.1f° and %.1f° below horizontal", r.Pose, r.Held.Down[0], r.Held.Down[1])
	}
	for i := range r.Steps {
		s := &r.Steps[i]
		lead := s.Change + strings.Repeat(" ", max(1, 10-len(s.Change)))
		for k, note := range s.Notes {
			if k == 0 {
				p.Wrapped(lead, console.Printable(note))
			} else {
				p.Wrapped("          ", console.Printable(note))
			}
		}
		if s.Added > 0 {
			p.Wrapped("          ", fmt.Sprintf("%s added, which follow within %.3g mm", console.Plural(s.Added, "key"), 1000*s.Loosest))
		}
		if s.Apart != nil {
			p.Wrapped("          ", apart("joints", &s.Apart.Joint)+", "+apart("vertices", &s.Apart.Vertex))
		}
	}
	if r.Written != nil {
		p.Line("")
		r.Written.Write(p)
	}
}

// apart is a distance with its place.
func apart(what string, f *skeleton.Farthest) string {
	text := fmt.Sprintf("%s within %.3g mm", what, f.Millimetres)
	if f.Clip != "" && f.Millimetres > 0.01 {
		text += fmt.Sprintf(" (%s, clip %s, %.3g s)", f.Part, f.Clip, f.Seconds)
	}
	return console.Printable(text)
}
