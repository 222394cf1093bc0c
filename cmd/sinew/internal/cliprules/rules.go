package cliprules

import (
	"context"
	"fmt"
	"math"
	"path"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/soa"
)

// Rules change clips before they are baked or played.
type Rules struct {
	Motion   []motionRule
	additive []additiveRule
}

// motionRule extracts root motion from clips.
type motionRule struct {
	text    string
	Clips   string // a pattern; empty for all that are not additive and have no motion
	joint   string // empty: the root of the clip
	options edit.MotionOptions
}

// additiveRule makes clips additive.
type additiveRule struct {
	text  string
	clips string // a pattern

	rest, timed bool
	seconds     float64
	other       string // a clip: its start, or a time of it
}

// DefaultMotion is the value of --root-motion alone.
const DefaultMotion = "xz,yaw"

// parseMotion parses words with commas between them: components, a rule, a reference,
// remove-travel, min-turn=DEGREES, max-sway=METRES, joint=NAME, clip=PATTERN.
func parseMotion(text string) (motionRule, error) {
	r := motionRule{text: text}
	for word := range strings.SplitSeq(text, ",") {
		key, value, named := strings.Cut(word, "=")
		switch {
		case named && key == "joint" && value != "":
			r.joint = value
		case named && key == "clip" && value != "":
			r.Clips = value
		case named && (key == "min-turn" || key == "max-sway"):
			n, err := console.FiniteNumber("--root-motion: "+key, value)
			if err != nil {
				return r, err
			}
			if !(n > 0) {
				return r, console.Usagef("--root-motion: %s is %v, which is not above 0", key, n)
			}
			if key == "min-turn" {
				r.options.MinTurn = n * math.Pi / 180
			} else {
				r.options.MaxSway = n
			}
		case word == "yaw":
			r.options.Take |= edit.Yaw
		case word == "forward":
			r.options.Rule = edit.Forward
		case word == "follow":
			r.options.Rule = edit.Follow
		case word == "remove-travel":
			r.options.RemoveTravel = true
		case word == "rest":
			r.options.Reference = edit.Rest
		case word == "start":
			r.options.Reference = edit.Start
		case word == "origin":
			r.options.Reference = edit.Origin
		case word != "" && strings.Trim(word, "xyz") == "":
			for i, c := range []edit.MotionComponents{edit.X, edit.Y, edit.Z} {
				if strings.Contains(word, "xyz"[i:i+1]) {
					r.options.Take |= c
				}
			}
		default:
			return r, console.Usagef(
				"--root-motion: %q is none of x, y, z, yaw, forward, follow, rest, start, origin, remove-travel, min-turn=DEGREES, max-sway=METRES, joint=NAME and clip=PATTERN", word)
		}
	}
	if _, err := path.Match(r.Clips, ""); err != nil {
		return r, console.Usagef("--root-motion: %q is not a pattern", r.Clips)
	}
	if err := RefuseOpposed(text); err != nil {
		return r, console.Usagef("--root-motion: %v", err)
	}
	return r, nil
}

// parseAdditive parses CLIP, or CLIP@ with the pose of reference.
func parseAdditive(text string) (additiveRule, error) {
	r := additiveRule{text: text, clips: text}
	reference := "first"
	if at := strings.LastIndexByte(text, '@'); at >= 0 {
		r.clips, reference = text[:at], text[at+1:]
	}
	if _, err := path.Match(r.clips, ""); err != nil || r.clips == "" {
		return r, console.Usagef("--additive: %q is not a clip or a pattern", r.clips)
	}
	switch reference {
	case "":
		return r, console.Usagef("--additive: %q lacks a reference after the @: first, rest, SECONDS, CLIP or CLIP:SECONDS",
			text)
	case "first":
		return r, nil
	case "rest":
		r.rest = true
		return r, nil
	}
	number := reference
	if colon := strings.LastIndexByte(reference, ':'); colon >= 0 {
		r.other, number = reference[:colon], reference[colon+1:]
	}
	seconds, err := console.FiniteNumber("--additive", number)
	switch {
	case err == nil:
		r.timed, r.seconds = true, seconds
	case r.other == "":
		r.other = reference
	default:
		return r, err
	}
	return r, nil
}

