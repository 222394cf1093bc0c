package importer_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/testing/must"
	draw "github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/soa"
)

// madeChannel is one channel of a made file.
type madeChannel struct {
	node        int
	path, mode  string
	times       []float32
	values      []float32
	whole       bool // values are normalized integers of 16 bits
	noIn, noOut bool // the sampler states none
}

// keyedFile is a glTF file of a skinned triangle that two joints hold, with a clip of some channels.
func keyedFile(change func(object), channels ...madeChannel) []byte {
	w := &gltfWriter{}
	var samplers, targets []any
	for _, c := range channels {
		kind := map[string]string{"translation": "VEC3", "rotation": "VEC4", "scale": "VEC3", "weights": "SCALAR"}[c.path]
		width := map[string]int{"VEC3": 3, "VEC4": 4, "SCALAR": 1}[kind]
		s := object{"interpolation": c.mode}
		if !c.noIn {
			s["input"] = w.accessor("SCALAR", gltfFloat, len(c.times), c.times, nil)
		}
		if c.whole {
			packed := make([]int16, len(c.values))
			for i, v := range c.values {
				packed[i] = int16(math.Round(float64(v) * 32767))
			}
			s["output"] = w.accessor(kind, 5122, len(packed)/width, packed, object{"normalized": true})
		} else if !c.noOut {
			s["output"] = w.accessor(kind, gltfFloat, len(c.values)/width, c.values, nil)
		}
		samplers = append(samplers, s)
		targets = append(targets, object{"sampler": len(samplers) - 1, "target": object{"node": c.node, "path": c.path}})
	}
	floats := func(kind string, values ...float32) int {
		return w.accessor(kind, gltfFloat, len(values)/map[string]int{"VEC2": 2, "VEC3": 3, "VEC4": 4, "MAT4": 16}[kind], values, nil)
	}
	unit := []float32{1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}
	attributes := object{
		"POSITION": floats("VEC3", 0, 0, 0, 1, 0, 0, 0, 1, 0), "NORMAL": floats("VEC3", 0, 0, 1, 0, 0, 1, 0, 0, 1),
		"TEXCOORD_0": floats("VEC2", 0, 0, 1, 0, 0, 1), "COLOR_0": floats("VEC4", 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1),
		"JOINTS_0":  w.accessor("VEC4", gltfUint16, 3, []uint16{0, 1, 0, 0, 0, 1, 0, 0, 0, 1, 0, 0}, nil),
		"WEIGHTS_0": floats("VEC4", 1, 0, 0, 0, 0.5, 0.5, 0, 0, 0, 1, 0, 0),
	}
	f := object{
		"asset": object{"version": "2.0"}, "scene": 0, "scenes": []any{object{"nodes": []any{0, 2}}},
		"nodes": []any{
			object{"name": "hips", "children": []any{1}, "translation": []any{0, 1, 0}},
			object{"name": "arm", "translation": []any{0.25, 0, 0}, "rotation": []any{0, 0, 0, 1}, "scale": []any{1, 1, 1}},
			object{"name": "body", "mesh": 0, "skin": 0},
		},
		"materials": []any{object{"name": "cloth", "pbrMetallicRoughness": object{"baseColorFactor": []any{1, 0.5, 0, 1}, "roughnessFactor": 0.5}}},
		"meshes": []any{object{"name": "body", "weights": []any{0.5, 0.25}, "primitives": []any{object{"attributes": attributes, "material": 0, "targets": []any{
			object{"POSITION": floats("VEC3", 0, 0, 1, 0, 0, 1, 0, 0, 1)}, object{"POSITION": floats("VEC3", 1, 0, 0, 0, 0, 0, 0, 0, 0)},
		}}}}},
		"skins": []any{object{"joints": []any{0, 1}, "inverseBindMatrices": floats("MAT4", append(append([]float32{}, unit...), unit...)...)}},
	}
	if len(channels) > 0 {
		f["animations"] = []any{object{"name": "act", "samplers": samplers, "channels": targets}}
	}
	f["accessors"], f["bufferViews"] = w.accessors, w.views
	f["buffers"] = []any{object{"byteLength": w.buffer.Len(), "uri": "data:application/octet-stream;base64," + base64.StdEncoding.EncodeToString(w.buffer.Bytes())}}
	if change != nil {
		change(f)
	}
	data, err := json.Marshal(f)
	if err != nil {
		panic(err) // made of what JSON has
	}
	return data
}

