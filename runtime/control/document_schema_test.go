package control_test

import (
	"bytes"
	"strings"
	"testing"

	"github.com/santhosh-tekuri/jsonschema/v6"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime/control"
)

func compileSchema(t *testing.T) *jsonschema.Schema {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(control.Schema))
	must.Do(t, err)
	compiler := jsonschema.NewCompiler()
	must.Do(t, compiler.AddResource("control.json", value))
	schema, err := compiler.Compile("control.json")
	must.Do(t, err)
	return schema
}

func validate(schema *jsonschema.Schema, data []byte) error {
	value, err := jsonschema.UnmarshalJSON(bytes.NewReader(data))
	if err != nil {
		return err
	}
	return schema.Validate(value)
}

// The schema takes what controls are written as, and refuses what the reader refuses by its
// form.
func TestSchema(t *testing.T) {
	schema := compileSchema(t)
	must.Do(t, validate(schema, everything(t)))
	c, err := control.Parse(everything(t))
	must.Do(t, err)
	text, err := c.JSON()
	must.Do(t, err)
	must.Do(t, validate(schema, text))
	for _, data := range []string{
		`[]`, `{}`, `{"control": {}}`, `{"control": {"version": 2}}`, `{"control": {"version": 1, "modifier": []}}`, within(`{}`), within(`{"name": "x"}`), within(`{"twoBoneIK": {}}`),
		within(`{"modifyJoint": {"joint": "a"}}`), within(`{"modifyJoint": {"joint": "a", "rotation": [1, 2]}}`), within(`{"modifyJoint": {"joint": "a", "space": "world", "scale": [1, 1, 1]}}`),
		within(`{"modifyJoint": {"joint": "", "scale": [1, 1, 1]}}`), within(`{"aim": {"joint": "a"}}`), within(`{"aim": {"joint": "a", "forward": [0, 0, 1]}, "jointLimit": {"joint": "a"}}`),
		within(`{"aim": {"joint": "a", "forward": [0, 0, 1], "target": {"keys": []}}}`), within(`{"aim": {"joint": "a", "forward": [0, 0, 1], "target": {"offset": [0, 0, 0]}}}`),
		within(`{"lookAt": {"joints": [], "forward": [0, 0, 1]}}`), within(`{"jointLimit": {"joint": "a"}}`), within(`{"jointLimit": {"joint": "a", "cone": {"axis": [0, 1, 0], "angle": 181}}}`),
		within(`{"aim": {"joint": "a", "forward": [0, 0, 1], "target": [1, 1, 1]}, "weight": 1.5}`), stack(``), stack(`{}`), stack(`{"copyLocation": {"axes": "zx"}, "target": "b"}`),
		stack(`{"limitLocation": {"x": [1]}}`), stack(`{"dampedTrack": {"track": "w"}, "target": "b"}`), stack(`{"copyLocation": {}, "twist": {"axis": "y"}, "target": "b"}`),
		stack(`{"copyLocation": {}, "target": "b", "influence": 2}`), stack(`{"copyLocation": {}, "target": "b", "space": "bone"}`), stack(`{"armature": {"targets": []}}`),
		`{"control": {"version": 1, "humanoid": {"hip": "a"}}}`,
	} {
		if validate(schema, []byte(data)) == nil {
			t.Errorf("the schema takes %s", data)
		}
		if _, err := control.Parse([]byte(data)); err == nil {
			t.Errorf("the reader takes %s", data)
		}
	}
	for _, data := range []string{
		`{"control": {"version": 1}}`, `{"$schema": "x", "control": {"version": 1.0, "modifiers": []}}`, within(`{"aim": {"joint": "a", "forward": [0, 0, 1]}, "weight": 0}`),
		stack(`{"limitLocation": {}}`), stack(`{"attach": {}, "target": [0, 0, 0]}`), within(`{"modifyJoint": {"joint": "a", "rotation": [0, 0, 90]}, "name": "x"}`),
	} {
		if err := validate(schema, []byte(data)); err != nil {
			t.Errorf("%s: %s", data, strings.ReplaceAll(err.Error(), "\n", " "))
		}
		if _, err := control.Parse([]byte(data)); err != nil {
			t.Error(err)
		}
	}
}
