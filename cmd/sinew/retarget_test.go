package main

import (
	"encoding/json"
	"path/filepath"
	"strings"
	"testing"
)

// diffOf returns the largest distance in metres between joints of two files.
func diffOf(t *testing.T, a, b string) float64 {
	t.Helper()
	var d struct {
		Joint float64 `json:"largest_joint_error"`
		Clips []any   `json:"clips"`
	}
	if err := json.Unmarshal([]byte(succeed(t, "diff", "--json", "--no-vertices", a, b)), &d); err != nil {
		t.Fatal(err)
	}
	if len(d.Clips) == 0 {
		t.Fatalf("%s and %s have no clips in common", a, b)
	}
	return d.Joint
}

func TestRetargetMirrorsClipsTwice(t *testing.T) {
	once, twice := filepath.Join(t.TempDir(), "once.sinew"), filepath.Join(t.TempDir(), "twice.sinew")
	page := succeed(t, "retarget", striderArchive(t), "--mirror", "-o", once, "--exact")
	for _, part := range []string{": 9 pairs, 15 in the middle", "clip walk_mirrored", "once.sinew: "} {
		if !strings.Contains(page, part) {
			t.Errorf("the page lacks %q:\n%s", part, page)
		}
	}
	// Under the old names, to be compared.
	for _, name := range []string{"walk", "jump"} {
		succeed(t, "retarget", once, "--mirror", "-o", twice, "--exact", "--clip", name+"_mirrored", "--name", name)
		if d := diffOf(t, striderArchive(t), twice); !(d < 1e-5) {
			t.Errorf("%s mirrored twice is %v m from itself", name, d)
		}
	}
}

func TestRetargetOntoItsOwnModel(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out.sinew")
	table := write(t, "table.json", []byte(`{"joints": {"fingers.L": null}}`))
	var said struct {
		Bytes int
		Clips []struct {
			Name     string
			Retarget struct {
				Scale  float64
				Joints []struct{ Source, Target, How string }
				Target []struct{ Joint string }
			}
		}
	}
	text := succeed(t, "retarget", striderArchive(t), "--onto", striderArchive(t), "--clip", "walk", "--keep", "--name", "{clip} again", "--map", table, "-o", out, "--json")
	if err := json.Unmarshal([]byte(text), &said); err != nil {
		t.Fatal(err)
	}
	if len(said.Clips) != 1 || said.Clips[0].Name != "walk again" || said.Bytes == 0 {
		t.Fatalf("%+v", said)
	}
	r := said.Clips[0].Retarget
	if r.Scale != 1 || len(r.Joints) != 25 || len(r.Target) != 9 || r.Target[0].Joint != "fingers.L" {
		t.Errorf("%+v", r)
	}
	if page := succeed(t, "info", out); !strings.Contains(page, "walk again") || !strings.Contains(page, "wave") {
		t.Errorf("the archive holds:\n%s", page)
	}
	// Without an output it only tells.
	if page := succeed(t, "retarget", striderArchive(t), "--onto", striderArchive(t), "--clip", "walk"); !strings.Contains(page, "26 joints") || !strings.Contains(page, "Ball (scaled unevenly)") {
		t.Errorf("%s", page)
	}
}

func TestRetargetRefusals(t *testing.T) {
	file, dir := striderArchive(t), t.TempDir()
	out := filepath.Join(dir, "out.sinew")
	for _, test := range []struct {
		name  string
		code  int
		parts []string
		args  []string
	}{
		{"neither onto nor mirror", exitUsage, []string{"--onto"}, []string{file}},
		{"no file", exitUsage, []string{"a model file, a folder"}, []string{"--mirror"}},
		{"goals without onto", exitUsage, []string{"need --onto"}, []string{file, "--mirror", "--goals"}},
		{"no archive", exitUsage, []string{".sinew"}, []string{file, "--mirror", "-o", filepath.Join(dir, "new")}},
		{"a plane", exitUsage, []string{"--plane", "none of x, y, z"}, []string{file, "--mirror", "--plane", "w"}},
		{"a factor", exitUsage, []string{"--travel"}, []string{file, "--onto", file, "--travel", "-1"}},
		{"one name for all", exitUsage, []string{"{clip}"}, []string{file, "--mirror", "--name", "x"}},
		{"no such clip", exitFailed, []string{"no clip", "near"}, []string{file, "--mirror", "--clip", "wlk"}},
		{"a name that is there", exitFailed, []string{"two clips"}, []string{file, "--mirror", "--name", "{clip}", "--keep", "-o", out}},
		{"a broken table", exitFailed, []string{"table.json", "line 1"}, []string{file, "--mirror", "--map", write(t, "table.json", []byte("{"))}},
		{"an unknown field", exitFailed, []string{"unknown field", `did you mean "joints"`}, []string{file, "--mirror", "--map", write(t, "t.json", []byte(`{"joint": {}}`))}},
		{"an unknown joint", exitFailed, []string{"there is no joint", `did you mean "chest"`}, []string{file, "--onto", file, "--map", write(t, "t.json", []byte(`{"joints": {"chets": "head"}}`))}},
		{"another one of the mirror", exitFailed, []string{"there is no joint"}, []string{file, "--mirror", "--map", write(t, "t.json", []byte(`{"mirror": {"boot": "shoe"}}`))}},
	} {
		code, stdout, stderr := sinew(t, append([]string{"retarget"}, test.args...)...)
		if code != test.code || stdout != "" {
			t.Errorf("%s: exit code %d, stdout %q", test.name, code, stdout)
		}
		checkComplaint(t, stderr, test.parts...)
	}
	if list, _ := filepath.Glob(filepath.Join(dir, "*")); len(list) > 0 {
		t.Errorf("left behind: %v", list)
	}
}