// Parse parses the values of both flags.
func Parse(rootMotion, additives []string) (rules Rules, err error) {
	for _, text := range rootMotion {
		r, err := parseMotion(text)
		if err != nil {
			return rules, err
		}
		rules.Motion = append(rules.Motion, r)
	}
	for _, text := range additives {
		r, err := parseAdditive(text)
		if err != nil {
			return rules, err
		}
		rules.additive = append(rules.additive, r)
	}
	return rules, nil
}

// matches reports whether a clip has a name or matches a pattern.
func matches(pattern string, c *soa.Clip) bool {
	ok, err := path.Match(pattern, c.Name)
	return c.Name == pattern || ok && err == nil
}

// Apply changes the clips of a model: first root motion is extracted, from each clip by the
// first rule that matches, then clips become additive, relative to poses of the clips before.
// With strict, a rule that matches no clip is an error.
func (r *Rules) Apply(ctx context.Context, m *soa.Model, strict bool) error {
	moved, err := r.TakeMotion(ctx, m, strict)
	if err != nil {
		return err
	}
	was := *m
	was.Clips, m.Clips = moved, slices.Clone(moved)
	for i := range r.additive {
		rule, means := &r.additive[i], false
		for k, c := range was.Clips {
			if !matches(rule.clips, c) {
				continue
			}
			means = true
			reference, err := rule.reference(&was)
			if err == nil {
				m.Clips[k], err = edit.Additive(&was, c, reference)
			}
			if err != nil {
				return fmt.Errorf("--additive %s: %w", rule.text, err)
			}
		}
		if strict && !means {
			return fmt.Errorf("--additive %s: no clip matches %q", rule.text, rule.clips)
		}
	}
	return nil
}

// TakeMotion returns the clips, with root motion extracted from those that rules match.
func (r *Rules) TakeMotion(ctx context.Context, m *soa.Model, strict bool) ([]*soa.Clip, error) {
	clips, means := slices.Clone(m.Clips), make([]bool, len(r.Motion))
	for k, c := range m.Clips {
		i := slices.IndexFunc(r.Motion, func(rule motionRule) bool {
			if rule.Clips == "" {
				return !c.Additive && c.Motion == nil && !r.becomesAdditive(c)
			}
			return matches(rule.Clips, c)
		})
		if i < 0 {
			continue
		}
		rule := &r.Motion[i]
		means[i] = true
		joint := soa.None
		var err error
		if rule.joint != "" {
			if joint = m.Skeleton.Joint(rule.joint); joint == soa.NoJoint {
				err = fmt.Errorf("there is no joint %q", rule.joint)
			}
		}
		if err == nil {
			clips[k], err = edit.ExtractMotion(ctx, m, c, joint, rule.options)
		}
		if err != nil {
			return nil, fmt.Errorf("--root-motion %s: %w", rule.text, err)
		}
	}
	for i, rule := range r.Motion {
		if strict && rule.Clips != "" && !means[i] {
			return nil, fmt.Errorf("--root-motion %s: no clip matches %q", rule.text, rule.Clips)
		}
	}
	return clips, nil
}

func (r *Rules) becomesAdditive(c *soa.Clip) bool {
	return slices.ContainsFunc(r.additive, func(rule additiveRule) bool { return matches(rule.clips, c) })
}

// reference returns the pose of reference of a rule.
func (r *additiveRule) reference(m *soa.Model) (edit.AdditiveReference, error) {
	ref := edit.AdditiveReference{Rest: r.rest}
	if r.other != "" {
		if ref.Clip = m.Clip(r.other); ref.Clip == nil {
			return ref, fmt.Errorf("there is no clip %q", r.other)
		}
	}
	if r.timed {
		ref.Seconds = &r.seconds
	}
	return ref, nil
}
