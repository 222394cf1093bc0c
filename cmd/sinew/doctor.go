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

// diagnosis is what helps when something goes wrong on this machine.
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
	var out console.Output
	cmd := &cobra.Command{
		Use:   "doctor",
		Short: "Print versions, the kernels chosen, the OpenGL driver and how imports are confined",
		Long: `Doctor prints what a report of a problem should contain: the versions of the command, of Go
and of the importer, the instruction set of the kernels, the OpenGL driver, formats that are
not imported by default, and the layers of the sandbox in which models are imported, with
those that do not hold here.

Next: sinew help isolation explains the sandbox, sinew bench measures the kernels.`,
		Args: cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return out.Print(cmd.OutOrStdout(), diagnose(cmd.Context()))
		},
	}
	out.AddFlags(cmd)
	return cmd
}

// diagnose examines this machine. What cannot be found is listed as a problem.
func diagnose(ctx context.Context) *diagnosis {
	d := &diagnosis{
		Version: version(), Go: runtime.Version(), System: runtime.GOOS + "/" + runtime.GOARCH,
		Kernels: simd.Current().String(),
	}
	d.native(ctx)
	return d
}

// problem records what cannot be found.
func (d *diagnosis) problem(what string, err error) {
	d.Problems = append(d.Problems, console.OneLine(fmt.Sprintf("%s: %v", what, err)))
}

// Write prints a line for each part.
func (d *diagnosis) Write(p *console.Page) {
	for _, line := range [][2]string{
		{"sinew", d.Version}, {"Go", d.Go + ", " + d.System}, {"kernels", d.Kernels}, {"importer", d.Importer},
		{"OpenGL", d.OpenGL},
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
