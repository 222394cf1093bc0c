package control

import (
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// DocumentStack is the stack of a document, with its initial targets and weights.
type DocumentStack struct {
	*Stack
	Document *Document
	number   []int // per modifier of the document
}

// NewDocumentStack makes the stack of a document for a skeleton. The error begins with a place in the
// document and wraps ErrDocument, ErrLimit, ErrJoint or ErrValue.
func NewDocumentStack(k *soa.Skeleton, c *Document) (*DocumentStack, error) {
	if err := c.Check(k); err != nil {
		return nil, err
	}
	d := &DocumentStack{Stack: New(k), Document: c}
	for n := range c.Modifiers {
		e := &c.Modifiers[n]
		number, err := d.Add(e.Do)
		if err != nil {
			return nil, fmt.Errorf("/control/modifiers/%d/%s: %w", n, e.Kind(), err)
		}
		d.number = append(d.number, number)
	}
	return d, nil
}

// Find returns the number of the modifier with a name in the document.
func (d *DocumentStack) Find(name string) (int, bool) {
	for k := range d.Document.Modifiers {
		if d.Document.Modifiers[k].Name == name && name != "" {
			return d.number[k], true
		}
	}
	return 0, false
}

// End is the time in seconds after which nothing in the document changes, except loops.
func (d *DocumentStack) End() (end float64) {
	d.values(func(v *Value) { end = max(end, v.End()) })
	return end
}

// Moves reports whether targets or weights of the document change over time.
func (d *DocumentStack) Moves() (moves bool) {
	d.values(func(v *Value) { moves = moves || v.Moves() })
	return moves
}

// Remembers reports whether a modifier has state, so that a pose depends on those before it.
func (d *DocumentStack) Remembers() bool {
	return slices.ContainsFunc(d.modifier, func(m modifier) bool { _, ok := m.(keeps); return ok })
}

// values visits all targets and weights.
func (d *DocumentStack) values(visit func(v *Value)) {
	for k := range d.Document.Modifiers {
		e := &d.Document.Modifiers[k]
		visit(&e.Weight)
		for _, t := range targetsOf(e.Do) {
			visit(t.Value)
		}
	}
}

// Start is Stack.Start with the document's targets and weights at time 0 in all instances.
func (d *DocumentStack) Start(layout *pose.Layout, n int) (*Instances, error) {
	g, err := d.Stack.Start(layout, n)
	if err != nil {
		return nil, err
	}
	for i := range n {
		if err := d.Set(g, i, 0); err != nil {
			return nil, err
		}
	}
	return g, nil
}

// Set gives instance i the document's targets and weights at a time in seconds. Programs may
// set others after it. The error wraps ErrValue.
func (d *DocumentStack) Set(g *Instances, i int, seconds float64) error {
	for k, number := range d.number {
		e := &d.Document.Modifiers[k]
		if !e.Begins() {
			continue
		}
		weight := 1.
		if e.Weight.Given() {
			weight = float64(e.Weight.At(seconds)[0])
		}
		var err error
		if t, ok := e.Do.(targeting); ok {
			err = t.set(g, i, number, seconds)
		}
		if err == nil {
			err = g.SetWeight(i, number, weight)
		}
		if err != nil {
			return fmt.Errorf("/control/modifiers/%d: %w", k, err)
		}
	}
	return nil
}
