package importer_test

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/native/assimp"
)

func TestMain(m *testing.M) {
	playPart(filepath.Base(os.Args[0]))
	importer.ServeIsolated()
	os.Exit(m.Run())
}

// TestIsolatedIsTheSame holds that a model that came over the pipe is the one
// an import in this process gives: from a path, with companions, from a file
// system and from a stream.
func TestIsolatedIsTheSame(t *testing.T) {
	ctx := context.Background()
	isolated := importer.Options{Isolation: &importer.Limits{}}
	for _, file := range []string{strider + "strider_all.fbx", strider + "strider.glb", strider + "strider_walk.dae", "../testdata/warden/warden.md5mesh"} {
		var a, b report.Report
		want := files.LoadWith(t, file, importer.Options{Report: &a})
		got := files.LoadWith(t, file, importer.Options{Isolation: &importer.Limits{}, Report: &b})
		if !reflect.DeepEqual(want, got) {
			t.Errorf("%s: the isolated import gives another model", file)
		}
		a.Duration, a.Parse, b.Duration, b.Parse = 0, 0, 0, 0
		if !reflect.DeepEqual(a, b) {
			t.Errorf("%s: reports differ:\n%+v\n%+v", file, a, b)
		}
	}
	data, err := os.ReadFile(strider + "strider_walk.fbx")
	if err != nil {
		t.Fatal(err)
	}
	want := files.Load(t, strider+"strider_walk.fbx")
	if got, err := importer.LoadReader(ctx, bytes.NewReader(data), "strider_walk.fbx", isolated); err != nil || !reflect.DeepEqual(want, got) {
		t.Errorf("from a stream: %v", err)
	}
	fsys := fstest.MapFS{"a/strider_walk.fbx": {Data: data}}
	if got, err := importer.LoadFS(ctx, fsys, "a/strider_walk.fbx", isolated); err != nil || !reflect.DeepEqual(want, got) {
		t.Errorf("from a file system: %v", err)
	}
}

func TestIsolatedAddClips(t *testing.T) {
	want, got := files.Load(t, strider+"strider_walk.fbx"), files.Load(t, strider+"strider_walk.fbx")
	addClips(t, want, strider+"strider_wave.fbx", importer.Options{})
	addClips(t, got, strider+"strider_wave.fbx", importer.Options{Isolation: &importer.Limits{}})
	if !reflect.DeepEqual(want, got) {
		t.Error("clips that came over the pipe differ")
	}
}

func TestIsolatedErrors(t *testing.T) {
	ctx := context.Background()
	dir := t.TempDir()
	noise := filepath.Join(dir, "noise.fbx")
	if err := os.WriteFile(noise, []byte(strings.Repeat("no model ", 99)), 0o644); err != nil {
		t.Fatal(err)
	}
	isolated := importer.Options{Isolation: &importer.Limits{}}
	if _, err := importer.Load(ctx, filepath.Join(dir, "nowhere.fbx"), isolated); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a missing file: %v", err)
	}
	var lib *assimp.Error
	if _, err := importer.Load(ctx, noise, isolated); !errors.As(err, &lib) || errors.Is(err, importer.ErrCrashed) || !strings.Contains(err.Error(), "noise.fbx") {
		t.Errorf("garbage: %v", err)
	}
	small := importer.Options{Isolation: &importer.Limits{FileSize: 1000}}
	if _, err := importer.Load(ctx, strider+"strider.glb", small); !errors.Is(err, importer.ErrLimit) {
		t.Errorf("a file over the limit: %v", err)
	}
	brief := importer.Options{Isolation: &importer.Limits{Time: time.Millisecond}}
	if _, err := importer.Load(ctx, strider+"strider.glb", brief); !errors.Is(err, importer.ErrLimit) {
		t.Errorf("a millisecond: %v", err)
	}
	little := importer.Options{Isolation: &importer.Limits{Memory: 24 << 20}}
	// Where memory runs out in C code that does not look, it ends in a fault.
	if _, err := importer.Load(ctx, strider+"strider_all.fbx", little); !errors.Is(err, importer.ErrLimit) && !errors.Is(err, importer.ErrCrashed) {
		t.Errorf("24 MiB: %v", err)
	}
	cancelled, cancel := context.WithTimeout(ctx, 5*time.Millisecond)
	defer cancel()
	if _, err := importer.Load(cancelled, strider+"strider_all.fbx", isolated); err == nil {
		t.Error("cancelled: no error")
	}
	elsewhere := importer.Options{Isolation: &importer.Limits{Program: "/nowhere/sinew"}}
	if _, err := importer.Load(ctx, strider+"strider.glb", elsewhere); err == nil {
		t.Error("a program that is not there: no error")
	}
}
