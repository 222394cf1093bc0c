package daeeval

import (
	"encoding/xml"
	"fmt"
	"strconv"
	"strings"
)

// element is an element of the file.
type element struct {
	XMLName  xml.Name
	Attrs    []xml.Attr `xml:",any,attr"`
	Text     string     `xml:",chardata"`
	Children []*element `xml:",any"`
}

func (e *element) name() string { return e.XMLName.Local }

func (e *element) attr(name string) string {
	for _, a := range e.Attrs {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}

// walk calls f for the element and all below it.
func (e *element) walk(f func(*element)) {
	f(e)
	for _, c := range e.Children {
		c.walk(f)
	}
}

// find returns the first element of a name whose attribute has a value.
func (e *element) find(name, attribute, value string) (found *element) {
	e.walk(func(x *element) {
		if found == nil && x.name() == name && x.attr(attribute) == value {
			found = x
		}
	})
	return found
}

// child returns the first child of a name.
func (e *element) child(name string) *element {
	for _, c := range e.Children {
		if c.name() == name {
			return c
		}
	}
	return nil
}

// numbers are those that the element's text lists.
func (e *element) numbers() (list []float64) {
	for _, word := range strings.Fields(e.Text) {
		v, err := strconv.ParseFloat(word, 64)
		if err != nil {
			panic(err)
		}
		list = append(list, v)
	}
	return list
}

// File is a Collada file.
type File struct {
	root     *element
	channels []*element
	curves   map[*element]*curve // by channel
}

// Open parses a file.
func Open(data []byte) (*File, error) {
	root := &element{}
	if err := xml.Unmarshal(data, root); err != nil {
		return nil, fmt.Errorf("daeeval: %w", err)
	}
	f := &File{root, nil, make(map[*element]*curve)}
	root.walk(func(e *element) {
		if e.name() == "channel" {
			f.channels = append(f.channels, e)
		}
	})
	for _, ch := range f.channels {
		f.curves[ch] = f.curve(ch)
	}
	return f, nil
}

// Nodes lists the ids of all nodes.
func (f *File) Nodes() (ids []string) {
	f.root.walk(func(e *element) {
		if e.name() == "node" {
			ids = append(ids, e.attr("id"))
		}
	})
	return ids
}

// Name is a node's name.
func (f *File) Name(id string) string { return f.root.find("node", "id", id).attr("name") }

// World is a node's matrix in the world at a time, in metres and Y up.
func (f *File) World(id string, time float64) Mat4 {
	path := chain(f.root, id)
	m := f.asset()
	for _, e := range path {
		if e.name() == "node" {
			m = m.Mul(f.Local(e.attr("id"), time))
		}
	}
	return m
}

// chain is the path to a node.
func chain(e *element, id string) []*element {
	if e.name() == "node" && e.attr("id") == id {
		return []*element{e}
	}
	for _, c := range e.Children {
		if path := chain(c, id); path != nil {
			return append([]*element{e}, path...)
		}
	}
	return nil
}

// asset turns the file's axes and unit into metres and Y up.
func (f *File) asset() Mat4 {
	m := Identity()
	if asset := f.root.child("asset"); asset != nil {
		if unit := asset.child("unit"); unit != nil && unit.attr("meter") != "" {
			meter, err := strconv.ParseFloat(unit.attr("meter"), 64)
			if err != nil {
				panic(err)
			}
			m = scaling(meter, meter, meter)
		}
		if up := asset.child("up_axis"); up != nil {
			switch strings.TrimSpace(up.Text) {
			case "Z_UP":
				m = m.Mul(rotationAround(1, 0, 0, -90))
			case "X_UP":
				m = m.Mul(rotationAround(0, 0, 1, 90))
			}
		}
	}
	return m
}

// Local is a node's own matrix at a time.
func (f *File) Local(id string, time float64) Mat4 {
	m := Identity()
	for _, e := range f.root.find("node", "id", id).Children {
		switch e.name() {
		case "translate", "rotate", "scale", "matrix", "lookat", "skew":
			values := e.numbers()
			if key, ok := f.matrixKey(id, e, time); ok {
				m = m.Mul(key)
				continue
			}
			for i := range values {
				if v, ok := f.driven(id, e, i, time); ok {
					values[i] = v
				}
			}
			m = m.Mul(transform(e.name(), values))
		}
	}
	return m
}
