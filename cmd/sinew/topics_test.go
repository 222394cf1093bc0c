package main

import (
	"strings"
	"testing"
)

// The help of a command fits a screen, names what to try next, and names only topics and commands
// that exist.
func TestHelpFitsScreen(t *testing.T) {
	root := newRoot()
	known := map[string]bool{}
	for _, c := range root.Commands() {
		known[c.Name()] = true
	}
	for _, c := range root.Commands() {
		help := succeed(t, "help", c.Name())
		if n := strings.Count(help, "\n"); n > 60 {
			t.Errorf("the help of %s has %d lines", c.Name(), n)
		}
		if c.Name() != "help" && c.Name() != "completion" && !strings.Contains(help, "Next: ") && !strings.Contains(help, "not in this build") {
			t.Errorf("the help of %s does not name what to try next", c.Name())
		}
		words := strings.Fields(help)
		for i := 2; i < len(words); i++ {
			if topic := strings.Trim(words[i], ".,;:)"); words[i-2] == "sinew" && words[i-1] == "help" && !known[topic] {
				t.Errorf("the help of %s names the topic %q, which does not exist", c.Name(), topic)
			}
		}
	}
}
