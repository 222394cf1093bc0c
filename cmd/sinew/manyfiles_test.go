//go:build cgo

package main

import (
	"context"
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
	"github.com/sinew-anim/sinew/internal/testing/must"
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
			put(t, file, "HIERARCHY\nROOT")
			broken = append(broken, file)
		default:
			good = append(good, file)
		}
	}
	for _, beside := range []string{"m/part0/skin.png", "m/part1/turn04.bin", "m/part2/turn05.edits.json", "m/notes.txt"} {
		put(t, beside, "?")
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

// failMany runs a command on the folder, which has to fail with a line that names the number of broken files, and returns its JSON.
func failMany[R any](t *testing.T, args ...string) R {
	t.Helper()
	code, stdout, stderr := sinew(t, append(args, "--json")...)
	if code != exitFailed {
		t.Errorf("%v: exit code %d", args, code)
	}
	checkComplaint(t, stderr, "3 of 30 ", "turn04.")
	return decode[R](t, stdout)
}

// errors are the files that failed.
func (m manyJSON[R]) errors() (files []string) {
	for _, f := range m.Files {
		if f.Error != "" {
			files = append(files, f.File)
		}
	}
	return files
}

// Info reads each model of a folder as it reads the file alone, whatever the number of workers, and
// says of the broken ones why.
func TestInfoMany(t *testing.T) {
	good, broken := folderOfMany(t)
	for _, workers := range []string{"1", "4"} {
		said := failMany[manyJSON[summary.Model]](t, "info", "m", "--workers", workers)
		if said.Failed != 3 || len(said.Files) != 30 || !slices.Equal(said.errors(), broken) {
			t.Fatalf("%d of %d failed: %q", said.Failed, len(said.Files), said.errors())
		}
		if !slices.IsSortedFunc(said.Files, func(a, b manyEntry[summary.Model]) int { return strings.Compare(a.File, b.File) }) {
			t.Error("the files are not in order")
		}
		alone := infoOf(t, good[7])
		at := slices.IndexFunc(said.Files, func(f manyEntry[summary.Model]) bool { return f.File == good[7] })
		among := *said.Files[at].Result
		if !reflect.DeepEqual(among.Clips, alone.Clips) || !reflect.DeepEqual(among.Joints, alone.Joints) || !reflect.DeepEqual(among.Findings, alone.Findings) {
			t.Errorf("among others %+v, alone %+v", among, alone)
		}
	}
}

// Lint checks each model by itself: it finds what it finds in the file alone, and no more.
func TestLintMany(t *testing.T) {
	good, broken := folderOfMany(t)
	said := failMany[reports.Lint](t, "lint", "m")
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
		alone := answer[reports.Lint](t, "lint", f.File)
		if f.Error != "" || !reflect.DeepEqual(f.Findings, alone.Files[0].Findings) {
			t.Errorf("%s: among others %v, alone %v", f.File, f.Findings, alone.Files[0].Findings)
		}
	}
	if _, sarif, _ := sinew(t, "lint", "m", "--sarif"); strings.Count(sarif, `"level": "error"`) < 3 || !strings.Contains(sarif, `"executionSuccessful": false`) {
		t.Errorf("SARIF:\n%s", sarif)
	}
	// Files that are named, and a pattern, are many too.
	code, stdout, stderr := sinew(t, "lint", good[0], broken[0], "missing.fbx", "m/part2/*[0-9].bvh", "--json")
	if said := decode[reports.Lint](t, stdout); code != exitFailed || len(said.Files) != 13 || said.Failed != 4 || said.Files[0].File != good[0] {
		t.Errorf("exit code %d: %+v", code, said)
	}
	checkComplaint(t, stderr, "4 of 13 ", "missing.fbx")
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
		said := failMany[manyJSON[any]](t, args...)
		if len(said.errors()) != 3 || args[0] != "bake" && (said.Failed != 3 || !slices.Equal(said.errors(), broken)) {
			t.Errorf("%s: %d failed, %q", c.args, said.Failed, said.errors())
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
	if said := answer[manyJSON[converter.Result]](t, "convert", good[0], good[1], "-o", "two/"); len(said.Files) != 2 || said.Files[1].Result.Outputs[0].Clips != 1 {
		t.Errorf("%+v", said)
	}
	// Into one file they are one model, as they always were.
	succeed(t, "convert", good[0], good[1], "-o", "one.glb")
	if in := infoOf(t, "one.glb"); len(in.Clips) != 2 {
		t.Errorf("%d clips", len(in.Clips))
	}
	if code, _, stderr := sinew(t, strings.Fields("convert m/part0/turn00.bvh m/../m/part0/turn00.bvh alone.glb -o .")...); code != exitFailed {
		t.Errorf("over an input: exit code %d, %s", code, stderr)
	}
}

// Diff compares the files of two folders by their paths, whatever their extensions, and fails for those
// that one of them lacks.
func TestDiffFolders(t *testing.T) {
	folderOfMany(t)
	sinew(t, "convert", "m", "-o", "out")
	must.Do(t, os.RemoveAll("out/part1"))
	writeTurn(t, "out/new.bvh", 30)
	code, stdout, stderr := sinew(t, "diff", "m", "out", "--json", "--workers", "2")
	said := decode[manyJSON[reports.Diff]](t, stdout)
	if code != exitFailed {
		t.Fatal(code, stderr)
	}
	compared, lacking := 0, 0
	for _, f := range said.Files {
		if f.Error != "" {
			lacking++
		} else if compared++; f.Result.FileB != strings.Replace(strings.TrimSuffix(f.File, ".bvh"), "m/", "out/", 1)+".glb" || !(f.Result.Joint < 1e-4) {
			t.Errorf("%+v", f)
		}
	}
	if compared != 18 || lacking != 13 || said.Failed != 13 { // part1 has 10 models, part2 2 of the broken
		t.Errorf("%d compared, %d lacking, %d failed", compared, lacking, said.Failed)
	}
	if last := said.Files[len(said.Files)-1]; last.File != filepath.Join("out", "new.bvh") {
		t.Errorf("the last is %s", last.File)
	}
	if said := answer[manyJSON[reports.Diff]](t, "diff", "out", "out/"); len(said.Files) != 19 || said.Failed > 0 {
		t.Errorf("a folder and itself: %+v", said)
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
	succeed(t, "info", file, "turn.bvh", "--only", "walk")
	code, _, stderr := sinew(t, "info", file, "turn.bvh", "--only", "swim")
	if checkComplaint(t, stderr, `"swim"`); code != exitUsage {
		t.Errorf("exit code %d", code)
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
	if _, _, stderr := sinew(t, "render", "m/part1", "--as-one", "-o", "x.png", "--size", "40x40"); !strings.Contains(stderr, "turn04.bvh") {
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
	if _, _, err := opt.openFirst(t.Context(), &out, &errs); err == nil || !strings.Contains(err.Error(), " 2 ") {
		t.Error(err)
	}
}
