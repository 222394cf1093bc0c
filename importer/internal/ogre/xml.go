package ogre

import (
	"bytes"
	"encoding/xml"
	"errors"
	"io"
	"strconv"
	"strings"

	"github.com/sinew-anim/sinew/internal/exact"
)

// elements calls open at the begin of each element of a text and closed at its end. It reads the text as UTF-8, whatever
// encoding the header states.
func elements(text []byte, open func(name string, attribute map[string]string) error, closed func(name string)) error {
	d := xml.NewDecoder(bytes.NewReader(text))
	d.Strict = false
	d.CharsetReader = func(_ string, r io.Reader) (io.Reader, error) { return r, nil }
	for {
		token, err := d.RawToken()
		if errors.Is(err, io.EOF) {
			return nil
		}
		if err != nil {
			return malformed("%v", err)
		}
		switch e := token.(type) {
		case xml.StartElement:
			attribute := make(map[string]string, len(e.Attr))
			for _, a := range e.Attr {
				attribute[a.Name.Local] = a.Value
			}
			if err := open(e.Name.Local, attribute); err != nil {
				line, _ := d.InputPos()
				return malformed("line %d: <%s>: %v", line, e.Name.Local, err)
			}
		case xml.EndElement:
			closed(e.Name.Local)
		}
	}
}

// xmlReader reads a skeleton of XML: element by element, each of which fills what was opened last.
type xmlReader struct {
	Skeleton
	named map[string]int // bones
	place *Place         // of the bone or the key that is open
	angle float64        // of the rotation that is open
	bones bool           // bones are open, and not their hierarchy
}

func readXML(text []byte) (*Skeleton, error) {
	r := &xmlReader{named: map[string]int{}}
	if err := elements(text, r.open, r.closed); err != nil {
		return nil, err
	}
	return &r.Skeleton, nil
}

func (r *xmlReader) open(name string, a map[string]string) (err error) {
	switch name {
	case "bones":
		r.bones = true
	case "bone":
		if r.bones {
			return r.bone(a)
		}
	case "animation":
		length, err := number(a, "length", 0)
		r.Animations = append(r.Animations, Animation{Name: a["name"], Length: length})
		return err
	case "track":
		return r.track(a)
	case "keyframe":
		return r.key(a)
	case "position", "translate":
		return r.vector(a, func(p *Place) *exact.Vec { return &p.Translation }, 0)
	case "scale":
		return r.vector(a, func(p *Place) *exact.Vec { return &p.Scale }, 1)
	case "rotation", "rotate":
		r.angle, err = number(a, "angle", 0)
	case "axis":
		return r.axis(a)
	}
	return err
}

func (r *xmlReader) closed(name string) {
	switch name {
	case "bones":
		r.bones, r.place = false, nil
	case "bone", "keyframe":
		r.place = nil
	}
}

func (r *xmlReader) bone(a map[string]string) error {
	handle, err := strconv.Atoi(strings.TrimSpace(a["id"]))
	if a["id"] == "" {
		handle, err = len(r.Bones), nil
	}
	if _, ok := r.named[a["name"]]; !ok {
		r.named[a["name"]] = len(r.Bones)
	}
	r.Bones = append(r.Bones, Bone{Name: a["name"], Handle: handle, Place: nowhere})
	r.place = &r.Bones[len(r.Bones)-1].Place
	return err
}

func (r *xmlReader) track(a map[string]string) error {
	if len(r.Animations) == 0 {
		return errors.New("it is in no animation")
	}
	at, ok := r.named[a["bone"]]
	if !ok {
		return errors.New("there is no bone " + strconv.Quote(a["bone"]))
	}
	last := &r.Animations[len(r.Animations)-1]
	last.Tracks = append(last.Tracks, Track{Bone: r.Bones[at]})
	return nil
}

func (r *xmlReader) key(a map[string]string) error {
	if n := len(r.Animations); n == 0 || len(r.Animations[n-1].Tracks) == 0 {
		return errors.New("it is in no track")
	}
	time, err := number(a, "time", 0)
	tracks := r.Animations[len(r.Animations)-1].Tracks
	t := &tracks[len(tracks)-1]
	t.Keys = append(t.Keys, Key{Time: time, Place: nowhere})
	r.place = &t.Keys[len(t.Keys)-1].Place
	return err
}

// vector reads three numbers, or a factor that stands for each.
func (r *xmlReader) vector(a map[string]string, part func(*Place) *exact.Vec, otherwise float64) error {
	if r.place == nil {
		return nil
	}
	if _, ok := a["factor"]; ok {
		k, err := number(a, "factor", otherwise)
		*part(r.place) = exact.Vec{k, k, k}
		return err
	}
	for i, name := range []string{"x", "y", "z"} {
		v, err := number(a, name, otherwise)
		if err != nil {
			return err
		}
		part(r.place)[i] = v
	}
	return nil
}

// axis ends a rotation, in radians about an axis of any length.
func (r *xmlReader) axis(a map[string]string) error {
	if r.place == nil {
		return nil
	}
	var axis exact.Vec
	for i, name := range []string{"x", "y", "z"} {
		v, err := number(a, name, 0)
		if err != nil {
			return err
		}
		axis[i] = v
	}
	length := axis.Length()
	if length == 0 || length-length != 0 || r.angle-r.angle != 0 {
		r.place.Rotation = exact.IdentityQuat()
		return nil
	}
	sin, cos := exact.SinCos(r.angle / 2)
	r.place.Rotation = exact.Quat{axis[0] / length * sin, axis[1] / length * sin, axis[2] / length * sin, cos}
	return nil
}

// number reads an attribute, or returns what holds without it. Numbers beyond float64 are infinite,
// which the import repairs.
func number(a map[string]string, name string, otherwise float64) (float64, error) {
	text, ok := a[name]
	if !ok {
		return otherwise, nil
	}
	v, err := strconv.ParseFloat(strings.TrimSpace(text), 64)
	if errors.Is(err, strconv.ErrRange) {
		err = nil
	}
	return v, err
}
