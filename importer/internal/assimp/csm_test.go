package assimp

import (
	"regexp"
	"strconv"
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
		for _, stated := range []string{"", "$FirstFrame 1\n$LASTFRAME 2\n", "$lastframe 1 $FirstFrame 7\n"} {
			plain, dropped := plainCSM([]byte(stated + head + "$Points\n" + rows))
			spans := regexp.MustCompile(`\$FirstFrame 0\n\$LastFrame (\d+)\n`).FindAllSubmatch(plain, -1)
			rest := regexp.MustCompile(`\$FirstFrame 0\n\$LastFrame \d+\n`).ReplaceAll(plain, nil)
			if strings.TrimSpace(string(rest)) != strings.TrimSpace(head+"$Points\n"+want.rows) || dropped != want.dropped || len(spans) != 1+strings.Count(stated, "$") {
				t.Errorf("%q: %q, %d dropped", stated+rows, plain, dropped)
			}
			for _, s := range spans {
				if frames, err := strconv.Atoi(string(s[1])); err != nil || frames <= strings.Count(want.rows, "\n")+1 {
					t.Errorf("%q: memory for %d frames", rows, frames)
				}
			}
		}
	}
	if plain, dropped := plainCSM([]byte("$Order\nC7\n")); string(plain) != "$FirstFrame 0\n$LastFrame 5\n$Order\nC7\n" || dropped != 0 {
		t.Errorf("%q, %d", plain, dropped)
	}
}
