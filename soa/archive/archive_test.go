package archive_test

import (
	"bytes"
	"errors"
	"flag"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"sync"
	"testing"
	"testing/fstest"

	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

var update = flag.Bool("update", false, "write the golden archives")

func encode(t testing.TB, c *archive.Content) []byte {
	t.Helper()
	data, err := archive.Encode(c)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// content reads all that an archive holds.
func content(t *testing.T, a *archive.Archive) *archive.Content {
	t.Helper()
	model, err := a.Model()
	if err != nil {
		t.Fatal(err)
	}
	meta, err := a.Meta()
	if err != nil {
		t.Fatal(err)
	}
	got := &archive.Content{Model: model, Meta: *meta, Packed: make([]*soa.Packed, a.Clips())}
	for i := range a.Clips() {
		if !a.IsPacked(i) {
			continue
		}
		if got.Packed[i], err = a.Packed(i); err != nil {
			t.Fatal(err)
		}
		model.Clips = append(model.Clips, turnClip()) // which the packed one replaced
	}
	for i := range a.Banks() {
		b, err := a.Bank(i)
		if err != nil {
			t.Fatal(err)
		}
		got.Banks = append(got.Banks, b)
	}
	if got.Graph, err = a.Graph(); err != nil {
		t.Fatal(err)
	}
	if got.Control, err = a.Control(); err != nil {
		t.Fatal(err)
	}
	return got
}

// check fails unless an archive gives back the content.
func check(t *testing.T, a *archive.Archive, want *archive.Content) {
	t.Helper()
	if got := content(t, a); !reflect.DeepEqual(got, want) {
		t.Errorf("%+v\ncame back as\n%+v", want, got)
	}
	if err := a.Verify(); err != nil {
		t.Error(err)
	}
	if a.Clips() != 3 || a.ClipName(1) != "wave" || a.ClipIndex("wave") != 1 || a.ClipIndex("run") != soa.None || a.ClipName(3) != "" {
		t.Errorf("%d clips, %q", a.Clips(), a.ClipName(1))
	}
	if _, err := a.Clip(2); !errors.Is(err, archive.ErrPacked) || !a.IsPacked(2) {
		t.Errorf("a packed clip as it is not: %v", err)
	}
	if _, err := a.Packed(1); !errors.Is(err, archive.ErrPacked) || a.IsPacked(1) {
		t.Errorf("a clip that is not packed: %v", err)
	}
}

// TestRoundTrip opens an archive in every way there is.
func TestRoundTrip(t *testing.T) {
	want := everything(t)
	data := encode(t, want)
	path := filepath.Join(t.TempDir(), "a.sinew")
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	odd := append([]byte{0}, data...)[1:] // aligned for nothing
	for name, open := range map[string]func() (*archive.Archive, error){
		"Open":           func() (*archive.Archive, error) { return archive.Open(path) },
		"Decode":         func() (*archive.Archive, error) { return archive.Decode(data) },
		"Decode odd":     func() (*archive.Archive, error) { return archive.Decode(odd) },
		"OpenReaderAt":   func() (*archive.Archive, error) { return archive.OpenReaderAt(bytes.NewReader(data), int64(len(data))) },
		"OpenFS":         func() (*archive.Archive, error) { return archive.OpenFS(os.DirFS(filepath.Dir(path)), "a.sinew") },
		"OpenFS, stream": func() (*archive.Archive, error) { return archive.OpenFS(streams{fstest.MapFS{"a": {Data: data}}}, "a") },
	} {
		a, err := open()
		if err != nil {
			t.Fatalf("%s: %v", name, err)
		}
		check(t, a, want)
		if err := errors.Join(a.Close(), a.Close()); err != nil {
			t.Errorf("%s: %v", name, err)
		}
		if _, err := a.Clip(0); !errors.Is(err, soa.ErrClosed) {
			t.Errorf("%s: after Close: %v", name, err)
		}
	}
}

// streams is a file system whose files can only be read in order.
type streams struct{ fstest.MapFS }

type onlyFile struct{ fs.File }

func (s streams) Open(name string) (fs.File, error) {
	f, err := s.MapFS.Open(name)
	return onlyFile{f}, err
}

// TestInPlace: what is aligned is used where it lies.
func TestInPlace(t *testing.T) {
	data := encode(t, everything(t))
	a, err := archive.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	m, err := a.Model()
	if err != nil {
		t.Fatal(err)
	}
	if i := bytes.Index(data, m.Textures[0].Data); i%64 != 0 || &m.Textures[0].Data[0] != &data[i] {
		t.Errorf("a picture lies at byte %d", i)
	}
}

// TestDeterministic: the same content is the same bytes, also after a round.
func TestDeterministic(t *testing.T) {
	data := encode(t, everything(t))
	a, err := archive.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	again := content(t, a)
	if !bytes.Equal(data, encode(t, again)) {
		t.Error("the second time it is another file")
	}
}

// TestGolden: what is written is what has always been written, and it is read.
func TestGolden(t *testing.T) {
	file := filepath.Join("testdata", "v2.sinew")
	want := everything(t)
	want.Graph, want.Control = nil, nil
	golden(t, file, encode(t, want))
	a, err := archive.Open(file)
	if err != nil {
		t.Fatal(err)
	}
	check(t, a, want)
	if err := a.Close(); err != nil {
		t.Error(err)
	}
}

// golden fails unless a file is what is written.
func golden(t *testing.T, file string, data []byte) {
	t.Helper()
	if *update {
		if err := os.WriteFile(file, data, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	written, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if !bytes.Equal(written, data) {
		t.Errorf("Encode writes another file than %s", file)
	}
}

// TestTogether asks for everything from several goroutines.
func TestTogether(t *testing.T) {
	want := everything(t)
	a, err := archive.Decode(encode(t, want))
	if err != nil {
		t.Fatal(err)
	}
	var group sync.WaitGroup
	for range 4 {
		group.Go(func() { check(t, a, want) })
	}
	group.Wait()
}

func TestEncodeRefuses(t *testing.T) {
	for name, spoil := range map[string]func(*archive.Content){
		"no model":               func(c *archive.Content) { c.Model = nil },
		"a broken clip":          func(c *archive.Content) { c.Model.Clips[0].TicksPerSecond = 0 },
		"a packed clip too many": func(c *archive.Content) { c.Packed = c.Packed[1:] },
		"a broken packed clip":   func(c *archive.Content) { c.Packed[2].Kind = nil },
		"a nil bank":             func(c *archive.Content) { c.Banks[0] = nil },
		"another's bank":         func(c *archive.Content) { c.Banks[0].Slot = append(c.Banks[0].Slot, 0) },
		"a broken bank":          func(c *archive.Content) { c.Banks[0].Rows = nil },
	} {
		c := everything(t)
		spoil(c)
		if _, err := archive.Encode(c); !errors.Is(err, soa.ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestNoArchive(t *testing.T) {
	dir := t.TempDir()
	text := filepath.Join(dir, "text")
	if err := os.WriteFile(text, []byte("no archive at all"), 0o644); err != nil {
		t.Fatal(err)
	}
	empty := filepath.Join(dir, "empty")
	if err := os.WriteFile(empty, nil, 0o644); err != nil {
		t.Fatal(err)
	}
	for path, want := range map[string]error{text: soa.ErrFormat, empty: soa.ErrFormat, dir: soa.ErrFormat, filepath.Join(dir, "nothing"): fs.ErrNotExist} {
		if _, err := archive.Open(path); !errors.Is(err, want) {
			t.Errorf("%s: %v", path, err)
		}
	}
	if _, err := archive.OpenFS(os.DirFS(dir), "text"); !errors.Is(err, soa.ErrFormat) {
		t.Error(err)
	}
	data := encode(t, everything(t))
	if _, err := archive.OpenReaderAt(bytes.NewReader(data[:len(data)-1]), int64(len(data))); !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("a file without its last byte: %v", err)
	}
	a, err := archive.Decode(data)
	if err != nil {
		t.Fatal(err)
	}
	if _, err := a.Clip(3); !errors.Is(err, soa.ErrRange) {
		t.Error(err)
	}
}
