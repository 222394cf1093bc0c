package jsontree

import (
	"fmt"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/must"
)

func TestLost(t *testing.T) {
	for _, c := range []struct{ from, to, want string }{
		{`{"a": [1, {"b": true}], "c": "x"}`, `{"c": "x", "d": 2, "a": [1, {"b": true}]}`, "[]"},
		{`{"a": [1, {"b": true}], "c": "x"}`, `{"a": [2, {}]}`, "[/a/0: 2, not 1 /a/1/b: <nil>, not true /c: <nil>, not x]"},
		{`{"a": [1]}`, `{"a": [1, 2]}`, "[/a: [1 2], not [1]]"},
		{`[null]`, `[{}]`, "[/0: map[], not <nil>]"},
	} {
		got, err := Lost([]byte(c.from), []byte(c.to))
		must.Do(t, err)
		if fmt.Sprint(got) != c.want {
			t.Errorf("%s, %s: %v", c.from, c.to, got)
		}
	}
	if _, err := Lost([]byte("{"), []byte("{}")); err == nil {
		t.Error("no JSON")
	}
}
