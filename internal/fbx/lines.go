package fbx

import (
	"strconv"
	"strings"
)

// fields splits the values of a line at commas outside quotes and drops the
// quotes. No more than five are needed of most.
func fields(s string) []string { return fieldsUpTo(s, 5) }

func fieldsUpTo(s string, most int) []string {
	out := make([]string, 0, most)
	for len(out) < most {
		s = strings.TrimSpace(strings.TrimSuffix(strings.TrimSpace(s), "{"))
		if strings.HasPrefix(s, `"`) {
			text, rest, _ := strings.Cut(s[1:], `"`)
			out = append(out, strings.Clone(text)) // names outlive the file
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
