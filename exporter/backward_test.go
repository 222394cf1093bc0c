package exporter_test

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/sinew-anim/sinew/exporter"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
)

// backward returns an avatar of VRM 0.x: its spring has no end, gravity has a direction, and it has
// root motion, eyes, and a mesh without a joint.
func backward(t *testing.T) *soa.Model {
	t.Helper()
	m := avatar(t)
	a := m.Avatar
	a.Backward, a.Constraints = true, nil
	a.Springs[0].Tail = nil
	a.Springs[0].Joints = append(a.Springs[0].Joints, a.Springs[0].Joints[0])
	a.Springs[0].Joints[1].Node.Joint = 16
	for k := range a.Springs[0].Joints {
		a.Springs[0].Joints[k].Gravity = [3]float64{0.6, -0.8, 0}
	}
	m.Skeleton.Rest.TX[15] = 0.05
	a.Colliders = a.Colliders[:2]
	a.Springs[0].Colliders = []int{0, 1}
	a.Gaze.Bones = true
	a.Bones = append(a.Bones, soa.AvatarBone{Bone: "leftEye", Node: soa.AvatarNode{Joint: 17}})
	c := m.Clips[0]
	c.Motion = &soa.Motion{Joint: 0, Time: []float32{0, 1000}, X: []float32{0, 0.5}, Y: []float32{0, 0}, Z: []float32{0, -2}, Yaw: []float32{0, 0.25}}
	prop := *m.Meshes[0]
	prop.Name, prop.Node, prop.Skin, prop.Influences, prop.BoneIndex, prop.BoneWeight, prop.Morphs = "prop", "prop", soa.None, 0, nil, nil, nil
	prop.Offset[3], prop.Offset[11] = 0.5, 0.25
	m.Meshes = append(m.Meshes, &prop)
	must.Do(t, m.Validate())
	return m
}

// turned returns what VRM 1.0 has of such an avatar, made by hand: all below one more joint.
func turned(of *soa.Model) *soa.Model {
	m, k := *of, *of.Skeleton
	n := k.Len()
	rest := soa.MakeTransforms(n + 1)
	rest.RY[0], rest.RW[0] = 1, 0
	for i, to := range lists(&rest) {
		copy(to[1:], lists(&of.Skeleton.Rest)[i])
	}
	k.Rest, k.Name, k.Unit = rest, append([]string{"ROOT"}, k.Name...), append([]float32{1}, k.Unit...)
	k.Parent = []int16{-1}
	for _, p := range of.Skeleton.Parent {
		k.Parent = append(k.Parent, p+1)
	}
	k.ComputeDepth()
	m.Skeleton, m.Avatar = &k, nil
	m.Skins = []*soa.Skin{{Joint: []uint16{of.Skins[0].Joint[0] + 1}, InverseBind: of.Skins[0].InverseBind}}
	face, prop := *of.Meshes[0], *of.Meshes[1]
	prop.Joint = 0
	m.Meshes = []*soa.Mesh{&face, &prop}
	c := *of.Clips[0]
	c.Tracks = slices.Clone(c.Tracks)
	for i := range c.Tracks {
		if c.Tracks[i].Property <= soa.Scale {
			c.Tracks[i].Target++
		}
	}
	c.Motion = &soa.Motion{Joint: 1, Time: []float32{0, 1000}, X: []float32{0, -0.5}, Y: []float32{0, 0}, Z: []float32{0, 2}, Yaw: []float32{0, 0.25}}
	m.Clips = []*soa.Clip{&c}
	return &m
}

