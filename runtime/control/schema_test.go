package control

import (
	"flag"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/documents"
)

var update = flag.Bool("update", false, "write schema.json and fields.md anew")

// The schema, and the table of fields for people, are what the fields of modifiers say.
func TestDescriptions(t *testing.T) {
	w, whole := new(Document).walk(nil)
	documents.Described(t, w, "Sinew control", whole, *update)
}
