//go:build cgo

package assimp

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"
)

// TestGLTFMaterial reads a material whose factors the file states.
func TestGLTFMaterial(t *testing.T) {
	s := mustImport(t, sharedFile(t, "strider/strider.glb"), Options{})
	m := s.Material(0)
	color, ok := m.BaseColor()
	if want := [4]float32{0.8, 0.55, 0.4, 1}; !ok || color != want || m.Name() != "Skin" {
		t.Errorf("%s: base colour %v, %v, want %v", m.Name(), color, ok, want)
	}
	twoSided, known := m.TwoSided()
	mode, _ := m.AlphaMode()
	cutoff, _ := m.AlphaCutoff()
	opacity, _ := m.Opacity()
	if !twoSided || !known || mode != "OPAQUE" || cutoff != 0.5 || opacity != 1 {
		t.Errorf("two-sided %v %v, alpha %s %v, opacity %v", twoSided, known, mode, cutoff, opacity)
	}
	if _, ok := m.color("$mat.opacity"); ok {
		t.Error("one number is a colour")
	}
	if _, ok := m.text("$mat.opacity"); ok {
		t.Error("a number is a text")
	}
	if _, ok := m.number("$no.such"); ok {
		t.Error("a property without a value has a number")
	}
	if _, _, ok := m.Texture(TextureBaseColor, 7); ok {
		t.Error("a material without textures has one")
	}
}

// TestTextures looks at a texture beside the file and at embedded ones.
func TestTextures(t *testing.T) {
	bob := mustImport(t, sharedFile(t, "md5-bob/Bob.md5mesh"), Options{})
	path, set, ok := bob.Material(0).Texture(TextureDiffuse, 0)
	if !ok || path != "guard1_body.png" || set != 0 {
		t.Errorf("texture %q, set %d, %v", path, set, ok)
	}
	if bob.Textures() != 0 {
		t.Error("a file beside the model is embedded")
	}
	for name, want := range map[string]string{"glTF2/BoxTextured-glTF-Binary/BoxTextured.glb": "*0", "FBX/embedded_ascii/box.FBX": "uv_test.png"} {
		s := mustImport(t, modelFile(t, name), Options{})
		path, _, ok := s.Material(0).Texture(TextureDiffuse, 0)
		texture := s.Texture(0)
		if !ok || !strings.HasSuffix(path, want) || s.Textures() != 1 || texture.Height() != 0 ||
			len(texture.Data()) != texture.Width() || !bytes.HasPrefix(texture.Data(), []byte("\x89PNG")) {
			t.Errorf("%s: texture %q, %v, %q, %d bytes of %d", name, path, ok,
				texture.Filename(), len(texture.Data()), texture.Width())
		}
	}
}

// TestFBXMetadata reads units and axes, on which the importer builds.
func TestFBXMetadata(t *testing.T) {
	m := mustImport(t, sharedFile(t, "pab/walk.fbx"), Options{}).Metadata()
	unit, ok := m.Float("UnitScaleFactor")
	if !ok || unit != 1 {
		t.Errorf("UnitScaleFactor %v, %v", unit, ok)
	}
	if _, ok := m.Int("UnitScaleFactor"); ok {
		t.Error("a fraction is an integer")
	}
	axis, ok := m.Int("UpAxis")
	if !ok || axis != 1 {
		t.Errorf("UpAxis %v, %v", axis, ok)
	}
	if as, ok := m.Float("UpAxis"); !ok || as != 1 {
		t.Errorf("UpAxis as a fraction: %v, %v", as, ok)
	}
	for _, key := range []string{"SourceAsset_Format", "no such key"} {
		if v, ok := m.Float(key); ok {
			t.Errorf("%s is the number %v", key, v)
		}
	}
}

