package main

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// Backwards twice, through two files, is the clip.
func TestEditReversesTwice(t *testing.T) {
	dir := t.TempDir()
	once, twice := filepath.Join(dir, "once.sinew"), filepath.Join(dir, "twice.glb")
	page := succeed(t, "edit", strider(t, "strider.glb"), "--reverse", "-o", once)
	for _, part := range []string{"clip walk: 1.067 s", "  reverse", "once.sinew"} {
		if !strings.Contains(page, part) {
			t.Errorf("the page lacks %q:\n%s", part, page)
		}
	}
	succeed(t, "edit", once, "--reverse", "-o", twice)
	if d := diffOf(t, strider(t, "strider.glb"), twice); !(d < 1e-5) {
		t.Errorf("reversed twice it is %v m from itself", d)
	}
}

// Edits act in the order of their flags, and the list that is saved does what they did.
func TestEditSavesWhatItDid(t *testing.T) {
	dir := t.TempDir()
	file := strider(t, "strider.glb")
	flags, ops, again := filepath.Join(dir, "flags.sinew"), filepath.Join(dir, "ops.json"), filepath.Join(dir, "again.sinew")
	var said struct {
		Clips []struct {
			Results []string
			After   float64 `json:"seconds_after"`
			Steps   []struct{ Edit string }
		}
	}
	text := succeed(t, "edit", file, "--clip", "walk", "--as", "stroll", "--root-motion", "--trim", "0.2..0.8", "--speed", "0.5", "--loop", "0.2",
		"--smooth", "gaussian:0.03", "--reduce", "0.5mm", "--save-ops", ops, "-o", flags, "--json")
	if err := json.Unmarshal([]byte(text), &said); err != nil {
		t.Fatal(err)
	}
	if len(said.Clips) != 1 || len(said.Clips[0].Steps) != 6 || said.Clips[0].Steps[1].Edit != "trim" || said.Clips[0].Results[0] != "stroll" ||
		said.Clips[0].After < 1.199 || said.Clips[0].After > 1.201 {
		t.Errorf("it reports %+v", said)
	}
	succeed(t, "edit", file, "--ops", ops, "-o", again)
	a, err := os.ReadFile(flags)
	if err != nil {
		t.Fatal(err)
	}
	b, err := os.ReadFile(again)
	if err != nil {
		t.Fatal(err)
	}
	if string(a) != string(b) {
		t.Error("the list does not do what the flags did")
	}
}

// A loop of a walk that travels keeps its way, which the page states, and is closed in the other form.
func TestEditLoopsOnTheWay(t *testing.T) {
	out := filepath.Join(t.TempDir(), "loop.glb")
	page := succeed(t, "edit", strider(t, "strider.glb"), "--clip", "walk", "--trim", "0..0.8", "--loop", "0.2", "--root-motion", "-o", out)
	for _, part := range []string{"0.000 mm after", "goes on by 0.892 m"} {
		if !strings.Contains(page, part) {
			t.Errorf("the page lacks %q:\n%s", part, page)
		}
	}
}

// Words of --root-motion are fields of the edit.
func TestEditRootMotionWords(t *testing.T) {
	ops := filepath.Join(t.TempDir(), "ops.json")
	for words, want := range map[string]string{
		"":                            `{}`,
		"=forward":                    `{}`,
		"=follow":                     `{"follow": true}`,
		"=height,no-yaw,joint=hips":   `{"joint": "hips", "height": true, "noYaw": true}`,
		"=min-turn=12.5,max-sway=0.1": `{"minTurn": 12.5, "maxSway": 0.1}`,
		"=forward,remove-travel":      `{"removeTravel": true}`,
	} {
		succeed(t, "edit", strider(t, "strider.glb"), "--clip", "walk", "--root-motion"+words, "--save-ops", ops)
		data, err := os.ReadFile(ops)
		if err != nil {
			t.Fatal(err)
		}
		if text := strings.Join(strings.Fields(string(data)), ""); !strings.Contains(text, `{"rootMotion":`+strings.ReplaceAll(want, " ", "")+`}`) {
			t.Errorf("%q is %s", words, data)
		}
	}
	for words, want := range map[string]string{"=loop": `"loop" is none of`, "=min-turn=0": "not above 0", "=max-sway=x": "max-sway", "=follow,max-sway=1": "contradict"} {
		code, _, stderr := sinew(t, "edit", strider(t, "strider.glb"), "--root-motion"+words, "--save-ops", ops)
		if code != exitUsage || !strings.Contains(stderr, want) {
			t.Errorf("%q: exit code %d, %s", words, code, stderr)
		}
	}
}

