//go:build cgo

package main

import (
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/batch"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/converter"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/reports"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/summary"
)

// folderOfMany is the working folder, with 30 models below m, of which three are broken, and files that
// are none.
func folderOfMany(t *testing.T) (good, broken []string) {
	t.Helper()
	t.Chdir(t.TempDir())
	for i := range 30 {
		file := filepath.Join("m", fmt.Sprintf("part%d", i%3), fmt.Sprintf("turn%02d.bvh", i))
		writeTurn(t, file, 5*(i+1))
		switch i {
		case 4, 17, 23:
			if err := os.WriteFile(file, []byte("HIERARCHY\nROOT"), 0o666); err != nil {
				t.Fatal(err)
			}
			broken = append(broken, file)
		default:
			good = append(good, file)
		}
	}
	for _, beside := range []string{"m/part0/skin.png", "m/part1/turn04.bin", "m/part2/turn05.edits.json", "m/notes.txt"} {
		if err := os.WriteFile(beside, []byte("?"), 0o666); err != nil {
			t.Fatal(err)
		}
	}
	slices.Sort(good)
	return good, broken
}

// manyJSON is what many files are in JSON.
type manyJSON[R any] struct {
	Files  []manyEntry[R]
	Failed int
}

type manyEntry[R any] struct {
	File, Error string
	Result      *R
}

// failMany runs a command that has to fail with a line that names the number of broken files.
func failMany(t *testing.T, into any, args ...string) (stdout string) {
	t.Helper()
	code, stdout, stderr := sinew(t, args...)
	if code != exitFailed {
		t.Errorf("%v: exit code %d", args, code)
	}
	checkComplaint(t, stderr, "3 of 30 ", " failed: ", "turn04.bvh")
	if into != nil {
		if err := json.Unmarshal([]byte(stdout), into); err != nil {
			t.Fatalf("%v: %v", args, err)
		}
	}
	return stdout
}

// namesAll fails if a page does not say of each broken file why it failed.
func namesAll(t *testing.T, page string, broken []string) {
	t.Helper()
	checkPage(t, page)
	for _, file := range broken {
		if strings.Count(page, file) < 2 { // in the table, and why
			t.Errorf("the page does not name %s:\n%s", file, page)
		}
	}
	if n := strings.Count(page, "\nFAILED: "); n != len(broken) {
		t.Errorf("the page says %d times why:\n%s", n, page)
	}
}

// Info reads each model of a folder as it reads the file alone, whatever the number of workers, and
// says of the broken ones why.
func TestInfoMany(t *testing.T) {
	good, broken := folderOfMany(t)
	for _, workers := range []string{"1", "4"} {
		var said manyJSON[summary.Model]
		failMany(t, &said, "info", "m", "--json", "--workers", workers)
		if said.Failed != 3 || len(said.Files) != 30 {
			t.Fatalf("%d of %d failed", said.Failed, len(said.Files))
		}
		if !slices.IsSortedFunc(said.Files, func(a, b manyEntry[summary.Model]) int { return strings.Compare(a.File, b.File) }) {
			t.Error("the files are not in order")
		}
		for _, f := range said.Files {
			if slices.Contains(broken, f.File) != (f.Error != "") || (f.Error == "") != (f.Result != nil) {
				t.Errorf("%s: %q, %v", f.File, f.Error, f.Result)
			}
		}
		alone := infoOf(t, good[7])
		at := slices.IndexFunc(said.Files, func(f manyEntry[summary.Model]) bool { return f.File == good[7] })
		among := *said.Files[at].Result
		if !reflect.DeepEqual(among.Clips, alone.Clips) || !reflect.DeepEqual(among.Joints, alone.Joints) || !reflect.DeepEqual(among.Findings, alone.Findings) {
			t.Errorf("among others %+v, alone %+v", among, alone)
		}
	}
	page := failMany(t, nil, "info", "m")
	namesAll(t, page, broken)
	if !strings.Contains(page, "\nfile                format  joints  clips  meshes  losses\nm/part0/turn00.bvh     bvh ") || !strings.Contains(page, "\n30 files: 3 failed, in ") {
		t.Errorf("the page:\n%s", page)
	}
}

