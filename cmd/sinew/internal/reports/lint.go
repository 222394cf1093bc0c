package reports

import (
	"fmt"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/runtime/lint"
)

// Lint is the report of lint.
type Lint struct {
	Files    []lint.Result `json:"files"`
	Errors   int           `json:"errors"`
	Warnings int           `json:"warnings"`
	Notes    int           `json:"notes"`
}

// Add adds the findings of a file.
func (l *Lint) Add(file string, findings []lint.Finding) {
	if findings == nil {
		findings = []lint.Finding{} // [] in JSON
	}
	l.Files = append(l.Files, lint.Result{File: file, Findings: findings})
	for _, f := range findings {
		switch f.Grade {
		case lint.Error:
			l.Errors++
		case lint.Warning:
			l.Warnings++
		default:
			l.Notes++
		}
	}
}

// Write prints the findings of each file, and their numbers.
func (l *Lint) Write(p *console.Page) {
	for i, r := range l.Files {
		if len(r.Findings) == 0 {
			continue
		}
		if i > 0 {
			p.Line("")
		}
		p.Line("%s", console.Printable(r.File))
		for _, f := range r.Findings {
			p.Wrapped(fmt.Sprintf("  %-8v ", f.Grade), console.Printable(f.Rule+": "+f.Place()+f.Message))
		}
	}
	p.Line("%s, %s and %s in %s", console.Plural(l.Errors, "error"), console.Plural(l.Warnings, "warning"),
		console.Plural(l.Notes, "note"), console.Plural(len(l.Files), "file"))
}

// Check returns an error if there are findings of a grade or a worse one.
func (l *Lint) Check(least lint.Grade) error {
	n := 0
	for _, g := range [...]struct {
		grade lint.Grade
		count int
	}{{lint.Error, l.Errors}, {lint.Warning, l.Warnings}, {lint.Note, l.Notes}} {
		if least != lint.Off && g.grade >= least {
			n += g.count
		}
	}
	if n == 0 {
		return nil
	}
	return fmt.Errorf("%s of grade %v or worse", console.Plural(n, "finding"), least)
}

// LintRules is the list of the rules of lint.
type LintRules struct {
	Rules []LintRule `json:"rules"`
}

// LintRule is one of them.
type LintRule struct {
	Name  string     `json:"name"`
	Grade lint.Grade `json:"grade"`
	Limit float64    `json:"limit"`
	Unit  string     `json:"unit,omitempty"`
	Doc   string     `json:"doc"`
}

// NewLintRules lists the rules.
func NewLintRules() *LintRules {
	l := &LintRules{}
	for _, r := range lint.Rules() {
		l.Rules = append(l.Rules, LintRule{r.Name, r.Grade, r.Limit, r.Unit, r.Doc})
	}
	return l
}

// Write prints each rule with its default grade and limit.
func (l *LintRules) Write(p *console.Page) {
	for _, r := range l.Rules {
		limit := ""
		if r.Limit != 0 || r.Unit != "" {
			limit = strings.TrimSpace(fmt.Sprintf(", limit %.4g %s", r.Limit, r.Unit))
		}
		p.Line("%s (%v%s)", r.Name, r.Grade, limit)
		p.Wrapped("    ", r.Doc)
	}
}
