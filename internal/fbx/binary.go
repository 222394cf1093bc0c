package fbx

import "encoding/binary"

const (
	binaryMagic  = "Kaydara FBX Binary  \x00"
	binaryHeader = 27 // magic, two bytes, version
)

func (t *takes) readBinary(data []byte) error {
	if len(data) < binaryHeader {
		return malformed("the header ends after %d bytes", len(data))
	}
	r := records{
		data: data, children: binaryHeader, end: len(data), wide: binary.LittleEndian.Uint32(data[23:]) >= 7500,
		arrays: &arrays{known: make(map[string][2]int64), times: make(map[string]keyTimes)},
	}
	t.data, t.wide, t.arrays = data, r.wide, r.arrays
	return r.forEachChild(func(name string, in records) error {
		switch name {
		case "FBXHeaderExtension":
			return in.forEachChild(t.header)
		case "Definitions":
			return in.forEachChild(t.definition)
		case "GlobalSettings":
			return in.eachProperty(t.stateSetting)
		case "Objects":
			return in.forEachChild(t.object)
		case "Connections":
			return in.forEachChild(t.connection)
		}
		return nil
	})
}

// object reads an object: where it is, a model's name, a stack's range, the ends of a curve.
func (t *takes) object(name string, in records) error {
	numbers := hasNumbers(name)
	if name != "AnimationStack" && !numbers {
		return nil
	}
	body := in.at
	head, err := in.properties(2)
	if err != nil {
		return err
	}
	id, _ := head[0].(int64)
	raw, _ := head[1].(string)
	if numbers {
		t.note(id, object{name, raw, in.at, in.children, in.end})
	}
	switch name {
	case "Model":
		t.names = append(t.names, span{in.at - len(raw), len(raw), raw})
		t.models = append(t.models, id)
		return nil
	case "NodeAttribute", "Material", "Geometry", "AnimationLayer", "AnimationCurveNode", "Deformer", "Pose", "Cache":
		return nil
	case "AnimationCurve":
		return in.forEachChild(func(name string, in records) error {
			if name != "KeyTime" {
				return nil
			}
			v, err := in.properties(1)
			if err != nil {
				return err
			}
			if ends, ok := v[0].([2]int64); ok {
				t.addCurve(id, ends[0], ends[1])
			}
			return nil
		})
	}
	s := stack{id: id, name: objectName(raw), class: body - len(name)}
	err = in.forEachChild(func(name string, in records) error {
		if name != "Properties70" {
			return nil
		}
		return in.forEachChild(func(_ string, in records) error { return s.property(in) })
	})
	t.stacks = append(t.stacks, s)
	return err
}

// property reads one P record of a stack: name, type, label, flags, value.
func (s *stack) property(in records) error {
	name, err := in.properties(1)
	if err != nil || name[0] != "LocalStart" && name[0] != "LocalStop" {
		return err
	}
	rest, err := in.properties(4)
	if err != nil {
		return err
	}
	v, _ := rest[3].(int64)
	s.set(name[0].(string), v)
	return nil
}

func (s *stack) set(name string, v int64) {
	if name == "LocalStart" {
		s.start = v
	} else {
		s.stop = v
	}
}

// connection reads one C record: kind, source, destination.
func (t *takes) connection(_ string, in records) error {
	kind, err := in.property()
	if err != nil {
		return err
	}
	from, okFrom, err := in.integer()
	if err != nil {
		return err
	}
	to, okTo, err := in.integer()
	if !okFrom || !okTo || err != nil {
		return err
	}
	t.connect(from, to, kind == "OP")
	if kind != "OP" {
		return nil
	}
	v, err := in.property()
	if name, ok := v.(string); ok {
		t.connectTo(from, to, name)
	}
	return err
}
