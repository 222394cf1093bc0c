package golden

import (
	"path/filepath"
	"testing"
)

func TestFile(t *testing.T) {
	file := filepath.Join(t.TempDir(), "pages", "a.txt")
	for _, c := range []struct {
		data  string
		write bool
		fails int
	}{{"a\nb", false, 1}, {"a\nb", true, 0}, {"a\nb", false, 0}, {"a\nc", false, 1}, {"a", false, 1}, {"a\nb\n", false, 1}} {
		f := &failures{TB: t}
		if File(f, file, []byte(c.data), c.write); f.count != c.fails {
			t.Errorf("%q: %d failures, want %d", c.data, f.count, c.fails)
		}
	}
}
