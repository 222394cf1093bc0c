package exporter_test

import (
	"bytes"
	"errors"
	"math"
	"reflect"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/sinew-anim/sinew/exporter"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/inspect"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
)

// addTrack appends a track with values per key; cubic ones have slopes that grow with the key.
func addTrack(c *soa.Clip, p soa.Property, target int16, mode soa.Interpolation, times []float32, value func(k int) [4]float32) {
	tr := soa.Track{Target: target, Property: p, Interpolation: mode, First: uint32(len(c.Time))}
	if mode == soa.Cubic {
		tr.FirstTangent = uint32(len(c.In))
	}
	for k, t := range times {
		v := value(k)
		c.Time, c.X, c.Y, c.Z, c.W = append(c.Time, t), append(c.X, v[0]), append(c.Y, v[1]), append(c.Z, v[2]), append(c.W, v[3])
		if mode == soa.Cubic {
			c.In, c.Out = append(c.In, soa.Tangent{0.01 * float32(k)}), append(c.Out, soa.Tangent{-0.02 * float32(k+1)})
		}
	}
	c.Tracks = append(c.Tracks, tr)
}

// made returns a model with one of everything that glTF says in another way or not at all: two
// roots under one skin, a joint that shears, one that is bound twice, five influences, three
// ways of interpolation on one mesh's morph weights, jumps, events, and a start before zero.
func made(t *testing.T) *soa.Model {
	k := &soa.Skeleton{
		Name: []string{"left", "sheared", "tip", "right", "body"}, Parent: []int16{-1, 0, 1, -1, 3}, Rest: soa.MakeTransforms(5), Unit: []float32{1, 1, 1, 1, 1},
		Static: []soa.StaticLocal{{Joint: 1, Local: soa.Affine{1, 0.7, 0.1, 0.2, 0, 1.3, 0.4, 1, 0.2, 0, 0.8, 0}}},
	}
	k.Rest.TX[3], k.Rest.TY[2], k.Rest.TZ[4] = 1, 0.5, 0.25
	k.ComputeDepth()
	lift := soa.Affine{0.01, 0, 0, -1, 0, 0.01, 0, 0, 0, 0, 0.01, 0}
	m := &soa.Model{Name: "made", Skeleton: k}
	m.Skins = []*soa.Skin{{
		Joint:       []uint16{0, 2, 3, 0, 1},
		InverseBind: []soa.Affine{soa.IdentityAffine(), soa.IdentityAffine(), lift, {1, 0, 0, 0.5, 0, 1, 0, 0, 0, 0, 1, 0}, soa.IdentityAffine()},
	}}
	mesh := &soa.Mesh{
		Name: "skinned", Node: "body", Skin: 0, Joint: 4, Offset: soa.IdentityAffine(), Influences: 8, Material: soa.None,
		Position: []float32{0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 1}, Normal: slices.Repeat([]float32{0, 0, 1}, 4), Index: []uint32{0, 1, 2, 1, 3, 2},
		UV: []float32{0, 0, 1, 0, 0, 1, 1, 1}, Skinning: soa.Blended, Blend: []float32{0, 0.5, 1, 0.25},
		BoneIndex: slices.Repeat([]uint16{0, 1, 2, 3, 4, 0, 0, 0}, 4), BoneWeight: slices.Repeat([]float32{0.3, 0.25, 0.2, 0.15, 0.1, 0, 0, 0}, 4),
	}
	for w, name := range []string{"smile", "frown", "blink"} {
		m.Weights = append(m.Weights, soa.MorphWeight{Mesh: "body", Target: name, Rest: float32(w) / 8})
		mesh.Morphs = append(mesh.Morphs, soa.MorphTarget{Name: name, Weight: w, Vertex: []uint32{uint32(w)}, Position: []float32{0, 0.1, float32(w)}})
	}
	m.Meshes = []*soa.Mesh{mesh}
	m.Floats = []soa.NamedFloat{
		{Name: "contact", Joint: 2, Rest: 0.5}, {Name: "a/b~c", Joint: soa.NoJoint, Rest: 2}, {Name: "expressions/happy", Joint: soa.NoJoint},
	}
	m.Expressions = []soa.Expression{{
		Name: "happy", Preset: true, Float: 2, Binds: []soa.ExpressionBind{{Weight: 0, Value: 0.75}}, Overrides: [soa.ExpressionParts]soa.Override{soa.Mouth: soa.BlendOverride},
	}}
	c := &soa.Clip{Name: "act", TicksPerSecond: 1000, Start: -2.5, Duration: 2000, Loop: true}
	turn := func(k int) [4]float32 {
		return [4]float32{0, float32(math.Sin(float64(k))), 0, float32(math.Cos(float64(k)))}
	}
	at := func(k int) [4]float32 { return [4]float32{float32(k), 1, -float32(k), 0} }
	number := func(k int) [4]float32 { return [4]float32{0.25 * float32(k%3)} }
	addTrack(c, soa.Translation, 0, soa.Cubic, []float32{250, 500, 1500}, at)
	addTrack(c, soa.Rotation, 2, soa.Linear, []float32{0, 1000, 1250}, turn)
	addTrack(c, soa.Scale, 3, soa.Step, []float32{0, 750}, func(k int) [4]float32 { return [4]float32{1, 1 + float32(k), 1} })
	addTrack(c, soa.Weight, 0, soa.Linear, []float32{0, 500, 1000}, number)
	addTrack(c, soa.Weight, 1, soa.Cubic, []float32{0, 250, 1500}, number)
	addTrack(c, soa.Weight, 2, soa.Step, []float32{125, 625, 1250}, number)
	addTrack(c, soa.Float, 0, soa.Linear, []float32{0, 500, 1000}, number)
	c.Events = []soa.Event{{Time: 250, Name: "step"}, {Time: 500, Length: 125, Name: "hit"}}
	c.Motion = &soa.Motion{Joint: 0, Time: []float32{0, 1000}, X: []float32{0, 1}, Y: []float32{0, 0}, Z: []float32{0, 2}, Yaw: []float32{0, 0.5}}
	m.Clips = []*soa.Clip{c}
	must.Do(t, m.Validate())
	return m
}

