package inspect

import (
	"bytes"
	"errors"
	"flag"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/internal/testing/golden"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
)

var update = flag.Bool("update", false, "write schema.json anew")

// The schema is what the fields of the configuration say.
func TestSchema(t *testing.T) {
	want := walk().Schema("Sinew lint", func(p jsondoc.Place) { p.Object(new(Config).fields) })
	golden.File(t, "schema.json", want, *update)
	if !bytes.Equal(Schema(), want) && !*update {
		t.Error("the package has another schema than its fields say")
	}
}

// A configuration changes grades and limits, and leaves names out; written, it reads the same.
func TestConfig(t *testing.T) {
	const text = `{"rules": {"idle-skin-joints": {"grade": "error"}, "same-names": {"except": ["hand*"]}, "scale-zero": {"grade": "off"}, "weight-sum": {"limit": 0.5}}}`
	c, err := ReadConfig([]byte(text))
	must.Do(t, err)
	m := strider(t)
	for _, rule := range [...]string{"idle-skin-joints", "same-names", "scale-zero", "weight-sum"} {
		plants[rule].plant(m, plants[rule].beyond)
	}
	list, err := Lint(t.Context(), m, nil, c)
	must.Do(t, err)
	if len(list) != 1 || list[0].Rule != "idle-skin-joints" || list[0].Grade != Error {
		t.Errorf("findings: %v", list)
	}
	if list, err = Lint(t.Context(), m, nil, Config{}); err != nil || len(list) != 4 {
		t.Errorf("without a configuration: %v, %v", list, err)
	}
	data, err := c.JSON()
	must.Do(t, err)
	again, err := ReadConfig(data)
	must.Do(t, err)
	if other, err := again.JSON(); err != nil || !bytes.Equal(data, other) || !strings.Contains(string(data), `"limit": 0.5`) {
		t.Errorf("%s becomes %s, %v", data, other, err)
	}
}

// Configurations that contradict the rules are errors with their place.
func TestConfigErrors(t *testing.T) {
	for text, want := range map[string]string{
		`{"rules": {"pop": {}}}`:                           `/rules/pop: malformed data: unknown rule "pop", did you mean "pops"?`,
		`{"rules": {"pops": {"limit": -1}}}`:               "/rules/pops/limit: ",
		`{"rules": {"pops": {"grade": "bad"}}}`:            "/rules/pops/grade: ",
		`{"rules": {"pops": {"except": ["["]}}}`:           "/rules/pops/except/0: ",
		`{"rules": {"pops": {"limits": 1}}}`:               "/rules/pops: ",
		`{"rules": {"pops": {"grade": null, "limit": 1}}}`: "/rules/pops/grade: ",
		`[]`:  "/: ",
		`{"r`: "/: ",
	} {
		_, err := ReadConfig([]byte(text))
		if err == nil || !strings.HasPrefix(err.Error(), want) || !errors.Is(err, soa.ErrFormat) && !errors.Is(err, ErrConfig) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	for _, s := range []Setting{{Rule: "none"}, {Rule: "pops", HasGrade: true, Grade: 9}, {Rule: "pops", HasLimit: true, Limit: -1}} {
		if _, err := Lint(t.Context(), strider(t), nil, Config{Rules: []Setting{s}}); !errors.Is(err, ErrConfig) {
			t.Errorf("%+v: %v", s, err)
		}
	}
}

// Whatever text a configuration is, reading it ends, and what it reads is written and read again.
func FuzzReadConfig(f *testing.F) {
	f.Add([]byte(`{"rules": {"pops": {"grade": "error", "limit": 8, "except": ["a*"]}}}`))
	f.Add([]byte(`{"$schema": "x", "rules": {"bends": {"grade": "off"}, "floor": {}}}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := ReadConfig(data)
		if err != nil {
			return
		}
		text, err := c.JSON()
		if err != nil {
			t.Fatalf("%s: %v", data, err)
		}
		if _, err := ReadConfig(text); err != nil {
			t.Fatalf("%s becomes %s: %v", data, text, err)
		}
	})
}
