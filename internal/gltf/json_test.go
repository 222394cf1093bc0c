package gltf

import (
	"encoding/json"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/soa"
)

func TestValues(t *testing.T) {
	parsed, err := parseText([]byte("\ufeff {\"a\":72.0,\"b\":7.2e1,\"c\":\"\\u00e9\\\"\",\"d\":[1,2],\"a\":3.0e0,\"e~/\":{\"f\":[0,[true]]}}\x00 "), nil)
	if err != nil {
		t.Fatal(err)
	}
	root := parsed.root()
	if a, b, c := root.at("a").int(-1), root.at("b").int(-1), root.at("c").text(); a != 3 || b != 72 || c != `é"` {
		t.Errorf("a %d, b %d, c %q", a, b, c)
	}
	if n := root.at("d").len(); n != 2 {
		t.Errorf("%d entries", n)
	}
	if p := root.at("e~/").at("f").child(1).child(0).pointer(); p != "/e~0~1/f/1/0" {
		t.Errorf("pointer %s", p)
	}
	if parsed.err != nil {
		t.Error(parsed.err)
	}
}

// TestWrongValues: the first wrong value is the error, and its place is in it.
func TestWrongValues(t *testing.T) {
	for text, read := range map[string]func(v value){
		"/a: 1.5 is no whole number":                            func(v value) { v.at("a").int(0) },
		"/b/1: a string where a number is expected":             func(v value) { v.at("b").floats(make([]float64, 2)) },
		"/b: 2 numbers where 3 are expected":                    func(v value) { v.at("b").floats(make([]float64, 3)) },
		"/c: number 7 of 3 things":                              func(v value) { v.at("c").index(3, "things") },
		"/d: -1 is negative":                                    func(v value) { v.at("d").count(0) },
		"/e: a number where an object is expected":              func(v value) { v.object("e") },
		"/e: a number where true or false is expected":          func(v value) { v.at("e").bool(false) },
		"/f: 1e999 is out of range":                             func(v value) { v.at("f").float(0) },
		"/a: a number where a string is expected":               func(v value) { v.at("a").text(); v.at("b").text() },
		"/a: a number where an array is expected":               func(v value) { v.list("a") },
		"/g: 123456789012345678901234567890 is no whole number": func(v value) { v.at("g").int(0) },
	} {
		parsed, err := parseText([]byte(`{"a":1.5,"b":[1,"x"],"c":7,"d":-1,"e":5,"f":1e999,"g":123456789012345678901234567890}`), nil)
		if err != nil {
			t.Fatal(err)
		}
		if read(parsed.root()); parsed.err == nil || !errors.Is(parsed.err, soa.ErrFormat) || !strings.HasSuffix(parsed.err.Error(), text) {
			t.Errorf("%v, want %s", parsed.err, text)
		}
	}
}

func TestWrongText(t *testing.T) {
	for _, text := range []string{
		"", "{", "[1,]", "[,1]", `{"a"}`, `{"a":1,}`, `{"a":1 "b":2}`, `{a:1}`, "[1 2]", `"x`, "tru", "-", "1.", "1e", "[1]]", "\"\x01\"",
		strings.Repeat("[", 10_000) + strings.Repeat("]", 10_000),
	} {
		if _, err := parseText([]byte(text), nil); !errors.Is(err, soa.ErrFormat) {
			t.Errorf("%.20q: %v", text, err)
		}
	}
	if _, err := parseText([]byte(strings.Repeat("[", maxDepth)+strings.Repeat("]", maxDepth)), nil); err != nil {
		t.Error(err)
	}
}

// FuzzText holds that what encoding/json reads is read, with the same values.
func FuzzText(f *testing.F) {
	for _, text := range []string{`{"a":[1,-2.5e3,true,false,null,"x\n\u1234"],"b":{}}`, " [ ] ", `"\ud83e\uddb4"`, `{"a":1,"a":{"b":2}}`, "1e5", "[[[]]]"} {
		f.Add([]byte(text))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		var want any
		valid := json.Unmarshal(data, &want) == nil
		parsed, err := parseText(data, nil)
		switch {
		case err != nil && valid && !errors.Is(err, soa.ErrTooLarge) && !strings.Contains(err.Error(), "within each other"):
			t.Fatalf("%q: %v", data, err)
		case err != nil || !valid:
			return
		}
		have, err := json.Marshal(parsed.root().plain())
		if err != nil || parsed.err != nil {
			t.Fatalf("%q: %v, %v", data, err, parsed.err)
		}
		var again any
		if err := json.Unmarshal(have, &again); err != nil || !reflect.DeepEqual(again, want) {
			t.Fatalf("%q is %s", data, have)
		}
	})
}

// TestStrings: a string is found whole, or refused, wherever in it an escape or a control
// character is.
func TestStrings(t *testing.T) {
	for _, mark := range []string{`\"`, `\\`, "\u00e9", "\x7f", " ", "\x1f", "\x00"} {
		for n := range 20 {
			data := []byte(`["` + strings.Repeat("x", n) + mark + strings.Repeat("é", 20-n) + `",1]`)
			var want []any
			valid := json.Unmarshal(data, &want) == nil
			parsed, err := parseText(data, nil)
			if valid != (err == nil) {
				t.Errorf("%q: %v", data, err)
			} else if valid && parsed.root().child(0).text() != want[0] {
				t.Errorf("%q: %q", data, parsed.root().child(0).text())
			}
		}
	}
}
