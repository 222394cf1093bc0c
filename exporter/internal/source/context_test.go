package source_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/exporter/internal/source"
	"github.com/sinew-anim/sinew/internal/testing/must"
)

// asked is a context that ends after some questions.
type asked struct {
	context.Context
	left *int
}

func (a asked) Err() error {
	if *a.left--; *a.left < 0 {
		return context.Canceled
	}
	return nil
}

// Opening and writing end with their contexts, between any two elements of a list.
func TestOpenAndJSONEnd(t *testing.T) {
	text := []byte(`{"asset":{"version":"2.0"},"nodes":[` + strings.Repeat(`{"name":"<n>"},`, 500) + `{}],"scenes":[]}`)
	for after := range 200 {
		left := 5 * after
		_, err := source.Open(asked{t.Context(), &left}, text, nil)
		if left < 0 && !errors.Is(err, context.Canceled) {
			t.Fatalf("Open, after %d questions: %v", 5*after, err)
		}
		f, err := source.Open(t.Context(), text, nil)
		must.Do(t, err)
		f.SetList("cameras", []any{source.Object{}})
		if left = 5 * after; err == nil {
			_, err = f.JSON(asked{t.Context(), &left}, "", 4)
		}
		if (left < 0) != errors.Is(err, context.Canceled) {
			t.Fatalf("JSON, after %d questions: %v", 5*after, err)
		}
	}
}

// What is written is the JSON that the standard encoder writes.
func TestJSONIsPlain(t *testing.T) {
	for _, text := range []string{
		`{"asset":{"version":"2.0"}}`, `{"asset":{"version":"2.0"},"nodes":[],"z":null,"a":[null,1.50,"<&>",[[]],{}],"é\u0000\"":[{"b":1e300,"a":[]}],"n":0.1e1}`,
	} {
		f, err := source.Open(t.Context(), []byte(text), nil)
		must.Do(t, err)
		f.Top["more"] = []any{}
		got, err := f.JSON(t.Context(), "", 0)
		must.Do(t, err)
		var want bytes.Buffer
		e := json.NewEncoder(&want)
		e.SetEscapeHTML(false)
		must.Do(t, e.Encode(f.Top))
		if string(got) != strings.TrimSuffix(want.String(), "\n") {
			t.Errorf("%s\n%s", got, want.String())
		}
	}
}