// setFloat sets a number of an accessor of a made file.
func setFloat(f object, accessor, index int, value float32) {
	buffer := f["buffers"].([]any)[0].(object)
	head, digits, _ := strings.Cut(buffer["uri"].(string), ",")
	data, _ := base64.StdEncoding.DecodeString(digits)
	view := f["bufferViews"].([]any)[accessor].(object)
	binary.LittleEndian.PutUint32(data[view["byteOffset"].(int)+4*index:], math.Float32bits(value))
	buffer["uri"] = head + "," + base64.StdEncoding.EncodeToString(data)
}

// attributeOf is the accessor of an attribute of a made file.
func attributeOf(f object, name string) int {
	return f["meshes"].([]any)[0].(object)["primitives"].([]any)[0].(object)["attributes"].(object)[name].(int)
}

func nodeOf(f object, i int) object { return f["nodes"].([]any)[i].(object) }

// readMade imports a made file in memory.
func readMade(t *testing.T, data []byte) (*soa.Model, *report.Report) {
	t.Helper()
	var r report.Report
	m, err := importer.LoadReader(context.Background(), bytes.NewReader(data), "made.gltf", importer.Options{Report: &r})
	must.Do(t, err)
	must.Do(t, m.Validate())
	return m, &r
}

var nan32 = float32(math.NaN())

// turnsOf are four keys of rotations about Z.
func turnsOf() []float32 {
	var list []float32
	for k := range 4 {
		sin, cos := math.Sincos(0.3 * float64(k))
		list = append(list, 0, 0, float32(sin), float32(cos))
	}
	return list
}

