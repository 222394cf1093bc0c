package reports

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/batch"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/inspect"
)

// Lint is the report of lint.
type Lint struct {
	Files    []inspect.Result `json:"files"`
	Errors   int              `json:"errors"`
	Warnings int              `json:"warnings"`
	Notes    int              `json:"notes"`
	Failed   int              `json:"failed"` // files that could not be checked
	Many     bool             `json:"-"`      // the page has a table of the files

	sums batch.Sums
}

// Add adds the findings of a file, or with an err why it could not be checked.
func (l *Lint) Add(file string, findings []inspect.Finding, err error) {
	if findings == nil {
		findings = []inspect.Finding{} // [] in JSON
	}
	r := inspect.Result{File: file, Findings: findings}
	l.sums.Add(file, err)
	if err != nil {
		r.Error = console.OneLine(err.Error())
		l.Failed++
	}
	l.Files = append(l.Files, r)
	errors, warnings, notes := gradesOf(findings)
	l.Errors, l.Warnings, l.Notes = l.Errors+errors, l.Warnings+warnings, l.Notes+notes
}

// gradesOf counts findings by their grades.
func gradesOf(findings []inspect.Finding) (errors, warnings, notes int) {
	for _, f := range findings {
		switch f.Grade {
		case inspect.Error:
			errors++
		case inspect.Warning:
			warnings++
		default:
			notes++
		}
	}
	return errors, warnings, notes
}

// Write prints the findings of each file, a table of many files, and the numbers.
func (l *Lint) Write(p *console.Page) {
	first := true
	for _, r := range l.Files {
		if len(r.Findings) == 0 {
			continue
		}
		if !first {
			p.Line("")
		}
		first = false
		p.Line("%s", console.Printable(r.File))
		for _, f := range r.Findings {
			p.Wrapped(fmt.Sprintf("  %-8v ", f.Grade), console.Printable(f.Rule+": "+f.Place()+f.Message))
		}
	}
	if l.Many {
		if !first {
			p.Line("")
		}
		l.table().Write(p)
		l.sums.Write(p)
	}
	failed := ""
	if l.Failed > 0 {
		failed = fmt.Sprintf(", %d failed", l.Failed)
	}
	p.Line("%s, %s and %s in %s%s", console.Plural(l.Errors, "error"), console.Plural(l.Warnings, "warning"),
		console.Plural(l.Notes, "note"), console.Plural(len(l.Files), "file"), failed)
}

// table has the numbers of findings of each file.
func (l *Lint) table() *console.Table {
	t := &console.Table{Head: []string{"file", "errors", "warnings", "notes"}}
	for _, r := range l.Files {
		name := console.Printable(r.File)
		if r.Error != "" {
			t.Add(name, batch.FailedCell)
			continue
		}
		errors, warnings, notes := gradesOf(r.Findings)
		t.Add(name, strconv.Itoa(errors), strconv.Itoa(warnings), strconv.Itoa(notes))
	}
	return t
}

// Failure returns an error if files could not be checked.
func (l *Lint) Failure() error { return l.sums.Failure() }

// Check returns an error if there are findings of a grade or a worse one.
func (l *Lint) Check(least inspect.Grade) error {
	n := 0
	for _, g := range [...]struct {
		grade inspect.Grade
		count int
	}{{inspect.Error, l.Errors}, {inspect.Warning, l.Warnings}, {inspect.Note, l.Notes}} {
		if least != inspect.Off && g.grade >= least {
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
	Name  string        `json:"name"`
	Grade inspect.Grade `json:"grade"`
	Limit float64       `json:"limit"`
	Unit  string        `json:"unit,omitempty"`
	Doc   string        `json:"doc"`
}

// NewLintRules lists the rules.
func NewLintRules() *LintRules {
	l := &LintRules{}
	for _, r := range inspect.Rules() {
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
