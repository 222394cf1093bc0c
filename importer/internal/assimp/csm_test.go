package assimp

import (
	"fmt"
	"strings"
	"testing"
)

// TestPlainCSM: the stated frames are more than those that follow, positions that dropped out are one word
// each, and all else stays.
func TestPlainCSM(t *testing.T) {
	const head = "$Rate 60\n$ORDER\nC7 T10 \n\n"
	for rows, want := range map[string]struct {
		rows    string
		dropped int
	}{
		"1 1 2 3 4 5 6\n2 1 2 4 4 5 7\n":                    {"1 1 2 3 4 5 6\n2 1 2 4 4 5 7\n", 0},
		"1 1 2 3 DROPOUT DROPOUT DROPOUT\n":                 {"1 1 2 3 DROPOUT\n", 1},
		"1 dropout Dropout DROPOUT 1 2 3\n2 1 2 3 4 5 6":    {"1 DROPOUT 1 2 3\n2 1 2 3 4 5 6", 1},
		"1 DROPOUT 4 5 6\n2 DROPOUT DROPOUT\n3 4 5 6 7 8 9": {"1 DROPOUT 4 5 6\n2 DROPOUT DROPOUT\n3 4 5 6 7 8 9", 3},
		"": {"", 0},
	} {
		plain, dropped := plainCSM([]byte(head + "$Points\n" + rows))
		before, after, found := strings.Cut(string(plain), "$FirstFrame 0\n$LastFrame ")
		var frames int
		_, err := fmt.Sscan(after, &frames)
		_, after, _ = strings.Cut(after, "\n")
		if !found || err != nil || before != head || after != "$Points\n"+want.rows || dropped != want.dropped {
			t.Errorf("%q: %q, %d dropped", rows, plain, dropped)
		}
		if frames <= strings.Count(want.rows, "\n")+1 {
			t.Errorf("%q: memory for %d frames", rows, frames)
		}
	}
	for _, text := range []string{"", "$Order\nC7\n", "no recording"} {
		if plain, dropped := plainCSM([]byte(text)); string(plain) != text || dropped != 0 {
			t.Errorf("%q: %q, %d", text, plain, dropped)
		}
	}
}
