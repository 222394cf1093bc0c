package main

import (
	"bytes"
	"context"
	"encoding/json"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/reports"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/summary"
	"github.com/sinew-anim/sinew/internal/testing/must"
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

// answer is what a command prints with --json; the command has to succeed without a word on the standard error.
func answer[R any](t *testing.T, args ...string) R {
	t.Helper()
	return decode[R](t, succeed(t, append(slices.Clip(args), "--json")...))
}

func decode[R any](t *testing.T, text string) (r R) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), &r); err != nil {
		t.Fatalf("%v in %.300s", err, text)
	}
	return r
}

// infoOf is what info says of a file.
func infoOf(t *testing.T, args ...string) summary.Model {
	t.Helper()
	return answer[summary.Model](t, append([]string{"info"}, args...)...)
}

func clipNamesOf(in summary.Model) string {
	var names []string
	for _, c := range in.Clips {
		names = append(names, c.Name)
	}
	return strings.Join(names, ", ")
}

// diffJSON is what diff says of two files.
func diffJSON(t *testing.T, args ...string) reports.Diff {
	t.Helper()
	return answer[reports.Diff](t, append([]string{"diff"}, args...)...)
}

// strider returns the path of one of the repository's own models.
func strider(t testing.TB, name string) string {
	t.Helper()
	return truth.Testdata(t, "strider", name)
}

// write makes a file in a folder of the test's own.
func write[D string | []byte](t *testing.T, name string, data D) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), name)
	put(t, path, data)
	return path
}

// put writes a file, and makes its folder.
func put[D string | []byte](t *testing.T, path string, data D) {
	t.Helper()
	must.Do(t, os.MkdirAll(filepath.Dir(path), 0o777))
	must.Do(t, os.WriteFile(path, []byte(data), 0o666))
}

// read returns a file.
func read(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	must.Do(t, err)
	return string(data)
}

// checkComplaint fails unless the standard error is one line that holds the given parts.
func checkComplaint(t *testing.T, stderr string, parts ...string) {
	t.Helper()
	if strings.Count(stderr, "\n") != 1 || !strings.HasPrefix(stderr, "sinew: ") {
		t.Errorf("standard error is not one line:\n%s", stderr)
	}
	checkSaid(t, stderr, parts...)
}

// checkSaid fails unless a text holds the given parts.
func checkSaid(t *testing.T, text string, parts ...string) {
	t.Helper()
	for _, part := range parts {
		if !strings.Contains(text, part) {
			t.Errorf("%q does not hold %q", text, part)
		}
	}
}

// refused fails unless a command ends with an exit code, prints nothing on the standard output, and one line on the standard error
// that holds the given parts.
func refused(t *testing.T, code int, args []string, parts ...string) {
	t.Helper()
	got, stdout, stderr := sinew(t, args...)
	if got != code || stdout != "" {
		t.Errorf("%v: exit code %d, want %d; printed %q", args, got, code, stdout)
	}
	checkComplaint(t, stderr, parts...)
}

// interrupted fails unless a context ends a command with one line, and nothing on the standard output.
func interrupted(t *testing.T, ctx context.Context, args ...string) {
	t.Helper()
	code, stdout, stderr := sinewUntil(t, ctx, args...)
	if code != exitFailed || stdout != "" {
		t.Errorf("%v: exit code %d, printed %q", args, code, stdout)
	}
	checkComplaint(t, stderr, "interrupted")
}

// onlyFile fails where the folder of a file holds something else too.
func onlyFile(t *testing.T, path string) {
	t.Helper()
	entries, err := os.ReadDir(filepath.Dir(path))
	must.Do(t, err)
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

// farBVH is smallBVH with a root so far away that float32 cannot hold its way.
var farBVH = strings.NewReplacer("0 0 0 0 0 0 45 0 0", "300000 0 0 0 0 0 45 0 0", "1 0 0 0 0 0 90 0 0", "-300001 0 0 0 0 0 90 0 0").Replace(smallBVH)

// smallOBJ is a triangle that nothing moves.
const smallOBJ = `o triangle
v 0 0 0
v 1 0 0
v 0 1 0
vn 0 0 1
f 1//1 2//1 3//1
`

// vrmFile is a VRM file without pictures: hair on a head, and a sleeve that follows an arm.
const vrmFile = `{"asset": {"version": "2.0"}, "scene": 0, "scenes": [{"nodes": [0]}], "nodes": [
  {"name": "hips", "children": [1]}, {"name": "head", "translation": [0, 0.5, 0], "children": [2, 5]},
  {"name": "hair.0", "translation": [0, 0.1, 0], "children": [3]}, {"name": "hair.1", "translation": [0.1, 0, 0], "children": [4]}, {"name": "hair.2", "translation": [0.1, 0, 0]},
  {"name": "arm", "translation": [0.1, 0, 0], "children": [6]},
  {"name": "sleeve", "translation": [0.1, 0, 0], "extensions": {"VRMC_node_constraint": {"constraint": {"rotation": {"source": 3}}}}}],
 "extensions": {"VRMC_vrm": {"humanoid": {"humanBones": {"hips": {"node": 0}, "head": {"node": 1}}}},
  "VRMC_springBone": {"springs": [{"name": "hair", "joints": [{"node": 2, "gravityPower": 1}, {"node": 3, "gravityPower": 1}, {"node": 4}]}]}}}`