// Lint checks each model by itself: it finds what it finds in the file alone, and no more.
func TestLintMany(t *testing.T) {
	good, broken := folderOfMany(t)
	var said reports.Lint
	failMany(t, &said, "lint", "m", "--json")
	if said.Failed != 3 || len(said.Files) != 30 {
		t.Fatalf("%d of %d failed", said.Failed, len(said.Files))
	}
	for _, f := range said.Files {
		if slices.Contains(broken, f.File) {
			if f.Error == "" || len(f.Findings) > 0 {
				t.Errorf("%s: %+v", f.File, f)
			}
			continue
		}
		var alone reports.Lint
		if err := json.Unmarshal([]byte(succeed(t, "lint", f.File, "--json")), &alone); err != nil {
			t.Fatal(err)
		}
		if f.Error != "" || !reflect.DeepEqual(f.Findings, alone.Files[0].Findings) {
			t.Errorf("%s: among others %v, alone %v", f.File, f.Findings, alone.Files[0].Findings)
		}
	}
	namesAll(t, failMany(t, nil, "lint", "m"), broken)
	if sarif := failMany(t, nil, "lint", "m", "--sarif"); strings.Count(sarif, `"level": "error"`) < 3 || !strings.Contains(sarif, `"executionSuccessful": false`) {
		t.Errorf("SARIF:\n%s", sarif)
	}
	// Files that are named, and a pattern, are many too.
	code, page, stderr := sinew(t, "lint", good[0], broken[0], "missing.fbx", "m/part2/*[0-9].bvh")
	if code != exitFailed || !strings.Contains(page, " in 13 files, 4 failed") || !strings.Contains(page, good[0]) {
		t.Errorf("exit code %d:\n%s", code, page)
	}
	checkComplaint(t, stderr, "4 of 13 files failed: ", "missing.fbx")
}

// Convert, bake and retarget write an output for each model that is not broken, at its place.
func TestConvertMany(t *testing.T) {
	good, broken := folderOfMany(t)
	target := strings.ReplaceAll(strings.Join(good, " "), ".bvh", "")
	for _, c := range []struct{ args, extension string }{
		{"convert m -o out1", ".glb"}, {"convert m -o out2/{file}.gltf --workers 3", ".gltf"}, {"bake m -o out3", ".sinew"},
		{"retarget m --onto " + good[1] + " -o out4/", ".sinew"}, {"convert m --full-names -o out5", ".bvh.glb"},
		{"convert m -o m/out6/", ".glb"}, {"convert m -o m/out6/", ".glb"}, // the second time nothing is read from there
	} {
		args := strings.Fields(c.args)
		code, page, stderr := sinew(t, args...)
		if code != exitFailed || !strings.Contains(page, "3 failed") {
			t.Errorf("%s: exit code %d, %s\n%s", c.args, code, stderr, page)
		}
		if args[0] != "bake" {
			namesAll(t, page, broken)
		}
		out := strings.TrimSuffix(strings.TrimSuffix(args[slices.Index(args, "-o")+1], "/"), "/{file}.gltf")
		var places []string
		for place := range filesBelow(t, out) {
			if name, ok := strings.CutSuffix(place, c.extension); ok {
				places = append(places, "m/"+name)
			} else if filepath.Ext(place) != ".bin" {
				t.Errorf("%s: %s", c.args, place)
			}
		}
		slices.Sort(places)
		if got := strings.Join(places, " "); got != target {
			t.Errorf("%s writes %s", c.args, got)
		}
	}
	// What was converted among others is what is converted alone.
	succeed(t, "convert", good[3], "-o", "alone.glb")
	among := filesBelow(t, "out1")[strings.TrimPrefix(strings.TrimSuffix(good[3], ".bvh"), "m/")+".glb"]
	if alone := filesBelow(t, ".")["alone.glb"]; alone == "" || alone != among {
		t.Error("among others a model becomes another file")
	}
	var said manyJSON[converter.Result]
	code, stdout, _ := sinew(t, "convert", good[0], good[1], "-o", "two/", "--json")
	if err := json.Unmarshal([]byte(stdout), &said); err != nil || code != exitOK || len(said.Files) != 2 || said.Files[1].Result.Outputs[0].Clips != 1 {
		t.Errorf("%d, %v: %s", code, err, stdout)
	}
	// Into one file they are one model, as they always were.
	if in := infoOf(t, convertedTo(t, "one.glb", good[0], good[1])); len(in.Clips) != 2 {
		t.Errorf("%d clips", len(in.Clips))
	}
	for args, says := range map[string]string{
		"convert m -o x.glb": "--as-one", "convert m -o m": "the folder of the models", "retarget m --mirror -o x.sinew": "-o out/",
		"convert m/part0/turn00.bvh m/../m/part0/turn00.bvh alone.glb -o .": "", "info m --workers 0": "--workers", "pose m": "--as-one", "diff m alone.glb": "two folders",
	} {
		code, _, stderr := sinew(t, strings.Fields(args)...)
		if want := map[bool]int{true: exitUsage, false: exitFailed}[says != ""]; code != want || !strings.Contains(stderr, says) {
			t.Errorf("%s: exit code %d, %s", args, code, stderr)
		}
	}
}

