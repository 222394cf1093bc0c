package fbx

import (
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/fit"
	"github.com/sinew-anim/sinew/soa"
)

// TestDamaged: whatever a file has become, reading it ends in a result or in an
// soa.ErrFormat, and a patch moves no byte.
func TestDamaged(t *testing.T) {
	binary, err := os.ReadFile("../../testdata/strider/strider_walk.fbx")
	if err != nil {
		t.Fatal(err)
	}
	rounds := 400
	if testing.Short() {
		rounds = 100
	}
	for i := range rounds {
		r := rand.New(rand.NewPCG(uint64(i), 3))
		for _, intact := range [][]byte{binary, []byte(text), []byte(named), glowing.text(), glowing.binary(true)} {
			data := append([]byte(nil), intact...)
			for range 1 + r.IntN(20) {
				data[r.IntN(len(data))] = byte(r.IntN(256))
			}
			if i%4 == 0 {
				data = data[:r.IntN(len(data))]
			}
			f, err := Read(data)
			if err == nil {
				if patched, _ := f.Patch(data); patched != nil && len(patched) != len(data) {
					t.Fatalf("round %d: %d bytes became %d", i, len(data), len(patched))
				}
			}
			if err == nil {
				if err := evaluateAll(f); err != nil && !errors.Is(err, soa.ErrTooLarge) {
					t.Fatalf("round %d: %v", i, err)
				}
			}
			if err != nil && !errors.Is(err, soa.ErrFormat) {
				t.Fatalf("round %d: %v", i, err)
			}
		}
	}
}

// evaluateAll evaluates whatever moves in a file.
func evaluateAll(f *File) error {
	scene, err := f.Scene(1 << 12)
	if err != nil {
		return err
	}
	if err := readSkins(f, scene); err != nil {
		return err
	}
	floats, err := f.Floats(1 << 12)
	if err != nil {
		return err
	}
	for k := range scene.Motions {
		s := &f.Stacks[k]
		for m, mo := range scene.Motions[k] {
			if mo == nil {
				mo = scene.Rest(m)
			}
			for _, side := range []Side{fit.Before, fit.At, fit.After} {
				for _, time := range []float64{s.First, (s.First + s.Last) / 2, s.Last, s.Last + 1e12} {
					mo.Translation(time, side)
					mo.Rotation(time, side)
					mo.Scale(time, side)
				}
			}
			for part := range ScalePart + 1 {
				for _, d := range mo.Drivers(part) {
					d.Still()
					d.Jumps()
					if n := len(d.Knots(nil, s.First, s.Last, 100)); n > 1000 {
						return fmt.Errorf("%d knots, of 100 for each curve", n)
					}
				}
			}
		}
	}
	for _, fl := range floats.List {
		for _, c := range fl.Curves {
			c.Driven.At(1, fit.At)
			c.Driven.Range(c.Component, 0, second)
		}
	}
	return nil
}

// readSkins reads whatever is bound in a file.
func readSkins(f *File, s *Scene) error {
	left := 1 << 12
	valid := func(err error) error {
		if err == nil || errors.Is(err, soa.ErrFormat) || errors.Is(err, soa.ErrTooLarge) {
			return nil
		}
		return err
	}
	for _, m := range f.BindPose(s) {
		if !m.Finite() {
			return fmt.Errorf("a bind pose of %v", m)
		}
	}
	for _, m := range f.Splines(s) {
		if m < 0 || m >= len(s.Models) {
			return fmt.Errorf("splines of model %d", m)
		}
	}
	for _, c := range f.PointCaches(s) {
		for _, m := range c.Models {
			if m < 0 || m >= len(s.Models) {
				return fmt.Errorf("a point cache of model %d", m)
			}
		}
	}
	for _, skin := range f.Skins(s) {
		points, err := f.Points(&skin, &left)
		_, blend := f.Blend(&skin, &left)
		if err := errors.Join(valid(err), valid(blend)); err != nil {
			return err
		}
		for _, m := range skin.Models {
			if !s.Models[m].Geometric.Finite() {
				return fmt.Errorf("a geometric transform of %v", s.Models[m].Geometric)
			}
		}
		for i := range skin.Clusters {
			c := &skin.Clusters[i]
			w, err := f.Weights(c, &left)
			if err := valid(err); err != nil {
				return err
			}
			if len(w.Point) != len(w.Weight) || len(w.Point)+len(points) > 1<<13 || c.Bone >= len(s.Models) || c.Associate >= len(s.Models) {
				return fmt.Errorf("%d points, %d weights of bone %d, %d", len(w.Point), len(w.Weight), c.Bone, c.Associate)
			}
			if !c.Transform.Matrix.Finite() || !c.Link.Matrix.Finite() || !c.AssociateLink.Matrix.Finite() {
				return fmt.Errorf("a cluster's matrices are %v", c)
			}
		}
	}
	return nil
}

