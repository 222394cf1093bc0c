package paint_test

import (
	"bytes"
	"context"
	"errors"
	"reflect"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/documents"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/rig/paint"
	"github.com/sinew-anim/sinew/rig/weights"
	"github.com/sinew-anim/sinew/soa"
)

// The example has each operation and each mask, is written and read back equal, and the schema takes it.
func TestJSON(t *testing.T) {
	for _, name := range append(paint.Kinds(), paint.Shapes()...) {
		if !bytes.Contains(documents.Everything(t), []byte(`"`+name+`": {`)) {
			t.Errorf("testdata/everything.json lacks %s", name)
		}
	}
	d, err := paint.Parse(documents.Everything(t))
	must.Do(t, err)
	text, err := d.JSON()
	must.Do(t, err)
	again, err := paint.Parse(text)
	must.Do(t, err)
	if !reflect.DeepEqual(d, again) {
		t.Errorf("it reads back otherwise:\n%s", text)
	}
	schema := documents.NewSchema(t, paint.Schema())
	for _, data := range [][]byte{documents.Everything(t), text} {
		must.Do(t, schema.Validate(data))
	}
}

// Errors name the place in the list.
func TestErrors(t *testing.T) {
	m := bar(9, 8)
	m.Meshes[0].Material = 0
	step := func(text string) string { return `{"paint": {"version": 1, "steps": [` + text + `]}}` }
	for _, c := range []struct {
		text, place string
		is          error
	}{
		{`{}`, `needs "paint"`, soa.ErrFormat},
		{`{"paint": {"version": 2}}`, "/paint/version", soa.ErrFormat},
		{step(`{}`), "/paint/steps/0: ", soa.ErrFormat},
		{step(`{"add": {"joint": "root"}}`), `/paint/steps/0/add: `, soa.ErrFormat},
		{step(`{"add": {"joint": "root", "value": 2}}`), "/paint/steps/0/add/value: ", paint.ErrList},
		{step(`{"ad": {"joint": "root", "value": 1}}`), "/paint/steps/0: ", soa.ErrFormat},
		{step(`{"add": {"joint": "root", "value": 1}, "scale": {"joint": "root", "factor": 1}}`), "/paint/steps/0: ", soa.ErrFormat},
		{step(`{"add": {"joint": "rot", "value": 1}}`), "/paint/steps/0/add/joint: ", paint.ErrList},
		{step(`{"add": {"joint": "root", "value": 1}, "locked": ["foot"]}`), "/paint/steps/0/locked/0: ", paint.ErrList},
		{step(`{"add": {"joint": "root", "value": 1}, "masks": [{"sphere": {"center": [0, 0, 0], "radius": 0}}]}`), "/paint/steps/0/masks/0/sphere/radius: ", paint.ErrList},
		{step(`{"add": {"joint": "root", "value": 1}, "masks": [{"stroke": {"points": [], "radius": 1}}]}`), "/paint/steps/0/masks/0/stroke/points: ", soa.ErrFormat},
		{step(`{"add": {"joint": "root", "value": 1}, "masks": [{"mesh": {"name": "bat"}}]}`), "/paint/steps/0/masks/0/mesh/name: ", paint.ErrList},
		{step(`{"add": {"joint": "root", "value": 1}, "masks": [{"vertices": {"list": [81]}}]}`), "/paint/steps/0: ", paint.ErrList},
		{step(`{"add": {"joint": "root", "value": 1}, "masks": [{"vertices": {"list": [1]}}], "mirrored": true}`), "/paint/steps/0: ", paint.ErrList},
		{step(`{"limit": {}, "raw": true}`), "/paint/steps/0: ", paint.ErrList},
		{step(`{"mirror": {"from": "y"}}`), "/paint/steps/0: ", paint.ErrList},
		{step(`{"gradient": {"joint": "root", "from": [1, 1, 1], "to": [1, 1, 1]}}`), "/paint/steps/0/gradient: ", paint.ErrList},
	} {
		d, err := paint.Parse([]byte(c.text))
		if err == nil {
			_, _, err = d.Apply(t.Context(), m)
		}
		if !errors.Is(err, c.is) || !strings.Contains(err.Error(), c.place) {
			t.Errorf("%s: %v, want %s with %q", c.text, err, c.is, c.place)
		}
	}
	empty := &paint.Document{Steps: []paint.Step{{Strength: 1}}}
	if _, err := empty.JSON(); !errors.Is(err, paint.ErrList) {
		t.Errorf("a step without an operation: %v", err)
	}
	unskinned := &soa.Model{Skeleton: m.Skeleton}
	if _, err := paint.Open(t.Context(), unskinned, nil); !errors.Is(err, weights.ErrUnskinned) {
		t.Errorf("a model without a skin: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	d, err := paint.Parse(documents.Everything(t))
	must.Do(t, err)
	if _, _, err := d.Apply(ctx, m); !errors.Is(err, context.Canceled) {
		t.Errorf("a context that ended: %v", err)
	}
}

// A list leaves a valid model in which all weights sum to 1, seams are closed, and the model that was
// painted is as before.
func TestApply(t *testing.T) {
	m := bar(33, 12)
	m.Meshes[0].Material = 0
	before := bar(33, 12)
	before.Meshes[0].Material = 0
	d, err := paint.Parse(documents.Everything(t))
	must.Do(t, err)
	out, r, err := d.Apply(t.Context(), m)
	must.Do(t, err)
	must.Do(t, out.Validate())
	if !reflect.DeepEqual(m, before) {
		t.Error("the model has changed")
	}
	for k, s := range r.Steps {
		if s.Points == 0 && s.Step != "limit" {
			t.Errorf("step %d, %s, changes nothing", k, s.Step)
		}
	}
	if r.Points == 0 || r.Unweighted != 0 {
		t.Errorf("%+v", r)
	}
	checkWeights(t, out)
}

// checkWeights checks that weights sum to 1, and that vertices at one place have the same.
func checkWeights(t *testing.T, m *soa.Model) {
	t.Helper()
	type key [3]float32
	for i, mesh := range m.Meshes {
		g, err := weights.GroupsOf(m, i)
		must.Do(t, err)
		at := make(map[key]weights.Row)
		for v := range mesh.Vertices() {
			row := g.Row(v, nil)
			if sum := row.Sum(); !(sum > 1-1e-6 && sum < 1+1e-6) {
				t.Fatalf("the weights of vertex %d sum to %v: %v", v, sum, row)
			}
			place := key(mesh.Position[3*v:])
			if other, ok := at[place]; ok && !reflect.DeepEqual(row, other) {
				t.Fatalf("vertex %d has %v, another one there %v", v, row, other)
			}
			at[place] = row
		}
	}
}
