package reports

import (
	"fmt"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/runtime/control"
)

// Control describes a control.
type Control struct {
	File      string            `json:"file"`
	Name      string            `json:"name"`
	Model     string            `json:"model,omitempty"`
	Modifiers []modifier        `json:"modifiers"`
	Humanoid  map[string]string `json:"humanoid"`
}

type modifier struct {
	Name   string   `json:"name"`
	Kind   string   `json:"kind"`
	Joints []string `json:"joints"` // that it changes
	Begins bool     `json:"begins"` // it acts without a target set by a program
	Text   string   `json:"text"`
}

func NewControl(c *control.Document) *Control {
	in := &Control{Name: c.Name, Modifiers: []modifier{}, Humanoid: map[string]string{}}
	for k := range c.Modifiers {
		m := &c.Modifiers[k]
		in.Modifiers = append(in.Modifiers, modifier{m.Name, m.Kind(), m.Joints(), m.Begins(), m.Text()})
	}
	for _, b := range c.Humanoid {
		in.Humanoid[b.Bone] = b.Joint
	}
	return in
}

func (in *Control) Write(p *console.Page) {
	title := console.Printable(in.File)
	if in.Name != "" {
		title += ": " + console.Named(in.Name)
	}
	if in.Model != "" {
		title += ", which fits " + console.Printable(in.Model)
	}
	p.Line("%s", title)
	in.list(p)
}

// list prints a line for each modifier and the number of named bones.
func (in *Control) list(p *console.Page) {
	for k, m := range in.Modifiers {
		name := m.Name
		if name == "" {
			name = fmt.Sprint(k)
		}
		if !m.Begins {
			m.Text += "; waits for a target"
		}
		p.Line("  %s %s %s", console.Column(console.Printable(name), 20), console.Column(m.Kind, 15),
			console.Printable(m.Text))
	}
	if n := len(in.Humanoid); n > 0 {
		p.Line("  %s of a human body are named", console.Plural(n, "bone"))
	}
}
