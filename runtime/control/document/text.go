package document

import (
	"fmt"
	"strings"
)

// Kinds are the names of what modifiers do.
func Kinds() []string { return actionNames() }

// Joints lists the joints that the modifier is about.
func (m *Modifier) Joints() []string {
	switch a := m.Do.(type) {
	case *Joint:
		return []string{a.Joint}
	case *Limb:
		return []string{a.Root, a.Mid, a.End}
	case *Aim:
		return []string{a.Joint}
	case *Look:
		return a.Joints
	case *Limit:
		return []string{a.Joint}
	case *Constraints:
		return []string{a.Joint}
	case *Chain:
		return names(a.Joints, func(j *ChainJoint) string { return j.Joint })
	case *Springs:
		return names(a.Joints, func(j *SpringJoint) string { return j.Joint })
	case *VRMSprings:
		return names(a.Joints, func(j *VRMSpringJoint) string { return j.Joint })
	case *Twist:
		return names(a.Rolls, func(r *Roll) string { return r.Joint })
	case *Attach:
		return []string{a.Joint}
	case *Grab:
		return []string{a.Root, a.Mid, a.End}
	case *Feet:
		return append([]string{a.Pelvis}, names(a.Legs, func(l *Leg) string { return l.Ankle })...)
	}
	return nil
}

func names[T any](list []T, name func(*T) string) (out []string) {
	for k := range list {
		out = append(out, name(&list[k]))
	}
	return out
}

// Text says in a line what the modifier does.
func (m *Modifier) Text() string {
	joints := strings.Join(m.Joints(), ", ")
	switch a := m.Do.(type) {
	case *Joint:
		var what []string
		for _, v := range []struct {
			name  string
			given bool
		}{{"rotation", a.Rotation.Given()}, {"translation", a.Translation.Given()}, {"scale", a.Scale.Given()}} {
			if v.given {
				what = append(what, v.name)
			}
		}
		verb := "set"
		if a.Adds {
			verb = "added to"
		}
		return fmt.Sprintf("%s %s in %s space: %s", joints, verb, spaceNames[a.Space], strings.Join(what, ", "))
	case *Limb:
		return joints + a.Target.text(" reaches for ")
	case *Aim:
		return joints + a.Target.text(" aims at ")
	case *Look:
		return joints + a.Target.text(" look at ")
	case *Limit:
		return fmt.Sprintf("%s: %s", joints, limitNames[a.Kind])
	case *Constraints:
		return fmt.Sprintf("%s: %s", joints, strings.Join(names(a.Stack, (*Entry).text), ", "))
	case *Chain:
		for k := range a.Effectors {
			joints += a.Effectors[k].Target.text(", " + a.Effectors[k].Joint + " reaches for ")
		}
	case *Grab:
		return joints + a.Target.text(" takes hold of ")
	case *Attach:
		return joints + " hangs on " + strings.Join(names(a.Sockets, func(s *Socket) string { return s.Joint }), ", ")
	case *Twist:
		return joints + " share the twist of " + a.Source
	case *Feet:
		return joints + " stand on the ground that rays find"
	}
	return joints
}

func (p *Point) text(verb string) string {
	switch {
	case p.Joint != "":
		return verb + p.Joint
	case p.Moves():
		return fmt.Sprintf("%sa place that moves for %.6g s", verb, p.End())
	case p.Given():
		at := p.At(0)
		return fmt.Sprintf("%s%.4g, %.4g, %.4g", verb, at[0], at[1], at[2])
	}
	return ""
}

// text is a constraint's rule and what it follows.
func (e *Entry) text() string {
	name := ruleOf(e.Rule).name
	var targets []string
	for k := range e.Targets {
		if j := e.Targets[k].Joint; j != "" {
			targets = append(targets, j)
		} else {
			targets = append(targets, "a place")
		}
	}
	if len(targets) > 0 {
		name += " of " + strings.Join(targets, ", ")
	}
	return name
}