// TestOneWrongValue: a value that is wrong is repaired or left out, and told, and what else the file
// has is as it was.
func TestOneWrongValue(t *testing.T) {
	seconds := []float32{0, 1, 2, 3}
	moves := []float32{0, 0, 0, 1, 0, 0, 2, 1, 0, 3, 0, 2}
	arm := madeChannel{node: 1, path: "rotation", mode: "LINEAR", times: seconds, values: turnsOf()}
	with := func(change func(*madeChannel)) []madeChannel {
		hips := madeChannel{node: 0, path: "translation", mode: "LINEAR", times: append([]float32{}, seconds...), values: append([]float32{}, moves...)}
		change(&hips)
		return []madeChannel{hips, arm}
	}
	infinite := float32(math.Inf(1))
	type want struct {
		severity report.Severity
		kind     report.Kind
		text     string
	}
	for name, c := range map[string]struct {
		change   func(object)
		channels []madeChannel
		want     want
		keys     int // of the hips' translation
	}{
		"NaN in a key":            {nil, with(func(k *madeChannel) { k.values[4] = nan32 }), want{report.Repair, report.InvalidKey, `1 keys (of "hips")`}, 3},
		"infinity in the first":   {nil, with(func(k *madeChannel) { k.values[0] = infinite }), want{report.Repair, report.InvalidKey, "1 keys"}, 3},
		"a time that is none":     {nil, with(func(k *madeChannel) { k.times[2] = nan32 }), want{report.Repair, report.InvalidKey, "1 keys"}, 3},
		"the last time is none":   {nil, with(func(k *madeChannel) { k.times[3] = infinite }), want{report.Repair, report.InvalidKey, "1 keys"}, 3},
		"times that fall":         {nil, with(func(k *madeChannel) { k.times[1], k.times[2] = 2, 1 }), want{report.Repair, report.UnsortedKey, "1 keys"}, 4},
		"no key is finite":        {nil, with(func(k *madeChannel) { k.values = []float32{nan32, 0, 0, nan32, 0, 0, nan32, 0, 0, nan32, 0, 0} }), want{report.Loss, report.InvalidCurve, `1 curves (of "hips")`}, 0},
		"no keys":                 {nil, with(func(k *madeChannel) { k.times, k.values = nil, nil }), want{report.Loss, report.InvalidCurve, `the translation of "hips"`}, 0},
		"no times":                {nil, with(func(k *madeChannel) { k.times = nil }), want{report.Loss, report.InvalidCurve, "12 values for 0 times"}, 0},
		"no values":               {nil, with(func(k *madeChannel) { k.values = nil }), want{report.Loss, report.InvalidCurve, "0 values for 4 times"}, 0},
		"no input":                {nil, with(func(k *madeChannel) { k.noIn = true }), want{report.Loss, report.InvalidCurve, "no input"}, 0},
		"no output":               {nil, with(func(k *madeChannel) { k.noOut = true }), want{report.Loss, report.InvalidCurve, "no output"}, 0},
		"fewer values than times": {nil, with(func(k *madeChannel) { k.values = k.values[:9] }), want{report.Loss, report.InvalidKey, "4 times and 9 values"}, 3},
		"fewer times than values": {nil, with(func(k *madeChannel) { k.times = k.times[:2] }), want{report.Loss, report.InvalidKey, "2 times and 12 values"}, 2},
		"a spline of few values": {nil, with(func(k *madeChannel) {
			k.mode, k.times, k.values = "CUBICSPLINE", seconds[:3], append(append(k.values, k.values[:6]...), 1, 1, 1)[:18]
		}),
			want{report.Loss, report.InvalidKey, "the first 2 keys"}, 2},
		"NaN in a tangent": {nil, with(func(k *madeChannel) {
			k.mode, k.times, k.values = "CUBICSPLINE", seconds[:3], append(append([]float32{}, moves...), append(append([]float32{}, moves...), 0, nan32, 0)...)
		}), want{report.Repair, report.InvalidKey, "1 keys"}, 2},
		"weights, one of them none": {nil, []madeChannel{{node: 2, path: "weights", mode: "LINEAR", times: seconds, values: []float32{0, 0, 1, nan32, 0, 1, 1, 0}}, arm}, want{report.Repair, report.InvalidKey, "1 keys"}, 0},
		"too few weights":           {nil, []madeChannel{{node: 2, path: "weights", mode: "LINEAR", times: seconds, values: []float32{0, 0, 1, 1, 0, 1}}, arm}, want{report.Loss, report.InvalidKey, "first 3 keys"}, 0},
		"a rotation of no length":   {nil, []madeChannel{arm, {node: 0, path: "rotation", mode: "STEP", times: seconds, values: append(turnsOf()[:12], 0, 0, 0, 0)}}, want{report.Repair, report.InvalidKey, `"hips"`}, 0},
		"the same in whole numbers": {nil, []madeChannel{arm, {node: 0, path: "rotation", mode: "LINEAR", times: seconds, whole: true, values: append(turnsOf()[:12], 0, 0, 0, 0)}}, want{report.Repair, report.InvalidKey, `"hips"`}, 0},
		"rest: null":                {func(f object) { nodeOf(f, 1)["translation"] = []any{0.25, nil, 0} }, []madeChannel{arm}, want{report.Repair, report.InvalidNumber, "/nodes/1/translation/1 is null"}, 0},
		"rest: no rotation":         {func(f object) { nodeOf(f, 1)["rotation"] = []any{0, 0, 0, 0} }, []madeChannel{arm}, want{report.Repair, report.InvalidTransform, "no length"}, 0},
		"rest: a long rotation":     {func(f object) { nodeOf(f, 1)["rotation"] = []any{0, 0, 0, 2} }, []madeChannel{arm}, want{report.Repair, report.RotationLength, "by 1"}, 0},
		"rest: beyond all models":   {func(f object) { nodeOf(f, 2)["translation"] = []any{1e300, 0, 0} }, []madeChannel{arm}, want{report.Repair, report.InvalidTransform, "not finite"}, 0},
		"rest: a matrix": {func(f object) {
			n := nodeOf(f, 2)
			n["matrix"] = []any{nil, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1, 0, 0, 0, 0, 1}
		}, []madeChannel{arm}, want{report.Repair, report.InvalidNumber, "/nodes/2/matrix/0"}, 0},
		"rest: weights":        {func(f object) { f["meshes"].([]any)[0].(object)["weights"] = []any{nil, 1} }, []madeChannel{arm}, want{report.Repair, report.InvalidNumber, "/meshes/0/weights/0"}, 0},
		"a weight of a bone":   {func(f object) { setFloat(f, attributeOf(f, "WEIGHTS_0"), 2, nan32) }, []madeChannel{arm}, want{report.Repair, report.InvalidWeight, "1 bone weights"}, 0},
		"a bind matrix":        {func(f object) { setFloat(f, len(f["accessors"].([]any))-1, 16, nan32) }, []madeChannel{arm}, want{report.Repair, report.InvalidBind, "not finite"}, 0},
		"a normal":             {func(f object) { setFloat(f, attributeOf(f, "NORMAL"), 3, nan32) }, []madeChannel{arm}, want{report.Repair, report.InvalidNormal, "1 normals"}, 0},
		"a texture coordinate": {func(f object) { setFloat(f, attributeOf(f, "TEXCOORD_0"), 3, infinite) }, []madeChannel{arm}, want{report.Repair, report.InvalidNumber, "1 texture coordinates"}, 0},
		"a colour":             {func(f object) { setFloat(f, attributeOf(f, "COLOR_0"), 3, nan32) }, []madeChannel{arm}, want{report.Repair, report.InvalidNumber, "1 colours"}, 0},
		"a morph target":       {func(f object) { setFloat(f, len(f["accessors"].([]any))-2, 3, nan32) }, []madeChannel{arm}, want{report.Repair, report.InvalidMorph, "1 vertices"}, 0},
	} {
		t.Run(name, func(t *testing.T) {
			m, r := readMade(t, keyedFile(c.change, c.channels...))
			if !hasFinding(r, c.want.severity, c.want.kind, c.want.text) {
				t.Errorf("%v, want %v", r.Findings, c.want)
			}
			whole, _ := readMade(t, keyedFile(nil, arm))
			if len(m.Meshes) != 1 || len(m.Clips) != 1 || len(m.Meshes[0].Morphs) != 2 {
				t.Fatalf("%d meshes, %d clips", len(m.Meshes), len(m.Clips))
			}
			if have, want := trackKeys(m, m.Clips[0], "arm", soa.Rotation), trackKeys(whole, whole.Clips[0], "arm", soa.Rotation); !reflect.DeepEqual(have, want) {
				t.Errorf("the arm has %v, want %v", have, want)
			}
			if have := trackKeys(m, m.Clips[0], "hips", soa.Translation); len(have) != c.keys {
				t.Errorf("the hips have keys %v, want %d", have, c.keys)
			}
		})
	}
}

