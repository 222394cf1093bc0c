package list_test

import (
	"bytes"
	"context"
	"errors"
	"math"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/edit/list"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/testing/documents"
	"github.com/sinew-anim/sinew/internal/testing/jsontree"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
)

func strider(t testing.TB) *soa.Model {
	t.Helper()
	m, err := importer.Load(context.Background(), "../../testdata/strider/strider.glb", importer.Options{NoTextures: true})
	must.Do(t, err)
	return m
}

// The example has an edit of each kind.
func TestEverythingHasAllKinds(t *testing.T) {
	for _, kind := range list.Kinds() {
		if !bytes.Contains(documents.Everything(t), []byte(`{"`+kind+`"`)) {
			t.Errorf("testdata/everything.json lacks %s", kind)
		}
	}
}

// defaults are the values of the document that are not written.
var defaults = regexp.MustCompile(`<nil>, not (schema[.]json|false|0|translation)$`)

// What is written reads back equal, and the schema takes it.
func TestJSON(t *testing.T) {
	d, err := list.Parse(documents.Everything(t))
	must.Do(t, err)
	text, err := d.JSON()
	must.Do(t, err)
	lost, err := jsontree.Lost(documents.Everything(t), text)
	must.Do(t, err)
	for _, of := range lost {
		if !defaults.MatchString(of) {
			t.Errorf("of what is read is written otherwise: %s", of)
		}
	}
	again, err := list.Parse(text)
	must.Do(t, err)
	if !reflect.DeepEqual(d, again) {
		t.Errorf("it reads back otherwise:\n%s", text)
	}
	second, err := again.JSON()
	must.Do(t, err)
	if !bytes.Equal(text, second) {
		t.Error("it is written otherwise the second time")
	}
	schema := documents.NewSchema(t, list.Schema())
	for _, data := range [][]byte{documents.Everything(t), text} {
		must.Do(t, schema.Validate(data))
	}
}

// Applied twice to the same model, a list gives the same bits, and the model stays as it was.
func TestApply(t *testing.T) {
	m := strider(t)
	d, err := list.Parse(documents.Everything(t))
	must.Do(t, err)
	before := *m.Clip("walk")
	one, report, err := d.Apply(context.Background(), m)
	must.Do(t, err)
	two, _, err := d.Apply(context.Background(), m)
	must.Do(t, err)
	if !reflect.DeepEqual(one.Clips, two.Clips) {
		t.Error("the clips differ")
	}
	if !reflect.DeepEqual(before, *m.Clip("walk")) {
		t.Error("the model has changed")
	}
	must.Do(t, one.Validate())
	for _, name := range []string{"walk", "stroll", "wave", "wave back", "wave there", "jump"} {
		if one.Clip(name) == nil {
			t.Errorf("there is no clip %q", name)
		}
	}
	if c := one.Clip("stroll"); !c.Loop || c.Motion == nil || len(c.Events) != 1 || c.Events[0].Name != "breath" {
		t.Errorf("stroll: loop %v, motion %v, events %v", c.Loop, c.Motion != nil, c.Events)
	}
	if r := report.Clips[0]; r.Clip != "walk" || len(r.Results) != 1 || len(r.Steps) != 14 || r.KeysAfter >= r.KeysBefore {
		t.Errorf("%+v", r)
	}
	must.Near(t, "jump", one.Clip("jump").Seconds(), m.Clip("jump").Seconds()/1.1, 1e-9)
}

// The fields of rootMotion are the options of edit.RootMotion.
func TestRootMotionOptions(t *testing.T) {
	m := strider(t)
	ground := edit.X | edit.Z | edit.Yaw
	for text, o := range map[string]edit.MotionOptions{
		`{}`:                               {Take: ground},
		`{"follow": true, "height": true}`: {Take: ground | edit.Y, Rule: edit.Follow},
		`{"noYaw": true, "maxSway": 0.01}`: {Take: ground &^ edit.Yaw, MaxSway: 0.01},
		`{"removeTravel": true, "minTurn": 0.0625}`: {Take: ground, RemoveTravel: true, MinTurn: 0.0625 * math.Pi / 180},
	} {
		d, err := list.Parse([]byte(within(`{"rootMotion": ` + text + `}`)))
		must.Do(t, err)
		out, _, err := d.Apply(context.Background(), m)
		must.Do(t, err)
		o.Reference = edit.Start
		want, err := edit.RootMotion(t.Context(), m, edit.ClipOf(m.Clip("walk")), soa.None, o)
		must.Do(t, err)
		if got := edit.ClipOf(out.Clip("walk")); !reflect.DeepEqual(got.Motion, want.Motion) || len(want.Motion.Keys) < 2 {
			t.Errorf("%s: the motion is %+v, want %+v", text, got.Motion, want.Motion)
		}
	}
}

