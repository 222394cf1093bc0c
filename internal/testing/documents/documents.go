// Package documents checks the JSON documents of packages: the files that describe them, their schema, and the document
// testdata/everything.json, which has every kind of thing that there is in one.
package documents

import (
	"bytes"
	"os"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/internal/testing/golden"
	"github.com/sinew-anim/sinew/internal/testing/must"
)

// Everything is the document with everything in the folder of the package that is tested.
func Everything(t testing.TB) []byte {
	t.Helper()
	data, err := os.ReadFile("testdata/everything.json")
	must.Do(t, err)
	return data
}

// Described holds the files schema.json and fields.md of the package that is tested to a walk of its documents, or writes them.
func Described(t testing.TB, w *jsondoc.Walk, title string, whole func(p jsondoc.Place), write bool) {
	t.Helper()
	golden.File(t, "schema.json", w.Schema(title, whole), write)
	golden.File(t, "fields.md", w.Markdown(title, whole), write)
}

// Schema is a compiled JSON schema.
type Schema struct{ compiled *jsonschema.Schema }

// NewSchema compiles a schema, or ends the test.
func NewSchema(t testing.TB, schema []byte) Schema {
	t.Helper()
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(schema))
	must.Do(t, err)
	c := jsonschema.NewCompiler()
	must.Do(t, c.AddResource("schema.json", value))
	compiled, err := c.Compile("schema.json")
	must.Do(t, err)
	return Schema{compiled}
}

// Validate returns the error of a document that is no JSON or does not fit the schema.
func (s Schema) Validate(data []byte) error {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		return err
	}
	return s.compiled.Validate(value)
}

// Agree fails unless the schema and a reader both take the documents in takes, and both refuse those in refuses.
func (s Schema) Agree(t testing.TB, read func(data []byte) error, takes, refuses []string) {
	t.Helper()
	for _, data := range takes {
		if err := s.Validate([]byte(data)); err != nil {
			t.Errorf("the schema refuses %s: %v", data, err)
		}
		if err := read([]byte(data)); err != nil {
			t.Errorf("the reader refuses %s: %v", data, err)
		}
	}
	for _, data := range refuses {
		if s.Validate([]byte(data)) == nil {
			t.Errorf("the schema takes %s", data)
		}
		if read([]byte(data)) == nil {
			t.Errorf("the reader takes %s", data)
		}
	}
}
