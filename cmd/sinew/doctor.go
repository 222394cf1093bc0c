package main

import (
	"context"
	"fmt"
	"runtime"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/spf13/cobra"
)

// diagnosis is what there is to know of this machine when something goes wrong.
type diagnosis struct {
	Version   string   `json:"version"`
	Go        string   `json:"go"`
	System    string   `json:"system"`
	Kernels   string   `json:"kernels"`
	Importer  string   `json:"importer,omitempty"`
	Policy    string   `json:"policy,omitempty"`
	NotByName []string `json:"formatsNotByDefault,omitempty"`
	OpenGL    string   `json:"openGL,omitempty"`
	Sandbox   []layer  `json:"sandbox,omitempty"`
	Problems  []string `json:"problems,omitempty"`
}

// layer is one layer of the sandbox in which models are imported.
type layer struct {
	Name   string `json:"name"`
	Held   bool   `json:"held"`
	Detail string `json:"detail"`
}

func newDoctor() *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Print versions, the kernels chosen, the OpenGL driver and how imports are confined",
		Args:  cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			d := diagnose(cmd.Context())
			if asJSON {
				return console.WriteJSON(cmd.OutOrStdout(), d)
			}
			p := &console.Page{To: cmd.OutOrStdout()}
			d.write(p)
			return p.Flush()
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// diagnose finds out. What cannot be found is a problem, not an error.
func diagnose(ctx context.Context) *diagnosis {
	d := &diagnosis{
		Version: version(), Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH,
		Kernels: simd.Current().String(),
	}
	d.native(ctx)
	return d
}

// problem notes what cannot be found.
func (d *diagnosis) problem(what string, err error) {
	d.Problems = append(d.Problems, console.OneLine(fmt.Sprintf("%s: %v", what, err)))
}

// write writes the page.
func (d *diagnosis) write(p *console.Page) {
	for _, line := range [][2]string{
		{"sinew", d.Version}, {"Go", d.Go + ", " + d.System}, {"kernels", d.Kernels}, {"importer", d.Importer}, {"OpenGL", d.OpenGL},
		{"policy", d.Policy}, {"not imported", strings.Join(d.NotByName, ", ")},
	} {
		if line[1] != "" {
			p.Wrapped(fmt.Sprintf("%-14s", line[0]), console.Printable(line[1]))
		}
	}
	for i, l := range d.Sandbox {
		lead := ""
		if i == 0 {
			lead = "sandbox"
		}
		text := l.Name + ": " + l.Detail
		if !l.Held {
			text = l.Name + ": does not hold: " + l.Detail
		}
		p.Wrapped(fmt.Sprintf("%-14s", lead), console.Printable(text))
	}
	for _, problem := range d.Problems {
		p.Wrapped(fmt.Sprintf("%-14s", "problem"), console.Printable(problem))
	}
}
