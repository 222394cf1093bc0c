package list

import (
	"context"
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/soa"
)

// Report is what a document did.
type Report struct {
	Clips []ClipReport `json:"clips"`
}

// ClipReport describes an edited clip.
type ClipReport struct {
	Clip          string   `json:"clip"`
	Results       []string `json:"results"` // the names of the clips that it became
	SecondsBefore float64  `json:"seconds_before"`
	SecondsAfter  float64  `json:"seconds_after"` // of all results
	KeysBefore    int      `json:"keys_before"`
	KeysAfter     int      `json:"keys_after"`
	Steps         []Step   `json:"steps"`
}

// Step is an edit that was applied, with notes for people.
type Step struct {
	Edit  string   `json:"edit"`
	Notes []string `json:"notes,omitempty"`
}

// Apply returns the model with edited clips; the model itself stays as it is. Clips keep their
// order, new ones follow. The error begins with a JSON pointer to the edit that failed, and wraps
// ErrDocument, the errors of package edit, or the context's, which is checked before each edit.
func (d *Document) Apply(ctx context.Context, m *soa.Model) (*soa.Model, *Report, error) {
	if m == nil || m.Skeleton == nil {
		return nil, nil, fmt.Errorf("/: %w: no model or skeleton", soa.ErrInvalid)
	}
	if err := m.Validate(); err != nil {
		return nil, nil, fmt.Errorf("/: %w", err)
	}
	if err := d.Check(m); err != nil {
		return nil, nil, err
	}
	s := &session{ctx: ctx, model: m}
	for _, c := range m.Clips {
		s.clips = append(s.clips, edit.ClipOf(c))
	}
	touched := make(map[*edit.Clip]bool)
	r := new(Report)
	for k := range d.Clips {
		for _, c := range slices.Clone(s.clips) {
			if name := d.Clips[k].Clip; name != "" && name != c.Name {
				continue
			}
			if err := d.Clips[k].apply(s, c, fmt.Sprintf("/edits/clips/%d", k), r, touched); err != nil {
				return nil, nil, err
			}
			if d.Clips[k].Clip != "" {
				break // the first of the name
			}
		}
	}
	out := *m
	out.Clips = nil
	for i, c := range s.clips {
		if !touched[c] {
			out.Clips = append(out.Clips, m.Clips[i])
			continue
		}
		built, err := c.Build()
		if err == nil {
			err = m.ValidateClip(built)
		}
		if err != nil {
			return nil, nil, fmt.Errorf("/edits: clip %q: %w", c.Name, err)
		}
		out.Clips = append(out.Clips, built)
	}
	return &out, r, nil
}

// apply edits a clip of the session.
func (d *Clip) apply(s *session, c *edit.Clip, at string, r *Report, touched map[*edit.Clip]bool) error {
	report := ClipReport{Clip: c.Name, SecondsBefore: c.Seconds, KeysBefore: c.Keys()}
	out := c
	for k, e := range d.Edits {
		if err := s.ctx.Err(); err != nil {
			return fmt.Errorf("%s/edits/%d: %w", at, k, err)
		}
		next, notes, err := s.edited(out, e)
		if err != nil {
			return fmt.Errorf("%s/edits/%d/%w", at, k, err)
		}
		out = next
		report.Steps = append(report.Steps, Step{KindOf(e), notes})
	}
	whole := *out
	if d.As != "" {
		whole.Name = d.As
	}
	results := []*edit.Clip{&whole}
	if len(d.Parts) > 0 {
		results = nil
		for k, p := range d.Parts {
			part, err := edit.Trim(out, p.From, p.To)
			if err != nil {
				return fmt.Errorf("%s/parts/%d: %w", at, k, err)
			}
			part.Name = p.As
			results = append(results, part)
		}
	}
	for _, result := range results {
		touched[result] = true
		report.Results = append(report.Results, result.Name)
		report.SecondsAfter += result.Seconds
		report.KeysAfter += result.Keys()
	}
	r.Clips = append(r.Clips, report)
	return s.put(c, results, d.As == "" && len(d.Parts) == 0, at)
}

// put replaces a clip, or adds clips with names that are free.
func (s *session) put(c *edit.Clip, results []*edit.Clip, replace bool, at string) error {
	if replace {
		s.clips[slices.Index(s.clips, c)] = results[0]
		return nil
	}
	for _, result := range results {
		if other, err := s.clip(result.Name); err == nil {
			return fmt.Errorf("%s: %w: there is a clip %q already", at, ErrDocument, other.Name)
		}
		s.clips = append(s.clips, result)
	}
	return nil
}
