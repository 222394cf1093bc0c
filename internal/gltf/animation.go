package gltf

import (
	"fmt"
	"slices"
)

func (d *Document) readAnimations(root value) error {
	list := root.list("animations")
	for i := range list.len() {
		v := list.child(i)
		a := Animation{Name: v.at("name").text(), place: v}
		channels, samplers := v.list("channels"), v.list("samplers")
		a.Channels = make([]Channel, 0, channels.len())
		for k := range channels.len() {
			if err := d.channel(&a, channels.child(k), samplers); err != nil {
				return err
			}
			if d.text.err != nil {
				return d.text.err
			}
		}
		d.Animations = append(d.Animations, a)
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
			a.Wrong = append(a.Wrong, fmt.Errorf("%q: %w", pointer, err))
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
	if err := d.sample(&c, sampler); err != nil {
		return err
	}
	a.Channels = append(a.Channels, c)
	return nil
}

// follow adds the channels of a pointer.
func (d *Document) follow(a *Animation, sampler value, pointer string) error {
	list, err := d.channels(pointer)
	if err != nil {
		return err
	}
	for i := range list {
		if err := d.sample(&list[i], sampler); err != nil {
			return err
		}
		if list[i].Only >= 0 && list[i].Width != 1 {
			return sampler.error("%d values a key for one weight", list[i].Width)
		}
	}
	a.Channels = append(a.Channels, list...)
	return nil
}

// sample reads a channel's times and values and checks that they fit.
func (d *Document) sample(c *Channel, v value) error {
	if c.Interpolation = v.at("interpolation").text(); c.Interpolation == "" {
		c.Interpolation = Linear
	}
	if !slices.Contains([]string{Linear, Step, Cubic}, c.Interpolation) {
		return v.error("interpolation %q", c.Interpolation)
	}
	input := v.at("input").orParent(v).index(len(d.Accessors), "accessors")
	output := v.at("output").orParent(v).index(len(d.Accessors), "accessors")
	if d.text.err != nil {
		return d.text.err
	}
	var err error
	if c.Times, err = d.finite(input); err != nil {
		return err
	}
	if c.Values, err = d.finite(output); err != nil {
		return err
	}
	c.Whole = d.Accessors[output].Component != Float32
	rows := len(c.Times)
	if c.Interpolation == Cubic {
		if rows == 1 && len(c.Values) == max(widths[c.Path], 1) { // a key without tangents
			c.Interpolation = Linear
		} else {
			rows *= 3
		}
	}
	if c.Width = widths[c.Path]; c.Width == 0 && rows > 0 {
		c.Width = len(c.Values) / rows
	}
	if rows == 0 || c.Width == 0 || len(c.Values) != rows*c.Width {
		return v.error("%d values for %d times", len(c.Values), len(c.Times))
	}
	return nil
}
