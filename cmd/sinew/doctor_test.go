package main

import (
	"encoding/json"
	"runtime"
	"strings"
	"testing"
)

// TestDoctor works without cgo too, and tells then what is missing.
func TestDoctor(t *testing.T) {
	var d diagnosis
	if err := json.Unmarshal([]byte(succeed(t, "doctor", "--json")), &d); err != nil {
		t.Fatal(err)
	}
	if d.Go != runtime.Version() || d.Kernels == "" || d.Importer == "" && len(d.Problems) == 0 {
		t.Errorf("%+v", d)
	}
	page := succeed(t, "doctor")
	parts := []string{"kernels", d.Kernels, runtime.GOARCH}
	for _, l := range d.Sandbox {
		parts = append(parts, l.Name)
	}
	for _, part := range parts {
		if !strings.Contains(page, part) {
			t.Errorf("the page lacks %q:\n%s", part, page)
		}
	}
	if d.Importer != "" && runtime.GOOS == "linux" && len(d.Sandbox) < 6 {
		t.Errorf("%d layers: %+v", len(d.Sandbox), d.Sandbox)
	}
}