// TestNodes walks down and up a tree, with nodes as keys of a map.
func TestNodes(t *testing.T) {
	s := mustImport(t, sharedFile(t, "md5-bob/Bob.md5mesh"), Options{})
	seen := map[Node]string{}
	var walk func(n Node)
	walk = func(n Node) {
		seen[n] = n.Name()
		for i := range n.Children() {
			if n.Child(i).Parent() != n {
				t.Errorf("%q is not the parent of its child %q", n.Name(), n.Child(i).Name())
			}
			walk(n.Child(i))
		}
	}
	walk(s.Root())
	if len(seen) != 36 || seen[s.Root()] != "<MD5_Root>" || !s.Root().Parent().IsNil() {
		t.Errorf("%d nodes under %q, want 36", len(seen), s.Root().Name())
	}
	// Z up turned to Y up.
	want := Mat4{1, 0, 0, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 0, 0, 1}
	for i, v := range s.Root().Transform() {
		if math.Abs(float64(v-want[i])) > 1e-6 {
			t.Errorf("root transform %v, want %v", s.Root().Transform(), want)
			break
		}
	}
}

// TestMeshArrays checks the arrays of skinned meshes against each other.
func TestMeshArrays(t *testing.T) {
	s := mustImport(t, sharedFile(t, "md5-bob/Bob.md5mesh"), Options{Flags: GenSmoothNormals | JoinIdenticalVertices})
	for i := range s.Meshes() {
		m := s.Mesh(i)
		vertices := len(m.Vertices())
		if vertices == 0 || len(m.Normals()) != vertices || len(m.UV(0)) != vertices ||
			m.Tangents() != nil || m.UV(1) != nil || m.Colors(0) != nil || m.PrimitiveTypes() != PrimitiveTriangle {
			t.Errorf("mesh %d: %d vertices, %d normals, %d UVs", i, vertices, len(m.Normals()), len(m.UV(0)))
		}
		var indices []uint32
		for j := range m.Faces() {
			indices = append(indices, m.Face(j)...)
		}
		if int(slices.Max(indices)) != vertices-1 {
			t.Errorf("mesh %d: faces do not match vertices", i)
		}
		sums := make([]float64, vertices)
		for j := range m.Bones() {
			for _, w := range m.Bone(j).Weights() {
				sums[w.Vertex] += float64(w.Weight)
			}
		}
		for v, sum := range sums {
			if math.Abs(sum-1) > 1e-4 {
				t.Fatalf("mesh %d: the weights of vertex %d sum to %v", i, v, sum)
			}
		}
	}
}

// TestMorphTargets reads targets and their track.
func TestMorphTargets(t *testing.T) {
	s := mustImport(t, sharedFile(t, "gltf/AnimatedMorphCube/glTF/AnimatedMorphCube.gltf"), Options{})
	m := s.Mesh(0)
	if m.AnimMeshes() != 2 {
		t.Fatalf("%d targets, want 2", m.AnimMeshes())
	}
	for i := range 2 {
		if len(m.AnimMesh(i).Vertices()) != len(m.Vertices()) || slices.Equal(m.AnimMesh(i).Vertices(), m.Vertices()) {
			t.Errorf("target %d does not move the mesh", i)
		}
	}
	a := s.Animation(0)
	if a.MorphChannels() != 1 || a.MorphChannel(0).Keys() != 127 {
		t.Fatalf("%d channels, %d keys, want 1, 127", a.MorphChannels(), a.MorphChannel(0).Keys())
	}
	last := -1.0
	for i := range a.MorphChannel(0).Keys() {
		key := a.MorphChannel(0).Key(i)
		if !slices.Equal(key.Values(), []uint32{0, 1}) || len(key.Weights()) != 2 || key.Time() <= last {
			t.Errorf("key %d at %v: %v %v", i, key.Time(), key.Values(), key.Weights())
		}
		last = key.Time()
	}
}

func TestCameras(t *testing.T) {
	s := mustImport(t, modelFile(t, "glTF2/cameras/Cameras.gltf"), Options{})
	if s.Cameras() != 2 || s.Lights() != 0 {
		t.Errorf("%d cameras, %d lights", s.Cameras(), s.Lights())
	}
}

func TestProperty(t *testing.T) {
	s := mustImport(t, sharedFile(t, "md5-bob/Bob.md5mesh"), Options{Properties: []Property{Int("IMPORT_MD5_NO_ANIM_AUTOLOAD", 1)}})
	if s.Animations() != 0 {
		t.Error("the animation was loaded")
	}
}
