package importer_test

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
)

// A triangle, and an animation that moves its only node.
const (
	triangleParts = `"buffers":[{"byteLength":36,"uri":"data:application/octet-stream;base64,AAAAAAAAAAAAAAAAAACAPwAAAAAAAAAAAAAAAAAAgD8AAAAA"}],
		"bufferViews":[{"buffer":0,"byteLength":36}],
		"accessors":[{"bufferView":0,"componentType":5126,"count":3,"type":"VEC3","min":[0,0,0],"max":[1,1,0]},
			{"bufferView":0,"byteOffset":8,"componentType":5126,"count":2,"type":"SCALAR","min":[0],"max":[1]},
			{"bufferView":0,"componentType":5126,"count":2,"type":"VEC3"}],
		"meshes":[{"name":"tri","primitives":[{"attributes":{"POSITION":0}}]}]`
	moves = `"animations":[{"name":"move","samplers":[{"input":1,"output":2}],"channels":[{"sampler":0,"target":{"node":0,"path":"translation"}}]}]`
)

func loadText(t *testing.T, text string, opts importer.Options) (*soa.Model, *report.Report, error) {
	var r report.Report
	opts.Report = &r
	m, err := importer.LoadReader(t.Context(), strings.NewReader(text), "it.gltf", opts)
	return m, &r, err
}

// A valid file of which no node shows anything is one joint, its materials, and a loss that says what
// it holds besides. One that is not glTF is no model.
func TestGLTFWithoutNodes(t *testing.T) {
	for _, c := range []struct{ text, lost string }{
		{`"extras":0`, "the file holds no node, so the model is this joint alone"},
		{`"materials":[{"name":"red"}]`, "not shown: 1 material"},
		{triangleParts, "not shown: 1 mesh"},
		{triangleParts + `,"materials":[{},{}],"scenes":[{}]`, "not shown: 1 mesh, 2 materials"},
		{triangleParts + "," + moves + `,"nodes":[{"mesh":0}],"scenes":[{}],"scene":0`, "the scene that is shown holds no node, so the model is this joint alone; not shown: 1 node outside it, 1 mesh, 1 animation"},
		{`"animations":[{"samplers":[],"channels":[]}]`, "not shown: 1 animation"},
		{`"cameras":[{"type":"orthographic","orthographic":{"xmag":1,"ymag":1,"zfar":2,"znear":1}}],"images":[{"uri":"a.png"}]`, "not shown: 1 image"},
	} {
		for _, opts := range []importer.Options{{}, {NoMeshes: true}, {Isolation: &importer.Limits{}}} {
			m, r, err := loadText(t, `{"asset":{"version":"2.0"},`+c.text+`}`, opts)
			if err != nil {
				t.Errorf("%s: %v", c.text, err)
				continue
			}
			if m.Skeleton.Len() != 1 || m.Skeleton.Name[0] != "ROOT" || len(m.Meshes)+len(m.Skins) > 0 {
				t.Errorf("%s: joints %q, %d meshes", c.text, m.Skeleton.Name, len(m.Meshes))
			}
			var found []report.Finding
			for _, f := range r.Findings {
				if f.Kind == report.NoNodes {
					found = append(found, f)
				}
			}
			if len(found) != 1 || found[0].Severity != report.Loss || found[0].Kind.Looks() || found[0].Where != "ROOT" || !strings.HasSuffix(found[0].Message, c.lost) {
				t.Errorf("%s: found %q", c.text, r.Findings)
			}
		}
	}
	for _, text := range []string{`{}`, `{"materials":[{}]}`, `{"asset":null}`, `{"asset":{}}`, `{"nodes":[]}`} {
		if _, _, err := loadText(t, text, importer.Options{}); !errors.Is(err, importer.ErrEmpty) {
			t.Errorf("%s: %v", text, err)
		}
	}
	if m, _, err := loadText(t, "", importer.Options{}); err == nil {
		t.Errorf("no bytes are a model of %d joints", m.Skeleton.Len())
	}
	// Nodes make a model of a file that forgets its asset.
	if m, r, err := loadText(t, `{"nodes":[{"name":"hips"}]}`, importer.Options{}); err != nil || m.Skeleton.Name[0] != "hips" || r.Count(report.Loss) > 0 {
		t.Errorf("%v, %q", err, r.Findings)
	}
}

// Clips of other files move the joint, if they move one of its name.
func TestGLTFWithoutNodesTakesClips(t *testing.T) {
	m, _, err := loadText(t, `{"asset":{"version":"2.0"},"materials":[{}]}`, importer.Options{})
	must.Do(t, err)
	add := func(name string) error {
		text := `{"asset":{"version":"2.0"},"nodes":[{"name":"` + name + `","mesh":0}],` + triangleParts + "," + moves + `}`
		_, err := importer.AddClipsFS(t.Context(), m, fstest.MapFS{"move.gltf": {Data: []byte(text)}}, "move.gltf", importer.Options{})
		return err
	}
	if err := add("hips"); !errors.Is(err, importer.ErrNoMatch) || len(m.Clips) > 0 {
		t.Errorf("%d clips, %v", len(m.Clips), err)
	}
	must.Do(t, add("ROOT"))
	must.Do(t, m.Validate())
	if len(m.Clips) != 1 || len(m.Clips[0].Tracks) != 1 || m.Clips[0].Tracks[0].Target != 0 {
		t.Errorf("clips %v", m.Clips)
	}
}

// Events and root motion in extras are in seconds: a clip has them in its ticks, within its length.
func TestGLTFOwnEvents(t *testing.T) {
	own := `"extras":{"sinew":{"ticksPerSecond":%d,"events":[{"name":"late","time":0.75,"length":9},{"name":"step","time":0.25,"length":0.5}],"rootMotion":{"node":0,"time":[0,0.5,2],"x":[0,1,2],"y":[0,0,0],"z":[0,0,1],"yaw":[0,0,0]}}},`
	for _, rate := range []float64{24, 1000} {
		text := strings.Replace(`{"asset":{"version":"2.0"},"scenes":[{"nodes":[0]}],"nodes":[{"name":"n","mesh":0}],`+triangleParts+`,`+moves+`}`,
			`{"name":"move",`, `{"name":"move",`+fmt.Sprintf(own, int(rate)), 1)
		m, _, err := loadText(t, text, importer.Options{})
		must.Do(t, err)
		c := m.Clips[0]
		ticks := func(seconds float64) float32 { return float32(seconds * c.TicksPerSecond) }
		want := []soa.Event{soa.NewEvent("step", ticks(0.25), ticks(0.75)), soa.NewEvent("late", ticks(0.75), float32(c.Duration))}
		if c.TicksPerSecond != rate || !slices.Equal(c.Events, want) {
			t.Errorf("%v ticks a second: %+v, want %+v", c.TicksPerSecond, c.Events, want)
		}
		if got := c.Motion; got == nil || !slices.Equal(got.Time, []float32{0, ticks(0.5), float32(c.Duration)}) {
			t.Errorf("motion %+v", got)
		}
	}
}
