//go:build cgo

// Package docs holds the guides of Sinew. Its tests run the commands and check the programs
// that they, README.md and CONTRIBUTING.md show.
//
// A comment before a fenced block says what a test does with it:
//
//	<!-- run -->              runs a block of sh, in order within its page
//	<!-- run long -->         not with -short
//	<!-- run in the repository -->
//	                          runs it in the module's root
//	<!-- not run: reason -->  the block needs a display, a network, or minutes
//	<!-- file: NAME -->       writes a block where the commands after it run
//
// Every block of sh has one of the first four. Commands run in a folder with bin/sinew,
// testdata, and models under the names that the pages use. Blocks of go are type-checked
// as bodies of functions, with the variables of testdata/prelude.go; blocks of json are
// parsed.
package docs

import (
	"cmp"
	"encoding/json"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/truth"
)

// block is a fenced block of a page.
type block struct {
	page, language, note string
	line                 int // of its first line
	text                 string
}

var fenced = regexp.MustCompile("(?ms)(?:^<!-- ([^\n]*) -->\n)?^```(\\w*)\n(.*?)^```$")

// pages lists the pages whose blocks are tested, relative to the module.
func pages(t *testing.T, root string) []string {
	t.Helper()
	found, err := filepath.Glob(filepath.Join(root, "docs", "*.md"))
	must.Do(t, err)
	list := []string{"README.md", "CONTRIBUTING.md"}
	for _, f := range found {
		list = append(list, filepath.Join("docs", filepath.Base(f)))
	}
	return list
}

func blocks(t *testing.T, root, page string) (list []block) {
	t.Helper()
	data, err := os.ReadFile(filepath.Join(root, page))
	must.Do(t, err)
	text := string(data)
	for _, m := range fenced.FindAllStringSubmatchIndex(text, -1) {
		b := block{page: page, language: text[m[4]:m[5]], text: text[m[6]:m[7]], line: 1 + strings.Count(text[:m[6]], "\n")}
		if m[2] >= 0 {
			b.note = text[m[2]:m[3]]
		}
		list = append(list, b)
	}
	return list
}

// TestCommands runs the commands of every page, but for those that take long.
func TestCommands(t *testing.T) {
	runPages(t, false)
}

// TestLongCommands runs the pages again that have commands that take long.
func TestLongCommands(t *testing.T) {
	if testing.Short() {
		t.Skip("takes a minute")
	}
	runPages(t, true)
}

// runPages runs the commands of every page, or all of the pages of which some take long.
func runPages(t *testing.T, long bool) {
	root := truth.Root(t)
	bin := t.TempDir()
	build := exec.Command("go", "build", "-buildvcs=false", "-o", bin, "./cmd/sinew")
	build.Dir = root
	if out, err := build.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	for _, page := range pages(t, root) {
		list := blocks(t, root, page)
		if long && !slices.ContainsFunc(list, block.takesLong) {
			continue
		}
		t.Run(page, func(t *testing.T) {
			t.Parallel()
			dir := workspace(t, root, bin)
			for _, b := range list {
				b.run(t, root, dir, long)
			}
		})
	}
}

func (b block) takesLong() bool { return b.note == "run long" }

// workspace makes a folder in which the commands of a page run.
func workspace(t *testing.T, root, bin string) string {
	t.Helper()
	dir, strider := t.TempDir(), filepath.Join(root, "testdata", "strider")
	for name, target := range map[string]string{
		"bin": bin, "testdata": filepath.Join(root, "testdata"),
		"hero.glb": filepath.Join(strider, "strider.glb"), "walk.fbx": filepath.Join(strider, "strider_walk.fbx"), "jump.fbx": filepath.Join(strider, "strider_jump.fbx"),
	} {
		must.Do(t, os.Symlink(target, filepath.Join(dir, name)))
	}
	return dir
}

