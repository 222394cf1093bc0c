package importer_test

import (
	"archive/zip"
	"bytes"
	"encoding/binary"
	"errors"
	"hash/crc32"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/soa"
)

// zae packs files by turns of names and contents.
func zae(t *testing.T, files ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i < len(files); i += 2 {
		f, err := w.Create(files[i])
		if err == nil {
			_, err = f.Write([]byte(files[i+1]))
		}
		if err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.Bytes()
}

const manifest = `<?xml version="1.0" encoding="utf-8"?><dae_root>./the%20model.dae</dae_root>`

// Packed, a Collada file has the morph targets and the curves that it has unpacked, however it
// is found in its archive.
func TestPackedCollada(t *testing.T) {
	a := raised("a", 0.5, false)
	d := dae{
		lower: lowerElements + `<instance_controller url="#morph"/>`,
		more: `<library_geometries>` + sheet.write() + a.write() + `</library_geometries><library_controllers>` +
			daeMorph("morph", "sheet", "NORMALIZED", "a", "0.25") + `</library_controllers>`,
		curves: []daeCurve{{target: "morph-w(0)", time: []float64{0, 1}, value: []float64{0, 1}, mode: "LINEAR"}},
	}
	file := d.write(t)
	want := files.LoadWith(t, file, importer.Options{FileUnits: true})
	if len(want.Weights) != 1 || len(want.Clips) != 1 {
		t.Fatalf("%+v, %d clips", want.Weights, len(want.Clips))
	}
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	for name, packed := range map[string][]byte{
		"alone":    zae(t, "model.dae", string(text)),
		"manifest": zae(t, "manifest.xml", manifest, "a.dae", "<COLLADA/>", "the model.dae", string(text)),
		"first":    zae(t, "z.dae", "<COLLADA/>", "textures/a.png", "no picture", "model.dae", string(text)),
	} {
		t.Run(name, func(t *testing.T) {
			var r report.Report
			check := func(m *soa.Model, err error) {
				t.Helper()
				if err != nil {
					t.Fatal(err)
				}
				if !reflect.DeepEqual(m.Weights, want.Weights) || !reflect.DeepEqual(m.Meshes, want.Meshes) || !reflect.DeepEqual(m.Clips, want.Clips) {
					t.Errorf("%+v, %d meshes, %d clips: %v", m.Weights, len(m.Meshes), len(m.Clips), r.Findings)
				}
				for _, f := range r.Findings {
					if f.Severity == report.Loss {
						t.Error(f)
					}
				}
				if r.Format != "zae" {
					t.Errorf("the format is %q", r.Format)
				}
			}
			base := strings.TrimSuffix(filepath.Base(file), ".dae") + ".zae"
			options := importer.Options{FileUnits: true, Report: &r}
			check(importer.LoadFS(t.Context(), fstest.MapFS{base: {Data: packed}}, base, options))
			check(importer.LoadReader(t.Context(), bytes.NewReader(packed), base, options))
		})
	}
}

// An archive without a Collada file in it, or a broken one, is an error.
func TestPackedColladaRefused(t *testing.T) {
	for name, packed := range map[string][]byte{
		"no archive":  []byte("PK\x03\x04 and nothing"),
		"wrong sum":   bytes.Replace(zae(t, "model.dae", "<COLLADA/>"), binary.LittleEndian.AppendUint32(nil, crc32.ChecksumIEEE([]byte("<COLLADA/>"))), make([]byte, 4), 2),
		"no document": zae(t, "readme.txt", "nothing"),
		"not there":   zae(t, "manifest.xml", manifest),
		"no manifest": zae(t, "manifest.xml", "<dae_root", "model.dae", "<COLLADA/>"),
	} {
		_, err := importer.LoadReader(t.Context(), bytes.NewReader(packed), "model.zae", importer.Options{})
		if err == nil || !errors.Is(err, soa.ErrFormat) && !errors.Is(err, fs.ErrNotExist) || !strings.Contains(err.Error(), "model.zae") {
			t.Errorf("%s: %v", name, err)
		}
	}
}
