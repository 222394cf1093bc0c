package control_test

import (
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/documents"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime/control"
)

// The schema takes what controls are written as, and refuses what the reader refuses by its
// form.
func TestSchema(t *testing.T) {
	schema := documents.NewSchema(t, control.Schema())
	must.Do(t, schema.Validate(documents.Everything(t)))
	c, err := control.Parse(documents.Everything(t))
	must.Do(t, err)
	text, err := c.JSON()
	must.Do(t, err)
	must.Do(t, schema.Validate(text))
	refuses := []string{
		`[]`, `{}`, `{"control": {}}`, `{"control": {"version": 2}}`, `{"control": {"version": 1, "modifier": []}}`, allInRange(`{}`), allInRange(`{"name": "x"}`), allInRange(`{"twoBoneIK": {}}`),
		allInRange(`{"modifyJoint": {"joint": "a"}}`), allInRange(`{"modifyJoint": {"joint": "a", "rotation": [1, 2]}}`), allInRange(`{"modifyJoint": {"joint": "a", "space": "world", "scale": [1, 1, 1]}}`),
		allInRange(`{"modifyJoint": {"joint": "", "scale": [1, 1, 1]}}`), allInRange(`{"aim": {"joint": "a"}}`), allInRange(`{"aim": {"joint": "a", "forward": [0, 0, 1]}, "jointLimit": {"joint": "a"}}`),
		allInRange(`{"aim": {"joint": "a", "forward": [0, 0, 1], "target": {"keys": []}}}`), allInRange(`{"aim": {"joint": "a", "forward": [0, 0, 1], "target": {"offset": [0, 0, 0]}}}`),
		allInRange(`{"lookAt": {"joints": [], "forward": [0, 0, 1]}}`), allInRange(`{"jointLimit": {"joint": "a"}}`), allInRange(`{"jointLimit": {"joint": "a", "cone": {"axis": [0, 1, 0], "angle": 181}}}`),
		allInRange(`{"aim": {"joint": "a", "forward": [0, 0, 1], "target": [1, 1, 1]}, "weight": 1.5}`), stack(``), stack(`{}`), stack(`{"copyLocation": {"axes": "zx"}, "target": "b"}`),
		stack(`{"limitLocation": {"x": [1]}}`), stack(`{"dampedTrack": {"track": "w"}, "target": "b"}`), stack(`{"copyLocation": {}, "twist": {"axis": "y"}, "target": "b"}`),
		stack(`{"copyLocation": {}, "target": "b", "influence": 2}`), stack(`{"copyLocation": {}, "target": "b", "space": "bone"}`), stack(`{"armature": {"targets": []}}`),
		`{"control": {"version": 1, "humanoid": {"hip": "a"}}}`,
	}
	takes := []string{
		`{"control": {"version": 1}}`, `{"$schema": "x", "control": {"version": 1.0, "modifiers": []}}`, allInRange(`{"aim": {"joint": "a", "forward": [0, 0, 1]}, "weight": 0}`),
		stack(`{"limitLocation": {}}`), stack(`{"attach": {}, "target": [0, 0, 0]}`), allInRange(`{"modifyJoint": {"joint": "a", "rotation": [0, 0, 90]}, "name": "x"}`),
	}
	schema.Agree(t, func(data []byte) error { _, err := control.Parse(data); return err }, takes, refuses)
}
