package source

import (
	"encoding/binary"
	"strings"
	"testing"
)

func TestWayOut(t *testing.T) {
	studio := func(version uint32) []byte {
		return binary.LittleEndian.AppendUint32([]byte("IDST"), version)
	}
	for _, c := range []struct {
		extension string
		head      []byte
		want      string // nothing if ""
	}{
		{"blend", nil, "export_scene.gltf(filepath='FILE.glb')"},
		{"mdl", studio(48), "version 48"}, {"mdl", studio(10), ""}, {"mdl", []byte("IDS"), "Quake"}, {"mdl", studio(49)[:7], "Quake"},
		{"max", nil, "3ds Max exports"}, {"mb", nil, "Maya exports"}, {"fbx", nil, "FBX Converter"}, {"usdz", nil, "Blender exports"},
		{"txt", nil, ""}, {"", nil, ""},
	} {
		if got := WayOut(c.extension, c.head); !strings.Contains(got, c.want) || (got == "") != (c.want == "") {
			t.Errorf("%s: %q, want %q", c.extension, got, c.want)
		}
	}
}