func readBack(t *testing.T, file []byte) *soa.Model {
	t.Helper()
	back, err := importer.LoadReader(t.Context(), bytes.NewReader(file), "made.glb", importer.Options{})
	must.Do(t, err)
	return back
}

// What glTF says in another way or by extras comes back as it was.
func TestEverythingComesBack(t *testing.T) {
	m := made(t)
	var file bytes.Buffer
	must.Do(t, exporter.GLB(t.Context(), &file, m, exporter.Options{}))
	back := readBack(t, file.Bytes())
	d, err := inspect.Compare(t.Context(), m, back, inspect.CompareOptions{ExactCurves: true})
	must.Do(t, err)
	c := d.Clips[0]
	if !(c.Joint.Max < 2e-6) || c.MeshesCompared != 1 || c.FloatsCompared != 3 || !(c.Float.Max < 1e-6) || c.SecondsA != c.SecondsB {
		t.Errorf("%+v", c)
	}
	if len(d.OnlyA.Joints)+len(d.OnlyB.Joints)+len(d.OnlyA.Floats)+len(d.OnlyB.Floats) > 0 {
		t.Errorf("%+v, %+v", d.OnlyA, d.OnlyB)
	}
	a, b := m.Clips[0], back.Clips[0]
	if a.Start != b.Start || a.Loop != b.Loop || !reflect.DeepEqual(a.Events, b.Events) || !reflect.DeepEqual(a.Motion, b.Motion) {
		t.Errorf("%+v, %+v, not %+v", b.Events, b.Motion, a.Motion)
	}
	if !reflect.DeepEqual(m.Expressions[0].Binds, back.Expressions[0].Binds) || m.Expressions[0].Overrides != back.Expressions[0].Overrides {
		t.Errorf("%+v", back.Expressions)
	}
	if got := back.Meshes[0]; got.Skinning != soa.Blended || !slices.Equal(got.Blend, m.Meshes[0].Blend) || got.Influences != 8 {
		t.Errorf("%v, %v, %d", got.Skinning, got.Blend, got.Influences)
	}
	if len(back.Skeleton.Static) != 1 || len(back.Skins[0].Joint) != 5 {
		t.Errorf("%+v, %+v", back.Skeleton, back.Skins[0])
	}
}

