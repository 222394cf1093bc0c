package fbx

import (
	"encoding/binary"
	"iter"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-anim/sinew/soa"
)

// body returns the record of an object of a binary file.
func (t *takes) body(o object) records {
	return records{data: t.data, at: o.at, children: o.children, end: o.end, wide: t.wide, arrays: t.arrays}
}

// readProperties reads the P records of an object.
func (t *takes) readProperties(o object) (map[string]property, error) {
	all := make(map[string]property)
	if o.class == "" {
		return all, nil
	}
	if t.text {
		t.textBlock(o, func(open []string, name, rest string) {
			if name == "P" && len(open) == 2 && open[1] == "Properties70" {
				if name, p := textProperty(rest); name != "" {
					all[name] = p
				}
			}
		})
		return all, nil
	}
	return all, t.body(o).eachProperty(func(name string, p property) { all[name] = p })
}

// eachProperty calls f for the properties that a record states.
func (r records) eachProperty(f func(name string, p property)) error {
	return r.forEachChild(func(name string, in records) error {
		if name != "Properties70" {
			return nil
		}
		return in.forEachChild(func(_ string, in records) error {
			name, p, err := in.statedProperty()
			if err == nil {
				f(name, p)
			}
			return err
		})
	})
}

// textProperty parses the rest of a P line of a text file; the name is "" for a malformed one.
func textProperty(rest string) (string, property) {
	v := fieldsUpTo(rest, 8)
	if len(v) < 4 {
		return "", property{}
	}
	var values []float64
	for _, s := range v[4:] {
		n, err := strconv.ParseFloat(s, 64)
		if err != nil {
			break
		}
		values = append(values, n)
	}
	return v[0], newProperty(v[1], v[3], values)
}

// statedProperty reads a P record of a binary file.
func (r *records) statedProperty() (string, property, error) {
	var head [4]string // name, kind, label, flags
	for i := range head {
		s, err := r.text()
		if err != nil {
			return "", property{}, err
		}
		head[i] = s
	}
	var few [4]float64
	values := few[:0]
	for r.at < r.children && len(values) < 4 {
		v, ok, err := r.float()
		if err != nil {
			return "", property{}, err
		}
		if !ok {
			break
		}
		values = append(values, v)
	}
	return head[0], newProperty(head[1], head[3], slices.Clone(values)), nil
}

// text reads a property and returns it if it is a text. Equal words share one string.
func (r *records) text() (string, error) {
	if rest := r.data[r.at:r.children]; len(rest) >= 5 && rest[0] == 'S' {
		if n := uint64(binary.LittleEndian.Uint32(rest[1:])); n <= uint64(len(rest)-5) {
			r.at += 5 + int(n)
			return r.arrays.word(rest[5 : 5+n]), nil
		}
	}
	v, err := r.property()
	s, _ := v.(string)
	return s, err
}

// float reads a property and reports whether it is a number.
func (r *records) float() (float64, bool, error) {
	if rest := r.data[r.at:r.children]; len(rest) >= 9 && rest[0] == 'D' {
		r.at += 9
		return math.Float64frombits(binary.LittleEndian.Uint64(rest[1:])), true, nil
	}
	v, err := r.property()
	n, ok := number(v)
	return n, ok, err
}

// header reads the unit of time and the program from the file's header.
func (t *takes) header(name string, in records) error {
	switch name {
	case "OtherFlags":
		return in.forEachChild(t.header)
	case "Creator":
		t.creator = in.head0()
	case "FBXHeaderVersion", "TCDefinition":
		if v, ok, _ := in.integer(); ok {
			t.stateTime(name, v)
		}
	}
	return nil
}

// stateTime records a number of the header.
func (t *takes) stateTime(name string, v int64) {
	if name == "FBXHeaderVersion" {
		t.headerVersion = v
	} else {
		t.timeCode, t.hasTimeCode = v, true
	}
}

// stateSetting records a setting of the whole file.
func (t *takes) stateSetting(name string, p property) {
	if name == "UnitScaleFactor" && len(p.values) > 0 {
		t.unit = p.values[0]
	}
}

// newSecond is one second in the unit of time that the header of newer files states.
const newSecond = 141120000

// scale converts the file's times to FBX's usual unit.
func (t *takes) scale() float64 {
	if t.headerVersion >= 1004 && t.hasTimeCode && t.timeCode != 127 {
		return float64(second) / newSecond
	}
	return 1
}

// definition reads the property templates of a class of objects.
func (t *takes) definition(name string, in records) error {
	if name != "ObjectType" {
		return nil
	}
	head, err := in.properties(1)
	if err != nil {
		return err
	}
	class, _ := head[0].(string)
	return in.forEachChild(func(name string, in records) error {
		if name != "PropertyTemplate" {
			return nil
		}
		return in.eachProperty(func(name string, p property) { t.define(class, name, p) })
	})
}

// define records a property of a class's template.
func (t *takes) define(class, name string, p property) {
	if name == "" {
		return
	}
	if t.templates[class] == nil {
		t.templates[class] = make(map[string]property)
	}
	t.templates[class][name] = p
}

func number(v any) (float64, bool) {
	switch v := v.(type) {
	case int64:
		return float64(v), true
	case float64:
		return v, true
	}
	return 0, false
}

// numbers reads an array property as numbers.
func (r *records) numbers(most int) ([]float64, error) {
	code, b, err := r.array(most)
	if err != nil {
		return nil, err
	}
	return decode(code, b)
}

