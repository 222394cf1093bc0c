package film

import (
	"errors"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
)

// install puts a program named ffmpeg first in PATH, written in shell.
func install(t *testing.T, script string) {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the stand-in for ffmpeg is a shell script")
	}
	dir := t.TempDir()
	if err := os.WriteFile(filepath.Join(dir, "ffmpeg"), []byte("#!/bin/sh\n"+script), 0o755); err != nil {
		t.Fatal(err)
	}
	t.Setenv("PATH", dir+":/usr/bin:/bin")
}

func TestFilmWithoutFFmpeg(t *testing.T) {
	t.Setenv("PATH", "")
	dir := t.TempDir()
	if _, err := Create(filepath.Join(dir, "a.mp4"), Options{}); !errors.Is(err, ErrNoFFmpeg) {
		t.Error(err)
	}
	only(t, dir)
}

// TestFilm runs a stand-in that notes its arguments and copies what it reads.
func TestFilm(t *testing.T) {
	install(t, `echo "$@" >"$0.args"; for last; do :; done; exec cat >"${last#file:}"`)
	frames, want := movie(33, 20, 3)
	got := write(t, "a.webm", Options{FPS: 29.97}, frames...)
	var raw []byte
	for _, f := range want { // 33 columns: the last is there twice
		for y := range 20 {
			row := f.Pix[y*f.Stride : y*f.Stride+4*33]
			raw = append(append(raw, row...), row[4*32:]...)
		}
	}
	if string(got) != string(raw) {
		t.Errorf("%d bytes were piped, want %d", len(got), len(raw))
	}
	dir, _, _ := strings.Cut(os.Getenv("PATH"), ":")
	args, err := os.ReadFile(filepath.Join(dir, "ffmpeg.args"))
	if err != nil {
		t.Fatal(err)
	}
	for _, part := range []string{"-f rawvideo -pix_fmt rgba -s 34x20 -r 29.97 -i -", "libvpx-vp9", "-f webm"} {
		if !strings.Contains(string(args), part) {
			t.Errorf("%q is not in %q", part, args)
		}
	}
}

// TestFilmFails: what ffmpeg complains about is in the error, and nothing stays.
func TestFilmFails(t *testing.T) {
	install(t, "echo Unknown encoder >&2; exit 3")
	dir := t.TempDir()
	w, err := Create(filepath.Join(dir, "a.mp4"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	for range 100 { // until the pipe is full and its reader gone
		if err = w.Add(frame(200, 200, 0, 1)); err != nil {
			break
		}
	}
	if err == nil {
		err = w.Close()
	}
	w.Abort()
	if err == nil || !strings.Contains(err.Error(), "Unknown encoder") {
		t.Error(err)
	}
	only(t, dir)
}
