package console

import (
	"strings"
	"unicode/utf8"
)

// Table is rows of a name and some columns for a page.
type Table struct {
	Head []string // of the name and the columns
	rows [][]string
}

// Add adds a row: a name and as many columns as the head has, or a name and one text for all columns.
func (t *Table) Add(row ...string) { t.rows = append(t.rows, row) }

// maxTableName is the width above which names are cut, at their beginning: that of a path tells least.
const maxTableName = 40

// Write prints the table: names to the left, columns to the right.
func (t *Table) Write(p *Page) {
	width := make([]int, len(t.Head))
	all := append([][]string{t.Head}, t.rows...)
	for _, row := range all {
		for k, text := range row {
			if len(row) == len(t.Head) || k == 0 {
				width[k] = max(width[k], utf8.RuneCountInString(text))
			}
		}
	}
	width[0] = min(width[0], maxTableName)
	for _, row := range all {
		line := padded(tail(row[0], width[0]), -width[0])
		for k, text := range row[1:] {
			w := width[k+1]
			if len(row) < len(t.Head) {
				w = 0
			}
			line += "  " + padded(text, w)
		}
		p.Line("%s", line)
	}
}

// tail shortens a text to a width by cutting its beginning.
func tail(s string, width int) string {
	if r := []rune(s); len(r) > width {
		return "…" + string(r[len(r)-max(0, width-1):])
	}
	return s
}

// padded fills a text up to a width with spaces before it, or after it for a negative one.
func padded(s string, width int) string {
	after := width < 0
	spaces := strings.Repeat(" ", max(0, max(width, -width)-utf8.RuneCountInString(s)))
	if after {
		return s + spaces
	}
	return spaces + s
}
