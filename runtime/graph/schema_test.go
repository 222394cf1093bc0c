package graph_test

import (
	"testing"

	"pgregory.net/rapid"

	"github.com/sinew-anim/sinew/internal/testing/documents"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime/graph"
)

// The schema takes what graphs are written as.
func TestSchemaTakes(t *testing.T) {
	schema := documents.NewSchema(t, graph.Schema())
	data, err := everything().JSON()
	must.Do(t, err)
	must.Do(t, schema.Validate(data))
	rapid.Check(t, func(t *rapid.T) {
		data, err := drawGraph(t).JSON()
		if err != nil {
			t.Fatal(err)
		}
		if err := schema.Validate(data); err != nil {
			t.Fatalf("%v in\n%s", err, data)
		}
	})
}

// The schema refuses what has another form, and takes what the reader takes.
func TestSchemaRefuses(t *testing.T) {
	schema := documents.NewSchema(t, graph.Schema())
	refuses := []string{
		`[]`, `{}`, `{"version": 2}`, `{"version": 1, "rot": null}`, `{"version": 1, "name": ""}`,
		`{"version": 1, "parameters": {"a": {"type": "flaot"}}}`, `{"version": 1, "parameters": {"a": {"default": 1}}}`, `{"version": 1, "parameters": {"": {"type": "int"}}}`,
		`{"version": 1, "parameters": {"a": {"type": "int", "default": 0.5}}}`, `{"version": 1, "parameters": {"a": {"type": "bool", "default": 1}}}`,
		`{"version": 1, "parameters": {"a": {"type": "bool", "min": 0}}}`, `{"version": 1, "parameters": {"a": {"type": "vec2", "default": [1]}}}`,
		`{"version": 1, "parameters": {"a": {"type": "trigger", "lifetime": "use"}}}`, `{"version": 1, "parameters": {"a": {"type": "float", "smooth": -1}}}`,
		`{"version": 1, "masks": {"a": []}}`, `{"version": 1, "masks": {"a": [{"joint": "x", "match": "y"}]}}`, `{"version": 1, "masks": {"a": [{"joint": "x", "feather": 1}]}}`,
		`{"version": 1, "sync": {"-": {}}}`, `{"version": 1, "sync": {"a": {"markers": [""]}}}`,
		within(`3`), within(`""`), within(`{}`), within(`{"type": "clpi"}`), within(`{"type": "ragdoll", "optional": false}`), within(`{"type": "clip", "clip": "a", "optional": true}`),
		within(`{"type": "clip"}`), within(`{"type": "clip", "clip": "a", "loop": "loop"}`), within(`{"type": "clip", "clip": "a", "start": 1.5}`),
		within(`{"type": "clip", "clip": "a", "speed": {"scale": 2}}`), within(`{"type": "clip", "clip": "a", "speed": {"parameter": "speed", "scale": 0}}`),
		within(`{"type": "clip", "clip": "a", "sync": true}`), within(`{"type": "blend1d", "x": 0, "samples": []}`), within(`{"type": "blend1d", "x": 0, "samples": [{"node": "a"}]}`),
		within(`{"type": "blend2d", "x": 0, "y": 0, "samples": [{"at": 1}]}`), within(`{"type": "switch", "by": 0, "inputs": ["a"], "fade": {"curve": "eas-in"}}`),
		within(`{"type": "one-shot"}`), within(`{"type": "machine", "states": {}}`), within(`{"type": "machine", "states": {"a": "idle"}}`), within(`{"type": "machine", "states": {"a": {}}, "any": [{"to": "a"}]}`),
		machine(`{"to": "air", "self": true}`), machine(`{"to": "air", "match": true, "start": 0.5}`), machine(`{"to": "air", "priority": 0.5}`), machine(`{"to": "air", "interrupt": "all"}`),
		machine(`{"to": "air", "when": [{}]}`), machine(`{"to": "air", "when": [{"parameter": "speed", "above": 1, "below": 2}]}`), machine(`{"to": "air", "when": [{"above": 1}]}`),
		machine(`{"to": "air", "when": [{"exit": 1, "parameter": "speed"}]}`), machine(`{"to": "air", "when": [{"exit": 1, "after": 1}]}`), machine(`{"to": "air", "when": [{"exit": -0.5}]}`),
	}
	takes := []string{
		`{"version": 1}`, `{"$schema": "schema.json", "version": 1.0, "root": null}`, within(`"a"`), within(`{"type": "ragdoll", "optional": true, "x": [null]}`),
		within(`{"type": "layer"}`), machine(`{"to": "air", "match": true, "start": 0, "when": [], "fade": {}}`), within(`{"type": "clip", "clip": "a", "sync": false, "speed": {"parameter": "on"}}`),
	}
	schema.Agree(t, func(data []byte) error { _, err := graph.Parse(data); return err }, takes, refuses)
}
