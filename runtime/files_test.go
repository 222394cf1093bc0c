//go:build cgo

package runtime_test

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/soa"
)

// sharedModel loads a file of the shared data, or nothing where there is none.
func sharedModel(tb testing.TB, name string) *soa.Model {
	dir := os.Getenv("SINEW_SHARED")
	if dir == "" {
		dir = "../../shared"
	}
	file := filepath.Join(dir, "models", name)
	if _, err := os.Stat(file); err != nil {
		return nil
	}
	m, err := importer.Load(context.Background(), file, importer.Options{})
	if err != nil {
		tb.Fatal(err)
	}
	return m
}
