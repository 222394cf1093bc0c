package weights_test

import (
	"bytes"
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/rig/weights"
	"github.com/sinew-anim/sinew/soa"
)

// npy writes a file as numpy.lib.format does: the header padded to 64 bytes, with a newline last.
func npy(version byte, header string, values []byte) []byte {
	begin := []byte{0x93, 'N', 'U', 'M', 'P', 'Y', version, 0}
	length := 2
	if version > 1 {
		length = 4
	}
	pad := 63 - (len(begin)+length+len(header))%64
	header += strings.Repeat(" ", pad) + "\n"
	if version > 1 {
		begin = binary.LittleEndian.AppendUint32(begin, uint32(len(header)))
	} else {
		begin = binary.LittleEndian.AppendUint16(begin, uint16(len(header)))
	}
	return append(append(begin, header...), values...)
}

func describe(descr string, fortran bool, shape string) string {
	truth := map[bool]string{false: "False", true: "True"}[fortran]
	return fmt.Sprintf("{'descr': '%s', 'fortran_order': %s, 'shape': %s, }", descr, truth, shape)
}

// example is a matrix that all types hold exactly.
var example = [][]float32{{0.5, 0.25, 0.25}, {1, 0, 0}, {0.125, 0.75, 0.125}, {0, 0.0625, 0.9375}}

// halves are float16 of the example's values.
var halves = map[float32]uint16{0: 0, 0.0625: 0x2c00, 0.125: 0x3000, 0.25: 0x3400, 0.5: 0x3800, 0.75: 0x3a00, 0.9375: 0x3b80, 1: 0x3c00}

// encode writes the example's values.
func encode(descr string, fortran bool) (data []byte) {
	var order binary.AppendByteOrder = binary.LittleEndian
	if descr[0] == '>' {
		order = binary.BigEndian
	}
	put := func(x float32) {
		switch descr[1:] {
		case "f2":
			data = order.AppendUint16(data, halves[x])
		case "f4":
			data = order.AppendUint32(data, math.Float32bits(x))
		case "f8":
			data = order.AppendUint64(data, math.Float64bits(float64(x)))
		}
	}
	if fortran {
		for c := range 3 {
			for r := range 4 {
				put(example[r][c])
			}
		}
		return data
	}
	for r := range 4 {
		for c := range 3 {
			put(example[r][c])
		}
	}
	return data
}

func check(t *testing.T, m *weights.Matrix, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
	if m.Rows != 4 || m.Columns != 3 {
		t.Fatalf("%d × %d", m.Rows, m.Columns)
	}
	for i, want := range example {
		if !slices.Equal(m.Row(i), want) {
			t.Fatalf("row %d is %v, want %v", i, m.Row(i), want)
		}
	}
}

// TestNPY: every version, type and order.
func TestNPY(t *testing.T) {
	for version := byte(1); version <= 3; version++ {
		for _, descr := range []string{"<f2", "<f4", "<f8", ">f2", ">f4", ">f8"} {
			for _, fortran := range []bool{false, true} {
				m, err := weights.ReadMatrix(npy(version, describe(descr, fortran, "(4, 3)"), encode(descr, fortran)))
				check(t, m, err)
			}
		}
	}
	m, err := weights.ReadMatrix(npy(1, `{"shape":(4,3),"descr":"<f4","fortran_order":False}`, encode("<f4", false)))
	check(t, m, err)
}

// TestHalves: every float16, by its definition in float64.
func TestHalves(t *testing.T) {
	var values []byte
	for h := range 1 << 16 {
		values = binary.LittleEndian.AppendUint16(values, uint16(h))
	}
	m, err := weights.ReadMatrix(npy(1, describe("<f2", false, "(65536, 1)"), values))
	if err != nil {
		t.Fatal(err)
	}
	for h, got := range m.Value {
		exponent, mantissa := h>>10&31, float64(h&1023)
		want := math.Ldexp(1+mantissa/1024, exponent-15)
		switch {
		case exponent == 0:
			want = math.Ldexp(mantissa, -24)
		case exponent == 31 && mantissa == 0:
			want = math.Inf(1)
		case exponent == 31:
			want = math.NaN()
		}
		if h>>15 == 1 {
			want = math.Copysign(want, -1)
		}
		if float64(got) != want && (got == got || want == want) || math.Signbit(float64(got)) != math.Signbit(want) && got == got {
			t.Fatalf("%#04x is %v, want %v", h, got, want)
		}
	}
}

// TestJSON: rows alone, and with the names of joints.
func TestJSON(t *testing.T) {
	rows := "[[0.5, 0.25, 0.25], [1, 0, 0], [0.125, 7.5e-1, 0.125], [0, 0.0625, 0.9375]]"
	m, err := weights.ReadMatrix([]byte(rows))
	check(t, m, err)
	m, err = weights.ReadMatrix([]byte(`{"joints": ["a", "b", "c"], "weights": ` + rows + "}\n"))
	check(t, m, err)
	if !slices.Equal(m.Joint, []string{"a", "b", "c"}) {
		t.Errorf("joints %q", m.Joint)
	}
	if m, err = weights.ReadMatrix([]byte("[]")); err != nil || m.Rows != 0 {
		t.Errorf("no rows: %+v, %v", m, err)
	}
}

