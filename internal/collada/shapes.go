package collada

import (
	"bytes"
	"encoding/xml"
	"fmt"
	"io"
	"strings"

	"github.com/sinew-anim/sinew/soa"
)

// Shape is a set of interpolations between the keys of curves; linear ones have
// neither flag.
type Shape struct{ Bent, Stepped bool }

// Shapes returns the interpolations of the curves of each animated node, by the
// node's name, or its id without a name.
func Shapes(data []byte) (map[string]Shape, error) {
	out := make(map[string]Shape)
	if !bytes.Contains(data, []byte("BEZIER")) && !bytes.Contains(data, []byte("HERMITE")) && !bytes.Contains(data, []byte("STEP")) &&
		!bytes.Contains(data, []byte("CARDINAL")) && !bytes.Contains(data, []byte("BSPLINE")) {
		return out, nil
	}
	names, err := Names(data)
	if err != nil {
		return nil, err
	}
	begin := bytes.Index(data, []byte("<library_animations"))
	end := bytes.LastIndex(data, []byte("</library_animations>"))
	if begin < 0 || end < begin {
		return out, nil
	}
	var a animations
	if err := a.read(data[begin:end]); err != nil {
		return nil, err
	}
	for target, sampler := range a.channel {
		id, _, _ := strings.Cut(target, "/")
		if name, ok := names[id]; ok {
			id = name
		}
		s, more := out[id], a.shape[a.interpolation[sampler]]
		out[id] = Shape{s.Bent || more.Bent, s.Stepped || more.Stepped}
	}
	return out, nil
}

// animations is what tells a channel's shape.
type animations struct {
	shape         map[string]Shape  // by the id of a source
	interpolation map[string]string // by the id of a sampler: that source
	channel       map[string]string // by target: the sampler
}

func (a *animations) read(data []byte) error {
	a.shape, a.interpolation, a.channel = make(map[string]Shape), make(map[string]string), make(map[string]string)
	d := xml.NewDecoder(bytes.NewReader(data))
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	var source, sampler string
	inNames := false
	for {
		token, err := d.RawToken()
		if err == io.EOF {
			return nil
		}
		if err != nil {
			return fmt.Errorf("%w: %w", soa.ErrFormat, err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			switch e.Name.Local {
			case "source":
				source = attribute(e, "id")
			case "sampler":
				sampler = attribute(e, "id")
			case "input":
				if attribute(e, "semantic") == "INTERPOLATION" {
					a.interpolation[sampler] = strings.TrimPrefix(attribute(e, "source"), "#")
				}
			case "channel":
				a.channel[attribute(e, "target")] = strings.TrimPrefix(attribute(e, "source"), "#")
			}
			inNames = e.Name.Local == "Name_array"
		case xml.EndElement:
			inNames = false
		case xml.CharData:
			if inNames {
				text := string(e)
				bent := strings.Contains(text, "BEZIER") || strings.Contains(text, "HERMITE") || strings.Contains(text, "CARDINAL") || strings.Contains(text, "BSPLINE")
				a.shape[source] = Shape{bent, strings.Contains(text, "STEP")}
			}
		}
	}
}

func attribute(e xml.StartElement, name string) string {
	for _, a := range e.Attr {
		if a.Name.Local == name {
			return a.Value
		}
	}
	return ""
}
