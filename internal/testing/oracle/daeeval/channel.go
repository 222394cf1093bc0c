package daeeval

import (
	"fmt"
	"strings"
)

// driven is number i of a node's element at a time; false where nothing drives it.
func (f *File) driven(id string, e *element, i int, time float64) (float64, bool) {
	for _, ch := range f.channels {
		path, ok := strings.CutPrefix(ch.attr("target"), id+"/"+e.attr("sid"))
		if !ok || e.attr("sid") == "" {
			continue
		}
		c := f.curves[ch]
		if dim := dimension(path, e.name(), i, c); dim >= 0 {
			return c.at(dim, time), true
		}
	}
	return 0, false
}

// Weight is morph weight i of a controller at a time.
func (f *File) Weight(controller string, i int, time float64) (float64, bool) {
	for _, ch := range f.channels {
		if strings.HasPrefix(ch.attr("target"), controller) && strings.HasSuffix(ch.attr("target"), fmt.Sprintf("(%d)", i)) {
			return f.curves[ch].at(0, time), true
		}
	}
	return 0, false
}

// dimension is which dimension of a curve drives number i of an element that a channel
// targets; the path is what follows the element's scoped id. −1 is none.
func dimension(path, kind string, i int, c *curve) int {
	switch {
	case path == "" && c.dims == 1 && kind == "rotate":
		if i == 3 {
			return 0
		}
		return -1
	case path == "":
		if i < c.dims {
			return i
		}
		return -1
	case path == ".ANGLE":
		if kind == "rotate" && i == 3 || kind == "skew" && i == 0 {
			return 0
		}
	case path == ".X" && i == 0, path == ".Y" && i == 1, path == ".Z" && i == 2:
		return 0
	case path == fmt.Sprintf("(%d)", i):
		return 0
	case kind == "matrix" && path == fmt.Sprintf("(%d)(%d)", i%4, i/4):
		return 0
	}
	return -1
}

// curve reads the sampler of a channel.
func (f *File) curve(ch *element) *curve {
	sampler := f.root.find("sampler", "id", ch.attr("source")[1:])
	source := func(semantic string) *element {
		for _, in := range sampler.Children {
			if in.attr("semantic") == semantic {
				return f.root.find("source", "id", in.attr("source")[1:])
			}
		}
		return nil
	}
	c := &curve{time: source("INPUT").child("float_array").numbers(), value: source("OUTPUT").child("float_array").numbers()}
	c.dims = len(c.value) / len(c.time)
	if s := source("INTERPOLATION"); s != nil {
		c.mode = strings.Fields(s.child("Name_array").Text)
	}
	if s := source("IN_TANGENT"); s != nil {
		c.in = s.child("float_array").numbers()
	}
	if s := source("OUT_TANGENT"); s != nil {
		c.out = s.child("float_array").numbers()
	}
	c.before, c.after = sampler.attr("pre_behavior"), sampler.attr("post_behavior")
	return c
}
