package list_test

import (
	"bytes"
	"context"
	"testing"

	"github.com/sinew-anim/sinew/edit/list"
	"github.com/sinew-anim/sinew/internal/testing/documents"
	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/internal/testing/must"
)

// What is read is written and read back equal, and applying it fails or gives a valid model.
func FuzzEdits(f *testing.F) {
	f.Add(documents.Everything(f))
	f.Add([]byte(`{"edits": {"version": 1, "clips": [{"clip": "all", "edits": [{"reverse": {}}, {"trim": {"to": 0.2}}]}]}}`))
	f.Add([]byte(`{"edits": {"version": 1, "clips": [{"edits": [{"smooth": {}}, {"unflip": {}}, {"reduce": {"millimetres": 1}}, {"speed": {"factor": 3}}]}]}}`))
	m := figure.Random(3, 4)
	f.Fuzz(func(t *testing.T, data []byte) {
		if len(data) > 2000 {
			return // long lists take long, and show no more
		}
		d, err := list.Parse(data)
		if err != nil {
			return
		}
		text, err := d.JSON()
		must.Do(t, err)
		again, err := list.Parse(text)
		must.Do(t, err)
		second, err := again.JSON()
		must.Do(t, err)
		if !bytes.Equal(text, second) {
			t.Fatalf("written as\n%s\nand then as\n%s", text, second)
		}
		if out, _, err := d.Apply(context.Background(), m); err == nil {
			must.Do(t, out.Validate())
		}
	})
}
