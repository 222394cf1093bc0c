package inspect

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/truth"
)

// The guide has each rule with its grade, limit, text and picture; -update writes it anew.
func TestGuide(t *testing.T) {
	const mark = "<!-- rules: derived from inspect/rules.go -->\n"
	file := filepath.Join(truth.Root(t), "docs", "linting.md")
	data, err := os.ReadFile(file)
	must.Do(t, err)
	head, got, ok := strings.Cut(string(data), mark)
	if !ok {
		t.Fatalf("%s lacks %q", file, mark)
	}
	var b strings.Builder
	for _, r := range rules {
		fmt.Fprintf(&b, "\n### %s\n\n", r.Name)
		picture := filepath.Join("linting", r.Name+".png")
		if _, err := os.Stat(filepath.Join(filepath.Dir(file), picture)); err != nil {
			t.Errorf("rule %s has no picture: go test ./inspect -run 'Picture|Figure' -pictures: %v", r.Name, err)
		}
		fmt.Fprintf(&b, "![%s: a planted defect](%s)\n\n", r.Name, filepath.ToSlash(picture))
		fmt.Fprintf(&b, "%s", strings.ToUpper(r.Grade.String()[:1])+r.Grade.String()[1:])
		if r.Limit != 0 || r.Unit != "" {
			b.WriteString(strings.TrimRight(fmt.Sprintf(", limit %.4g %s", r.Limit, r.Unit), " "))
		}
		fmt.Fprintf(&b, ". %s\n", r.Doc)
	}
	if *update {
		must.Do(t, os.WriteFile(file, []byte(head+mark+b.String()), 0o666))
	} else if got != b.String() {
		t.Errorf("%s is not what the rules say: go test ./inspect -run Guide -update", file)
	}
}