// Slopes of a key make its track a spline, a new one too, and keep the rest of the curve.
func TestSetKeyWithSlopes(t *testing.T) {
	m := strider(t)
	d, err := list.Parse([]byte(within(`
		{"setKey": {"track": {"joint": "Body", "property": "scale"}, "time": 0.1, "value": [1, 1, 1]}},
		{"setKey": {"track": {"joint": "Body", "property": "scale"}, "time": 0.3, "value": [1, 2, 1]}},
		{"setKey": {"track": {"joint": "Body", "property": "scale"}, "time": 0.5, "value": [1, 1, 1]}},
		{"setKey": {"track": {"joint": "Body", "property": "scale"}, "time": 0.5, "value": [1, 1, 1], "in": [0, -7, 0], "out": [0, 3, 0]}},
		{"setKey": {"track": {"weight": "puff"}, "time": 0.25, "value": [0.5], "out": [2]}}`)))
	must.Do(t, err)
	out, _, err := d.Apply(context.Background(), m)
	must.Do(t, err)
	c := edit.ClipOf(out.Clip("walk"))
	k := c.Track(edit.ID{Property: soa.Scale, Target: m.Skeleton.Joint("Body")})
	if k.Mode != soa.Cubic || len(k.Keys) != 3 || math.Abs(k.Keys[2].In[1]+7) > 1e-4 || math.Abs(k.Keys[2].Out[1]-3) > 1e-4 {
		t.Fatalf("%+v", k)
	}
	puff := slices.IndexFunc(m.Weights, func(w soa.MorphWeight) bool { return w.Target == "puff" })
	if k := c.Track(edit.ID{Property: soa.Weight, Target: puff}); k == nil || k.Mode != soa.Cubic ||
		!slices.ContainsFunc(k.Keys, func(k edit.Key) bool { return math.Abs(k.Time-0.25) < 1e-6 && math.Abs(k.Out[0]-2) < 1e-4 }) {
		t.Errorf("%+v", k.Keys)
	}
	if v := k.At(0.2); math.Abs(v[1]-1.5) > 1e-4 { // the line before stays
		t.Errorf("it is %v between the other keys", v)
	}
}

func within(edits string) string {
	return `{"edits": {"version": 1, "clips": [{"clip": "walk", "edits": [` + edits + `]}]}}`
}

