//go:build cgo

package assimp

import (
	"encoding/binary"
	"hash"
	"hash/fnv"
	"os"
	"path/filepath"
	"testing"
)

// debianModels is where Debian's assimp-testmodels puts its files.
const debianModels = "/usr/share/assimp/models"

// modelFile gives a file of Debian's test models, or skips the test.
func modelFile(t testing.TB, name string) string {
	t.Helper()
	return existing(t, filepath.Join(debianModels, filepath.FromSlash(name)), "the package assimp-testmodels has it")
}

// sharedFile gives a file of the shared models, or skips the test.
func sharedFile(t testing.TB, name string) string {
	t.Helper()
	shared := os.Getenv("SINEW_SHARED")
	if shared == "" {
		shared = filepath.Join("..", "..", "..", "shared")
	}
	return existing(t, filepath.Join(shared, "models", filepath.FromSlash(name)), "set SINEW_SHARED")
}

func existing(t testing.TB, path, hint string) string {
	t.Helper()
	if _, err := os.Stat(path); err != nil {
		t.Skipf("%v (%s)", err, hint)
	}
	return path
}

// mustImport imports a file and closes it with the test.
func mustImport(t testing.TB, path string, o Options) *Scene {
	t.Helper()
	scene, err := ImportFile(path, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(scene.Close)
	return scene
}

// digest is a hash of everything a scene shows. It reads every element of every
// array, so it also finds pointers that lead nowhere.
type digest struct{ hash.Hash64 }

func sceneDigest(s *Scene) uint64 {
	d := digest{fnv.New64a()}
	d.tree(s.Root())
	for i := range s.Meshes() {
		d.mesh(s.Mesh(i))
	}
	for i := range s.Animations() {
		d.animation(s.Animation(i))
	}
	for i := range s.Materials() {
		d.material(s.Material(i))
	}
	for i := range s.Textures() {
		texture := s.Texture(i)
		d.numbers(texture.Width(), texture.Height(), texture.Filename(), texture.Data())
	}
	for _, key := range []string{"UpAxis", "UnitScaleFactor"} {
		number, ok := s.Metadata().Float(key)
		d.numbers(number, ok)
	}
	return d.Sum64()
}

// numbers hashes values of any fixed size type, and texts with their length.
func (d digest) numbers(values ...any) {
	for _, v := range values {
		switch v := v.(type) {
		case int:
			d.numbers(int64(v))
		case string:
			d.numbers(len(v), []byte(v))
		default:
			if err := binary.Write(d, binary.LittleEndian, v); err != nil {
				panic(err)
			}
		}
	}
}

func (d digest) tree(n Node) {
	d.numbers(n.Name(), n.Transform(), n.Meshes(), n.Children())
	for i := range n.Children() {
		d.tree(n.Child(i))
	}
}

func (d digest) mesh(m Mesh) {
	d.numbers(m.Name(), m.Material(), m.PrimitiveTypes(), m.Faces(),
		m.Vertices(), m.Normals(), m.Tangents(), m.Bitangents())
	for set := range 8 {
		d.numbers(m.UV(set), m.Colors(set))
	}
	for i := range m.Faces() {
		d.numbers(m.Face(i))
	}
	for i := range m.Bones() {
		bone := m.Bone(i)
		d.numbers(bone.Name(), bone.Offset(), bone.Weights())
	}
	for i := range m.AnimMeshes() {
		target := m.AnimMesh(i)
		d.numbers(target.Name(), target.Weight(), target.Vertices(), target.Normals())
	}
}

func (d digest) animation(a Animation) {
	d.numbers(a.Name(), a.TicksPerSecond())
	for i := range a.Channels() {
		channel := a.Channel(i)
		d.numbers(channel.NodeName())
		d.vectorKeys(channel.Positions())
		d.vectorKeys(channel.Scalings())
		keys := channel.Rotations()
		d.numbers(keys.Len())
		for j := range keys.Len() {
			x, y, z, w := keys.Value(j)
			d.numbers(keys.Time(j), x, y, z, w)
		}
	}
	for i := range a.MorphChannels() {
		channel := a.MorphChannel(i)
		d.numbers(channel.Name(), channel.Keys())
		for j := range channel.Keys() {
			key := channel.Key(j)
			d.numbers(key.Time(), key.Values(), key.Weights())
		}
	}
}

func (d digest) vectorKeys(keys []VectorKey) {
	d.numbers(len(keys))
	for i := range keys {
		d.numbers(keys[i].Time, keys[i].Value)
	}
}

func (d digest) material(m Material) {
	base, hasBase := m.BaseColor()
	diffuse, hasDiffuse := m.Diffuse()
	opacity, _ := m.Opacity()
	twoSided, _ := m.TwoSided()
	mode, _ := m.AlphaMode()
	cutoff, _ := m.AlphaCutoff()
	d.numbers(m.Name(), base, hasBase, diffuse, hasDiffuse, opacity, twoSided, mode, cutoff)
	for _, role := range []TextureType{TextureBaseColor, TextureDiffuse} {
		path, set, _ := m.Texture(role, 0)
		d.numbers(path, set)
	}
}
