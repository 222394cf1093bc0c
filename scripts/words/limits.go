package main

import (
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
)

// list is the file of what is allowed: an entry a line, and lines that start with #.
type list struct {
	file  string
	lines []string
	used  map[string]bool // by entry
}

func readLines(file string) ([]string, error) {
	text, err := os.ReadFile(file)
	if err != nil || len(text) == 0 {
		return nil, err
	}
	return strings.Split(strings.TrimSuffix(string(text), "\n"), "\n"), nil
}

func writeLines(file string, lines []string) error {
	return os.WriteFile(file, []byte(strings.Join(lines, "\n")+"\n"), 0o644)
}

func readList(file string) (*list, error) {
	lines, err := readLines(file)
	if err != nil {
		return nil, err
	}
	l := &list{file: file, lines: lines, used: map[string]bool{}}
	for i, line := range lines {
		if isComment(line) {
			continue
		}
		if _, twice := l.used[line]; twice {
			return nil, fmt.Errorf("%s:%d: %q is listed twice", file, i+1, line)
		}
		l.used[line] = false
	}
	return l, nil
}

func isComment(line string) bool {
	return strings.TrimSpace(line) == "" || strings.HasPrefix(line, "#")
}

// take reports whether an entry is listed, and marks it as used.
func (l *list) take(entry string) bool {
	_, listed := l.used[entry]
	if listed {
		l.used[entry] = true
	}
	return listed
}

// unused returns the entries that allow nothing.
func (l *list) unused() (entries []string) {
	for _, line := range l.lines {
		if used, listed := l.used[line]; listed && !used {
			entries = append(entries, line)
		}
	}
	return entries
}

// tighten removes the entries that allow nothing and writes the file.
func (l *list) tighten() error {
	unused := l.unused()
	l.lines = slices.DeleteFunc(l.lines, func(line string) bool { return slices.Contains(unused, line) })
	return writeLines(l.file, l.lines)
}

// limits is the file of figures: lines of a name and a number, comments after #.
type limits struct {
	file    string
	lines   []string
	figures figures
}

func readFigures(file string) (*limits, error) {
	lines, err := readLines(file)
	if err != nil {
		return nil, err
	}
	l := &limits{file: file, lines: lines, figures: figures{}}
	for i, line := range lines {
		name, n, err := parseFigure(line)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, i+1, err)
		}
		if _, twice := l.figures[name]; twice {
			return nil, fmt.Errorf("%s:%d: %s is listed twice", file, i+1, name)
		}
		if name != "" {
			l.figures[name] = n
		}
	}
	for _, name := range ordered {
		if _, listed := l.figures[name]; !listed {
			return nil, fmt.Errorf("%s: no %s", file, name)
		}
	}
	return l, nil
}

// parseFigure reads one line. The name is empty where the line holds no figure.
func parseFigure(line string) (name string, n int, err error) {
	text, _, _ := strings.Cut(line, "#")
	words := strings.Fields(text)
	if len(words) == 0 {
		return "", 0, nil
	}
	if len(words) != 2 || !slices.Contains(ordered, words[0]) {
		return "", 0, fmt.Errorf("want a figure (%s) and its number, not %q", strings.Join(ordered, ", "), line)
	}
	if n, err = strconv.Atoi(words[1]); err != nil || n < 0 {
		return "", 0, fmt.Errorf("want a number of at least 0, not %q", words[1])
	}
	return words[0], n, nil
}

// compare returns what differs from the file.
func (l *limits) compare(totals figures) (problems []string) {
	for _, name := range ordered {
		switch have, limit := totals[name], l.figures[name]; {
		case have > limit:
			problems = append(problems, fmt.Sprintf("%s: %d, at most %d may be", name, have, limit))
		case have < limit:
			problems = append(problems, fmt.Sprintf("%s: %d, lower the figure %d in %s", name, have, limit, l.file))
		}
	}
	return problems
}

// tighten lowers figures to those reached and writes the file.
func (l *limits) tighten(totals figures) error {
	for i, line := range l.lines {
		name, n, _ := parseFigure(line)
		if name == "" || totals[name] >= n {
			continue
		}
		l.figures[name] = totals[name]
		l.lines[i] = strings.Replace(line, strconv.Itoa(n), strconv.Itoa(totals[name]), 1)
	}
	return writeLines(l.file, l.lines)
}
