package gltf

import (
	"errors"
	"fmt"
	"slices"
	"unsafe"

	"github.com/sinew-anim/sinew/soa"
)

func (d *Document) readAnimations(root value) error {
	list := root.list("animations")
	var err error
	if d.Animations, err = room[Animation](d, list, d.options.Limits.Animations); err != nil {
		return err
	}
	for i := range d.Animations {
		v := list.child(i)
		a := &d.Animations[i]
		a.Name, a.place = v.at("name").text(), v
		channels, samplers := v.list("channels"), v.list("samplers")
		if a.Channels, err = room[*Channel](d, channels, 0); err != nil {
			return err
		}
		a.Channels = a.Channels[:0]
		for k := range channels.len() {
			if err := d.channel(a, channels.child(k), samplers); err != nil {
				return err
			}
			if err := d.meter.Step(2000); err != nil {
				return err
			}
			if d.text.err != nil {
				return d.text.err
			}
		}
		if err := d.meter.Step(500); err != nil {
			return err
		}
	}
	return nil
}

// channel adds a channel to an animation; several where a pointer says so, and none where its
// target is not known.
func (d *Document) channel(a *Animation, v, samplers value) error {
	target := v.object("target")
	path := target.at("path").text()
	pointer := target.extension("KHR_animation_pointer").at("pointer").text()
	var sampler value
	n := v.at("sampler").int(-1)
	err := d.text.err
	if err == nil && (n < 0 || n >= samplers.len()) {
		err = v.at("sampler").orParent(v).error("number %d of %d samplers", n, samplers.len())
	}
	if err == nil {
		sampler = samplers.child(n)
	}
	if path == "pointer" && pointer != "" {
		if err == nil {
			err = d.follow(a, sampler, pointer)
		}
		if err != nil {
			a.leaveOut(fmt.Errorf("%q: %w", pointer, err))
		}
		return nil
	}
	if err != nil {
		return err
	}
	node := target.at("node").index(len(d.Nodes), "nodes")
	if _, known := widths[path]; node < 0 || !known || path == "pointer" {
		return d.text.err // another extension's target
	}
	c := Channel{Node: node, Path: path, Only: -1}
	if err := d.sample(a, &c, sampler); errors.Is(err, errNoKeys) {
		a.leaveOut(fmt.Errorf("the %s of %q: %w", path, d.Nodes[node].Name, err))
		return nil
	} else if err != nil {
		return err
	}
	if err := d.take(sampler, 1, unsafe.Sizeof(c)); err != nil {
		return err
	}
	a.Channels = append(a.Channels, &c)
	return nil
}

// errNoKeys is wrapped by errors about samplers that have no key to use.
var errNoKeys = fmt.Errorf("%w: no keys", soa.ErrFormat)

// maxWrong bounds the errors that are kept about channels of an animation.
const maxWrong = 1000

// leaveOut notes why a channel is left out.
func (a *Animation) leaveOut(err error) {
	if len(a.Wrong) < maxWrong {
		a.Wrong = append(a.Wrong, err)
	}
}

// follow adds the channels of a pointer.
func (d *Document) follow(a *Animation, sampler value, pointer string) error {
	list, err := d.channels(pointer)
	if err != nil {
		return err
	}
	// Their addresses may be moved several times as the list grows.
	if err := d.take(sampler, len(list), unsafe.Sizeof(Channel{})+6*unsafe.Sizeof(&list[0])); err != nil {
		return err
	}
	for i := range list {
		if err := d.meter.Step(1000); err != nil {
			return err
		}
		if err := d.sample(a, &list[i], sampler); err != nil {
			return err
		}
		if list[i].Only >= 0 && list[i].Width != 1 {
			return sampler.error("%d values a key for one weight", list[i].Width)
		}
		a.Channels = append(a.Channels, &list[i])
	}
	return nil
}

// sample reads a channel's times and values. Where there are not as many of one as the other, the
// first keys count; keys that are not finite stay, for the reader to mend.
func (d *Document) sample(a *Animation, c *Channel, v value) error {
	if c.Interpolation = v.at("interpolation").text(); c.Interpolation == "" {
		c.Interpolation = Linear
	}
	if !slices.Contains([]string{Linear, Step, Cubic}, c.Interpolation) {
		return v.error("interpolation %q", c.Interpolation)
	}
	for _, key := range []string{"input", "output"} {
		if !v.at(key).there() {
			return v.error("%w: it has no %s", errNoKeys, key)
		}
	}
	input := v.at("input").index(len(d.Accessors), "accessors")
	output := v.at("output").index(len(d.Accessors), "accessors")
	if d.text.err != nil {
		return d.text.err
	}
	var err error
	if c.Times, err = d.Floats(input); err != nil {
		return err
	}
	if c.Values, err = d.Floats(output); err != nil {
		return err
	}
	c.Whole = d.Accessors[output].Component != Float32
	return d.fit(a, c, v)
}

// fit finds how many values a key of a channel has, and leaves it the keys that have all of them.
func (d *Document) fit(a *Animation, c *Channel, v value) error {
	times, values, rows := len(c.Times), len(c.Values), 1
	c.Width = widths[c.Path]
	if c.Interpolation == Cubic {
		rows = 3
		if c.Width > 0 && values == times*c.Width || c.Width == 0 && times == 1 && values == max(d.targets(c), 1) {
			c.Interpolation, rows = Linear, 1 // keys without tangents
		}
	}
	if c.Width == 0 {
		if n := d.targets(c); times > 0 && (values%(rows*times) != 0 || values < rows*times*n) && n > 0 {
			c.Width = n
		} else if times > 0 && values%(rows*times) == 0 {
			c.Width = values / (rows * times)
		}
	}
	if c.Width == 0 {
		return v.error("%w: %d values for %d times", errNoKeys, values, times)
	}
	n := min(times, values/(rows*c.Width))
	if n == 0 {
		return v.error("%w: %d values for %d times", errNoKeys, values, times)
	}
	if n != times || n*rows*c.Width != values {
		if len(a.Short) < maxWrong {
			a.Short = append(a.Short, Short{c.Node, c.Path, times, values, rows * c.Width, n})
		}
		c.Times, c.Values = c.Times[:n:n], c.Values[:n*rows*c.Width]
	}
	return nil
}

// targets returns how many weights a channel drives: all of its node's mesh, or 0 where that is not
// known.
func (d *Document) targets(c *Channel) int {
	if c.Path != "weights" {
		return 0
	}
	if c.Only >= 0 {
		return 1
	}
	if c.Node >= 0 && d.Nodes[c.Node].Mesh >= 0 {
		if list := d.Meshes[d.Nodes[c.Node].Mesh].Primitives; len(list) > 0 {
			return len(list[0].Targets)
		}
	}
	return 0
}
