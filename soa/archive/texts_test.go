package archive_test

import (
	"errors"
	"path/filepath"
	"testing"

	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// An archive has the graph and the control that it was given, or none, and none that is not
// JSON.
func TestTexts(t *testing.T) {
	for _, c := range []struct {
		file  string
		alone func(c *archive.Content) // leaves the other texts out
		text  func(c *archive.Content) *[]byte
		get   func(a *archive.Archive) ([]byte, error)
	}{
		{"graph.sinew", func(c *archive.Content) { c.Control = nil }, func(c *archive.Content) *[]byte { return &c.Graph }, (*archive.Archive).Graph},
		{"control.sinew", func(c *archive.Content) { c.Graph = nil }, func(c *archive.Content) *[]byte { return &c.Control }, (*archive.Archive).Control},
	} {
		t.Run(c.file, func(t *testing.T) {
			content := everything(t)
			c.alone(content)
			text := c.text(content)
			file := filepath.Join("testdata", c.file)
			golden(t, file, encode(t, content))
			a, err := archive.Open(file)
			if err != nil {
				t.Fatal(err)
			}
			check(t, a, content)
			if got, err := c.get(a); err != nil || string(got) != string(*text) {
				t.Errorf("%q, %v", got, err)
			}
			if err := a.Close(); err != nil {
				t.Fatal(err)
			}
			if _, err := c.get(a); !errors.Is(err, soa.ErrClosed) {
				t.Errorf("of a closed archive: %v", err)
			}
			for _, s := range []string{"", "{", "{}{}", "\"\xff\""} {
				*text = []byte(s)
				if _, err := archive.Encode(content); !errors.Is(err, soa.ErrInvalid) {
					t.Errorf("%q: %v", s, err)
				}
			}
			*text = nil
			if a, err = archive.Decode(encode(t, content)); err != nil {
				t.Fatal(err)
			}
			if got, err := c.get(a); got != nil || err != nil {
				t.Errorf("without: %q, %v", got, err)
			}
		})
	}
}
