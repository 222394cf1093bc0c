//go:build unix

package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

const source = `package p

import "fmt"

type array [1]int

// F has 1 + 1 in its comment.
func F(a, b int, s string) (array, bool) {
	for i := 0; i < b; i++ {
		if a == i && s != "1 < 2" {
			continue
		}
		s = s + "x"
	}
	fmt.Println(s)
	return array{a * b}, true
}
`

func TestPlaces(t *testing.T) {
	found, err := places([]byte(source))
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, p := range found {
		if source[p.at:p.at+len(p.old)] != p.old {
			t.Errorf("%q is not at %d", p.old, p.at)
		}
		got = append(got, p.old+" "+p.new)
	}
	want := []string{"0 1", "< <=", "== !=", "&& ||", "continue break", "* /", "true false"}
	if !slices.Equal(got, want) {
		t.Errorf("places %q, want %q", got, want)
	}
}

// A repository of one room: a test sees one half of its code, and none sees the other.
func TestSurvivors(t *testing.T) {
	dir := t.TempDir()
	for name, text := range map[string]string{
		"go.mod":              "module m\n\ngo 1.26.0\n",
		"room/seen/a.go":      "package seen\n\nfunc Less(a, b int) bool { return a < b }\n",
		"room/seen/a_test.go": "package seen\n\nimport \"testing\"\n\nfunc Test(t *testing.T) {\n\tif Less(1, 1) {\n\t\tt.Fatal()\n\t}\n}\n",
		"room/above/a.go":     "package above\n\nfunc Sum(a, b int) int { return a + b }\n",
		"room/above_test.go":  "package room\n\nimport (\n\t\"m/room/above\"\n\t\"testing\"\n)\n\nfunc Test(t *testing.T) {\n\tif above.Sum(1, 1) != 2 {\n\t\tt.Fatal()\n\t}\n}\n",
		"room/unseen/a.go":    "package unseen\n\nfunc Product(a, b int) int { return a * b }\n",
		"cmd/left/a.go":       "package main\n\nfunc main() { println(1 + 1) }\n",
	} {
		write(t, filepath.Join(dir, name), text)
	}
	for _, args := range [][]string{{"init", "-q"}, {"add", "."}, {"-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "a"}} {
		cmd := exec.Command("git", args...)
		cmd.Dir = dir
		if out, err := cmd.CombinedOutput(); err != nil {
			t.Skipf("git %s: %v: %s", args[0], err, out)
		}
	}
	for folder, want := range map[string]string{
		"room/seen":   "seed 1: 2 of 2 killed\n",
		"room/above":  "seed 1: 2 of 2 killed\n",
		"room/unseen": "room/unseen/a.go:3\n   - func Product(a, b int) int { return a * b }\n   + func Product(a, b int) int { return a / b }\nseed 1: 0 of 1 killed\n",
	} {
		d := drawn{dir: dir, seed: 1, count: strings.Count(want, "2 of 2") + 1, folders: []string{folder}}
		var out strings.Builder
		if _, err := d.try(t.Context(), &out); err != nil {
			t.Fatalf("%s: %v", folder, err)
		}
		if out.String() != want {
			t.Errorf("%s: %q, want %q", folder, out.String(), want)
		}
	}
	if _, err := (drawn{dir: dir, count: 1, folders: []string{"cmd"}}).try(t.Context(), &strings.Builder{}); err == nil {
		t.Error("a folder that is left out has mutants")
	}
	write(t, filepath.Join(dir, "room/unseen/a_test.go"), "package unseen\n\nimport \"testing\"\n\nfunc Test(t *testing.T) { t.Fatal() }\n")
	if out, err := exec.Command("git", "-C", dir, "-c", "user.name=a", "-c", "user.email=a@b", "stage", ".").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if out, err := exec.Command("git", "-C", dir, "-c", "user.name=a", "-c", "user.email=a@b", "commit", "-q", "-m", "b").CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if _, err := (drawn{dir: dir, count: 1, folders: []string{"room/unseen"}}).try(t.Context(), &strings.Builder{}); err == nil || !strings.Contains(err.Error(), "without a change") {
		t.Errorf("tests that fail as they stand: %v", err)
	}
}

func write(t *testing.T, name, text string) {
	t.Helper()
	if err := os.MkdirAll(filepath.Dir(name), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(name, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
}
