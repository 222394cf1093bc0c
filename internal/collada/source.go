package collada

import (
	"encoding/xml"
	"math"
	"slices"
	"strconv"
	"strings"
)

// source is a <source>: an array of numbers or names, and its accessor.
type source struct {
	arrayID string
	numbers []float64
	names   []string
	broken  bool // a number is malformed
	from    string
	stride  int
	offset  int
	params  []string // of one entry; unnamed ones are empty
	before  behaviour
	after   behaviour
}

// source reads the source whose start has been read. The result is never nil.
func (p *parser) source() (*source, error) {
	s := &source{}
	err := p.forEachChild(func(e xml.StartElement) error {
		switch e.Name.Local {
		case "float_array", "int_array":
			s.arrayID = attribute(e, "id")
			text, err := p.text()
			s.numbers, s.broken = parseNumbers(text)
			return err
		case "Name_array", "IDREF_array":
			s.arrayID = attribute(e, "id")
			text, err := p.text()
			s.names = strings.Fields(text)
			return err
		case "technique_common":
			return p.forEachChild(func(e xml.StartElement) error {
				if e.Name.Local != "accessor" {
					return p.skip()
				}
				return p.accessor(e, s)
			})
		case "technique":
			return p.infinity(&s.before, &s.after)
		}
		return p.skip()
	})
	return s, err
}

func (p *parser) accessor(e xml.StartElement, s *source) error {
	s.from = fragment(attribute(e, "source"))
	s.stride = count(attribute(e, "stride"))
	s.offset = count(attribute(e, "offset"))
	return p.forEachChild(func(e xml.StartElement) error {
		if e.Name.Local == "param" {
			s.params = append(s.params, attribute(e, "name"))
		}
		return p.skip()
	})
}

// register sets the entries of the ids of a source and of its array.
func (s *source) register(id string, in ...map[string]*source) {
	for _, id := range [...]string{id, s.arrayID} {
		for _, m := range in {
			if id != "" {
				m[id] = s
			}
		}
	}
}

// count parses the number of an attribute, 0 for a malformed one.
func count(text string) int {
	n, err := strconv.Atoi(strings.TrimSpace(text))
	if err != nil || n < 0 {
		return 0
	}
	return n
}

// parseNumbers parses a list of numbers. Malformed ones become NaN.
func parseNumbers(text string) (list []float64, broken bool) {
	list = make([]float64, 0, 1+len(text)/8)
	for word := range strings.FieldsSeq(text) {
		v, err := strconv.ParseFloat(word, 64)
		if err != nil {
			v, broken = math.NaN(), true
		}
		list = append(list, v)
	}
	return list, broken
}

// rows are the entries of a source.
type rows struct {
	data   []float64
	first  int
	stride int
	dims   []int // offsets of the dimensions in a row
	names  []string
	n      int
}

// rows returns the entries of a source, whose array may be that of another.
func (f *File) rows(s *source, local map[string]*source) rows {
	data := s.numbers
	if data == nil {
		if other := local[s.from]; other != nil {
			data = other.numbers
		} else if other := f.sources[s.from]; other != nil {
			data = other.numbers
		}
	}
	out := rows{data: data, first: s.offset, stride: max(1, s.stride)}
	named := slices.ContainsFunc(s.params, func(name string) bool { return name != "" })
	for i := range out.stride {
		name := ""
		if i < len(s.params) {
			name = s.params[i]
		}
		// An unnamed parameter among named ones is one to skip.
		if named && name == "" && i < len(s.params) {
			continue
		}
		if i >= maxDims {
			break
		}
		out.dims, out.names = append(out.dims, i), append(out.names, name)
	}
	if len(data) > out.first {
		out.n = (len(data) - out.first) / out.stride
		if rest := (len(data) - out.first) % out.stride; len(out.dims) > 0 && rest > out.dims[len(out.dims)-1] {
			out.n++ // the last row ends early, behind its last number
		}
	}
	return out
}

// at returns dimension d of row i.
func (r *rows) at(i, d int) float64 { return r.data[r.first+i*r.stride+r.dims[d]] }

// maxDims bounds the numbers of one key; tangents of matrices have the most.
const maxDims = 64
