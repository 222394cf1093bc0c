package inspect

import (
	_ "embed"
	"errors"
	"fmt"
	"math"
	"path"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/internal/suggest"
	"github.com/sinew-anim/sinew/soa"
)

// ErrConfig reports a configuration that contradicts itself or the rules.
var ErrConfig = errors.New("invalid lint configuration")

// Config changes grades and limits of rules. The zero value is the defaults.
type Config struct{ Rules []Setting }

// Setting is what a configuration says of a rule.
type Setting struct {
	Rule  string
	Grade Grade // of its findings, or Off; unless HasGrade the default
	Limit float64
	// Except are patterns, as of package path, of joints, meshes and clips that the rule leaves
	// out.
	Except             []string
	HasGrade, HasLimit bool
}

// maxLimit bounds limits, and mostExcept the patterns of a rule.
const (
	maxLimit   = 1e6
	mostExcept = 1000
)

// fields visits the document.
func (c *Config) fields(o *jsondoc.Object) {
	o.Type("lint", "Grades and limits of the rules of sinew lint.")
	o.At("$schema", "The schema, for editors.").Ignored()
	jsondoc.Table(o.At("rules", "Settings by the name of a rule."), &c.Rules, "rule", 0, len(rules), func(s *Setting) *string { return &s.Rule },
		func(p jsondoc.Place, s *Setting) {
			if !p.Describes() && find(s.Rule) == nil {
				var names []string
				for _, r := range rules {
					names = append(names, r.Name)
				}
				p.Unknown("rule", s.Rule, names)
				return
			}
			p.Empty(s.fields)
		})
}

// fields visits the settings of a rule.
func (s *Setting) fields(o *jsondoc.Object) {
	o.Type("setting", "What differs from a rule's defaults.")
	grade := o.At("grade", "The grade of its findings; a rule that is off is not checked.")
	if grade.Reads() {
		s.HasGrade = true
	}
	switch {
	case grade.Describes():
		grade.Also("enum", `["`+strings.Join(gradeNames, `", "`)+`"]`)
	case s.HasGrade:
		jsondoc.Choice(grade, &s.Grade, gradeNames, true)
	}
	limit := o.At("limit", "The threshold, in the rule's unit.")
	if limit.Reads() {
		s.HasLimit = true
	}
	if s.HasLimit || limit.Describes() {
		n := jsondoc.Range(0, maxLimit)
		n.Need, n.Varies = s.HasLimit, true
		limit.Number(&s.Limit, n)
	}
	jsondoc.List(o.At("except", "Patterns, with * and ?, of joints, meshes and clips of which it says nothing."), &s.Except, 0, mostExcept,
		func(p jsondoc.Place, pattern *string) {
			p.Name(pattern)
			if _, err := path.Match(*pattern, ""); err != nil && (p.Reads() || p.Checks()) {
				p.Wrong("%q: %v", *pattern, err)
			}
		})
}

//go:embed schema.json
var schema []byte

// Schema returns the JSON Schema of configurations, for editors.
func Schema() []byte { return slices.Clone(schema) }

func walk() *jsondoc.Walk { return &jsondoc.Walk{Contradiction: ErrConfig, Limit: soa.ErrTooLarge} }

// ReadConfig reads a configuration:
//
//	{
//	  "rules": {
//	    "pops": {"grade": "error", "limit": 8},
//	    "dead-joints": {"except": ["socket.*"]},
//	    "bends": {"grade": "off"}
//	  }
//	}
//
// The error wraps soa.ErrFormat or ErrConfig and begins with a JSON pointer.
func ReadConfig(data []byte) (c Config, err error) {
	visit := func(p jsondoc.Place) { p.Object(c.fields) }
	if err := walk().Read(data, visit); err != nil {
		return Config{}, err
	}
	return c, walk().Check(visit)
}

// JSON returns the configuration as a document that ReadConfig reads.
func (c Config) JSON() ([]byte, error) {
	visit := func(p jsondoc.Place) { p.Object(c.fields) }
	if err := walk().Check(visit); err != nil {
		return nil, err
	}
	return walk().JSON(visit)
}

// setting is the grade and limit by which a rule is checked.
type setting struct {
	grade  Grade
	limit  float64
	except []string
}

// settings returns those of all rules.
func (c Config) settings() (map[string]setting, error) {
	list := make(map[string]setting, len(rules))
	for _, r := range rules {
		list[r.Name] = setting{grade: r.Grade, limit: r.Limit}
	}
	for _, s := range c.Rules {
		set, ok := list[s.Rule]
		switch {
		case !ok:
			var names []string
			for _, r := range rules {
				names = append(names, r.Name)
			}
			return nil, fmt.Errorf("%w: unknown rule %.60q%s", ErrConfig, s.Rule, suggest.Hint(names, s.Rule))
		case s.HasGrade && s.Grade > Error:
			return nil, fmt.Errorf("%w: rule %s has the grade %d", ErrConfig, s.Rule, uint8(s.Grade))
		case s.HasLimit && !(s.Limit >= 0 && s.Limit <= maxLimit) || math.IsNaN(s.Limit):
			return nil, fmt.Errorf("%w: rule %s has the limit %v, not 0 to %v", ErrConfig, s.Rule, s.Limit, float64(maxLimit))
		}
		if s.HasGrade {
			set.grade = s.Grade
		}
		if s.HasLimit {
			set.limit = s.Limit
		}
		set.except = append(set.except, s.Except...)
		list[s.Rule] = set
	}
	return list, nil
}

// leavesOut reports whether a pattern matches the finding's joint, mesh or clip.
func (s *setting) leavesOut(f *Finding) bool {
	for _, pattern := range s.except {
		for _, name := range [...]string{f.Joint, f.Mesh, f.Clip} {
			if ok, err := path.Match(pattern, name); ok && err == nil && name != "" {
				return true
			}
		}
	}
	return false
}