// run does what the note before the block asks for.
func (b block) run(t *testing.T, root, dir string, long bool) {
	t.Helper()
	kind, rest, _ := strings.Cut(b.note, ":")
	switch {
	case kind == "file":
		must.Do(t, os.WriteFile(filepath.Join(dir, strings.TrimSpace(rest)), []byte(b.text), 0o644))
	case kind == "not run" && strings.TrimSpace(rest) != "":
	case kind == "run", kind == "run in the repository", b.takesLong() && long:
		command := exec.Command("bash", "-euo", "pipefail", "-c", b.text)
		if command.Dir = dir; kind == "run in the repository" {
			command.Dir = root
		}
		if out, err := command.CombinedOutput(); err != nil {
			if strings.Contains(string(out), "headless OpenGL is not available") {
				t.Skipf("%s:%d: %s", b.page, b.line, out)
			}
			t.Fatalf("%s:%d: %v\n%s%s", b.page, b.line, err, b.text, out)
		}
	case b.takesLong():
	case b.language == "sh":
		t.Errorf("%s:%d: no comment says whether the commands are run", b.page, b.line)
	case b.note != "":
		t.Errorf("%s:%d: unknown note %q", b.page, b.line, b.note)
	}
	if b.language == "json" && !json.Valid([]byte(b.text)) {
		t.Errorf("%s:%d: not JSON", b.page, b.line)
	}
}

// TestLinks: what a page links to within the repository exists, headings included.
func TestLinks(t *testing.T) {
	root := truth.Root(t)
	link := regexp.MustCompile(`\]\(([^)#\s]*)(#[^)\s]*)?\)`)
	count := 0
	for _, page := range append(pages(t, root), "CHANGELOG.md", "SECURITY.md") {
		data, err := os.ReadFile(filepath.Join(root, page))
		must.Do(t, err)
		for _, m := range link.FindAllStringSubmatch(string(data), -1) {
			if strings.Contains(m[1], "://") {
				continue
			}
			count++
			target := filepath.Join(root, filepath.Dir(page), cmp.Or(m[1], filepath.Base(page)))
			if _, err := os.Stat(target); err != nil {
				t.Errorf("%s links to %s: %v", page, m[0], err)
			} else if m[2] != "" && !anchors(t, target)[m[2]] {
				t.Errorf("%s links to %s, which has no such heading", page, m[0])
			}
		}
	}
	if count < 50 {
		t.Errorf("only %d links", count)
	}
}

// anchors returns the fragments by which GitHub links to the headings of a page.
func anchors(t *testing.T, file string) map[string]bool {
	t.Helper()
	data, err := os.ReadFile(file)
	must.Do(t, err)
	found := map[string]bool{}
	for _, m := range regexp.MustCompile(`(?m)^#+ (.*)$`).FindAllStringSubmatch(string(data), -1) {
		name := regexp.MustCompile(`[^\p{L}\p{N} _-]`).ReplaceAllString(strings.ToLower(m[1]), "")
		found["#"+strings.ReplaceAll(name, " ", "-")] = true
	}
	return found
}

// TestCommits: the commits that CONTRIBUTING.md names are in the history, where there is one.
func TestCommits(t *testing.T) {
	root := truth.Root(t)
	git := func(args ...string) (string, error) {
		out, err := exec.Command("git", append([]string{"-C", root}, args...)...).CombinedOutput()
		return strings.TrimSpace(string(out)), err
	}
	if shallow, err := git("rev-parse", "--is-shallow-repository"); err != nil || shallow != "false" {
		t.Skipf("no history: %s", shallow)
	}
	data, err := os.ReadFile(filepath.Join(root, "CONTRIBUTING.md"))
	must.Do(t, err)
	hashes := regexp.MustCompile(`\b[0-9a-f]{7}\b`).FindAllString(string(data), -1)
	if len(hashes) < 5 {
		t.Errorf("only %d commits", len(hashes))
	}
	for _, h := range hashes {
		if out, err := git("merge-base", "--is-ancestor", h, "HEAD"); err != nil {
			t.Errorf("%s: %s", h, out)
		}
	}
}
