//go:build cgo && unix

package main

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// outputKind is a kind of output: a command line with placeholders, IN for a model and OUT for the output that is tested.
type outputKind struct {
	flag string // the command and its flag
	line string
	out  string // the name of OUT
	// written is the file that is tested where OUT is one beside it, or a folder.
	written string
	draws   bool // with OpenGL
	late    bool // it is written when a window is closed
}

func outputKinds(graph, avatar string) []outputKind {
	return []outputKind{
		{flag: "render --output", line: "render IN --size 16x12 -o OUT", out: "a.png", draws: true},
		{flag: "render --output", line: "render IN --size 16x12 --frames 2 -o OUT", out: "a.gif", draws: true},
		{flag: "render --output", line: "render IN --size 16x12 --frames 2 -o OUT", out: "a.apng", draws: true},
		{flag: "render --output", line: "render IN --size 16x12 --sprites 2 --frames 1 -o OUT", out: "a.png", written: "a.json", draws: true},
		{flag: "render --output", line: "render IN IN --as-one --size 16x12 -o OUT", out: "a.png", draws: true},
		{flag: "render --output", line: "render IN --size 16x12 -o OUT", out: "drawn/{file}.png", written: "drawn/in.png", draws: true},
		{flag: "weights --output", line: "weights IN --show hips --size 16x12 -o OUT", out: "a.png", draws: true},
		{flag: "weights --output", line: "weights IN --max 2 -o OUT", out: "a.glb"},
		{flag: "bake --output", line: "bake IN --meshes=false --clips exact -o OUT", out: "a.sinew"},
		{flag: "bake --output", line: "bake IN --meshes=false --clips exact -o OUT", out: "baked/", written: "baked/in.sinew"},
		{flag: "convert --output", line: "convert IN --no-check -o OUT", out: "a.glb"},
		{flag: "convert --output", line: "convert IN --no-check -o OUT", out: "a.gltf"},
		{flag: "convert --output", line: "convert IN --no-check -o OUT", out: "a.gltf", written: "a.bin"},
		{flag: "convert --output", line: "convert IN --no-check --only walk -o OUT", out: "{clip}.bvh", written: "walk.bvh"},
		{flag: "convert --output", line: "convert IN --no-check -o OUT", out: "made/", written: "made/in.glb"},
		{flag: "edit --output", line: "edit IN --clip wave --reverse -o OUT", out: "a.glb"},
		{flag: "edit --save-ops", line: "edit IN --clip wave --reverse --save-ops OUT", out: "a.json"},
		{flag: "rig --output", line: "rig IN --rename hips=pelvis -o OUT", out: "a.glb"},
		{flag: "retarget --output", line: "retarget IN --mirror --clip wave --exact -o OUT", out: "a.sinew"},
		{flag: "plot --output", line: "plot IN --joint hips -o OUT", out: "a.svg"},
		{flag: "plot --output", line: "plot IN --joint hips -o OUT", out: "a.png"},
		{flag: "graph --output", line: "graph " + graph + " IN -o OUT", out: "a.svg"},
		{flag: "control --output", line: "control " + avatar + " -o OUT", out: "a.json"},
		{flag: "man", line: "man OUT", out: "pages", written: "pages/sinew-bake.1"},
		{flag: "view --screenshot", line: "view IN --screenshot OUT", out: "a.png", late: true},
		{flag: "view --record", line: "view IN --graph " + graph + " --record OUT", out: "a.json", late: true},
	}
}

// otherOutputs are the flags of outputs that the table leaves out, with the reason.
func otherOutputs() map[string]string {
	return map[string]string{
		"demo --output":  "a folder, whose files render, convert, retarget and output.Write make",
		"view --edits":   "it is read and saved in place, by output.Write",
		"view --strokes": "it is read and saved in place, by output.Write",
	}
}

// TestOutputsTabled: each flag that names an output is in the table.
func TestOutputsTabled(t *testing.T) {
	tabled := otherOutputs()
	for _, k := range outputKinds("", "") {
		tabled[k.flag] = k.line
	}
	var walk func(c *cobra.Command)
	walk = func(c *cobra.Command) {
		c.Flags().VisitAll(func(f *pflag.Flag) {
			_, out := f.Value.(*console.OutputFlag)
			name, usage := pflag.UnquoteUsage(f)
			file := name == "file" || name == "folder"
			writes := f.Shorthand == "o" || file && (strings.Contains(usage, "write") || strings.Contains(usage, "save"))
			flag := c.Name() + " --" + f.Name
			if (out || writes) && tabled[flag] == "" {
				t.Errorf("the output of %s is not in the table: %s", flag, usage)
			}
			if writes && !out && otherOutputs()[flag] == "" {
				t.Errorf("%s is no console.OutputFlag: nothing compares it with inputs", flag)
			}
		})
		for _, sub := range c.Commands() {
			walk(sub)
		}
	}
	walk(newRoot())
}

