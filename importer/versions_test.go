package importer_test

import (
	"context"
	"encoding/binary"
	"errors"
	"math"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/testing/files"
)

// TestVersionsThatAreNotRead: files of versions of FBX and OGRE that libassimp refuses have an
// error that says which, and what to do.
func TestVersionsThatAreNotRead(t *testing.T) {
	ogre := func(version string) []byte {
		return append([]byte{0, 0x10}, "[MeshSerializer_v"+version+"]\n\x00\x30\x06\x00\x00\x00"...)
	}
	fbx := func(version uint32) []byte {
		return binary.LittleEndian.AppendUint32([]byte("Kaydara FBX Binary  \x00\x1a\x00"), version)
	}
	for name, c := range map[string]struct {
		Name string
		data []byte
		want []string
	}{
		"FBX 6.1 of text":    {"old.fbx", []byte("; FBX 6.1.0 project file\n\nFBXHeaderExtension:  {\n\tFBXHeaderVersion: 1003\n\tFBXVersion: 6100\n}\nObjects:  {\n}\n"), []string{"FBX version 6.1", "FBX 2011", "FBX Converter"}},
		"FBX 6.1 of bytes":   {"old.FBX", append(fbx(6100), make([]byte, 200)...), []string{"FBX version 6.1", "FBX 2011", "FBX Converter"}},
		"FBX 7.0":            {"old.fbx", append(fbx(7000), make([]byte, 200)...), []string{"FBX version 7.0", "FBX 2011"}},
		"OGRE of 1.10":       {"new.mesh", ogre("1.100"), []string{"version 1.100", "1.8", "OgreMeshUpgrader -V 1.8"}},
		"OGRE of the others": {"old.mesh", ogre("1.41"), []string{"version 1.41", "1.8", "OgreMeshUpgrader -V 1.8"}},
	} {
		t.Run(name, func(t *testing.T) {
			path := store(t, c.Name, c.data)
			for _, opts := range []importer.Options{{}, {Isolation: &importer.Limits{}}} {
				_, err := importer.Load(context.Background(), path, opts)
				if !errors.Is(err, importer.ErrUnread) {
					t.Fatalf("error %v", err)
				}
				for _, want := range append(c.want, path) {
					if !strings.Contains(err.Error(), want) {
						t.Errorf("%v: does not say %s", err, want)
					}
				}
			}
			_, err := importer.LoadReader(context.Background(), strings.NewReader(string(c.data)), c.Name, importer.Options{})
			if !errors.Is(err, importer.ErrUnread) {
				t.Errorf("of a stream: %v", err)
			}
		})
	}
	for name, c := range map[string]struct {
		data []byte
		want string
		kind error
	}{
		"new.blend":  {[]byte("BLENDER-v300REND"), "bpy.ops.export_scene.gltf", nil},
		"zstd.blend": {[]byte("\x28\xb5\x2f\xfd\x00\x00\x00\x00\x00\x00"), "bpy.ops.export_scene.gltf", nil},
		"player.mdl": {append([]byte("IDST\x30\x00\x00\x00"), make([]byte, 400)...), "version 48, of the Source engine", nil},
		"other.mdl":  {append([]byte("WHAT"), make([]byte, 400)...), "Quake, Half-Life and 3D GameStudio", nil},
		"scene.max":  {[]byte("\xd0\xcf\x11\xe0"), "3ds Max exports FBX or glTF", importer.ErrUnsupported},
		"scene.ma":   {[]byte("//Maya ASCII"), "Maya exports FBX or glTF", importer.ErrUnsupported},
	} {
		t.Run(name, func(t *testing.T) {
			path := store(t, name, c.data)
			for _, opts := range []importer.Options{{}, {Isolation: &importer.Limits{}}} {
				opts.Formats = ownFormat(path)
				_, err := importer.Load(context.Background(), path, opts)
				if err == nil || !strings.Contains(err.Error(), c.want) || !strings.Contains(err.Error(), name) || c.kind != nil && !errors.Is(err, c.kind) {
					t.Errorf("%v: does not say %q", err, c.want)
				}
			}
		})
	}
	t.Run("what is read", func(t *testing.T) {
		for file, data := range map[string][]byte{"new.fbx": append(fbx(7700), make([]byte, 200)...), "new.mesh": ogre("1.8")} {
			if _, err := importer.Load(context.Background(), store(t, file, data), importer.Options{}); err == nil || errors.Is(err, importer.ErrUnread) {
				t.Errorf("%s, which breaks off: %v", file, err)
			}
		}
	})
}

// md2 writes a model of one triangle with frames that move it up.
func md2(t *testing.T, frames int) string {
	t.Helper()
	const header, texture, triangle, frame = 68, 4, 12, 40 + 3*4
	ints := func(to []byte, values ...int) []byte {
		for _, v := range values {
			to = binary.LittleEndian.AppendUint32(to, uint32(v))
		}
		return to
	}
	st := header
	triangles := st + 3*texture
	first := triangles + triangle
	end := first + frames*frame
	data := ints([]byte("IDP2"), 8, 64, 64, frame, 0, 3, 3, 1, 0, frames, header, st, triangles, first, end, end)
	data = append(data, make([]byte, 3*texture)...)
	for _, v := range []uint16{0, 1, 2, 0, 1, 2} {
		data = binary.LittleEndian.AppendUint16(data, v)
	}
	for k := range frames {
		for _, v := range []float32{1, 1, 1, 0, 0, float32(k)} {
			data = binary.LittleEndian.AppendUint32(data, math.Float32bits(v))
		}
		data = append(data, make([]byte, 16)...)
		for v := range 3 {
			data = append(data, byte(10*(v%2)), byte(10*(v/2)), 0, 0)
		}
	}
	return store(t, "made.md2", append(data, make([]byte, 8)...))
}

// TestVertexFrames: frames of vertices, which are not read, are told as a loss.
func TestVertexFrames(t *testing.T) {
	for frames, told := range map[int]bool{1: false, 7: true} {
		var r report.Report
		m := files.LoadWith(t, md2(t, frames), importer.Options{Report: &r})
		if len(m.Meshes) != 1 || len(m.Clips) != 0 {
			t.Fatalf("%d meshes, %d clips", len(m.Meshes), len(m.Clips))
		}
		if hasFinding(&r, report.Loss, report.VertexFrames, "its 7 frames of vertex animation") != told || report.VertexFrames.Looks() {
			t.Errorf("%d frames: %v", frames, r.Findings)
		}
	}
}
