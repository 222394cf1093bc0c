package strict

import (
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-anim/sinew/soa"
)

// tree reads a value with everything in it, as json.Unmarshal does into any.
func tree(v Value) (any, error) {
	switch {
	case v.Is("{"):
		fields, err := v.Fields()
		m := make(map[string]any)
		for _, f := range fields {
			if m[f.Key], err = tree(f.Value); err != nil {
				return nil, err
			}
		}
		return m, err
	case v.Is("["):
		entries, err := v.Entries(math.MaxInt)
		list := make([]any, len(entries))
		for k, e := range entries {
			if list[k], err = tree(e); err != nil {
				return nil, err
			}
		}
		return list, err
	}
	var leaf any
	return leaf, json.Unmarshal(v.Data(), &leaf)
}

func checkTree(t interface {
	Helper()
	Fatalf(string, ...any)
}, data []byte) {
	t.Helper()
	var want any
	if json.Unmarshal(data, &want) != nil {
		return
	}
	got, err := tree(Pointer(data))
	switch {
	case err != nil && strings.Contains(err.Error(), "twice"):
	case err != nil:
		t.Fatalf("%q: %v", data, err)
	case !reflect.DeepEqual(got, want):
		t.Fatalf("%q is read as %v, want %v", data, got, want)
	}
}

func TestTree(t *testing.T) {
	for _, s := range []string{
		`{}`, `[]`, ` [ ] `, "\t{ \n} ", `null`, `-1.5e3`, `"a\"b\\"`, `"\\\\"`, `[1,2 , 3]`, `{"a":{"b":[{}, [[]], {"c":"}]"}]},"d" : null}`,
		`{"\u0061":1, "b\"" :[ "," ,":" ]}`, `[true,false,null]`, `[{"a":1}  ,{"b":2}]`,
	} {
		checkTree(t, []byte(s))
	}
	rapid.Check(t, func(t *rapid.T) {
		var b strings.Builder
		random(t, &b, 4)
		checkTree(t, []byte(b.String()))
	})
}

// random writes random JSON with spaces in random places.
func random(t *rapid.T, b *strings.Builder, depth int) {
	space := func() { b.WriteString(rapid.SampledFrom([]string{"", "", " ", "\n\t"}).Draw(t, "space")) }
	text := func() { b.Write(Quote(rapid.StringOf(rapid.RuneFrom([]rune("ab\\\"{}[]:, é"))).Draw(t, "text"))) }
	space()
	switch kind := rapid.IntRange(0, 5).Draw(t, "kind"); {
	case kind == 0 || kind < 4 && depth == 0:
		text()
	case kind < 4:
		open, end := "[", "]"
		if kind == 1 {
			open, end = "{", "}"
		}
		b.WriteString(open)
		for i := range rapid.IntRange(0, 4).Draw(t, "entries") {
			if i > 0 {
				b.WriteString(",")
			}
			if kind == 1 {
				space()
				text()
				space()
				b.WriteString(":")
			}
			random(t, b, depth-1)
		}
		space()
		b.WriteString(end)
	case kind == 4:
		b.Write(AppendFloat(nil, rapid.Float64().Draw(t, "number"), 64))
	default:
		b.WriteString(rapid.SampledFrom([]string{"true", "false", "null"}).Draw(t, "word"))
	}
	space()
}

func TestErrors(t *testing.T) {
	read := func(v Value) error {
		return v.Object(map[string]func(Value) error{
			"list": func(v Value) error {
				list, err := v.List(2)
				for _, e := range list {
					if err == nil {
						_, err = e.Number(0, 5)
					}
				}
				return err
			},
			"a/b~": func(v Value) error { _, err := v.Text(); return err },
			"c":    func(v Value) error { _, err := v.Count(1, 9); return err },
			"t":    func(v Value) error { _, err := v.Truth(); return err },
			"f":    func(v Value) error { _, err := v.Float(32); return err },
		})
	}
	for _, c := range []struct {
		data            string
		want            error
		dotted, pointer string
	}{
		{`3`, soa.ErrFormat, "x: malformed data: 3 is no object", "/: malformed data: 3 is no object"},
		{`{"lisd":1}`, soa.ErrFormat, `x: malformed data: unknown field "lisd", did you mean "list"?`, `/: malformed data: unknown field "lisd", did you mean "list"?`},
		{`{"list":[]}`, soa.ErrOption, "x.list: option out of range: it has 0 entries, 1 to 2 are possible", "/list: option out of range: it has 0 entries, 1 to 2 are possible"},
		{`{"list":[1,6]}`, soa.ErrOption, "x.list[1]: option out of range: 6 is outside 0 to 5", "/list/1: option out of range: 6 is outside 0 to 5"},
		{`{"list":[1],"list":[1]}`, soa.ErrFormat, `x: malformed data: "list" stands there twice`, `/: malformed data: "list" stands there twice`},
		{`{"a/b~":""}`, soa.ErrFormat, "x.a/b~: malformed data: the text is empty", "/a~1b~0: malformed data: the text is empty"},
		{`{"c":1.5}`, soa.ErrFormat, "x.c: malformed data: 1.5 is no whole number", "/c: malformed data: 1.5 is no whole number"},
		{`{"t":"true"}`, soa.ErrFormat, `x.t: malformed data: "true" is neither true nor false`, `/t: malformed data: "true" is neither true nor false`},
		{`{"f":1e39}`, soa.ErrFormat, "x.f: malformed data: 1e39 is too large a number", "/f: malformed data: 1e39 is too large a number"},
		{`{"f":1e38,"c":1,"t":true}`, nil, "", ""},
	} {
		for want, v := range map[string]Value{c.dotted: Dotted("x", []byte(c.data)), c.pointer: Pointer([]byte(c.data))} {
			if err := read(v); !errors.Is(err, c.want) || c.want != nil && err.Error() != want {
				t.Errorf("%s: error %q, want %q", c.data, err, want)
			}
		}
	}
}

func TestAppendFloat(t *testing.T) {
	for _, c := range []struct {
		x    float64
		bits int
		want string
	}{{math.Copysign(0, -1), 64, "0"}, {0.1, 64, "0.1"}, {float64(float32(0.1)), 32, "0.1"}, {1e21, 64, "1e+21"}, {-1e-7, 64, "-1e-07"}, {123456, 64, "123456"}} {
		if got := string(AppendFloat(nil, c.x, c.bits)); got != c.want {
			t.Errorf("%v is written as %s, want %s", c.x, got, c.want)
		}
	}
	if got := string(Quote("a<b>\"")); got != `"a<b>\""` {
		t.Errorf("the text is written as %s", got)
	}
	if got := string(Pointer([]byte(` "` + strings.Repeat("x", 100) + `" `)).Shown()); len(got) != shownBytes+len("…") {
		t.Errorf("%q is shown", got)
	}
}

// Quote writes what package json does, without its escapes for HTML.
func TestQuote(t *testing.T) {
	for _, s := range []string{"", "walk", "a b~", `"`, `\`, "a\nb", "\x7f", "\x00", "é", "\xff", "\u2028", "<&>"} {
		got := Quote(s)
		var back string
		if err := json.Unmarshal(got, &back); err != nil || back != strings.ToValidUTF8(s, "�") {
			t.Errorf("%q is written as %s: %q, %v", s, got, back, err)
		}
		if strings.Contains(string(got), `\u003c`) {
			t.Errorf("%q is written as %s", s, got)
		}
	}
}