// trackKeys lists the times and values of a track, none where the clip has none.
func trackKeys(m *soa.Model, c *soa.Clip, joint string, p soa.Property) (list [][5]float32) {
	for i := range c.Tracks {
		if c.Tracks[i].Property != p || m.Skeleton.Name[c.Tracks[i].Target] != joint {
			continue
		}
		a, b := c.Keys(i)
		for k := a; k < b; k++ {
			list = append(list, [5]float32{c.Time[k], c.X[k], c.Y[k], c.Z[k], c.W[k]})
		}
	}
	return list
}

// TestWrongKeysAreLeftOut: a file plays as one without the keys that are wrong.
func TestWrongKeysAreLeftOut(t *testing.T) {
	for s := range draw.Cases(t, 40) {
		rng := rand.New(rand.NewPCG(s, 1))
		path := []string{"translation", "rotation", "scale"}[rng.IntN(3)]
		mode := []string{"LINEAR", "STEP", "CUBICSPLINE"}[rng.IntN(3)]
		width := map[string]int{"translation": 3, "rotation": 4, "scale": 3}[path]
		rows := 1
		if mode == "CUBICSPLINE" {
			rows = 3
		}
		good := madeChannel{node: 1, path: path, mode: mode}
		bad := good
		wrong := 0
		for k := range 2 + rng.IntN(20) {
			row := make([]float32, rows*width)
			for i := range row {
				row[i] = float32(rng.Float64()) + 0.1
			}
			for rng.IntN(3) == 0 {
				broken, at := append([]float32{}, row...), float32(k)
				if wrong++; rng.IntN(4) == 0 {
					at = wrongNumber(rng)
				} else {
					broken[rng.IntN(len(row))] = wrongNumber(rng)
				}
				bad.times, bad.values = append(bad.times, at), append(bad.values, broken...)
			}
			good.times, good.values = append(good.times, float32(k)), append(good.values, row...)
			bad.times, bad.values = append(bad.times, float32(k)), append(bad.values, row...)
		}
		want, _ := readMade(t, keyedFile(nil, good))
		have, r := readMade(t, keyedFile(nil, bad))
		if !reflect.DeepEqual(have.Clips, want.Clips) {
			t.Errorf("%s %s: %v with %d keys that are wrong, want %v", path, mode, have.Clips[0], wrong, want.Clips[0])
		}
		if wrong > 0 && !hasFinding(r, report.Repair, report.InvalidKey, fmt.Sprintf("%d keys", wrong)) {
			t.Errorf("%d keys are wrong: %v", wrong, r.Findings)
		}
	}
}

func wrongNumber(rng *rand.Rand) float32 {
	return []float32{nan32, float32(math.Inf(1)), float32(math.Inf(-1))}[rng.IntN(3)]
}

// TestPlacesThatAreNone: a vertex that is nowhere is an error with its place, as nothing else says where
// its triangles are.
func TestPlacesThatAreNone(t *testing.T) {
	data := keyedFile(func(f object) { setFloat(f, attributeOf(f, "POSITION"), 4, nan32) })
	_, err := importer.LoadReader(context.Background(), bytes.NewReader(data), "made.gltf", importer.Options{})
	if !errors.Is(err, importer.ErrFormat) || !strings.Contains(err.Error(), "element 1 is not finite") {
		t.Errorf("%v", err)
	}
}

