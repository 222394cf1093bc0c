package main

import (
	"fmt"
	"os"
	"strconv"
	"strings"
)

// everyOther names the limit of packages that the file does not list.
const everyOther = "default"

// limits is the file of limits: lines of a package and a figure, comments after #.
type limits struct {
	file  string
	lines []string
	most  map[string]int
}

func readLimits(file string) (*limits, error) {
	data, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	l := &limits{file: file, lines: strings.Split(strings.TrimSuffix(string(data), "\n"), "\n"), most: map[string]int{}}
	for i, line := range l.lines {
		path, most, err := parseLimit(line)
		if err != nil {
			return nil, fmt.Errorf("%s:%d: %w", file, i+1, err)
		}
		if _, twice := l.most[path]; twice {
			return nil, fmt.Errorf("%s:%d: %s is listed twice", file, i+1, path)
		}
		if path != "" {
			l.most[path] = most
		}
	}
	if l.most[everyOther] == 0 {
		return nil, fmt.Errorf("%s: no %s", file, everyOther)
	}
	return l, nil
}

// parseLimit reads one line. The path is empty where the line holds no limit.
func parseLimit(line string) (path string, most int, err error) {
	text, _, _ := strings.Cut(line, "#")
	words := strings.Fields(text)
	if len(words) == 0 {
		return "", 0, nil
	}
	if len(words) != 2 {
		return "", 0, fmt.Errorf("want a package and a figure, not %q", line)
	}
	if most, err = strconv.Atoi(words[1]); err != nil || most < 1 {
		return "", 0, fmt.Errorf("want a figure of at least 1, not %q", words[1])
	}
	return words[0], most, nil
}

// of returns the limit of a package.
func (l *limits) of(path string) int {
	if most, listed := l.most[path]; listed {
		return most
	}
	return l.most[everyOther]
}

// tighten lowers limits to the figures reached and writes the file.
func (l *limits) tighten(found []measured) error {
	for _, p := range found {
		if most, listed := l.most[p.path]; !listed || len(p.knot) >= most {
			continue
		}
		for i, line := range l.lines {
			if path, most, _ := parseLimit(line); path == p.path {
				l.lines[i] = strings.Replace(line, strconv.Itoa(most), strconv.Itoa(max(len(p.knot), 1)), 1)
			}
		}
	}
	return os.WriteFile(l.file, []byte(strings.Join(l.lines, "\n")+"\n"), 0o644)
}
