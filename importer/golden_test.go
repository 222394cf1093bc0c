package importer_test

import (
	"bufio"
	"context"
	"flag"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/truth"
	"github.com/sinew-anim/sinew/native/assimp"
)

var updateGolden = flag.Bool("update", false, "write testdata/golden.txt anew")

// goldenTable has one line for every animated file at hand: what its import
// gave, and what had to be repaired or was lost.
const goldenTable = "testdata/golden.txt"

// goldenRoots are the folders of the table's files, by the name that stands for
// each there.
func goldenRoots(t *testing.T) map[string]string {
	return map[string]string{
		"testdata": filepath.Join(truth.Root(t), "testdata"),
		"shared":   filepath.Join(truth.SharedRoot(t), "models"),
		"assimp":   truth.InstalledRoot,
	}
}

// TestGolden holds every animated file's import against the table. Files that
// a machine does not have are passed over.
func TestGolden(t *testing.T) {
	roots := goldenRoots(t)
	if *updateGolden {
		writeGolden(t, roots)
	}
	file, err := os.Open(goldenTable)
	must(t, err)
	defer file.Close()
	lines := bufio.NewScanner(file)
	compared, absent, version := 0, 0, ""
	known := make(map[string]bool)
	for lines.Scan() {
		line := lines.Text()
		if rest, ok := strings.CutPrefix(line, "# of "); ok {
			version = rest
		}
		if line == "" || line[0] == '#' {
			continue
		}
		name, _, _ := strings.Cut(line, ": ")
		known[name] = true
		root, rest, _ := strings.Cut(name, "/")
		path := filepath.Join(roots[root], rest)
		if _, err := os.Stat(path); err != nil {
			absent++
			continue
		}
		compared++
		if got := goldenLine(name, path); got != line {
			t.Errorf("the import of %s has changed%s (go test -run Golden -update accepts it):\n got %s\nwant %s", path, otherLibrary(version), got, line)
		}
	}
	must(t, lines.Err())
	t.Logf("%d files compared, %d absent", compared, absent)
	if compared < 8 || len(known) < 80 {
		t.Errorf("compared only %d files of %d in the table", compared, len(known))
	}
	if testing.Short() {
		return
	}
	for _, name := range animatedNames(t, roots) {
		if !known[name] {
			t.Errorf("%s is animated and not in the table", name)
		}
	}
}

// otherLibrary says so where the table is of another libassimp than this one.
func otherLibrary(version string) string {
	major, minor, _ := assimp.Version()
	if have := fmt.Sprintf("libassimp %d.%d", major, minor); have != version {
		return fmt.Sprintf("; the table is of %s and this is %s, whose importers differ", version, have)
	}
	return ""
}

func writeGolden(t *testing.T, roots map[string]string) {
	t.Helper()
	major, minor, _ := assimp.Version()
	var b strings.Builder
	fmt.Fprintf(&b, "# What the import of every animated file gives: go test -run Golden -update ./importer writes it.\n# of libassimp %d.%d\n", major, minor)
	for _, name := range animatedNames(t, roots) {
		root, rest, _ := strings.Cut(name, "/")
		fmt.Fprintln(&b, goldenLine(name, filepath.Join(roots[root], rest)))
	}
	must(t, os.WriteFile(goldenTable, []byte(b.String()), 0o644))
}

// animatedNames lists the animated files below the roots, killers left out.
func animatedNames(t *testing.T, roots map[string]string) []string {
	t.Helper()
	var names []string
	for _, root := range slices.Sorted(maps.Keys(roots)) {
		if _, err := os.Stat(roots[root]); err != nil {
			continue
		}
		corpus(t, roots[root], func(path string) {
			if !assimp.IsSupported(filepath.Ext(path)) {
				return
			}
			s, err := openScene(path, 0)
			if err != nil {
				return
			}
			defer s.Close()
			relative, err := filepath.Rel(roots[root], path)
			if must(t, err); s.Animations() > 0 {
				names = append(names, root+"/"+filepath.ToSlash(relative))
			}
		})
	}
	return names
}

// goldenLine imports a file and puts in one line what it gave.
func goldenLine(name, path string) string {
	var r importer.Report
	m, err := importer.Load(context.Background(), path, importer.WithReport(&r), importer.WithoutTextures())
	if err != nil {
		return fmt.Sprintf("%s: refused: %s", name, strings.ReplaceAll(err.Error(), path, name))
	}
	line := fmt.Sprintf("%s: %d joints, %d meshes, %d skins, %d weights", name, m.Skeleton.Len(), len(m.Meshes), len(m.Skins), len(m.Weights))
	if n := len(m.Floats); n > 0 {
		line += fmt.Sprintf(", %d floats", n)
	}
	const most = 8
	for _, c := range m.Clips[:min(most, len(m.Clips))] {
		line += fmt.Sprintf("; %q %.4f+%.4f s, %d tracks, %d keys", c.Name, c.Start, c.Seconds(), len(c.Tracks), len(c.Time))
		if c.Loop {
			line += ", loops"
		}
	}
	if n := len(m.Clips); n > most {
		keys := 0
		for _, c := range m.Clips {
			keys += len(c.Time)
		}
		line += fmt.Sprintf("; %d clips with %d keys", n, keys)
	}
	count := make(map[string]int)
	for _, f := range r.Findings {
		if f.Severity != importer.Info {
			count[fmt.Sprintf("%v %s", f.Severity, f.Kind)]++
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(count)) {
		line += fmt.Sprintf("; %d %s", count[kind], kind)
	}
	return line
}
