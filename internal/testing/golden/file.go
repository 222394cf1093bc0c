package golden

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
)

// File fails unless a file holds some data. If write is set, the file gets the data instead, and its folder is made.
func File(t testing.TB, file string, data []byte, write bool) {
	t.Helper()
	if write {
		must.Do(t, os.MkdirAll(filepath.Dir(file), 0o777))
		must.Do(t, os.WriteFile(file, data, 0o666))
		return
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Errorf("%v: the test's -update flag makes it", err)
		return
	}
	if bytes.Equal(want, data) {
		return
	}
	got, had := strings.Split(string(data), "\n"), strings.Split(string(want), "\n")
	for i := range max(len(got), len(had)) {
		if i >= len(got) || i >= len(had) || got[i] != had[i] {
			t.Errorf("%s differs from line %d on; the test's -update flag writes it anew. It is now\n%s", file, i+1, data)
			return
		}
	}
}