// named is a file with what its names and shapes are read from.
const named = `Objects:  {
	Model: 1, "Model::arm", "LimbNode" {
		Properties70:  {
			P: "InheritType", "enum", "", "",2
		}
	}
	Model: 2, "Model::arm", "LimbNode" {
	}
	Model: 3, "Model::", "LimbNode" {
	}
	AnimationStack: 9000, "AnimStack::Take", "" {
		Properties70:  {
			P: "LocalStart", "KTime", "Time", "",1000
			P: "LocalStop", "KTime", "Time", "",2000
		}
	}
	AnimationCurve: 5, "AnimCurve::", "" {
		KeyTime: *3 {
			a: 0,1500,4000
		}
		KeyAttrFlags: *2 {
			a: 264,258
		}
	}
	Geometry: 10, "Geometry::", "Mesh" {
		Vertices: *6 {
			a: 1,2,3,
4,5,6
		}
	}
	Pose: 11, "Pose::bind", "BindPose" {
		Type: "BindPose"
		PoseNode:  {
			Node: 1
			Matrix: *16 {
				a: 1,0,0,0,0,1,0,0,0,0,1,0,7,8,9,1
			}
		}
	}
	Deformer: 8, "Deformer::", "Skin" {
		SkinningType: "Blend"
		Indexes: *2 {
			a: 1,0
		}
		BlendWeights: *2 {
			a: 0.25,1
		}
	}
	Deformer: 7, "SubDeformer::", "Cluster" {
		Mode: "Additive"
		Indexes: *1 {
			a: 1
		}
		Weights: *1 {
			a: 0.5
		}
		Transform: *16 {
			a: 1,0,0,0,0,1,0,0,0,0,1,0,4,5,6,1
		}
	}
}
Connections:  {
	C: "OO",1,0
	C: "OO",2,0
	C: "OO",3,0
	C: "OO",9001,9000
	C: "OO",4,9001
	C: "OP",4,1, "Lcl Rotation"
	C: "OP",5,4, "d|X"
	C: "OO",7,8
	C: "OO",8,10
	C: "OO",10,2
	C: "OO",1,7
}
`

func TestNamed(t *testing.T) {
	f, err := Read([]byte(named))
	if err != nil {
		t.Fatal(err)
	}
	s := f.Stacks[0]
	if !s.Plays || s.First != 1000 || s.Last != 2000 {
		t.Errorf("%+v", s)
	}
	patched, original := f.Patch([]byte(named))
	if len(patched) != len(named) || len(original) != 2 {
		t.Fatalf("%d bytes, %v", len(patched), original)
	}
	again, err := Read(patched)
	if err != nil {
		t.Fatal(err)
	}
	if more, _ := again.Patch(patched); more != nil || len(again.names) != 3 {
		t.Errorf("a patched file is patched again: %+v", again)
	}
	scene, err := f.Scene(100)
	if err != nil || len(scene.Models) != 3 || scene.Models[0].Inherit != Rrs || scene.Models[1].Inherit != RSrs {
		t.Errorf("%+v, %v", scene, err)
	}
	testNamedSkin(t, f, scene)
}

func testNamedSkin(t *testing.T, f *File, scene *Scene) {
	skins := f.Skins(scene)
	if len(skins) != 1 || len(skins[0].Clusters) != 1 {
		t.Fatalf("%+v", skins)
	}
	s, c := &skins[0], &skins[0].Clusters[0]
	want := exact.Matrix{1, 0, 0, 4, 0, 1, 0, 5, 0, 0, 1, 6}
	if len(s.Models) != 1 || s.Models[0] != 1 || s.Skinning != Blended || s.Mode != Additive || c.Bone != 0 || c.Transform != (Bound{want, true}) || c.Link.Known {
		t.Errorf("%+v", s)
	}
	if pose := f.BindPose(scene); len(pose) != 1 || pose[0] != (exact.Matrix{1, 0, 0, 7, 0, 1, 0, 8, 0, 0, 1, 9}) {
		t.Errorf("a bind pose of %v", pose)
	}
	left := 12
	points, err := f.Points(s, &left)
	if err != nil || !slices.Equal(points, []float64{1, 2, 3, 4, 5, 6}) {
		t.Errorf("points %v, %v", points, err)
	}
	blend, err := f.Blend(s, &left)
	if err != nil || !slices.Equal(blend.Point, []uint32{1, 0}) || !slices.Equal(blend.Weight, []float64{0.25, 1}) {
		t.Errorf("blend %v, %v", blend, err)
	}
	weights, err := f.Weights(c, &left)
	if err != nil || !slices.Equal(weights.Point, []uint32{1}) || !slices.Equal(weights.Weight, []float64{0.5}) || left != 0 {
		t.Errorf("weights %v, %v, %d left", weights, err, left)
	}
	if _, err := f.Weights(c, &left); !errors.Is(err, soa.ErrTooLarge) {
		t.Errorf("more numbers than allowed: %v", err)
	}
}

// FuzzScene: whatever a file is, its motions can be evaluated.
func FuzzScene(f *testing.F) {
	f.Add([]byte(named))
	f.Add(glowing.text())
	f.Add(glowing.binary(false))
	f.Add(glowing.binary(true))
	f.Fuzz(func(t *testing.T, data []byte) {
		file, err := Read(data)
		if err == nil {
			err = evaluateAll(file)
		}
		if err != nil && !errors.Is(err, soa.ErrFormat) && !errors.Is(err, soa.ErrTooLarge) {
			t.Fatal(err)
		}
	})
}
