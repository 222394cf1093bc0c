//go:build cgo

package assimp

import (
	"bytes"
	"math"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
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
	metallic, hasMetallic := m.Metallic()
	roughness, _ := m.Roughness()
	opacity, _ := m.Opacity()
	if !twoSided || !known || mode != "OPAQUE" || cutoff != 0.5 || metallic != 0 || !hasMetallic || roughness != 0.5 || opacity != 1 {
		t.Errorf("two-sided %v %v, alpha %s %v, metallic %v %v, roughness %v, opacity %v",
			twoSided, known, mode, cutoff, metallic, hasMetallic, roughness, opacity)
	}
	if _, ok := m.Color("$no.such"); ok {
		t.Error("there is a colour that there is not")
	}
	if _, ok := m.Color(KeyOpacity); ok {
		t.Error("one number is a colour")
	}
	if _, ok := m.String(KeyOpacity); ok {
		t.Error("a number is a text")
	}
	if _, _, ok := m.Texture(TextureBaseColor, 7); ok {
		t.Error("there is a texture that there is not")
	}
}

// TestTextures looks at a texture beside the file and at embedded ones.
func TestTextures(t *testing.T) {
	bob := mustImport(t, sharedFile(t, "md5-bob/Bob.md5mesh"), Options{})
	path, set, ok := bob.Material(0).Texture(TextureDiffuse, 0)
	if !ok || path != "guard1_body.png" || set != 0 {
		t.Errorf("texture %q, set %d, %v", path, set, ok)
	}
	if _, ok := bob.EmbeddedTexture(path); ok {
		t.Error("a file beside the model is embedded")
	}
	for _, name := range []string{"glTF2/BoxTextured-glTF-Binary/BoxTextured.glb", "FBX/embedded_ascii/box.FBX"} {
		s := mustImport(t, modelFile(t, name), Options{})
		path, _, ok := s.Material(0).Texture(TextureDiffuse, 0)
		texture, found := s.EmbeddedTexture(path)
		if !ok || !found || texture.FormatHint() != "png" || texture.Height() != 0 ||
			len(texture.Data()) != texture.Width() || !bytes.HasPrefix(texture.Data(), []byte("\x89PNG")) {
			t.Errorf("%s: texture %q, %v %v, %q, %d bytes of %d", name, path, ok, found,
				texture.FormatHint(), len(texture.Data()), texture.Width())
		}
		for _, wrong := range []string{"", "*", "*1", "*-1", "*99999999999999999999", "other.png"} {
			if _, ok := s.EmbeddedTexture(wrong); ok {
				t.Errorf("%s: %q is an embedded texture", name, wrong)
			}
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
	if !ok || axis != 1 || m.Kind("UpAxis") != MetadataInt32 {
		t.Errorf("UpAxis %v, %v, kind %v", axis, ok, m.Kind("UpAxis"))
	}
	if as, ok := m.Float("UpAxis"); !ok || as != 1 {
		t.Errorf("UpAxis as a fraction: %v, %v", as, ok)
	}
	format, ok := m.String("SourceAsset_Format")
	if !ok || !strings.Contains(format, "FBX") {
		t.Errorf("format %q, %v", format, ok)
	}
	if m.Kind("no such key") != MetadataUnknown {
		t.Error("there is a key that there is not")
	}
	if _, ok := m.Bool("UpAxis"); ok {
		t.Error("an axis is a truth value")
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
		if vertices == 0 || len(m.Normals()) != vertices || len(m.UV(0)) != vertices || m.UVComponents(0) != 2 ||
			m.Tangents() != nil || m.UV(1) != nil || m.Colors(0) != nil || m.PrimitiveTypes() != PrimitiveTriangle {
			t.Errorf("mesh %d: %d vertices, %d normals, %d UVs", i, vertices, len(m.Normals()), len(m.UV(0)))
		}
		var indices []uint32
		for j := range m.Faces() {
			indices = append(indices, m.Face(j)...)
		}
		if !slices.Equal(indices, m.AppendTriangles(nil)) || int(slices.Max(indices)) != vertices-1 {
			t.Errorf("mesh %d: triangles do not match faces or vertices", i)
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

// TestCameras reads the two cameras of a glTF sample.
func TestCameras(t *testing.T) {
	s := mustImport(t, modelFile(t, "glTF2/cameras/Cameras.gltf"), Options{})
	if s.Cameras() != 2 || s.Lights() != 0 {
		t.Fatalf("%d cameras, %d lights", s.Cameras(), s.Lights())
	}
	near, far := s.Camera(0).Clip()
	if near != 0.01 || far != 100 || s.Camera(0).Name() != "nodes[1]" {
		t.Errorf("camera %q from %v to %v", s.Camera(0).Name(), near, far)
	}
}

// TestProperties sets one property of each type that has an effect to see.
func TestProperties(t *testing.T) {
	bob := sharedFile(t, "md5-bob/Bob.md5mesh")
	t.Run("int", func(t *testing.T) {
		s := mustImport(t, bob, Options{Properties: []Property{Int(MD5NoAnimAutoload, 1)}})
		if s.Animations() != 0 {
			t.Error("the animation was loaded")
		}
	})
	plain := mustImport(t, bob, Options{Flags: PreTransformVertices})
	v := plain.Mesh(0).Vertices()[0]
	t.Run("float", func(t *testing.T) {
		s := mustImport(t, bob, Options{Flags: GlobalScale, Properties: []Property{Float(GlobalScaleFactor, 2)}})
		unscaled := mustImport(t, bob, Options{})
		if got, want := s.Root().Child(0).Transform()[3], 2*unscaled.Root().Child(0).Transform()[3]; got != want {
			t.Errorf("translation %v, want %v", got, want)
		}
	})
	t.Run("matrix", func(t *testing.T) {
		s := mustImport(t, bob, Options{Flags: PreTransformVertices, Properties: []Property{
			Int("PP_PTV_ADD_ROOT_TRANSFORMATION", 1),
			Matrix("PP_PTV_ROOT_TRANSFORMATION", Mat4{1, 0, 0, 1000, 0, 1, 0, 2000, 0, 0, 1, 3000, 0, 0, 0, 1}),
		}})
		moved := s.Mesh(0).Vertices()[0]
		for i, by := range []float32{1000, 2000, 3000} {
			if math.Abs(float64(moved[i]-v[i]-by)) > 1e-2 {
				t.Errorf("vertex %v moved to %v", v, moved)
			}
		}
	})
	t.Run("string", func(t *testing.T) {
		// A chain of nodes, of which OptimizeGraph drops those it may.
		model := strings.NewReplacer(`"nodes":[0]`, `"nodes":[2]`, `"nodes":[{"name":"only","mesh":0}]`,
			`"nodes":[{"name":"only","mesh":0},{"name":"kept","children":[0]},{"name":"top","children":[1]}]`).
			Replace(string(triangle("t.bin").Data))
		tree := fstest.MapFS{"t.gltf": {Data: []byte(model)}, "t.bin": corners()}
		has := func(properties ...Property) bool {
			s, err := ImportFS(tree, "t.gltf", Options{Flags: OptimizeGraph, Properties: properties})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			return hasNode(s.Root(), "kept")
		}
		if has() || !has(String("PP_OG_EXCLUDE_LIST", "kept")) {
			t.Error("the list of nodes to keep has no effect")
		}
	})
}

func hasNode(n Node, name string) bool {
	for i := range n.Children() {
		if hasNode(n.Child(i), name) {
			return true
		}
	}
	return n.Name() == name
}

// TestLog collects the lines of single imports.
func TestLog(t *testing.T) {
	robot := sharedFile(t, "fbx/robot.fbx")
	s := mustImport(t, robot, Options{Log: true})
	lines := s.Log()
	if !slices.ContainsFunc(lines, func(line string) bool { return strings.HasSuffix(line, "Load "+robot) }) {
		t.Errorf("log %q does not tell what was loaded", lines)
	}
	if again := mustImport(t, robot, Options{Log: true}); !slices.Equal(again.Log(), lines) {
		t.Errorf("log %q, the second time %q", lines, again.Log())
	}
	if quiet := mustImport(t, robot, Options{}); quiet.Log() != nil {
		t.Errorf("log %q although none was asked for", quiet.Log())
	}
	_, err := ImportBytes([]byte("?"), "zzz", Options{Log: true})
	if failed, ok := err.(*Error); !ok || len(failed.Log) == 0 {
		t.Errorf("error %v has no log", err)
	}
}