// slopes reads an array property as numbers and as bits.
func (r *records) slopes(most int) (list []float64, bits []uint32, err error) {
	code, b, err := r.array(most)
	if err != nil {
		return nil, nil, err
	}
	if list, err = decode(code, b); err != nil {
		return nil, nil, err
	}
	bits = make([]uint32, len(list))
	for i := range bits {
		bits[i] = binary.LittleEndian.Uint32(b[elementBytes[code]*i:])
	}
	return list, bits, nil
}

// decode returns elements of an array as numbers.
func decode(code byte, b []byte) ([]float64, error) {
	if code == 'b' || code == 'c' {
		return nil, malformed("numbers of type %q", code)
	}
	return appendNumbers(make([]float64, 0, len(b)/elementBytes[code]), code, b), nil
}

// integers reads an array property as whole numbers.
func (r *records) integers(most int) ([]int64, error) {
	code, b, err := r.array(most)
	if err != nil {
		return nil, err
	}
	list := make([]int64, len(b)/elementBytes[code])
	for i := range list {
		switch code {
		case 'i':
			list[i] = int64(int32(binary.LittleEndian.Uint32(b[4*i:])))
		case 'l':
			list[i] = int64(binary.LittleEndian.Uint64(b[8*i:]))
		default:
			return nil, malformed("whole numbers of type %q", code)
		}
	}
	return list, nil
}

// times reads an array of times, and reports whether they are finite and ascend.
// Callers do not change them.
func (r *records) times(scale float64, most int) ([]float64, bool, error) {
	whole := r.data[r.at:r.children]
	if known, ok := r.arrays.times[string(whole)]; ok && len(known.list) <= most {
		return known.list, known.ascend, nil
	}
	list, err := r.integers(most)
	if err != nil {
		return nil, false, err
	}
	t := keyTimes{make([]float64, len(list)), true}
	for i, v := range list {
		t.list[i] = float64(float64(v) * scale)
		t.ascend = t.ascend && isMoment(t.list[i]) && (i == 0 || t.list[i] > t.list[i-1])
	}
	r.arrays.times[string(whole)] = t
	return t.list, t.ascend, nil
}

// array reads the bytes of an array property of at most most elements. They are valid until the
// next array is read.
func (r *records) array(most int) (code byte, b []byte, err error) {
	head, err := r.take(13)
	if err != nil {
		return 0, nil, err
	}
	size, ok := elementBytes[head[0]]
	if !ok {
		return 0, nil, malformed("property type %q for an array", head[0])
	}
	count, encoding := binary.LittleEndian.Uint32(head[1:]), binary.LittleEndian.Uint32(head[5:])
	if int64(count) > int64(most) {
		return 0, nil, soa.ErrTooLarge
	}
	stored := int(binary.LittleEndian.Uint32(head[9:]))
	if encoding == 0 {
		stored = int(count) * size
	}
	if b, err = r.take(stored); err != nil || encoding == 0 {
		return head[0], b, err
	}
	b, err = r.arrays.inflated(b, int(count)*size)
	return head[0], b, err
}

// textBlock calls f for the lines of an object's block: with the names of the enclosing blocks, the
// line's name, empty for a continuation of the line before, and the rest of the line.
func (t *takes) textBlock(o object, f func(open []string, name, rest string)) {
	var open []string
	for _, line := range t.linesFrom(o.at) {
		if line = strings.TrimSpace(line); line == "" || line[0] == ';' {
			continue
		}
		if line == "}" {
			if len(open) <= 1 {
				return
			}
			open = open[:len(open)-1]
			continue
		}
		name, rest, ok := strings.Cut(line, ":")
		if !ok {
			name, rest = "", line
		}
		if len(open) > 0 {
			f(open, name, rest)
		}
		if ok && strings.HasSuffix(line, "{") {
			open = append(open, name)
		} else if len(open) == 0 {
			return
		}
	}
}

// linesFrom iterates over the lines of a text file from a byte on: where each begins, and its
// text.
func (t *takes) linesFrom(at int) iter.Seq2[int, string] {
	return func(yield func(int, string) bool) {
		for at < len(t.lines) {
			end := strings.IndexByte(t.lines[at:], '\n') + at + 1
			if end == at {
				end = len(t.lines)
			}
			if !yield(at, t.lines[at:end]) {
				return
			}
			at = end
		}
	}
}

// subclass returns the third value of an object: the class of a Geometry or a Deformer.
func (t *takes) subclass(o object) string {
	if t.text {
		_, rest, _ := strings.Cut(t.head(o), ":")
		if v := fieldsUpTo(rest, 3); len(v) == 3 {
			return v[2]
		}
		return ""
	}
	body := t.body(o)
	s, _ := body.text()
	return s
}

// head returns the line with which an object of a text file begins.
func (t *takes) head(o object) string {
	line, _, _ := strings.Cut(string(t.data[o.at:min(len(t.data), o.at+maxHead)]), "\n")
	return line
}

// maxHead is the greatest length of the line of an object's head.
const maxHead = 1 << 12

// head0 returns the first property if it is a text, without consuming it.
func (r records) head0() string {
	if r.at >= r.children || r.data[r.at] != 'S' {
		return ""
	}
	v, _ := r.property()
	s, _ := v.(string)
	return s
}
