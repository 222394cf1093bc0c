package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// everything is what allows all findings in testdata/module.
const everything = `name cmd/tool.near
name edit.Track.After
name edit.beside
name edit.between
name edit.pair.each
name internal/hidden.Of
words edit/edit.go After returns the keys after a time, till then those of which nothing is known
words edit/edit.go Move moves keys, which are those whose times are after from
words edit/edit.go each which it has counts for those whose names are long, and that is one of a pair
`

const faceOfModule = "packages 2\nnames 6 # short\nmethods 4\nfields 2\nleaks 4\naliases 2\nexporter 1\nedit 1\n"

// check runs the command on testdata/module with files of some text and returns them as it leaves them.
func check(t *testing.T, o options, allowed, face string) (out, allowedAfter, faceAfter string, err error) {
	t.Helper()
	o.dir = "testdata/module"
	o.allowed, o.face = filepath.Join(t.TempDir(), "allowed.txt"), filepath.Join(t.TempDir(), "face.txt")
	for file, text := range map[string]string{o.allowed: allowed, o.face: face} {
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var b bytes.Buffer
	err = run(&b, o, []string{"./..."})
	a, _ := os.ReadFile(o.allowed)
	f, _ := os.ReadFile(o.face)
	return b.String(), string(a), string(f), err
}

// TestFindings: tests, generated files and free names are not found; files of other systems are.
func TestFindings(t *testing.T) {
	out, _, _, err := check(t, options{list: true}, "# a list\n\n"+everything, faceOfModule)
	if err != nil {
		t.Fatal(err)
	}
	want, err := os.ReadFile("testdata/list")
	if err != nil {
		t.Fatal(err)
	}
	if out != everything+string(want) {
		t.Errorf("lists\n%s", out)
	}
}

func TestLimits(t *testing.T) {
	for _, c := range []struct{ allowed, face, want string }{
		{strings.Replace(everything, "name edit.beside\n", "", 1), faceOfModule, "edit/edit_other.go:5: name edit.beside"},
		{everything + "name edit.of\n", faceOfModule, "nothing needs it, remove it: name edit.of"},
		{everything + "name edit.beside\n", faceOfModule, "allowed.txt:10: \"name edit.beside\" is listed twice"},
		{everything, strings.Replace(faceOfModule, "names 6", "names 5", 1), "names: 6, at most 5 may be"},
		{everything, strings.Replace(faceOfModule, "names 6", "names 7", 1), "names: 6, lower the figure 7 in "},
		{everything, strings.Replace(faceOfModule, "leaks 4", "leaks 3", 1), "leak exporter.Vec: internal/hidden.Vec"},
		{everything, strings.Replace(faceOfModule, "leaks 4\n", "", 1), "no leaks"},
		{everything, faceOfModule + "leaks 4\n", "face.txt:9: leaks is listed twice"},
		{everything, faceOfModule + "importer 5\n", "face.txt:9: want a figure"},
		{everything, faceOfModule + "leaks -1\n", "face.txt:9: want a number"},
	} {
		if _, _, _, err := check(t, options{}, c.allowed, c.face); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

func TestTighten(t *testing.T) {
	_, allowed, face, err := check(t, options{tighten: true}, "# a list\nname edit.of\n"+everything,
		strings.Replace(faceOfModule, "names 6", "names 66", 1))
	if err != nil || allowed != "# a list\n"+everything || face != faceOfModule {
		t.Errorf("%v, leaves %q and %q", err, allowed, face)
	}
	_, allowed, face, err = check(t, options{tighten: true}, "", strings.Replace(faceOfModule, "names 6", "names 5", 1))
	if err == nil || strings.TrimSpace(allowed) != "" || !strings.Contains(face, "names 5") {
		t.Errorf("%v, leaves %q and %q", err, allowed, face)
	}
}

func TestSentences(t *testing.T) {
	for text, want := range map[string]bool{
		"One clip, one of which is long.":             false,
		"The clips of which it is one.":               true,
		"That which is known.":                        true,
		"It waits till then.":                         true,
		"A clip whose keys are those which it holds.": true,
		"A clip whose keys are few. It, which is":     false,
		"A clip whose keys are few: it is one which":  false,
		"The clip in which it is.":                    false,
		"A clip:\n\n\twho | which\n\nis in it.":       false,
	} {
		hard := false
		for _, s := range split(text) {
			hard = hard || isHard(s)
		}
		if hard != want {
			t.Errorf("%q is hard: %v", text, hard)
		}
	}
}
