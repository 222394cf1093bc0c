package fault

import (
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/sinew-anim/sinew/internal/testing/must"
)

// TestTrustedFileIsSettled: a file that was just written to is trusted when the kernel's clock has ticked, as it
// is mapped and as it is verified again.
func TestTrustedFileIsSettled(t *testing.T) {
	path, content := filepath.Join(t.TempDir(), "file"), []byte("a mark at the end")
	for range 10 {
		must.Do(t, os.WriteFile(path, content, 0o600))
		f, err := os.Open(path)
		must.Do(t, err)
		settled, err := Settle(f)
		must.Do(t, err)
		if !settled.opened.settled(lastTick()) {
			t.Fatal("a file is mapped in the tick of its last change")
		}
		m := Map(content, settled)
		m.verify = func() error { return nil }
		must.Do(t, os.WriteFile(path, content, 0o600))
		files, nothing := Set{m}, func() error { return nil }
		for end := time.Now().Add(5 * time.Second); files.Guard(nothing) != nil; {
			if time.Now().After(end) {
				t.Fatal("it is never trusted again")
			}
		}
		if !m.trusted.Load().settled(lastTick()) {
			t.Fatal("a file is trusted in the tick of its last change")
		}
		must.Do(t, m.Close())
	}
}