// Clips of a file that are added to a model keep their events and root motion.
func TestAddedClipsKeepEvents(t *testing.T) {
	m := made(t)
	var file bytes.Buffer
	must.Do(t, exporter.GLB(t.Context(), &file, m, exporter.Options{}))
	other := made(t)
	other.Clips = nil
	added, err := importer.AddClipsFS(t.Context(), other, fstest.MapFS{"made.glb": {Data: file.Bytes()}}, "made.glb", importer.Options{})
	must.Do(t, err)
	if c := added[0]; !reflect.DeepEqual(c.Events, m.Clips[0].Events) || !reflect.DeepEqual(c.Motion, m.Clips[0].Motion) {
		t.Errorf("%+v, %+v", c.Events, c.Motion)
	}
}

// weightAt returns a morph weight of a model's first clip at a tick.
func weightAt(m *soa.Model, w int, tick float64) float64 {
	c := m.Clips[0]
	t := slices.IndexFunc(c.Tracks, func(tr soa.Track) bool { return tr.Property == soa.Weight && int(tr.Target) == w })
	return exact.Sample(c, t, tick)[0]
}

// Morph weights that lines, splines and steps drive share one channel, and are what they were
// between the keys of all.
func TestWeightsShareAChannel(t *testing.T) {
	m := made(t)
	var file bytes.Buffer
	must.Do(t, exporter.GLB(t.Context(), &file, m, exporter.Options{}))
	back := readBack(t, file.Bytes())
	for w := range m.Weights {
		for tick := 1.; tick < 2000; tick += 31 { // no jump is at these
			if a, b := weightAt(m, w, tick), weightAt(back, w, tick); !(math.Abs(a-b) < 1e-6) {
				t.Errorf("%q is %v at tick %v, not %v", m.Weights[w].Target, b, tick, a)
			}
		}
	}
}

// A model that is invalid, or that glTF cannot say, is an error.
func TestUnsayable(t *testing.T) {
	bad := platform()
	bad.Clips[0].TicksPerSecond = 0
	for name, m := range map[string]*soa.Model{
		"none": nil, "invalid": bad, "empty": {Skeleton: &soa.Skeleton{Rest: soa.MakeTransforms(0)}},
	} {
		if err := exporter.GLB(t.Context(), new(bytes.Buffer), m, exporter.Options{}); !errors.Is(err, soa.ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if err := exporter.GLB(t.Context(), new(bytes.Buffer), platform(), exporter.Options{Graph: []byte("{")}); !errors.Is(err, soa.ErrInvalid) {
		t.Error(err)
	}
}

var errFull = errors.New("no space left")

// full is a disk with room for some bytes.
type full struct{ room int }

func (f *full) Write(b []byte) (int, error) {
	if f.room -= len(b); f.room < 0 {
		return 0, errFull
	}
	return len(b), nil
}

// The error of a writer is that of the export, wherever it comes.
func TestFullDisk(t *testing.T) {
	var file bytes.Buffer
	must.Do(t, exporter.GLB(t.Context(), &file, made(t), exporter.Options{}))
	for room := 0; room < file.Len(); room += file.Len() / 7 {
		if err := exporter.GLB(t.Context(), &full{room}, made(t), exporter.Options{}); !errors.Is(err, errFull) {
			t.Errorf("%d bytes: %v", room, err)
		}
	}
}
