package exporter_test

import (
	"bytes"
	"encoding/binary"
	"encoding/json"
	"fmt"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/exporter"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
)

// carried is a mesh to put on a model of joints: where it is, and with what.
type carried struct {
	node    string
	joint   int16
	offset  float32 // along X, of a mesh without a skin
	skin    int
	targets int // of its own weights
}

// crowded returns a chain of three joints, a hip, a body and a hand, that moves, with meshes.
func crowded(t *testing.T, list []carried) *soa.Model {
	t.Helper()
	k := &soa.Skeleton{Name: []string{"hip", "body", "hand"}, Parent: []int16{-1, 0, 1}, Rest: soa.MakeTransforms(3), Unit: []float32{1, 1, 1}}
	k.Rest.TY[0], k.Rest.TX[1], k.Rest.TX[2] = 1, 0.5, 0.25
	k.ComputeDepth()
	m := &soa.Model{Name: "crowded", Skeleton: k}
	bind := func(x float32) soa.Affine { return soa.Affine{1, 0, 0, x, 0, 1, 0, -1, 0, 0, 1, 0} }
	m.Skins = []*soa.Skin{
		{Joint: []uint16{0, 1}, InverseBind: []soa.Affine{bind(0), bind(-0.5)}},
		{Joint: []uint16{1, 2}, InverseBind: []soa.Affine{bind(-0.5), bind(-0.75)}},
	}
	c := &soa.Clip{Name: "wave", TicksPerSecond: 30, Duration: 30}
	for j := range int16(3) {
		addTrack(c, soa.Rotation, j, soa.Linear, []float32{0, 15, 30}, func(k int) [4]float32 {
			return exact.AxisRotation(2, 0.3*float64(k)*float64(j+1)).Float32()
		})
	}
	for i, with := range list {
		mesh := &soa.Mesh{
			Name: fmt.Sprint("mesh ", i), Node: with.node, Skin: with.skin, Joint: with.joint, Offset: soa.IdentityAffine(), Material: soa.None,
			Position: []float32{0, 0, 0, 1, float32(i), 0, 0, 1, 0}, Normal: slices.Repeat([]float32{0, 0, 1}, 3), Index: []uint32{0, 1, 2},
		}
		if mesh.Offset[3] = with.offset; with.skin != soa.None {
			mesh.Influences, mesh.BoneIndex, mesh.BoneWeight = 4, slices.Repeat([]uint16{0, 1, 0, 0}, 3), slices.Repeat([]float32{0.75, 0.25, 0, 0}, 3)
		}
		for n := range with.targets {
			w := len(m.Weights)
			m.Weights = append(m.Weights, soa.MorphWeight{Mesh: with.node, Target: fmt.Sprintf("%d of %d", n, i)})
			mesh.Morphs = append(mesh.Morphs, soa.MorphTarget{Name: m.Weights[w].Target, Weight: w, Vertex: []uint32{1}, Position: []float32{0, 0.1, float32(n)}})
		}
		m.Meshes = append(m.Meshes, mesh)
	}
	for w := range m.Weights {
		addTrack(c, soa.Weight, int16(w), soa.Linear, []float32{0, 30}, func(k int) [4]float32 { return [4]float32{float32(k) / float32(w+1)} })
	}
	m.Clips = []*soa.Clip{c}
	must.Do(t, m.Validate())
	return m
}

// Meshes of one node that glTF shows by several nodes, and those of nodes that are no joints, come
// back with their nodes, joints, morph weights and movements, and no joint is added.
func TestBodiesOfOneNode(t *testing.T) {
	const none = int16(soa.NoJoint)
	for name, list := range map[string][]carried{
		"one node, two offsets":       {{"body", 1, 0, soa.None, 0}, {"body", 1, 2, soa.None, 0}},
		"one node, other targets":     {{"body", 1, 0, soa.None, 1}, {"body", 1, 0, soa.None, 2}, {"body", 1, 0, soa.None, 0}},
		"one node, two skins":         {{"body", 1, 0, 0, 0}, {"body", 1, 0, 1, 0}},
		"one skin, other targets":     {{"body", 1, 0, 0, 2}, {"body", 1, 0, 0, 1}, {"body", 1, 0, 0, 0}},
		"skinned and not":             {{"body", 1, 0, 0, 1}, {"body", 1, 1, soa.None, 1}, {"body", 1, 0, soa.None, 0}},
		"not skinned, then skinned":   {{"hip", 0, 0, soa.None, 0}, {"hip", 0, 0, 0, 1}, {"hip", 0, 0, 1, 0}},
		"one joint, two nodes":        {{"body", 1, 0, soa.None, 0}, {"shirt", 1, 0, soa.None, 0}, {"shoes", 1, 0, 0, 0}},
		"two nodes carry one":         {{"body", 1, 0, soa.None, 0}, {"hand", 2, 0, soa.None, 0}, {"hip", 0, 3, soa.None, 0}},
		"skinned, of no joint":        {{"face", none, 0, 0, 1}, {"face", none, 0, 1, 0}},
		"not skinned, of no joint":    {{"floor", none, 0, soa.None, 0}, {"floor", none, 5, soa.None, 1}},
		"two skinned nodes carry one": {{"left", 1, 0, 0, 1}, {"right", 2, 0, 0, 1}},
	} {
		for _, o := range []exporter.Options{{}, {Quantize: true}} {
			t.Run(fmt.Sprintf("%s, quantized %v", name, o.Quantize), func(t *testing.T) {
				m := crowded(t, list)
				var found exporter.Report
				o.Report = &found
				var file bytes.Buffer
				must.Do(t, exporter.GLB(t.Context(), &file, m, o))
				if len(found.Losses()) > 0 {
					t.Error(found.Losses())
				}
				var read report.Report
				back, err := importer.LoadReader(t.Context(), bytes.NewReader(file.Bytes()), "made.glb", importer.Options{Report: &read, Origin: true})
				must.Do(t, err)
				sameBodies(t, m, back)
				bound := 1e-6
				if o.Quantize {
					bound = 1e-3
				}
				if joint, vertex := worst(t, m, back); !(joint < 1e-6 && vertex < bound) {
					t.Errorf("joints are %v m off, vertices %v", joint, vertex)
				}
				staysAndEdits(t, file.Bytes(), back, read.Origin)
			})
		}
	}
}

