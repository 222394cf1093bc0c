package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// TestPages compares the tables of one clip in the README and the guide with the results they are
// taken from.
func TestPages(t *testing.T) {
	results := filepath.Join("..", "results")
	page, err := os.ReadFile(filepath.Join(results, "crowd.md"))
	if err != nil {
		t.Fatal(err)
	}
	var out, errs bytes.Buffer
	if code := run([]string{filepath.Join(results, "crowd.txt")}, nil, &out, &errs); code != 0 || out.String() != string(page) {
		t.Errorf("exit code %d: crowd.md is not the report of crowd.txt: %s", code, &errs)
	}
	rows := tableRows(string(page))
	for _, c := range []struct {
		file   string
		names  map[string]string // rows of the results by their names on the page
		cells  []int             // columns of the results
		ratios bool              // whether the page has those too
	}{
		{"README.md", map[string]string{"Sinew, a compiled bank": "rows", "Sinew, the file's own keys": "keys", "ozz-animation 0.16": "ozz"}, []int{0, 2, 4}, false},
		{filepath.Join("docs", "performance.md"), map[string]string{
			"rows": "rows", "keys": "keys", "spans": "spans", "rows, general form": "rows-general", "rows, AVX2": "rows, avx2",
			"rows, plain Go": "rows, generic", "ozz": "ozz", "cursor": "cursor", "ogldev": "ogldev",
		}, []int{0, 1, 2, 3, 4, 5}, true},
	} {
		text, err := os.ReadFile(filepath.Join("..", "..", c.file))
		if err != nil {
			t.Fatal(err)
		}
		have := tableRows(string(text))
		for name, of := range c.names {
			var want []string
			for _, i := range c.cells {
				cell := rows[of][i]
				if !c.ratios {
					cell, _, _ = strings.Cut(cell, " ")
				}
				want = append(want, cell)
			}
			if got, want := strings.Join(have[name], " | "), strings.Join(want, " | "); got != want {
				t.Errorf("%s, %q:\nhave %s\nwant %s", c.file, name, got, want)
			}
		}
	}
}

// tableRows are the cells of the first row of each name in Markdown's tables.
func tableRows(page string) map[string][]string {
	rows := map[string][]string{}
	for line := range strings.Lines(page) {
		line = strings.TrimSpace(line)
		if !strings.HasPrefix(line, "|") {
			continue
		}
		cells := strings.Split(strings.Trim(line, "|"), "|")
		for i := range cells {
			cells[i] = strings.TrimSpace(cells[i])
		}
		if _, has := rows[cells[0]]; !has {
			rows[cells[0]] = cells[1:]
		}
	}
	return rows
}
