package exporter_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"os"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/exporter"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/inspect"
	"github.com/sinew-anim/sinew/internal/gltf"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/soa"
)

// Clips are added to a GLB, which otherwise stays as it is, what Sinew does not know included.
func TestAddClips(t *testing.T) {
	source, err := os.ReadFile(truth.Testdata(t, "strider", "strider.glb"))
	must.Do(t, err)
	source = withUnknown(t, source)
	m, err := importer.LoadReader(t.Context(), bytes.NewReader(source), "hero.glb", importer.Options{})
	must.Do(t, err)
	walk := *m.Clip("walk")
	walk.Name, walk.Events = "walk again", []soa.Event{{Name: "step", Time: 1}}
	var file, again bytes.Buffer
	must.Do(t, exporter.AddClips(t.Context(), &file, source, m, []*soa.Clip{&walk}, exporter.Options{}))
	must.Do(t, exporter.AddClips(t.Context(), &again, source, m, []*soa.Clip{&walk}, exporter.Options{}))
	if !bytes.Equal(file.Bytes(), again.Bytes()) {
		t.Error("two additions differ")
	}
	checkUnchanged(t, source, file.Bytes())
	back := readBack(t, file.Bytes())
	if len(back.Clips) != len(m.Clips)+1 || len(back.Clip("walk again").Events) != 1 {
		t.Fatalf("%d clips, %+v", len(back.Clips), back.Clips)
	}
	a, b := *m, *back
	a.Clips, b.Clips = []*soa.Clip{m.Clip("walk")}, []*soa.Clip{back.Clip("walk again")}
	d, err := inspect.Compare(t.Context(), &a, &b, inspect.CompareOptions{ExactCurves: true, Times: 100})
	must.Do(t, err)
	if c := d.Clips[0]; !(c.Joint.Max < 2e-6 && c.Vertex.Max < 2e-6) {
		t.Errorf("%+v", c)
	}
}

// withUnknown adds what Sinew does not know to a GLB, and exports it no other way than this.
func withUnknown(t *testing.T, glb []byte) []byte {
	t.Helper()
	text, blob, err := gltf.Split(glb)
	must.Do(t, err)
	var top map[string]any
	must.Do(t, json.Unmarshal(text, &top))
	top["cameras"] = []any{map[string]any{"type": "orthographic", "orthographic": map[string]any{"xmag": 1, "ymag": 1, "zfar": 10, "znear": 0.5}}}
	top["extensionsUsed"] = []any{"EXT_nobody_knows"}
	top["extensions"] = map[string]any{"EXT_nobody_knows": map[string]any{"a": 1.25}}
	top["extras"] = map[string]any{"mine": []any{1, "two"}}
	text, err = json.Marshal(top)
	must.Do(t, err)
	return glbOf(text, blob)
}

// glbOf puts a GLB together.
func glbOf(text, blob []byte) []byte {
	for len(text)%4 != 0 {
		text = append(text, ' ')
	}
	out := slices.Concat([]byte("glTF\x02\x00\x00\x00"), le(20+8+len(text)+len(blob)), le(len(text)), []byte("JSON"), text)
	out = slices.Concat(out, le(len(blob)), []byte("BIN\x00"), blob)
	copy(out[8:], le(len(out)))
	return out
}

func le(n int) []byte { return []byte{byte(n), byte(n >> 8), byte(n >> 16), byte(n >> 24)} }

// checkUnchanged compares all that one GLB has with another, which may have more.
func checkUnchanged(t *testing.T, before, after []byte) {
	t.Helper()
	var top [2]map[string]any
	var blob [2][]byte
	for i, data := range [][]byte{before, after} {
		text, b, err := gltf.Split(data)
		must.Do(t, err)
		must.Do(t, json.Unmarshal(text, &top[i]))
		blob[i] = b
	}
	if !bytes.HasPrefix(blob[1], blob[0]) {
		t.Error("the binary data is changed")
	}
	for key, was := range top[0] {
		is := top[1][key]
		if list, ok := was.([]any); ok && slices.Contains([]string{"accessors", "bufferViews", "animations"}, key) {
			is = is.([]any)[:len(list)]
		}
		a, _ := json.Marshal(was)
		b, _ := json.Marshal(is)
		if key != "buffers" && !bytes.Equal(a, b) {
			t.Errorf("/%s is changed", key)
		}
	}
}

// A clip of joints that are no nodes of the file, in their frames, is an error.
func TestAddClipsRefuses(t *testing.T) {
	var file bytes.Buffer
	m := platform()
	must.Do(t, exporter.GLB(t.Context(), &file, m, exporter.Options{}))
	scaled := platform()
	scaled.Skeleton.Unit[0] = 0.01
	other := platform()
	other.Skeleton.Name[0] = "lift"
	for name, with := range map[string]*soa.Model{"another frame": scaled, "another name": other} {
		if err := exporter.AddClips(t.Context(), new(bytes.Buffer), file.Bytes(), with, with.Clips, exporter.Options{}); !errors.Is(err, soa.ErrSkeleton) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := exporter.AddClips(t.Context(), new(bytes.Buffer), []byte("{"), m, m.Clips, exporter.Options{}); err == nil {
		t.Error("half a file is taken")
	}
}
