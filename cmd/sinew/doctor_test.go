package main

import (
	"runtime"
	"strings"
	"testing"
)

// TestDoctor works without cgo too, and tells then what is missing.
func TestDoctor(t *testing.T) {
	d := answer[diagnosis](t, "doctor")
	if d.Go != runtime.Version() || d.Kernels == "" || d.Importer == "" && len(d.Problems) == 0 {
		t.Errorf("%+v", d)
	}
	page := succeed(t, "doctor")
	for _, l := range d.Sandbox {
		if !strings.Contains(page, l.Name) {
			t.Errorf("the page lacks %q:\n%s", l.Name, page)
		}
	}
	if d.Importer != "" && runtime.GOOS == "linux" && len(d.Sandbox) < 6 {
		t.Errorf("%d layers: %+v", len(d.Sandbox), d.Sandbox)
	}
}
