package paint

import (
	"bytes"
	"flag"
	"os"
	"testing"

	"github.com/sinew-anim/sinew/internal/jsondoc"
)

var update = flag.Bool("update", false, "write schema.json and fields.md anew")

// The schema, and the table of fields for people, are what the fields of steps say.
func TestDescriptions(t *testing.T) {
	w, whole := new(Document).walk(nil)
	for file, describe := range map[string]func(title string, visit func(p jsondoc.Place)) []byte{"schema.json": w.Schema, "fields.md": w.Markdown} {
		want := describe("Sinew paint", whole)
		if *update {
			if err := os.WriteFile(file, want, 0o666); err != nil {
				t.Fatal(err)
			}
			continue
		}
		if got, err := os.ReadFile(file); err != nil || !bytes.Equal(got, want) {
			t.Errorf("%s is not what the fields say (%v): go test ./rig/paint -run Descriptions -update", file, err)
		}
	}
}
