package graph

import (
	"math"

	"github.com/sinew-anim/sinew/internal/jsondoc"
)

// Type is the type of a parameter.
type Type uint8

const (
	Float Type = iota
	Int
	Bool
	Trigger // set by the game, cleared by the transition that uses it
	Vec2    // two floats, NAME.x and NAME.y in a Value
)

var typeNames = []string{"float", "int", "bool", "trigger", "vec2"}

// String returns the type's name in files.
func (t Type) String() string { return nameIn(typeNames, int(t)) }

// Parameter is a value of each instance that a game sets.
type Parameter struct {
	Name string
	Type Type
	// Default is the initial value: 0 or 1 of Bool. DefaultY is that of a Vec2's second part.
	Default, DefaultY float64
	// Min and Max, if they differ, limit a Float, an Int or both parts of a Vec2. One of them can
	// be infinite.
	Min, Max float64
	// Smooth is the half-life in seconds with which nodes see a Float or Vec2 approach its value;
	// conditions see the value itself.
	Smooth float64
	// Lifetime is how long a Trigger stays set, in seconds: 0 for one update, +Inf until used.
	Lifetime float64
}

func (q *Parameter) fields(o *object) {
	o.Type("parameter", "A value of each instance that the game sets.")
	jsondoc.Kind(o.At("type", "The type: a number, a whole number, true or false, a trigger that is set until a transition uses it, or two numbers, NAME.x and NAME.y."),
		&q.Type, typeNames, q.kind)
}

func (q *Parameter) kind(o *object) {
	o.Type(q.Type.String()+"Parameter", []string{
		"A number.", "A whole number.", "True or false; 1 or 0 where a number is needed.",
		"Set by the game, cleared by the transition that uses it.", "Two numbers, NAME.x and NAME.y in values and conditions.",
	}[min(q.Type, Vec2)])
	if q.Type == Trigger {
		lifetime(o.At("lifetime", `How long it stays set, in seconds: 0 for one update, "used" until a transition uses it.`), &q.Lifetime)
		return
	}
	standard := o.At("default", "The initial value.")
	switch q.Type {
	case Int:
		standard.Also("type", `"integer"`)
		fallthrough
	case Float:
		standard.Number(&q.Default, jsondoc.Any)
		q.limits(o)
	case Bool:
		standard.Truth(&q.Default, false)
	case Vec2:
		pair(standard, &q.Default, &q.DefaultY, jsondoc.Any)
		q.limits(o)
	}
	if q.Type == Float || q.Type == Vec2 {
		o.At("smooth", "The half-life with which nodes see the parameter approach its value. Conditions see the value itself.").Number(&q.Smooth, jsondoc.Positive.WithUnit(jsondoc.Seconds))
	}
	if standard.Checks() {
		q.check(standard)
	}
}

// limits visits the limits of a parameter; either can be omitted.
func (q *Parameter) limits(o *object) {
	low := o.At("min", "The least value; without it unlimited.")
	high := o.At("max", "The greatest value; without it unlimited.")
	given := q.Min != q.Max || q.Min != 0
	switch {
	case o.Describes():
		given = true
	case o.W.Task == jsondoc.Reading:
		given = low.Has || high.Has
	}
	if !given {
		return
	}
	limit(low, &q.Min, math.Inf(-1))
	limit(high, &q.Max, math.Inf(1))
	if !o.W.Writes() && !o.Describes() && !(q.Min < q.Max) {
		low.Wrong("%v is not below max, which is %v", q.Min, q.Max)
	}
}

// limit visits a limit, infinite if omitted.
func limit(p place, to *float64, missing float64) {
	if !p.Checks() || *to != missing {
		p.Number(to, jsondoc.Numbers{Low: jsondoc.All, High: jsondoc.Most, Usual: missing, Varies: true})
	}
}

// check refuses an invalid default.
func (q *Parameter) check(standard place) {
	both := []float64{q.Default}
	if q.Type == Vec2 {
		both = append(both, q.DefaultY)
	}
	for _, v := range both {
		switch {
		case q.Min != q.Max && !(v >= q.Min && v <= q.Max):
			standard.Wrong("%v is outside min to max, %v to %v", v, q.Min, q.Max)
		case q.Type == Int && v != math.Trunc(v):
			standard.Wrong("%v is no whole number", v)
		}
	}
}

// lifetime visits the lifetime of a trigger: seconds, or "used".
func lifetime(p place, to *float64) {
	switch {
	case p.Describes():
		p.AnyOf(func(p place) { p.Number(to, jsondoc.Positive.Needed()) }, func(p place) { p.Also("const", `"used"`) })
		p.Also("default", "0")
	case p.Reads() && p.In.Is(`"`):
		s, err := p.In.Text()
		if p.Read(err); err == nil && s != "used" {
			p.Wrong(`%q is neither a number of seconds nor "used"`, s)
		}
		*to = math.Inf(1)
	case p.W.Writes() && *to == math.Inf(1):
		p.EmitString("used")
	case p.Checks() && *to == math.Inf(1):
	default:
		p.Number(to, jsondoc.Positive)
	}
}

// Text describes the parameter in a line.
func (q Parameter) Text() string {
	var text phrase
	text.add("%v", q.Type)
	switch q.Type {
	case Trigger:
		switch {
		case math.IsInf(q.Lifetime, 1):
			text.add("waits until it is used")
		case q.Lifetime > 0:
			text.add("waits for %s s", short(q.Lifetime))
		}
	case Vec2:
		text.add("%s, %s", short(q.Default), short(q.DefaultY))
	case Bool:
		text.add("%v", q.Default != 0)
	default:
		text.add("%s", short(q.Default))
	}
	switch low, high := !math.IsInf(q.Min, -1), !math.IsInf(q.Max, 1); {
	case !(q.Min < q.Max):
	case low && high:
		text.add("from %s to %s", short(q.Min), short(q.Max))
	case low:
		text.add("at least %s", short(q.Min))
	case high:
		text.add("at most %s", short(q.Max))
	}
	if q.Smooth > 0 {
		text.add("half of the way in %s s", short(q.Smooth))
	}
	return text.String()
}