// An avatar of VRM 0.x becomes one of VRM 1.0 that is it, turned around: joints, vertices, root motion,
// gaze, and springs as they swing.
func TestBackwardVRM(t *testing.T) {
	m := backward(t)
	var file, again bytes.Buffer
	var found exporter.Report
	must.Do(t, exporter.VRM(t.Context(), &file, m, []byte(meta), exporter.Options{Report: &found}))
	must.Do(t, exporter.VRM(t.Context(), &again, m, []byte(meta), exporter.Options{}))
	if !bytes.Equal(file.Bytes(), again.Bytes()) {
		t.Error("two exports differ")
	}
	var said []string
	for _, f := range found.Findings {
		said = append(said, f.String())
	}
	for _, want := range []string{"VRM 0.x, and is written as VRM 1.0", "1 chains of springs get a joint"} {
		if !strings.Contains(strings.Join(said, "\n"), want) {
			t.Errorf("nothing of %q in %q", want, said)
		}
	}
	back, err := importer.LoadReader(t.Context(), &file, "made.vrm", importer.Options{})
	must.Do(t, err)
	a := back.Avatar
	if a.Backward || len(a.Bones) != len(m.Avatar.Bones) || a.Springs[0].Joints[0].Gravity != [3]float64{-0.6, -0.8, 0} {
		t.Errorf("%+v", a)
	}
	if s := a.Springs[0]; len(s.Joints) != 2 || s.Tail == nil || back.Skeleton.Name[s.Tail.Joint] != "hair end_end" {
		t.Errorf("%+v", s)
	}
	want := turned(m)
	if joint, vertex := worst(t, want, back); !(joint < 1e-6 && vertex < 1e-6) {
		t.Errorf("joints are %v m off, vertices %v", joint, vertex)
	}
	if g, w := back.Clips[0].Motion, want.Clips[0].Motion; !slices.Equal(g.X, w.X) || !slices.Equal(g.Z, w.Z) || !slices.Equal(g.Yaw, w.Yaw) {
		t.Errorf("root motion %+v", g)
	}
	one, other := swinging(t, m), swinging(t, back)
	hair := func() exact.Vec { // from the head
		head, err := one.Instance(0).Joint(2)
		must.Do(t, err)
		end, err := one.Instance(0).Joint(16)
		must.Do(t, err)
		in, _ := exact.FromFloat32(head).Inverse()
		return in.Point(exact.FromFloat32(end).Translation())
	}
	must.Do(t, one.Update(0))
	must.Do(t, other.Update(0))
	began, swung := hair(), 0.
	for f := range 60 {
		must.Do(t, one.Update(1./60))
		must.Do(t, other.Update(1./60))
		swung = max(swung, hair().Sub(began).Length())
		for _, name := range []string{"hair", "hair end", "head", "sleeve"} {
			x, err := one.Instance(0).Joint(m.Skeleton.Joint(name))
			must.Do(t, err)
			y, err := other.Instance(0).Joint(back.Skeleton.Joint(name))
			must.Do(t, err)
			for e, sign := range []float32{-1, -1, -1, -1, 1, 1, 1, 1, -1, -1, -1, -1} {
				if d := math.Abs(float64(sign*x[e] - y[e])); !(d < 2e-5) {
					t.Fatalf("frame %d: %s is %v, not %v turned around", f, name, y, x)
				}
			}
		}
	}
	if swung < 1e-3 {
		t.Errorf("the hair swings by %v m", swung)
	}
}

// The clips of an avatar of VRM 0.x, as an animation for any avatar, play on it again as they did.
func TestBackwardVRMA(t *testing.T) {
	m := backward(t)
	m.Clips[0].Motion = nil
	var file bytes.Buffer
	must.Do(t, exporter.VRMA(t.Context(), &file, m, exporter.Options{}))
	bare := *m
	bare.Clips = nil
	added, err := importer.AddClipsFS(t.Context(), &bare, fstest.MapFS{"nod.vrma": {Data: file.Bytes()}}, "nod.vrma", importer.Options{})
	must.Do(t, err)
	back := *m
	back.Clips = added
	if joint, _ := worst(t, m, &back); !(joint < 1e-5) {
		t.Errorf("joints are %v m off", joint)
	}
}

// swinging returns an avatar that plays its clip, with its springs.
func swinging(t *testing.T, m *soa.Model) *runtime.Crowd {
	t.Helper()
	document, notes := control.AvatarDocument(m)
	for _, n := range notes {
		if n.Lost {
			t.Error(n)
		}
	}
	d, err := control.NewDocumentStack(m.Skeleton, document)
	must.Do(t, err)
	crowd, err := runtime.NewCrowd(runtime.Keyframes(m), 1, runtime.CrowdOptions{Layout: pose.LayoutOptions{AllJoints: true, Reserve: d.Reserve()}})
	must.Do(t, err)
	t.Cleanup(crowd.Close)
	g, err := d.Start(crowd.Layout(), 1)
	must.Do(t, err)
	must.Do(t, d.Set(g, 0, 0))
	must.Do(t, crowd.SetControl(g))
	must.Do(t, crowd.PlayAll(0, play.Options{}))
	return crowd
}
