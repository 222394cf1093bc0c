package fbx

import (
	"bytes"
	"compress/zlib"
	"encoding/binary"
	"fmt"
	"math"
	"strings"
)

// record is a node of a hand-made file, with properties of the types int (32
// bits), int64, float64, string, and slices of int32, int64, float32, float64.
type record struct {
	name       string
	properties []any
	records    []record
}

// document is a hand-made file.
type document []record

// text writes the document as an ASCII file, long arrays over several lines.
func (d document) text() []byte {
	var b bytes.Buffer
	b.WriteString("; FBX 7.4.0 project file\n")
	for i := range d {
		d[i].text(&b, "")
	}
	return b.Bytes()
}

func (r *record) text(b *bytes.Buffer, indent string) {
	var list []string
	array := ""
	for i, p := range r.properties {
		switch v := p.(type) {
		case string:
			if name, class, ok := strings.Cut(v, "\x00\x01"); ok {
				v = class + "::" + name
			}
			list = append(list, `"`+v+`"`)
		case []int32, []int64, []float32, []float64:
			numbers := strings.Fields(strings.Trim(fmt.Sprint(v), "[]"))
			if data, ok := v.([]float32); ok && r.name == "KeyAttrDataFloat" { // as bits
				for i := range data {
					numbers[i] = fmt.Sprint(int32(math.Float32bits(data[i])))
				}
			}
			array = strings.Join(numbers, ",")
			if len(numbers) > 3 {
				array = strings.Join(numbers[:2], ",") + ",\n" + indent + strings.Join(numbers[2:], ",")
			}
			list = append(list, fmt.Sprintf("*%d", len(numbers)))
		default:
			list = append(list, fmt.Sprint(r.properties[i]))
		}
	}
	fmt.Fprintf(b, "%s%s: %s", indent, r.name, strings.Join(list, ", "))
	switch {
	case array != "":
		fmt.Fprintf(b, " {\n%s\ta: %s\n%s}\n", indent, array, indent)
	case r.records != nil:
		b.WriteString(" {\n")
		for i := range r.records {
			r.records[i].text(b, indent+"\t")
		}
		b.WriteString(indent + "}\n")
	default:
		b.WriteString("\n")
	}
}

// binary writes the document as a binary file of version 7.4, its arrays plain
// or deflated.
func (d document) binary(deflate bool) []byte {
	var b bytes.Buffer
	b.WriteString(binaryMagic + "\x1a\x00")
	_ = binary.Write(&b, binary.LittleEndian, uint32(7400))
	for i := range d {
		b.Write(d[i].binary(b.Len(), deflate))
	}
	b.Write(make([]byte, 13))
	return b.Bytes()
}

// binary writes a record that begins at a byte of the file.
func (r *record) binary(at int, deflate bool) []byte {
	var properties bytes.Buffer
	for _, p := range r.properties {
		writeProperty(&properties, p, deflate)
	}
	body := properties.Bytes()
	head := 13 + len(r.name)
	for i := range r.records {
		body = append(body, r.records[i].binary(at+head+len(body), deflate)...)
	}
	if r.records != nil {
		body = append(body, make([]byte, 13)...)
	}
	var b bytes.Buffer
	_ = binary.Write(&b, binary.LittleEndian, []uint32{uint32(at + head + len(body)), uint32(len(r.properties)), uint32(properties.Len())})
	b.WriteByte(byte(len(r.name)))
	b.WriteString(r.name)
	b.Write(body)
	return b.Bytes()
}

func writeProperty(b *bytes.Buffer, p any, deflate bool) {
	put := func(v any) { _ = binary.Write(b, binary.LittleEndian, v) }
	switch v := p.(type) {
	case int:
		b.WriteByte('I')
		put(int32(v))
	case int64:
		b.WriteByte('L')
		put(v)
	case float64:
		b.WriteByte('D')
		put(v)
	case string:
		b.WriteByte('S')
		put(uint32(len(v)))
		b.WriteString(v)
	default:
		code, count := byte('i'), 0
		switch v := p.(type) {
		case []int32:
			count = len(v)
		case []int64:
			code, count = 'l', len(v)
		case []float32:
			code, count = 'f', len(v)
		case []float64:
			code, count = 'd', len(v)
		}
		var plain, packed bytes.Buffer
		_ = binary.Write(&plain, binary.LittleEndian, p)
		encoding, stored := uint32(0), plain.Bytes()
		if deflate {
			z := zlib.NewWriter(&packed)
			_, _ = z.Write(stored)
			_ = z.Close()
			encoding, stored = 1, packed.Bytes()
		}
		b.WriteByte(code)
		put([]uint32{uint32(count), encoding, uint32(len(stored))})
		b.Write(stored)
	}
}
