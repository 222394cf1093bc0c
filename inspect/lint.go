package inspect

import (
	"context"
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/soa"
)

// Lint checks a model and returns the findings, the worst first. The report of its import, which
// may be nil, adds repairs and losses. The error wraps soa.ErrInvalid for a model that does not
// pass Validate, ErrConfig, or is that of the context.
func Lint(ctx context.Context, m *soa.Model, imported *report.Report, c Config) ([]Finding, error) {
	if m == nil {
		return nil, fmt.Errorf("lint: %w: no model", soa.ErrInvalid)
	}
	if err := m.Validate(); err != nil {
		return nil, fmt.Errorf("lint: %w", err)
	}
	settings, err := c.settings()
	if err != nil {
		return nil, fmt.Errorf("lint: %w", err)
	}
	l := &linter{settings: settings, count: make(map[string]int)}
	if imported != nil {
		for _, f := range ofImport(imported.Findings) {
			l.add(f.Rule, f)
		}
	}
	s := newSubject(m)
	if imported != nil {
		s.addedKeys = addedKeys(imported.Findings)
	}
	for i := range rules {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if r := &rules[i]; r.model != nil && settings[r.Name].grade != Off {
			r.model(s, settings[r.Name].limit, func(f Finding) { l.add(r.Name, f) })
		}
	}
	for _, clip := range m.Clips {
		if !l.checksClips() {
			break
		}
		if err := l.clip(ctx, s.play(ctx, clip)); err != nil {
			return nil, err
		}
	}
	return sorted(l.found), nil
}

// checksClips reports whether a rule of clips is on.
func (l *linter) checksClips() bool {
	return slices.ContainsFunc(rules, func(r Rule) bool { return r.clip != nil && l.settings[r.Name].grade != Off })
}

// linter collects findings.
type linter struct {
	settings map[string]setting
	found    []Finding
	count    map[string]int // of a rule's findings
}

// mostOfRule bounds the findings of a rule, for hostile files.
const mostOfRule = 100

// clip checks a clip.
func (l *linter) clip(ctx context.Context, p *played) error {
	for i := range rules {
		r := &rules[i]
		if err := ctx.Err(); err != nil {
			return err
		}
		if set := l.settings[r.Name]; r.clip != nil && set.grade != Off {
			r.clip(p, set.limit, func(f Finding) {
				f.Clip = p.clip.Name
				l.add(r.Name, f)
			})
		}
	}
	return ctx.Err()
}

// add adds a finding of a rule, unless the configuration leaves it out.
func (l *linter) add(rule string, f Finding) {
	set := l.settings[rule]
	if f.Rule, f.Grade = rule, set.grade; f.Grade == Off || set.leavesOut(&f) {
		return
	}
	l.count[rule]++
	switch n := l.count[rule]; {
	case n == mostOfRule:
		l.found = append(l.found, Finding{Rule: rule, Grade: set.grade, Message: "more findings were left out"})
	case n < mostOfRule:
		l.found = append(l.found, f)
	}
}
