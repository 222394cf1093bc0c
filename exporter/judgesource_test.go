//go:build cgo

package exporter_test

import (
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
)

// What is edited within a file is as valid as the file: gltf-validator finds no error and no warning
// that it does not find in the file itself.
func TestJudgesSource(t *testing.T) {
	if testing.Short() {
		t.Skip("judging takes a process of node; make judges runs it")
	}
	dir := t.TempDir()
	var paths []string
	type pair struct{ name, before, after string }
	var pairs []pair
	for i, f := range sourceFiles(t) {
		save := func(m *soa.Model, what string) string {
			file, within := f.write(t, m)
			if !within {
				return ""
			}
			out := filepath.Join(dir, strconv.Itoa(i)+what+".glb")
			must.Do(t, os.WriteFile(out, file, 0o666))
			paths = append(paths, out)
			return out
		}
		before := save(f.model, "")
		for what, m := range map[string]*soa.Model{"clips": otherClips(f.model), "influences": otherInfluences(f.model), "skeleton": otherSkeleton(f.model)} {
			if m == nil {
				continue
			}
			if after := save(m, what); after != "" {
				pairs = append(pairs, pair{filepath.Base(f.path) + ", " + what, before, after})
			}
		}
	}
	found := make(map[string][]string)
	for part := range slices.Chunk(paths, 100) {
		judge(t, &found, nil, "validate.cjs", part...)
	}
	for _, p := range pairs {
		if a, b := found[p.before], found[p.after]; len(b) > len(a) {
			t.Errorf("%s: %q, and of the file itself %q", p.name, b, a)
		}
	}
	t.Logf("%d edits of %d files", len(pairs), len(paths)-len(pairs))
}