func TestEditRefuses(t *testing.T) {
	file, out := strider(t, "strider.glb"), filepath.Join(t.TempDir(), "out.sinew")
	bad := write(t, "bad.json", []byte(`{"edits": {"version": 1, "clips": [{"clip": "walk", "edits": [{"offset": {"track": {"joint": "haed"}, "by": [0, 0, 0]}}]}]}}`))
	for _, test := range []struct {
		args []string
		code int
		says string
	}{
		{[]string{file}, 2, "output"},
		{[]string{file, "-o", out}, 2, "needs edits"},
		{[]string{file, "--reverse", "-o", "out.fbx"}, 2, ".fbx"},
		{[]string{file, "--reverse", "--as", "x", "-o", out}, 2, "--clip"},
		{[]string{file, "--trim", "0.2-1", "-o", out}, 2, "0.2..1.1"},
		{[]string{file, "--trim", "NaN..1", "-o", out}, 2, "not a number"},
		{[]string{file, "--smooth", "median", "-o", out}, 2, "no filter"},
		{[]string{file, "--reduce", "1", "-o", out}, 2, "0.1mm"},
		{[]string{file, "--retime", "0:0", "-o", out}, 1, "/edits/clips/0/edits/0/retime"},
		{[]string{file, "--trim", "0.2..99", "-o", out}, 1, "/edits/clips/0/edits/0/trim"},
		{[]string{file, "--join", "wlak", "-o", out}, 1, `did you mean "walk"`},
		{[]string{file, "--clip", "walk", "--loop", "100", "-o", out}, 1, "over 100 s"},
		{[]string{file, "--ops", bad, "-o", out}, 1, `/edits/clips/0/edits/0/offset/track`},
		{[]string{file, "--ops", "none.json", "-o", out}, 1, "none.json"},
	} {
		code, _, stderr := sinew(t, append([]string{"edit"}, test.args...)...)
		if code != test.code || !strings.Contains(stderr, test.says) {
			t.Errorf("%v: exit code %d, %s", test.args, code, stderr)
		}
		if _, err := os.Stat(out); err == nil {
			t.Errorf("%v: left a file", test.args)
		}
	}
}

// Steps are events of the file that is written, and the page says which part of a take loops.
func TestEditFindsStepsAndLoops(t *testing.T) {
	out := filepath.Join(t.TempDir(), "cycle.sinew")
	page := succeed(t, "edit", strider(t, "strider.glb"), "--clip", "walk", "--footfalls=l,r", "--find-loop=0.8..1.1", "-o", out)
	for _, part := range []string{"l at 0.3", "findLoop", "0.000 to 1.06", "mm apart"} {
		if !strings.Contains(page, part) {
			t.Errorf("the page lacks %q:\n%s", part, page)
		}
	}
	if info := succeed(t, "info", out); !strings.Contains(info, "event") {
		t.Errorf("the file has no events:\n%s", info)
	}
	for flag, want := range map[string]string{"--footfalls=l": "no pair of names", "--find-loop=1": "no span", "--find-loop=2..1": "above max"} {
		code, _, stderr := sinew(t, "edit", strider(t, "strider.glb"), flag, "-o", out)
		if code == 0 || !strings.Contains(stderr, want) {
			t.Errorf("%s: exit code %d, %s", flag, code, stderr)
		}
	}
}
