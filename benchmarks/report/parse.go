package main

import (
	"bufio"
	"fmt"
	"io"
	"strconv"
	"strings"
)

// measurement is one line of benchmark output.
type measurement struct {
	name  string            // of the benchmark: Crowd
	keys  map[string]string // of the sub-benchmark: n, source, …
	value map[string]float64
}

// output is what a run of benchmarks printed.
type output struct {
	config []string // the machine's lines, as they come: "cpu: …"
	lines  []measurement
}

// parse adds the results of a text in the format of Go benchmarks (golang.org/design/14313),
// and ignores other lines.
func (o *output) parse(r io.Reader) error {
	s := bufio.NewScanner(r)
	s.Buffer(nil, 1<<20)
	for s.Scan() {
		line := strings.TrimSpace(s.Text())
		switch key, _, ok := strings.Cut(line, ":"); {
		case strings.HasPrefix(line, "Benchmark"):
			if m, ok := parseLine(line); ok {
				o.lines = append(o.lines, m)
			}
		case ok && (key == "goos" || key == "goarch" || key == "cpu"):
			o.configure(line)
		}
	}
	return s.Err()
}

func (o *output) configure(line string) {
	for _, known := range o.config {
		if known == line {
			return
		}
	}
	o.config = append(o.config, line)
}

// parseLine reads a name, a count and pairs of a number and its unit.
func parseLine(line string) (measurement, bool) {
	fields := strings.Fields(line)
	if len(fields) < 4 || len(fields)%2 != 0 {
		return measurement{}, false
	}
	if _, err := strconv.Atoi(fields[1]); err != nil {
		return measurement{}, false
	}
	m := measurement{keys: map[string]string{}, value: map[string]float64{}}
	for i := 2; i < len(fields); i += 2 {
		v, err := strconv.ParseFloat(fields[i], 64)
		if err != nil {
			return measurement{}, false
		}
		m.value[fields[i+1]] = v
	}
	parts := strings.Split(withoutProcs(strings.TrimPrefix(fields[0], "Benchmark")), "/")
	m.name = parts[0]
	for _, part := range parts[1:] {
		key, value, ok := strings.Cut(part, "=")
		if !ok {
			key, value = fmt.Sprint("part", len(m.keys)), part
		}
		m.keys[key] = value
	}
	return m, true
}

// withoutProcs removes GOMAXPROCS from a name: Crowd/n=1-8.
func withoutProcs(name string) string {
	i := strings.LastIndexByte(name, '-')
	if i < 0 {
		return name
	}
	if _, err := strconv.Atoi(name[i+1:]); err != nil {
		return name
	}
	return name[:i]
}
