package importer_test

import (
	"bytes"
	"encoding/binary"
	"math"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/internal/testing/must"
)

// iqm writes a triangle in a header that counts joints, animations and frames.
func iqm(joints, animations, frames uint32) []byte {
	const header, mesh, array = 124, 24, 20
	text := []byte("\x00body\x00")
	meshes := uint32(header + len(text))
	arrays := meshes + mesh
	positions := arrays + array
	triangles := positions + 36
	end := triangles + 12
	var b bytes.Buffer
	put := func(values ...uint32) { _ = binary.Write(&b, binary.LittleEndian, values) }
	b.WriteString("INTERQUAKEMODEL\x00")
	put(2, end, 0, uint32(len(text)), header, 1, meshes, 1, 3, arrays, 1, triangles, 0)
	put(joints, end, 0, 0, animations, end, frames, 0, 0, 0, 0, 0, 0, 0)
	b.Write(text)
	put(1, 0, 0, 3, 0, 1)
	put(0, 0, 7, 3, positions)
	for _, v := range []float32{0, 0, 0, 1, 0, 0, 0, 1, 0} {
		put(math.Float32bits(v))
	}
	put(0, 1, 2)
	return b.Bytes()
}

// TestIQMUnread: joints and animations of IQM files, which are not read, are told as losses.
func TestIQMUnread(t *testing.T) {
	for name, c := range map[string]struct {
		joints, animations, frames uint32
		lost                       []string
	}{
		"still":    {},
		"a rig":    {75, 0, 0, []string{"its 75 joints and the weights"}},
		"animated": {75, 1, 101, []string{"its 75 joints and the weights", "its 1 animation(s) of 101 frames"}},
	} {
		t.Run(name, func(t *testing.T) {
			var r report.Report
			m := files.LoadWith(t, store(t, "made.iqm", iqm(c.joints, c.animations, c.frames)), importer.Options{Report: &r})
			if len(m.Meshes) != 1 || len(m.Clips) != 0 {
				t.Fatalf("%d meshes, %d clips", len(m.Meshes), len(m.Clips))
			}
			losses(t, &r, c.lost)
		})
	}
}

// losses holds the losses of motion against those expected.
func losses(t *testing.T, r *report.Report, want []string) {
	t.Helper()
	n := 0
	for _, f := range r.Findings {
		n += bit(f.Severity == report.Loss && !f.Kind.Looks())
	}
	if n != len(want) {
		t.Errorf("%v, want %q", r.Findings, want)
	}
	for _, text := range want {
		if !hasFinding(r, report.Loss, report.LostSkin, text) && !hasFinding(r, report.Loss, report.LeftOut, text) && !hasFinding(r, report.Loss, report.MissingSkeleton, text) {
			t.Errorf("%v, want %q", r.Findings, text)
		}
	}
}

const ogreMesh = `<mesh>
  <submeshes>
    <submesh usesharedvertices="false" use32bitindexes="false" operationtype="triangle_list">
      <faces count="1"><face v1="0" v2="1" v3="2" /></faces>
      <geometry vertexcount="3">
        <vertexbuffer positions="true">
          <vertex><position x="0" y="0" z="0" /></vertex>
          <vertex><position x="1" y="0" z="0" /></vertex>
          <vertex><position x="0" y="1" z="0" /></vertex>
        </vertexbuffer>
      </geometry>
    </submesh>
  </submeshes>
  LINK
</mesh>
`

const ogreBones = `<skeleton>
  <bones>
    <bone id="0" name="hips"><position x="0" y="0" z="0" /><rotation angle="0"><axis x="1" y="0" z="0" /></rotation></bone>
  </bones>
</skeleton>
`

// TestOgreSkeletonMissing: a mesh whose skeleton is not beside it is told to lose it, by name.
func TestOgreSkeletonMissing(t *testing.T) {
	for name, c := range map[string]struct {
		link, beside string
		lost         []string
	}{
		"none":                   {"", "", nil},
		"missing":                {`<skeletonlink name="Body.skeleton" />`, "", []string{"Body.skeleton: no skeleton: the model's folder has no such file"}},
		"missing, other quotes":  {"<skeletonlink\n\tname = 'Body.skeleton'/>", "", []string{"Body.skeleton: no skeleton"}},
		"missing, of another":    {`<skeletonlink name="Body.skeleton" />`, "Other.skeleton.xml", []string{"Body.skeleton: no skeleton"}},
		"there":                  {`<skeletonlink name="Body.skeleton" />`, "Body.skeleton.xml", nil},
		"missing, out of folder": {`<skeletonlink name="../Body.skeleton" />`, "", []string{"Body.skeleton: no skeleton"}},
	} {
		t.Run(name, func(t *testing.T) {
			data := []byte(strings.Replace(ogreMesh, "LINK", c.link, 1))
			path := store(t, "made.mesh.xml", data)
			if c.beside != "" {
				must.Do(t, os.WriteFile(filepath.Join(filepath.Dir(path), c.beside), []byte(ogreBones), 0o644))
			}
			var r report.Report
			files.LoadWith(t, path, importer.Options{Report: &r})
			losses(t, &r, c.lost)
		})
	}
}