// convertedTo converts files into one.
func convertedTo(t *testing.T, out string, files ...string) string {
	t.Helper()
	succeed(t, append(append([]string{"convert"}, files...), "-o", out)...)
	return out
}

// Diff compares the files of two folders by their paths, whatever their extensions, and fails for those
// that one of them lacks.
func TestDiffFolders(t *testing.T) {
	folderOfMany(t)
	sinew(t, "convert", "m", "-o", "out")
	if err := os.RemoveAll("out/part1"); err != nil {
		t.Fatal(err)
	}
	writeTurn(t, "out/new.bvh", 30)
	var said manyJSON[reports.Diff]
	code, stdout, stderr := sinew(t, "diff", "m", "out", "--json", "--workers", "2")
	if err := json.Unmarshal([]byte(stdout), &said); err != nil || code != exitFailed {
		t.Fatal(code, err, stderr)
	}
	compared, lacking := 0, 0
	for _, f := range said.Files {
		switch {
		case f.Error == "":
			if compared++; f.Result.FileB != strings.Replace(strings.TrimSuffix(f.File, ".bvh"), "m/", "out/", 1)+".glb" || !(f.Result.Joint < 1e-4) {
				t.Errorf("%+v", f)
			}
		case strings.Contains(f.Error, "has no counterpart in "):
			lacking++
		default:
			t.Errorf("%+v", f)
		}
	}
	if compared != 18 || lacking != 13 || said.Failed != 13 { // part1 has 10 models, part2 2 of the broken
		t.Errorf("%d compared, %d lacking, %d failed", compared, lacking, said.Failed)
	}
	if last := said.Files[len(said.Files)-1]; last.File != filepath.Join("out", "new.bvh") {
		t.Errorf("the last is %s", last.File)
	}
	if page := succeed(t, "diff", "out", "out/"); !strings.Contains(page, "\n19 files: 0 failed") {
		t.Errorf("a folder and itself:\n%s", page)
	}
}