// outputCase is what lies at an output before a command writes it.
type outputCase struct {
	name   string
	put    func(at, in, other string) error
	result outcome
}

// outcome is what becomes of an output.
type outcome int

const (
	written  outcome = iota // through the link
	isInput                 // refused, since it is the input
	notAFile                // refused, since no file can be there
)

func outputCases() []outputCase {
	return []outputCase{
		{"a link to the input", func(at, in, _ string) error { return os.Symlink(in, at) }, isInput},
		{"a hard link of the input", func(at, in, _ string) error { return os.Link(in, at) }, isInput},
		{"a link to a link of the input", func(at, in, other string) error {
			return errors.Join(os.Symlink(in, other+".link"), os.Symlink(other+".link", at))
		}, isInput},
		{"a link to another file, and a stale part", func(at, _, other string) error {
			return errors.Join(os.WriteFile(other, []byte("old"), 0o666), os.Symlink(other, at), stalePart(other))
		}, written},
		{"a link to nothing, and a stale part", func(at, _, other string) error { return errors.Join(os.Symlink(other, at), stalePart(other)) }, written},
		{"a pipe that nothing reads", func(at, _, _ string) error { return syscall.Mkfifo(at, 0o666) }, notAFile},
		{"a folder", func(at, _, _ string) error { return os.Mkdir(at, 0o777) }, notAFile},
	}
}

// stalePart makes what a killed run leaves.
func stalePart(of string) error {
	dir := filepath.Join(filepath.Dir(of), "."+filepath.Base(of)+".part")
	return errors.Join(os.Mkdir(dir, 0o700), os.WriteFile(filepath.Join(dir, ".sinew-lock"), nil, 0o600), os.WriteFile(filepath.Join(dir, filepath.Base(of)), []byte("half"), 0o600))
}

// TestOutputs: each kind of output treats all that can lie at its path by the one rule of package output. In short form the kinds
// that take the longest are tested with inputs alone.
func TestOutputs(t *testing.T) {
	model := read(t, strider(t, "strider.glb"))
	graph := write(t, "graph.json", `{"version": 1, "name": "walk", "root": {"type": "clip", "clip": "walk"}}`)
	avatar := write(t, "avatar.gltf", vrmFile)
	for _, k := range outputKinds(graph, avatar) {
		for _, c := range outputCases() {
			refused := c.result == isInput
			if testing.Short() && !refused && k.flag != "edit --output" && k.flag != "man" ||
				k.late && !refused || k.flag == "man" && refused {
				continue
			}
			name := strings.NewReplacer("{", "", "}", "").Replace(k.line + " " + k.out + " " + k.written + " is " + c.name) // a folder's name too
			t.Run(name, func(t *testing.T) {
				if k.draws && !refused {
					needGPU(t)
				}
				k.test(t, c, model)
			})
		}
	}
}

// test runs the command with a case at its output.
func (k outputKind) test(t *testing.T, c outputCase, model string) {
	dir := t.TempDir()
	in, other := filepath.Join(dir, "in.glb"), filepath.Join(dir, "other")
	at := filepath.Join(dir, k.out)
	if k.written != "" {
		at = filepath.Join(dir, k.written)
	}
	line := strings.Fields(k.line)
	input := in
	if k.flag == "control --output" {
		input = line[1]
		defer func(before string) {
			if read(t, input) != before {
				t.Error("the input has changed")
			}
		}(read(t, input))
	}
	put(t, in, model)
	must.Do(t, errors.Join(os.MkdirAll(filepath.Dir(at), 0o777), c.put(at, input, other)))
	before, err := os.Lstat(at)
	must.Do(t, err)
	code, _, stderr := sinew(t, stdioLine(strings.Join(line, " "), in, filepath.Join(dir, k.out))...)
	if left := read(t, in); left != model {
		t.Errorf("the input has %d bytes", len(left))
	}
	after, err := os.Lstat(at)
	if err != nil || after.Mode().Type() != before.Mode().Type() || before.Mode().IsDir() != after.Mode().IsDir() {
		t.Errorf("it was %v, is %v, %v", before.Mode(), after, err)
	}
	if before.Mode().Type()&fs.ModeSymlink == 0 && !os.SameFile(before, after) {
		t.Error("it is another file")
	}
	if (code == exitOK) != (c.result == written) || code != exitOK && !strings.Contains(stderr, filepath.Base(at)) {
		t.Errorf("exit code %d: %s", code, stderr)
	}
	if c.result == written && len(read(t, other)) < 20 {
		t.Errorf("the target of the link holds %q", read(t, other))
	}
	for _, pattern := range []string{".*.part", "*/.*.part"} {
		if litter, err := filepath.Glob(filepath.Join(dir, pattern)); err != nil || len(litter) > 0 {
			t.Errorf("left are %s, %v", litter, err)
		}
	}
}
