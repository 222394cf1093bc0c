package cliprules

import (
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
)

// oneOf are words of --root-motion that contradict each other. The options of forward contradict follow.
var oneOf = [][]string{{"forward", "follow"}, {"rest", "start", "origin"}, {"follow", "min-turn"}, {"follow", "max-sway"}}

// RefuseOpposed returns an error where words with commas between them contradict each other.
func RefuseOpposed(text string) error {
	words := strings.Split(text, ",")
	for i := range words {
		words[i], _, _ = strings.Cut(words[i], "=")
	}
	for _, group := range oneOf {
		var said []string
		for _, word := range group {
			if slices.Contains(words, word) {
				said = append(said, word)
			}
		}
		if len(said) > 1 {
			return console.Usagef("%s and %s contradict each other", said[0], said[1])
		}
	}
	return nil
}
