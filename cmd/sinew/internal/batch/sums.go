package batch

import (
	"fmt"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
)

// Sums counts files and keeps those that failed.
type Sums struct {
	Files  int
	Failed []Failure
}

// Failure is a file that failed, and why.
type Failure struct {
	File string
	Err  error
}

// Add counts a file. An err of nil is success.
func (s *Sums) Add(file string, err error) {
	s.Files++
	if err != nil {
		s.Failed = append(s.Failed, Failure{file, err})
	}
}

// Write prints why files failed.
func (s *Sums) Write(p *console.Page) {
	p.Line("")
	for _, f := range s.Failed {
		text := console.OneLine(f.Err.Error())
		if file := console.Printable(f.File); !strings.Contains(text, file) {
			text = file + ": " + text
		}
		p.Wrapped("FAILED: ", text)
	}
}

// Failure returns an error if files failed, which names the first, or that of the only file.
func (s *Sums) Failure() error {
	switch {
	case len(s.Failed) == 0:
		return nil
	case s.Files == 1:
		return s.Failed[0].Err
	}
	names := make([]string, len(s.Failed))
	for i, f := range s.Failed {
		names[i] = f.File
	}
	return fmt.Errorf("%d of %s failed: %s", len(names), console.Plural(s.Files, "file"), console.FirstOf(names))
}
