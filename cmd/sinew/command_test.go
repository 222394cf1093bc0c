package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/internal/testing/truth"
)

// sinew runs one command line in this process.
func sinew(t *testing.T, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	return sinewUntil(t, t.Context(), args...)
}

func sinewUntil(t *testing.T, ctx context.Context, args ...string) (code int, stdout, stderr string) {
	t.Helper()
	var out, errs bytes.Buffer
	code = run(ctx, args, strings.NewReader(""), &out, &errs)
	return code, out.String(), errs.String()
}

// succeed runs one command line that has to succeed without a word on the
// standard error, and returns what it printed.
func succeed(t *testing.T, args ...string) string {
	t.Helper()
	code, stdout, stderr := sinew(t, args...)
	if code != exitOK || stderr != "" {
		t.Fatalf("sinew %s: exit code %d, stderr:\n%s", strings.Join(args, " "), code, stderr)
	}
	return stdout
}

// strider returns the path of one of the repository's own models.
func strider(t testing.TB, name string) string {
	t.Helper()
	return truth.Testdata(t, "strider", name)
}

// write makes a file in a folder of the test's own.
func write(t *testing.T, name string, data []byte) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	if err := os.WriteFile(path, data, 0o644); err != nil {
		t.Fatal(err)
	}
	return path
}

// head returns the first bytes of a file.
func head(t *testing.T, path string, n int) []byte {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return data[:n]
}

// checkComplaint fails unless the standard error is one line that holds the
// given parts.
func checkComplaint(t *testing.T, stderr string, parts ...string) {
	t.Helper()
	if strings.Count(stderr, "\n") != 1 || !strings.HasPrefix(stderr, "sinew: ") {
		t.Errorf("standard error is not one line:\n%s", stderr)
	}
	for _, part := range parts {
		if !strings.Contains(stderr, part) {
			t.Errorf("%q does not hold %q", stderr, part)
		}
	}
}

// onlyFile fails where the folder of a file holds something else too.
func onlyFile(t *testing.T, path string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if e.Name() != filepath.Base(path) {
			t.Errorf("%s was left behind", e.Name())
		}
	}
}

// checkPage fails where a line is too wide for a terminal of 80 columns. The
// first may be longer: it is the file's path.
func checkPage(t *testing.T, out string) {
	t.Helper()
	for i, line := range strings.Split(out, "\n") {
		if n := len([]rune(line)); n > console.PageWidth && i > 0 {
			t.Errorf("line %d has %d columns: %s", i+1, n, line)
		}
	}
}

// smallBVH is a skeleton of two joints that no mesh has, with three frames.
const smallBVH = `HIERARCHY
ROOT Base
{
	OFFSET 0 0 0
	CHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation
	JOINT Middle
	{
		OFFSET 0 1 0
		CHANNELS 3 Zrotation Xrotation Yrotation
		End Site
		{
			OFFSET 0 1 0
		}
	}
}
MOTION
Frames: 3
Frame Time: 0.5
0 0 0 0 0 0 0 0 0
0 0 0 0 0 0 45 0 0
1 0 0 0 0 0 90 0 0
`

// smallOBJ is a triangle that nothing moves.
const smallOBJ = `o triangle
v 0 0 0
v 1 0 0
v 0 1 0
vn 0 0 1
f 1//1 2//1 3//1
`
