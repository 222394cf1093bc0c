package importer_test

import (
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
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/native/assimp"
)

var updateGolden = flag.Bool("update", false, "write testdata/golden.txt anew")

// goldenFile has a line for every animated file at hand: what its import gave,
// and what had to be repaired or was lost. A line that not all versions of libassimp
// give begins with those that do: "[5.2 6.0] ".
const goldenFile = "testdata/golden.txt"

// golden is the table, by file and version of libassimp.
type golden struct {
	versions []string
	lines    map[string]map[string]string
}

const goldenHead = "# What the import of every animated file gives: go test ./importer -run Golden -update writes it.\n# of libassimp "

func readGolden(t *testing.T) *golden {
	t.Helper()
	data, err := os.ReadFile(goldenFile)
	must.Do(t, err)
	head, rest, _ := strings.Cut(strings.TrimPrefix(string(data), goldenHead), "\n")
	g := &golden{strings.Fields(head), make(map[string]map[string]string)}
	for line := range strings.Lines(rest) {
		line, of := strings.TrimSuffix(line, "\n"), g.versions
		if version, rest, ok := strings.Cut(line, "] "); ok && line[0] == '[' {
			line, of = rest, strings.Fields(version[1:])
		}
		name, _, _ := strings.Cut(line, ": ")
		for _, version := range of {
			g.set(name, version, line)
		}
	}
	return g
}

func (g *golden) set(name, version, line string) {
	if g.lines[name] == nil {
		g.lines[name] = make(map[string]string)
	}
	g.lines[name][version] = line
}

// update sets the line of a version, and of those that had the same one: what changes it is
// the importer most likely.
func (g *golden) update(name, version, line string) {
	old := g.lines[name][version]
	g.set(name, version, line)
	for other, of := range g.lines[name] {
		if of == old {
			g.lines[name][other] = line
		}
	}
}

func (g *golden) write(t *testing.T) {
	t.Helper()
	var b strings.Builder
	b.WriteString(goldenHead + strings.Join(g.versions, " ") + "\n")
	for _, name := range slices.Sorted(maps.Keys(g.lines)) {
		versions := make(map[string][]string) // that give a line
		for _, v := range slices.Sorted(maps.Keys(g.lines[name])) {
			versions[g.lines[name][v]] = append(versions[g.lines[name][v]], v)
		}
		for _, line := range slices.Sorted(maps.Keys(versions)) {
			if len(versions[line]) < len(g.versions) {
				fmt.Fprintf(&b, "%v ", versions[line])
			}
			fmt.Fprintln(&b, line)
		}
	}
	must.Do(t, os.WriteFile(goldenFile, []byte(b.String()), 0o644))
}

// accepts reports whether a line is that of a version, or, of one that the table
// does not know, that of any.
func (g *golden) accepts(name, version, line string) bool {
	if slices.Contains(g.versions, version) {
		return g.lines[name][version] == line
	}
	return slices.Contains(slices.Collect(maps.Values(g.lines[name])), line)
}

// TestGoldenUpdate: a line that changes with one version changes with those that share it.
func TestGoldenUpdate(t *testing.T) {
	g := &golden{[]string{"5.2", "5.4", "6.0"}, map[string]map[string]string{"a": {"5.2": "old", "5.4": "old", "6.0": "other"}}}
	g.update("a", "5.2", "new")
	g.update("b", "5.2", "first")
	if a := g.lines["a"]; a["5.2"] != "new" || a["5.4"] != "new" || a["6.0"] != "other" || len(g.lines["b"]) != 1 {
		t.Errorf("%v", g.lines)
	}
}

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
	major, minor, _ := assimp.Version()
	version := fmt.Sprintf("%d.%d", major, minor)
	g := readGolden(t)
	if *updateGolden {
		if !slices.Contains(g.versions, version) {
			g.versions = slices.Sorted(slices.Values(append(g.versions, version)))
		}
		for _, name := range animatedNames(t, roots) {
			g.update(name, version, goldenLine(name, goldenPath(roots, name)))
		}
		g.write(t)
		return
	}
	compared := 0
	for name, of := range g.lines {
		path := goldenPath(roots, name)
		if _, err := os.Stat(path); err != nil || of[version] == "" && slices.Contains(g.versions, version) {
			continue
		}
		compared++
		if got := goldenLine(name, path); !g.accepts(name, version, got) {
			t.Errorf("the import of %s with libassimp %s has changed (go test ./importer -run Golden -update accepts it):\n got %s\nwant %q", path, version, got, of)
		}
	}
	t.Logf("%d of %d files compared", compared, len(g.lines))
	if compared < 8 || len(g.lines) < 80 {
		t.Errorf("compared only %d files of %d in the table", compared, len(g.lines))
	}
	if testing.Short() || !slices.Contains(g.versions, version) {
		return
	}
	for _, name := range animatedNames(t, roots) {
		if g.lines[name][version] == "" {
			t.Errorf("%s is animated and not in the table", name)
		}
	}
}

// goldenPath returns where the file of a name is on this machine.
func goldenPath(roots map[string]string, name string) string {
	root, rest, _ := strings.Cut(name, "/")
	return filepath.Join(roots[root], rest)
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
			if must.Do(t, err); s.Animations() > 0 {
				names = append(names, root+"/"+filepath.ToSlash(relative))
			}
		})
	}
	return names
}

// goldenLine imports a file and puts in one line what it gave.
func goldenLine(name, path string) string {
	var r report.Report
	m, err := importer.Load(context.Background(), path, importer.Options{Report: &r, NoTextures: true, Formats: ownFormat(path)})
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
		if f.Severity != report.Info {
			count[fmt.Sprintf("%v %s", f.Severity, f.Kind)]++
		}
	}
	for _, kind := range slices.Sorted(maps.Keys(count)) {
		line += fmt.Sprintf("; %d %s", count[kind], kind)
	}
	return line
}
