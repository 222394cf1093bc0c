package draco

import (
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"math"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// expected is what Google's decoder makes of a stream. Normalized integers are fractions there.
type expected struct {
	Points     int
	Indices    []uint32
	Attributes []struct {
		ID         uint32
		Type       Type
		Components int
		Normalized bool
		Floats     string // base64 of float32, [point][component]
	}
}

// plenty is more than any stream of the tests needs.
var plenty = Limits{Faces: 1 << 20, Points: 1 << 20, Bytes: 1 << 28}

// TestAgainstGoogle decodes streams of Google's encoder (testdata, and the folder that DRACO_TRUTH names).
func TestAgainstGoogle(t *testing.T) {
	folders := []string{"testdata"}
	if more := os.Getenv("DRACO_TRUTH"); more != "" {
		folders = append(folders, more)
	}
	for _, folder := range folders {
		files, err := filepath.Glob(filepath.Join(folder, "*.drc"))
		if err != nil || len(files) == 0 {
			t.Fatalf("%s: %d streams, %v", folder, len(files), err)
		}
		for _, file := range files {
			t.Run(filepath.Base(file), func(t *testing.T) { againstGoogle(t, file) })
		}
	}
}

func againstGoogle(t *testing.T, file string) {
	stream, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	text, err := os.ReadFile(strings.TrimSuffix(file, "drc") + "json")
	if err != nil {
		t.Fatal(err)
	}
	var want expected
	if err := json.Unmarshal(text, &want); err != nil {
		t.Fatal(err)
	}
	got, err := Decode(stream, plenty)
	if err != nil {
		t.Fatal(err)
	}
	if got.Points != want.Points || !slices.Equal(got.Indices, want.Indices) {
		t.Fatalf("%d points and %d indices, want %d and %d, the same", got.Points, len(got.Indices), want.Points, len(want.Indices))
	}
	if len(got.Attributes) != len(want.Attributes) {
		t.Fatalf("%d attributes, want %d", len(got.Attributes), len(want.Attributes))
	}
	for _, w := range want.Attributes {
		a := got.Attribute(w.ID)
		if a == nil || a.Type != w.Type || a.Components != w.Components || a.Normalized != w.Normalized {
			t.Fatalf("attribute %d is %+v, want %+v", w.ID, a, w)
		}
		floats, err := base64.StdEncoding.DecodeString(w.Floats)
		if err != nil {
			t.Fatal(err)
		}
		for i := 0; 4*i < len(floats); i++ {
			f := math.Float32frombits(binary.LittleEndian.Uint32(floats[4*i:]))
			if g := component(a, i); g != f {
				t.Fatalf("attribute %d: component %d of point %d is %v, want %v", w.ID, i%w.Components, i/w.Components, g, f)
			}
		}
	}
}

// component is number i of an attribute as Google's decoder hands it over.
func component(a *Attribute, i int) float32 {
	b := a.Data[i*a.Type.Size():]
	switch a.Type {
	case Uint8:
		return float32(b[0])
	case Uint16:
		return float32(binary.LittleEndian.Uint16(b))
	case Float32:
		return math.Float32frombits(binary.LittleEndian.Uint32(b))
	}
	panic(a.Type)
}

// TestLimits refuses what claims more than is allowed.
func TestLimits(t *testing.T) {
	stream, err := os.ReadFile("testdata/seam_edge_0_q.drc")
	if err != nil {
		t.Fatal(err)
	}
	mesh, err := Decode(stream, plenty)
	if err != nil {
		t.Fatal(err)
	}
	size := 0
	for _, a := range mesh.Attributes {
		size += len(a.Data)
	}
	exact := Limits{Faces: len(mesh.Indices) / 3, Points: mesh.Points, Bytes: size}
	if _, err := Decode(stream, exact); err != nil {
		t.Errorf("%+v: %v", exact, err)
	}
	for _, l := range []Limits{
		{exact.Faces - 1, exact.Points, exact.Bytes, nil}, {exact.Faces, exact.Points - 1, exact.Bytes, nil}, {exact.Faces, exact.Points, exact.Bytes - 1, nil},
	} {
		if _, err := Decode(stream, l); !errors.Is(err, ErrLimit) {
			t.Errorf("%+v: %v, want ErrLimit", l, err)
		}
	}
}

// TestDamaged shortens and changes streams: an error or another mesh, and no panic.
func TestDamaged(t *testing.T) {
	files, _ := filepath.Glob("testdata/*.drc")
	for _, file := range files {
		stream, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		step := max(len(stream)/200, 1)
		for n := 0; n < len(stream); n += step {
			if _, err := Decode(stream[:n], plenty); err == nil {
				t.Errorf("%s: %d of %d bytes are decoded", file, n, len(stream))
			}
			damaged := append([]byte(nil), stream...)
			damaged[n] ^= byte(1 << (n % 8))
			Decode(damaged, plenty)
		}
	}
}

func FuzzDecode(f *testing.F) {
	files, _ := filepath.Glob("testdata/*.drc")
	for _, file := range files {
		stream, err := os.ReadFile(file)
		if err != nil {
			f.Fatal(err)
		}
		f.Add(stream)
	}
	f.Fuzz(func(t *testing.T, stream []byte) {
		mesh, err := Decode(stream, Limits{Faces: 5000, Points: 5000, Bytes: 1 << 20})
		if err != nil {
			if !errors.Is(err, ErrFormat) && !errors.Is(err, ErrVersion) && !errors.Is(err, ErrLimit) {
				t.Fatal(err)
			}
			return
		}
		for _, p := range mesh.Indices {
			if int(p) >= mesh.Points {
				t.Fatalf("point %d of %d", p, mesh.Points)
			}
		}
		for _, a := range mesh.Attributes {
			if len(a.Data) != mesh.Points*a.Components*a.Type.Size() {
				t.Fatalf("attribute %d: %d bytes for %d points", a.ID, len(a.Data), mesh.Points)
			}
		}
	})
}
