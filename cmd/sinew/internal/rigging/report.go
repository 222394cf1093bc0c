package rigging

import (
	"fmt"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/converter"
	"github.com/sinew-anim/sinew/rig"
	"github.com/sinew-anim/sinew/soa"
)

// Report is the report of sinew rig.
type Report struct {
	File   string        `json:"file"`
	Joints int           `json:"joints"`
	Pose   string        `json:"pose,omitempty"`
	Held   *rig.HeldArms `json:"arms,omitempty"`
	Steps  []Step        `json:"steps"`
	Bound  *Bound        `json:"bound,omitempty"`
	// Next is what to do next where no joint moves a mesh.
	Next    string            `json:"next,omitempty"`
	Written *converter.Result `json:"written,omitempty"`
}

// Step is one change.
type Step struct {
	Change string `json:"change"`
	*rig.SkeletonReport
	// Apart is how far the result plays from what it was made of.
	Apart *rig.ChangeDistance `json:"apart,omitempty"`
}

// Bound is what package rig did.
type Bound struct {
	Method   string   `json:"method"`
	Vertices int      `json:"vertices"`
	Filled   int      `json:"filled"`
	Findings []string `json:"findings"`
}

// Advise says how to bind a model if none of its meshes follows a joint.
func (r *Report) Advise(m *soa.Model, output string) {
	moves := func(mesh *soa.Mesh) bool { return mesh.Skin != soa.None || mesh.Joint != soa.NoJoint }
	if len(m.Meshes) == 0 || slices.ContainsFunc(m.Meshes, moves) {
		return
	}
	if output == "" {
		output = r.File
	}
	if m.Skeleton.Len() == 0 {
		r.Next = fmt.Sprintf("it has no joints: sinew rig %s --markers MARKERS -o OUT makes some and binds it", output)
		return
	}
	r.Next = fmt.Sprintf("no joint moves a mesh: sinew weights %s --method heat -o OUT binds them", output)
}

// Bind adds a step that bound the meshes.
func (r *Report) Bind(method rig.Method, done *rig.Report, joints int) {
	if n := len(r.Steps); n > 0 && r.Steps[n-1].SkeletonReport != nil {
		r.Steps[n-1].Next = "" // it was to bind
	}
	r.Bound = &Bound{Method: method.String(), Vertices: done.Vertices, Filled: done.Filled, Findings: []string{}}
	notes := []string{fmt.Sprintf("%d vertices by %s, %s filled from the nearest surface", done.Vertices, method, console.Plural(done.Filled, "point"))}
	for _, f := range done.Findings {
		r.Bound.Findings = append(r.Bound.Findings, f.String())
		notes = append(notes, f.String())
	}
	r.Steps = append(r.Steps, Step{Change: "bind", SkeletonReport: &rig.SkeletonReport{Before: joints, After: joints, Notes: notes}})
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
			p.Wrapped("          ", distanceText("joints", &s.Apart.Joint)+", "+distanceText("vertices", &s.Apart.Vertex))
		}
	}
	if r.Next != "" {
		p.Wrapped("", console.Printable(r.Next))
	}
	if r.Written != nil {
		p.Line("")
		r.Written.Write(p)
	}
}

// distanceText is a distance with its place.
func distanceText(what string, f *rig.Farthest) string {
	text := fmt.Sprintf("%s within %.3g mm", what, f.Millimetres)
	if f.Clip != "" && f.Millimetres > 0.01 {
		text += fmt.Sprintf(" (%s, clip %s, %.3g s)", f.Part, f.Clip, f.Seconds)
	}
	return console.Printable(text)
}
