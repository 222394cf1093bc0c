package fbx

import (
	"bufio"
	"bytes"
	"strconv"
	"strings"
)

// maxLine bounds a line of an ASCII file; arrays of a long capture fill one.
const maxLine = 1 << 28

// readText walks an ASCII file line by line: blocks open with "Name: …{" and
// close with "}".
func (t *takes) readText(data []byte) error {
	lines := bufio.NewScanner(bytes.NewReader(data))
	lines.Buffer(nil, maxLine)
	var open []string // the names of the blocks around the line
	var id int64
	var current *stack
	for lines.Scan() {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == ';' {
			continue
		}
		if line == "}" {
			if len(open) > 0 {
				open = open[:len(open)-1]
			}
			continue
		}
		name, rest, ok := strings.Cut(line, ":")
		if !ok {
			continue
		}
		values := fields(rest)
		block := strings.HasSuffix(line, "{")
		switch {
		case len(open) == 1 && open[0] == "Objects":
			current, id = t.textObject(name, values)
		case name == "P" && current != nil && len(open) == 3 && len(values) >= 5:
			if values[0] == "LocalStart" || values[0] == "LocalStop" {
				current.set(values[0], integer(values[4]))
			}
		case name == "a" && len(open) == 3 && open[1] == "AnimationCurve" && open[2] == "KeyTime" && len(values) > 0:
			t.addCurve(id, integer(values[0]))
		case name == "C" && len(open) == 1 && open[0] == "Connections" && len(values) >= 3:
			t.connect(integer(values[1]), integer(values[2]))
		}
		if block {
			open = append(open, name)
		}
	}
	if err := lines.Err(); err != nil {
		return malformed("%v", err)
	}
	return nil
}

// textObject starts an object of the Objects block.
func (t *takes) textObject(name string, values []string) (*stack, int64) {
	if len(values) < 2 {
		return nil, 0
	}
	id := integer(values[0])
	if name != "AnimationStack" {
		return nil, id
	}
	t.stacks = append(t.stacks, stack{id: id, name: stackName(values[1])})
	return &t.stacks[len(t.stacks)-1], id
}

// fields splits the values of a line at commas outside quotes and drops the
// quotes. No more than five are ever needed.
func fields(s string) []string {
	var out []string
	for len(out) < 5 {
		s = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(s), "{"))
		if strings.HasPrefix(s, `"`) {
			text, rest, _ := strings.Cut(s[1:], `"`)
			out = append(out, text)
			_, s, _ = strings.Cut(rest, ",")
			if s == "" {
				break
			}
			continue
		}
		text, rest, more := strings.Cut(s, ",")
		out = append(out, strings.TrimSpace(text))
		if !more {
			break
		}
		s = rest
	}
	return out
}

func integer(s string) int64 {
	v, _ := strconv.ParseInt(s, 10, 64)
	return v
}