// Parts of one mesh that are numbered have its name, as other programs show it; others come back with their own.
func TestNumberedParts(t *testing.T) {
	for want, names := range map[string][]string{`"coat"`: {"coat-0", "coat-1"}, `"coat-0"`: {"coat-0", "coat-2"}, `"cap"`: {"cap", "cap"}} {
		m := crowded(t, []carried{{"body", 1, 0, soa.None, 0}, {"body", 1, 0, soa.None, 0}})
		for i, name := range names {
			m.Meshes[i].Name = name
		}
		var file bytes.Buffer
		must.Do(t, exporter.GLB(t.Context(), &file, m, exporter.Options{}))
		text := file.Bytes()[20:][:binary.LittleEndian.Uint32(file.Bytes()[12:])]
		var doc struct{ Meshes []struct{ Name string } }
		must.Do(t, json.Unmarshal(text, &doc))
		if len(doc.Meshes) != 1 || fmt.Sprintf("%q", doc.Meshes[0].Name) != want {
			t.Errorf("parts %q are those of %+v, want %s", names, doc.Meshes, want)
		}
		back, err := importer.LoadReader(t.Context(), bytes.NewReader(file.Bytes()), "made.glb", importer.Options{})
		must.Do(t, err)
		sameBodies(t, m, back)
	}
}

// sameBodies compares the joints and meshes of two models, these in any order.
func sameBodies(t *testing.T, a, b *soa.Model) {
	t.Helper()
	say := func(m *soa.Model) (list []string) {
		for _, mesh := range m.Meshes {
			text := fmt.Sprintf("%s of %s, joint %d, skinned %v:", mesh.Name, mesh.Node, mesh.Joint, mesh.Skin != soa.None)
			for _, target := range mesh.Morphs {
				text += fmt.Sprintf(" %s of %s", target.Name, m.Weights[target.Weight].Mesh)
			}
			list = append(list, text)
		}
		slices.Sort(list)
		return list
	}
	if x, y := say(a), say(b); !slices.Equal(x, y) {
		t.Errorf("read are\n%q, not\n%q", y, x)
	}
	if !slices.Equal(a.Skeleton.Name, b.Skeleton.Name) {
		t.Errorf("read are the joints %q", b.Skeleton.Name)
	}
}

// staysAndEdits writes a model within its source, as it is and with a clip that is edited.
func staysAndEdits(t *testing.T, file []byte, m *soa.Model, origin *soa.Origin) {
	t.Helper()
	source, err := exporter.NewSource(t.Context(), file, nil, origin)
	must.Do(t, err)
	var same, edited bytes.Buffer
	must.Do(t, exporter.GLB(t.Context(), &same, m, exporter.Options{Source: source}))
	if !bytes.Equal(same.Bytes(), file) {
		t.Error("what is not edited is other bytes")
	}
	other := otherClips(m)
	var found exporter.Report
	must.Do(t, exporter.GLB(t.Context(), &edited, other, exporter.Options{Source: source, Report: &found}))
	if len(found.Findings) > 0 {
		t.Error(found.Findings)
	}
	back := readBack(t, edited.Bytes())
	sameBodies(t, other, back)
	if joint, vertex := worst(t, other, back); !(joint < 1e-6 && vertex < 1e-6) {
		t.Errorf("edited, joints are %v m off, vertices %v", joint, vertex)
	}
}
