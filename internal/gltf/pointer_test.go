package gltf

import (
	"encoding/base64"
	"errors"
	"fmt"
	"reflect"
	"testing"

	"github.com/sinew-anim/sinew/soa"
)

// pointed is a file with a channel per pointer, each of two keys of that many
// values.
func pointed(values int, pointers ...string) []byte {
	buffer := append(floatBytes(0, 1), floatBytes(make([]float32, 2*values)...)...)
	channels := ""
	for i, p := range pointers {
		if i > 0 {
			channels += ","
		}
		channels += fmt.Sprintf(`{"sampler":0,"target":{"path":"pointer","extensions":{"KHR_animation_pointer":{"pointer":%q}}}}`, p)
	}
	return fmt.Appendf(nil, `{"nodes":[{"name":"a","mesh":0,"extras":{"x":3,"on":true,"words":"no","list":[1,false,2.5],"mixed":[1,"2"],"deep":{"a/b":{"~c":4}}}},{"mesh":1},{"mesh":1}],
		"meshes":[{},{}],"materials":[{"pbrMetallicRoughness":{"baseColorFactor":[0.5,0.25,0,1]}}],
		"buffers":[{"byteLength":%d,"uri":"data:application/octet-stream;base64,%s"}],"bufferViews":[{"buffer":0,"byteLength":8},{"buffer":0,"byteOffset":8,"byteLength":%d}],
		"accessors":[{"bufferView":0,"componentType":5126,"count":2,"type":"SCALAR"},{"bufferView":1,"componentType":5126,"count":%d,"type":"SCALAR"}],
		"animations":[{"name":"x","samplers":[{"input":0,"output":1}],"channels":[%s]}]}`,
		len(buffer), base64.StdEncoding.EncodeToString(buffer), 8*values, 2*values, channels)
}

func TestPointers(t *testing.T) {
	for text, want := range map[string]Pointer{
		"/nodes/0/extras/x":                                 {Node: 0, Name: "x", Rest: []float64{3}},
		"/nodes/0/extras/on":                                {Node: 0, Name: "on", Rest: []float64{1}},
		"/nodes/0/extras/list":                              {Node: 0, Name: "list", Rest: []float64{1, 0, 2.5}},
		"/nodes/0/extras/list/2":                            {Node: 0, Name: "list/2", Rest: []float64{2.5}},
		"/nodes/0/extras/deep/a~1b/~0c":                     {Node: 0, Name: "deep/a/b/~c", Rest: []float64{4}},
		"/nodes/0/extras/words":                             {Node: 0, Name: "words", Wrong: true},
		"/nodes/0/extras/mixed":                             {Node: 0, Name: "mixed", Wrong: true},
		"/nodes/0/extras/x/deeper":                          {Node: 0, Name: "x/deeper", Wrong: true},
		"/nodes/0/extras/none":                              {Node: 0, Name: "none"},
		"/nodes/0/extras":                                   {Node: 0, Name: "extras", Wrong: true},
		"/nodes/1/visible":                                  {Node: 1, Name: "visible"},
		"/materials/0/pbrMetallicRoughness/baseColorFactor": {Node: -1, Name: "/materials/0/pbrMetallicRoughness/baseColorFactor", Rest: []float64{0.5, 0.25, 0, 1}},
		"/materials/0/alphaCutoff":                          {Node: -1, Name: "/materials/0/alphaCutoff"},
		"/materials/9/alphaCutoff":                          {Node: -1, Name: "/materials/9/alphaCutoff"},
	} {
		doc, err := Parse(pointed(1, text), Options{})
		if err != nil {
			t.Fatal(err)
		}
		a := doc.Animations[0]
		if len(a.Channels) != 1 || len(a.Wrong) != 0 {
			t.Errorf("%s: %+v", text, a)
			continue
		}
		ch := a.Channels[0]
		want.Text = text
		if ch.Node != -1 || ch.Path != "pointer" || ch.Width != 1 || !reflect.DeepEqual(*ch.Pointer, want) {
			t.Errorf("%s: %+v, want %+v", text, *ch.Pointer, want)
		}
	}
}

func TestPointerRests(t *testing.T) {
	for text, want := range map[string]float64{
		"/materials/0/pbrMetallicRoughness/baseColorFactor": 0.25, "/materials/0/pbrMetallicRoughness/roughnessFactor": 1,
		"/materials/0/alphaCutoff": 0.5, "/extensions/KHR_lights_punctual/lights/0/intensity": 1,
	} {
		doc, err := Parse(pointed(1, text), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if got, stated := doc.Animations[0].Channels[0].Pointer.RestAt(1); got != want || !stated {
			t.Errorf("%s rests at %v, want %v", text, got, want)
		}
	}
	doc, err := Parse(pointed(1, "/nodes/0/extras/none", "/extensions/unknown/0"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, ch := range doc.Animations[0].Channels {
		if _, stated := ch.Pointer.RestAt(0); stated {
			t.Errorf("%+v is stated nowhere", ch.Pointer)
		}
	}
}

// TestPointersToNodes: transforms and weights by pointers are ordinary channels.
func TestPointersToNodes(t *testing.T) {
	for text, c := range map[string]struct {
		values int
		want   []Channel
	}{
		"/nodes/1/translation": {3, []Channel{{Node: 1, Path: "translation", Only: -1}}},
		"/nodes/0/rotation":    {4, []Channel{{Node: 0, Path: "rotation", Only: -1}}},
		"/nodes/0/weights":     {2, []Channel{{Node: 0, Path: "weights", Only: -1}}},
		"/nodes/0/weights/3":   {1, []Channel{{Node: 0, Path: "weights", Only: 3}}},
		"/meshes/1/weights":    {5, []Channel{{Node: 1, Path: "weights", Only: -1}, {Node: 2, Path: "weights", Only: -1}}},
		"/meshes/0/weights/0":  {1, []Channel{{Node: 0, Path: "weights", Only: 0}}},
	} {
		doc, err := Parse(pointed(c.values, text), Options{})
		if err != nil {
			t.Fatal(err)
		}
		a := doc.Animations[0]
		if len(a.Channels) != len(c.want) || len(a.Wrong) != 0 {
			t.Errorf("%s: %+v", text, a)
			continue
		}
		for i, ch := range a.Channels {
			if w := c.want[i]; ch.Node != w.Node || ch.Path != w.Path || ch.Only != w.Only || ch.Width != c.values || ch.Pointer != nil {
				t.Errorf("%s: %+v, want %+v", text, ch, w)
			}
		}
	}
}

// TestWrongPointers: what points nowhere is told of, and the rest is read.
func TestWrongPointers(t *testing.T) {
	for _, text := range []string{
		"nodes/0/extras/x", "/nodes/3/extras/x", "/nodes/-1/extras/x", "/nodes/a/extras/x", "/nodes/99999999999999999999/extras/x",
		"/meshes/2/weights", "/nodes/0/translation", "/meshes/x/weights",
	} {
		doc, err := Parse(pointed(1, text, "/nodes/0/extras/x"), Options{})
		if err != nil {
			t.Fatal(err)
		}
		a := doc.Animations[0]
		if len(a.Channels) != 1 || len(a.Wrong) != 1 || !errors.Is(a.Wrong[0], soa.ErrFormat) {
			t.Errorf("%s: %+v", text, a)
		}
	}
}