// Errors name their place.
func TestErrorsHavePlaces(t *testing.T) {
	m := strider(t)
	for _, c := range []struct {
		data, at string
		want     error
	}{
		{`{}`, "/", soa.ErrFormat},
		{`{"edits": {"version": 2}}`, "/edits/version", soa.ErrFormat},
		{within(`{"trim": {"from": 0, "to": 1}, "reverse": {}}`), "/edits/clips/0/edits/0", soa.ErrFormat},
		{within(`{"trimm": {}}`), "/edits/clips/0/edits/0", soa.ErrFormat},
		{within(`{"trim": {"from": 0}}`), "/edits/clips/0/edits/0/trim", soa.ErrFormat},
		{within(`{"trim": {"from": NaN, "to": 1}}`), "/", soa.ErrFormat},
		{within(`{"trim": {"from": 1e999, "to": 1}}`), "/edits/clips/0/edits/0/trim/from", soa.ErrFormat},
		{within(`{"trim": {"from": -1, "to": 1}}`), "/edits/clips/0/edits/0/trim/from", list.ErrDocument},
		{within(`{"trim": {"from": 0.9, "to": 0.1}}`), "/edits/clips/0/edits/0/trim", list.ErrDocument},
		{within(`{"trim": {"from": 0.1, "to": 9}}`), "/edits/clips/0/edits/0/trim", edit.ErrTime},
		{within(`{"reverse": {}}, {"ease": {"track": {"joint": "haed", "property": "rotation"}, "easing": "in"}}`), "/edits/clips/0/edits/1/ease/track", list.ErrDocument},
		{within(`{"ease": {"track": {"joint": "head"}, "easing": "inn"}}`), "/edits/clips/0/edits/0/ease/easing", soa.ErrFormat},
		{within(`{"smooth": {"tracks": [{"joint": "head"}, {"float": "mood"}]}}`), "/edits/clips/0/edits/0/smooth/tracks/1", list.ErrDocument},
		{within(`{"resample": {"rate": 30, "tracks": [{}]}}`), "/edits/clips/0/edits/0/resample/tracks/0", list.ErrDocument},
		{within(`{"offset": {"track": {"weight": "smile"}, "by": [1]}}`), "/edits/clips/0/edits/0/offset/track", list.ErrDocument},
		{within(`{"setKey": {"track": {"joint": "head", "property": "rotation"}, "value": [1, 2]}}`), "/edits/clips/0/edits/0/setKey/value", list.ErrDocument},
		{within(`{"setKey": {"track": {"joint": "head", "property": "rotation"}, "value": [0, 0, 0, 0]}}`), "/edits/clips/0/edits/0/setKey", soa.ErrOption},
		{within(`{"setKey": {"track": {"joint": "Body", "property": "scale"}, "value": [1, 1, 1], "time": 77}}`), "/edits/clips/0/edits/0/setKey", edit.ErrTime},
		{within(`{"insertKey": {"track": {"joint": "Body", "property": "scale"}, "time": 0.1}}`), "/edits/clips/0/edits/0/insertKey", edit.ErrTrack},
		{within(`{"join": {"clip": "wlak"}}`), "/edits/clips/0/edits/0/join", list.ErrDocument},
		{within(`{"loop": {"seconds": 100}}`), "/edits/clips/0/edits/0/loop", soa.ErrOption},
		{within(`{"deleteEvents": {"name": "boo"}}`), "/edits/clips/0/edits/0/deleteEvents", list.ErrDocument},
		{within(`{"rootMotion": {"joint": "rot"}}`), "/edits/clips/0/edits/0/rootMotion/joint", list.ErrDocument},
		{within(`{"retime": {"points": [{"old": 0}, {"old": 0, "new": 1}]}}`), "/edits/clips/0/edits/0/retime", soa.ErrOption},
		{within(`{"speed": {"factor": 0.001}}, {"resample": {"rate": 10000}}`), "/edits/clips/0/edits/1/resample", soa.ErrTooLarge},
		{`{"edits": {"version": 1, "clips": [{"clip": "wlak"}]}}`, "/edits/clips/0/clip", list.ErrDocument},
		{`{"edits": {"version": 1, "clips": [{"as": "x"}]}}`, "/edits/clips/0/as", list.ErrDocument},
		{`{"edits": {"version": 1, "clips": [{"clip": "walk", "as": "jump"}]}}`, "/edits/clips/0", list.ErrDocument},
		{`{"edits": {"version": 1, "clips": [{"clip": "walk", "parts": [{"as": "a", "to": 0.5}, {"as": "b", "from": 0.4, "to": 1}]}]}}`, "/edits/clips/0/parts/1", list.ErrDocument},
		{`{"edits": {"version": 1, "clips": [{"clip": "walk", "parts": [{"as": "a", "to": 50}]}]}}`, "/edits/clips/0/parts/0", edit.ErrTime},
	} {
		d, err := list.Parse([]byte(c.data))
		if err == nil {
			_, _, err = d.Apply(context.Background(), m)
		}
		if !errors.Is(err, c.want) || !strings.HasPrefix(err.Error(), c.at) {
			t.Errorf("%.120s: %v", c.data, err)
		}
	}
}

func TestApplyIsCancelled(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	d, err := list.Parse([]byte(within(`{"reverse": {}}`)))
	must.Do(t, err)
	if _, _, err := d.Apply(ctx, strider(t)); !errors.Is(err, context.Canceled) {
		t.Error(err)
	}
}
