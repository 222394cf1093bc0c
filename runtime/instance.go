package runtime

import "fmt"

// Instance is one character of a crowd: a small value that is copied, compared and stored freely.
//
//	hero := crowd.Instance(7)
//	err := hero.Play(run, play.Options{Fade: 0.25})
//	err = hero.Layer(1).SetWeight(0.5)
//	err = crowd.Update(dt)
//	hand, err := hero.Joint(handR)
//
// Once Reuse has given its place to another character it is stale. Errors of its methods
// then wrap ErrStale, or ErrRange for an instance that the crowd never had. Methods
// without an error return the values of an instance at rest, or nothing.
type Instance struct {
	crowd      *Crowd
	index      int
	generation uint32
}

// Instance returns the character at place i, from 0 to Len − 1, now.
func (c *Crowd) Instance(i int) Instance {
	x := Instance{crowd: c, index: i}
	if c.has(i) {
		x.generation = c.generation[i]
	}
	return x
}

// Reuse gives the place of the character to a new one at rest. Instance values of the old one
// are stale from now on; due events of its intervals are still reported. A graph or control of
// the crowd keeps its own state of the place. The error wraps ErrStale, ErrRange or ErrBusy.
func (x Instance) Reuse() (Instance, error) {
	if err := x.check("reuse"); err != nil {
		return Instance{}, err
	}
	c, i := x.crowd, x.index
	err := c.alone("reuse", func() error {
		c.generation[i]++
		c.set.Silence(i)
		c.set.Active.Roots.Reset(i)
		c.set.Mix.Faces.Forget(i)
		c.set.Mix.LODs.Set(i, 0)
		c.set.Active.Settle(i)
		c.set.Mix.LODs.Refresh(i)
		return nil
	})
	if err != nil {
		return Instance{}, err
	}
	return c.Instance(i), nil
}

// Index returns the place of the character in its crowd: that of its palette, and Event.Instance.
func (x Instance) Index() int { return x.index }

// has reports whether the character is one of its crowd.
func (x Instance) has() bool {
	return x.crowd != nil && x.crowd.has(x.index) && x.crowd.generation[x.index] == x.generation
}

// check returns an error that says what was to be done with a character that is none.
func (x Instance) check(what string) error {
	if x.has() {
		return nil
	}
	return x.gone(what)
}

// gone is apart so that check is inlined.
func (x Instance) gone(what string) error {
	switch {
	case x.crowd == nil:
		return fmt.Errorf("%s: %w: an instance of no crowd", what, ErrStale)
	case !x.crowd.has(x.index):
		return fmt.Errorf("%s: %w: instance %d of %d", what, ErrRange, x.index, x.crowd.n)
	}
	return fmt.Errorf("%s: %w: instance %d", what, ErrStale, x.index)
}