// TestMalformed: each has an error of its kind that says what is wrong.
func TestMalformed(t *testing.T) {
	values := encode("<f4", false)
	good := npy(1, describe("<f4", false, "(4, 3)"), values)
	for name, c := range map[string]struct {
		data []byte
		want error
		says string
	}{
		"empty":             {nil, soa.ErrFormat, "neither"},
		"text":              {[]byte("hello"), soa.ErrFormat, "neither"},
		"magic alone":       {good[:6], soa.ErrFormat, "first bytes"},
		"half a header":     {good[:40], soa.ErrFormat, "header"},
		"version 9":         {append([]byte("\x93NUMPY\x09\x00"), good[8:]...), weights.ErrUnsupported, "version 9"},
		"a value too few":   {good[:len(good)-4], soa.ErrFormat, "are 48"},
		"a byte too many":   {append(bytes.Clone(good), 0), soa.ErrFormat, "49"},
		"integers":          {npy(1, describe("<i4", false, "(4, 3)"), values), weights.ErrUnsupported, "<i4"},
		"objects":           {npy(1, describe("|O", false, "(4, 3)"), values), weights.ErrUnsupported, "|O"},
		"a vector":          {npy(1, describe("<f4", false, "(12,)"), values), weights.ErrUnsupported, "1 dimensions"},
		"a scalar":          {npy(1, describe("<f4", false, "()"), values[:4]), weights.ErrUnsupported, "0 dimensions"},
		"a cube":            {npy(1, describe("<f4", false, "(2, 2, 3)"), values), weights.ErrUnsupported, "3 dimensions"},
		"much too large":    {npy(1, describe("<f4", false, "(2000000000, 2000000000)"), values), soa.ErrTooLarge, "2000000000"},
		"a size too large":  {npy(1, describe("<f4", false, "(99999999999999999999, 1)"), values), soa.ErrFormat, "size"},
		"negative":          {npy(1, describe("<f4", false, "(-4, 3)"), values), soa.ErrFormat, "size"},
		"no shape":          {npy(1, "{'descr': '<f4', 'fortran_order': False}", values), soa.ErrFormat, "shape"},
		"descr twice":       {npy(1, "{'descr': '<f4', 'descr': '<f4'}", values), soa.ErrFormat, "twice"},
		"another key":       {npy(1, "{'colour': '<f4'}", values), soa.ErrFormat, "colour"},
		"code":              {npy(1, "__import__('os')", values), soa.ErrFormat, "want {"},
		"more after it":     {npy(1, describe("<f4", false, "(4, 3)")+"}", values), soa.ErrFormat, "after the dictionary"},
		"an open string":    {npy(1, "{'descr", values), soa.ErrFormat, "does not end"},
		"neither true":      {npy(1, "{'fortran_order': Maybe}", values), soa.ErrFormat, "True or False"},
		"rows of two sizes": {[]byte("[[1, 0], [1]]"), soa.ErrFormat, "1 values"},
		"null":              {[]byte("[[1, null]]"), soa.ErrFormat, "null"},
		"NaN":               {[]byte("[[NaN]]"), soa.ErrFormat, "neither"},
		"1e99":              {[]byte("[[1e99]]"), soa.ErrFormat, "too large"},
		"names and columns": {[]byte(`{"joints": ["a"], "weights": [[1, 0]]}`), soa.ErrFormat, "1 joints"},
		"no weights":        {[]byte(`{"joints": ["a"]}`), soa.ErrFormat, "no weights"},
		"another field":     {[]byte(`{"weight": [[1]]}`), soa.ErrFormat, "weights"},
	} {
		m, err := weights.ReadMatrix(c.data)
		if !errors.Is(err, c.want) || !strings.Contains(fmt.Sprint(err), c.says) || m != nil {
			t.Errorf("%s: %v, want %v with %q", name, err, c.want, c.says)
		}
	}
}

// TestNaNIsRead: values that are no weights are the caller's to judge.
func TestNaNIsRead(t *testing.T) {
	m, err := weights.ReadMatrix(npy(1, describe("<f4", false, "(1, 1)"), []byte{0, 0, 0xc0, 0x7f}))
	if err != nil || m.Value[0] == m.Value[0] {
		t.Errorf("%v, %v", m, err)
	}
}

// FuzzRead: no input panics or takes memory that it does not hold, and what is read fits its shape.
func FuzzRead(f *testing.F) {
	f.Add(npy(1, describe("<f4", false, "(4, 3)"), encode("<f4", false)))
	f.Add(npy(2, describe(">f2", true, "(4, 3)"), encode(">f2", true)))
	f.Add(npy(3, describe("<f8", true, "(4, 3)"), encode("<f8", true)))
	f.Add(npy(1, describe("<f4", false, "(0, 3)"), nil))
	f.Add([]byte(`{"joints": ["a", "b"], "weights": [[0.5, 0.5]]}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		m, err := weights.ReadMatrix(data)
		if err != nil {
			if !errors.Is(err, soa.ErrFormat) && !errors.Is(err, soa.ErrTooLarge) && !errors.Is(err, weights.ErrUnsupported) {
				t.Fatalf("an error of no kind: %v", err)
			}
			return
		}
		if len(m.Value) != m.Rows*m.Columns || m.Joint != nil && len(m.Joint) != m.Columns {
			t.Fatalf("%d values of %d × %d, %d names", len(m.Value), m.Rows, m.Columns, len(m.Joint))
		}
		if len(m.Value) > len(data) {
			t.Fatalf("%d values of %d bytes", len(m.Value), len(data))
		}
	})
}