// Many files end soon when they are interrupted, and what is printed by then is whole.
func TestManyInterrupted(t *testing.T) {
	folderOfMany(t)
	for _, args := range [][]string{{"info", "m", "--workers", "2"}, {"convert", "m", "-o", "out", "--workers", "2"}} {
		ctx, cancel := context.WithCancel(t.Context())
		stdout, stderr := &stopAfter{cancel: cancel}, new(strings.Builder)
		if code := run(ctx, args, strings.NewReader(""), stdout, stderr); code != exitFailed || strings.Contains(stdout.text.String(), "turn29") {
			t.Errorf("%v: exit code %d:\n%s", args, code, &stdout.text)
		}
		checkComplaint(t, stderr.String(), "interrupted")
	}
}

// --only has to match a clip of any file, not of each.
func TestManyOnly(t *testing.T) {
	file := strider(t, "strider.glb")
	t.Chdir(t.TempDir())
	writeTurn(t, "turn.bvh", 30)
	for pattern, want := range map[string]int{"walk": exitOK, "swim": exitUsage} {
		if code, _, stderr := sinew(t, "info", file, "turn.bvh", "--only", pattern); code != want || (code != exitOK) != strings.Contains(stderr, `no clip matches "swim"`) {
			t.Errorf("%s: exit code %d, %s", pattern, code, stderr)
		}
	}
}

// With --as-one many files are one model for every command, and one that cannot be read is said.
func TestAsOne(t *testing.T) {
	folderOfMany(t)
	few := "m/part0/turn0[03].bvh m/part0/turn06.bvh"
	for _, args := range []string{"lint " + few, "info m/part0 --strict", "convert m/part0 -o one.glb", "convert " + few + " -o few.glb", "retarget m/part0 --mirror -o one.sinew"} {
		fields := append(strings.Fields(args), "--as-one", "--json")
		code, stdout, stderr := sinew(t, fields...)
		if code != exitOK || strings.Contains(stdout, `"files": [`) && !strings.Contains(args, "lint") {
			t.Errorf("%v: exit code %d, %s\n%s", fields, code, stderr, stdout)
		}
	}
	for file, clips := range map[string]int{"one.glb": 10, "few.glb": 3, "one.sinew": 10} {
		if in := infoOf(t, file); len(in.Clips) != clips {
			t.Errorf("%s has %d clips", file, len(in.Clips))
		}
	}
	for _, args := range []string{"lint m/part1", "info m/part1", "convert m/part1 -o two.glb", "info m/part0/turn00.bvh --with m/part1"} {
		code, stdout, stderr := sinew(t, append(strings.Fields(args), "--as-one")...)
		if code != exitFailed || stdout == "" {
			t.Errorf("%s: exit code %d", args, code)
		}
		checkComplaint(t, stderr, "turn04.bvh")
	}
	if _, _, stderr := sinew(t, "render", "m/part1", "--as-one", "-o", "x.png", "--size", "40x40"); !strings.Contains(stderr, "left out: ") {
		t.Errorf("render says %q", stderr)
	}
}

// View shows the first file that can be read, and lists them all.
func TestViewFirst(t *testing.T) {
	_, broken := folderOfMany(t)
	var out, errs strings.Builder
	opt := &viewOptions{list: []batch.File{{Path: broken[0]}, {Path: "m/part0/turn03.bvh"}, {Path: "m/part0/turn00.bvh"}}}
	o, _, err := opt.openFirst(t.Context(), &out, &errs)
	if err != nil || o.File != "m/part0/turn03.bvh" || opt.File != o.File {
		t.Fatal(err)
	}
	if want := "3 files, of which * is shown:\n  m/part1/turn04.bvh\n* m/part0/turn03.bvh\n  m/part0/turn00.bvh\n"; out.String() != want {
		t.Errorf("it lists\n%s", &out)
	}
	checkComplaint(t, errs.String(), "warning: ", broken[0])
	opt.list = []batch.File{{Path: broken[0]}, {Path: broken[1]}}
	if _, _, err := opt.openFirst(t.Context(), &out, &errs); err == nil || err.Error() != "none of 2 files can be shown" {
		t.Error(err)
	}
}