// TestNumbersOfPython: the words that Python writes for numbers that are not finite are read, and mended.
func TestNumbersOfPython(t *testing.T) {
	for from, to := range map[string][2]string{
		`"roughnessFactor":0.5`: {`"roughnessFactor":NaN`, "/materials/0/pbrMetallicRoughness/roughnessFactor is NaN"},
		`[0.25,0,0]`:            {`[0.25,-Infinity,0]`, "/nodes/1/translation/1 is -Infinity"},
		`[1,0.5,0,1]`:           {`[1,1e999,0,1]`, "baseColorFactor/1 is 1e999"},
		`"count":3`:             {`"min":[NaN,Infinity,0],"count":3`, ""},
	} {
		data := keyedFile(nil)
		if !bytes.Contains(data, []byte(from)) {
			t.Fatalf("no %s in %s", from, data)
		}
		m, r := readMade(t, bytes.ReplaceAll(data, []byte(from), []byte(to[0])))
		whole, _ := readMade(t, data)
		if to[1] != "" && !hasFinding(r, report.Repair, report.InvalidNumber, to[1]) || to[1] == "" && len(r.Findings) != 0 {
			t.Errorf("%s: %v", to[0], r.Findings)
		}
		if !reflect.DeepEqual(m.Skeleton, whole.Skeleton) || !reflect.DeepEqual(m.Meshes[0].Position, whole.Meshes[0].Position) {
			t.Errorf("%s: another model", to[0])
		}
	}
	bad := bytes.Replace(keyedFile(nil), []byte(`"count":3`), []byte(`"count":NaN`), 1)
	if _, err := importer.LoadReader(context.Background(), bytes.NewReader(bad), "made.gltf", importer.Options{}); !errors.Is(err, importer.ErrFormat) {
		t.Errorf("a count: %v", err)
	}
}

// TestDataURIs: base64 is read in every spelling that browsers read.
func TestDataURIs(t *testing.T) {
	data := keyedFile(nil, madeChannel{node: 1, path: "rotation", mode: "LINEAR", times: []float32{0, 1, 2, 3}, values: turnsOf()})
	want, _ := readMade(t, data)
	const head = "data:application/octet-stream;base64,"
	from := bytes.Index(data, []byte(head)) + len(head)
	digits := string(data[from : from+bytes.IndexByte(data[from:], '"')])
	every := func(text, mark string, n int) string {
		var b strings.Builder
		for i := 0; i < len(text); i += n {
			b.WriteString(text[i:min(i+n, len(text))] + mark)
		}
		return b.String()
	}
	escape := func(text string) string {
		var b strings.Builder
		for i := range len(text) {
			fmt.Fprintf(&b, "%%%02X", text[i])
		}
		return b.String()
	}
	raw, err := base64.StdEncoding.DecodeString(digits)
	must.Do(t, err)
	for name, uri := range map[string]string{
		"lines":                  head + every(digits, `\n`, 76),
		"lines of Windows":       head + every(digits, `\r\n`, 64),
		"spaces and tabs":        head + every(digits, ` \t`, 7) + " ",
		"no padding":             head + strings.TrimRight(digits, "="),
		"no padding, lines":      head + every(strings.TrimRight(digits, "="), `\n`, 3),
		"escaped":                head + strings.NewReplacer("+", "%2B", "/", "%2f", "=", "%3D").Replace(digits),
		"escaped throughout":     head + escape(digits),
		"escaped lines":          head + every(digits, "%0D%0A", 60),
		"the alphabet of URLs":   head + strings.NewReplacer("+", "-", "/", "_").Replace(digits),
		"other spellings":        "DATA:;charset=utf-8; Base64 ," + digits,
		"no kind":                "data:;base64," + digits,
		"bytes, escaped":         "data:application/octet-stream," + escape(string(raw)),
		"kind of buffers":        "data:application/gltf-buffer;base64," + digits,
		"padding that continues": head + digits + "==",
	} {
		have, r := readMade(t, bytes.Replace(data, []byte(head+digits), []byte(uri), 1))
		if !reflect.DeepEqual(have.Clips, want.Clips) || !reflect.DeepEqual(have.Meshes, want.Meshes) || len(r.Findings) != 0 {
			t.Errorf("%s: another model; %v", name, r.Findings)
		}
	}
	for _, uri := range []string{head + "é" + digits, head + digits[:9], head + digits[:8] + "*" + digits[8:], "data:" + digits} {
		if _, err := importer.LoadReader(context.Background(), bytes.NewReader(bytes.Replace(data, []byte(head+digits), []byte(uri), 1)), "made.gltf", importer.Options{}); !errors.Is(err, importer.ErrFormat) {
			t.Errorf("%.60s: %v", uri, err)
		}
	}
}
