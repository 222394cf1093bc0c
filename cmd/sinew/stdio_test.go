//go:build cgo

package main

import (
	"encoding/base64"
	"path/filepath"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/soa/archive"
	"github.com/spf13/pflag"
)

// The placeholders of a model and of an output, for which a command line is run with files and with the standard streams.
const (
	inPlace  = "IN"
	outPlace = "OUT"
)

// TestStdio runs each command with a file and with "-" in place of it, for each argument that reads a model, and compares what
// it writes to a file and to the standard output.
func TestStdio(t *testing.T) {
	other := strider(t, "strider.sinew")
	graph := write(t, "graph.json", `{"version": 1, "name": "walk", "root": {"type": "clip", "clip": "walk"}}`)
	limit := write(t, "limit.json", `{"control": {"version": 1, "modifiers": [{"jointLimit": {"joint": "forearm.R", "hinge": {"axis": [1, 0, 0], "from": 0, "to": 150}}}]}}`)
	avatar := write(t, "avatar.gltf", vrmFile)
	stored := filepath.Join(t.TempDir(), "stored.sinew")
	succeed(t, "bake", other, "--graph", graph, "-o", stored)
	glb := strider(t, "strider.glb")
	tested := map[string]bool{ // what reads no model, or opens a window
		"completion": true, "demo": true, "doctor": true, "help": true, "man": true, "version": true, "view": true,
	}
	for _, c := range []struct {
		in, line string
		usual    string // the extension of "-o -"
	}{
		{glb, "info IN", ""}, {other, "info IN --only walk", ""}, {glb, "info " + other + " --with IN", ""}, {other, "info " + glb + " --with IN", ""},
		{glb, "pose IN --clip walk --time 0.3", ""}, {glb, "lint IN", ""}, {glb, "bench IN --n 1 --time 1ms --path keys", ""},
		{glb, "diff IN " + other + " --times 2", ""}, {glb, "diff " + other + " IN --times 2", ""},
		{glb, "bake IN -o OUT", ".sinew"}, {other, "bake IN -o OUT --meshes=false", ".sinew"}, {glb, "bake " + other + " IN --library -o OUT", ".sinew"},
		{glb, "convert IN -o OUT", ".glb"}, {glb, "convert " + strider(t, "strider_walk.fbx") + " --into IN -o OUT", ".glb"}, {avatar, "convert IN -o OUT", ".glb"},
		{glb, "edit IN --clip wave --reverse -o OUT", ".glb"}, {glb, "edit IN --clip wave --reverse --save-ops OUT", ".json"},
		{glb, "rig IN --rename hips=pelvis -o OUT", ".glb"}, {glb, "rig IN", ""},
		{glb, "weights IN", ""}, {glb, "weights IN --max 2 -o OUT", ".glb"}, {glb, "weights " + glb + " --from IN -o OUT", ".glb"},
		{glb, "retarget IN --mirror --clip wave -o OUT", ".sinew"}, {other, "retarget " + glb + " --clip wave --onto IN -o OUT", ".sinew"},
		{stored, "graph IN", ""}, {other, "graph " + graph + " IN -o OUT", ".svg"}, {avatar, "control IN -o OUT", ".json"}, {glb, "control " + limit + " IN -o OUT", ".json"},
		{glb, "plot IN --joint hips -o OUT", ".svg"}, {other, "plot " + glb + " IN --joint hips -o OUT", ".svg"},
		{glb, "render IN --size 40x30 -o OUT", ".png"}, {glb, "weights IN --show hips --size 40x30 -o OUT", ".png"},
	} {
		name, _, _ := strings.Cut(c.line, " ")
		tested[name] = true
		t.Run(c.line+" "+filepath.Ext(c.in), func(t *testing.T) {
			if c.usual == ".png" {
				needGPU(t)
			}
			dir, data := emptyFolder(t), read(t, c.in)
			out := filepath.Join(t.TempDir(), "out"+c.usual)
			code, want, problem := piped(t, "", stdioLine(c.line, c.in, out)...)
			if c.usual != "" {
				want = read(t, out)
			}
			gotCode, got, said := piped(t, data, stdioLine(c.line, console.Stdio, console.Stdio)...)
			if code != exitOK || gotCode != exitOK || said != "" {
				t.Fatalf("with files %d %s, with streams %d %s", code, problem, gotCode, said)
			}
			switch {
			case c.usual == "":
				if name != "bench" && len(strings.Fields(got)) != len(strings.Fields(want)) {
					t.Errorf("it prints\n%s\nnot\n%s", got, want)
				}
			case c.usual == ".sinew": // which names its sources
				if !archive.Sniff([]byte(got)) || len(got) < len(want)-1024 {
					t.Errorf("%d bytes, not %d", len(got), len(want))
				}
			case got != want && name != "plot" && name != "control": // which name the model
				t.Errorf("%d bytes, not the %d of the file", len(got), len(want))
			case got[:20] != want[:20]:
				t.Errorf("it begins %q, not %q", got[:20], want[:20])
			}
			onlyFile(t, filepath.Join(dir, "nothing"))
		})
	}
	for _, c := range newRoot().Commands() {
		if c.Runnable() && !tested[c.Name()] {
			t.Errorf("%s is not tested with the standard input", c.Name())
		}
		c.Flags().VisitAll(func(f *pflag.Flag) {
			if _, ok := f.Value.(*console.OutputFlag); f.Shorthand == "o" && !ok {
				t.Errorf("the output of %s cannot be the standard output", c.Name())
			}
		})
	}
}

// stdioLine returns a command line with its placeholders replaced.
func stdioLine(line, in, out string) []string {
	args := strings.Fields(line)
	for i, arg := range args {
		switch arg {
		case inPlace:
			args[i] = in
		case outPlace:
			args[i] = out
		}
	}
	return args
}

// emptyFolder makes a folder that is the current one and that of temporary files.
func emptyFolder(t *testing.T) string {
	t.Helper()
	dir := t.TempDir()
	t.Chdir(dir)
	t.Setenv("TMPDIR", dir)
	return dir
}

// TestStdioRefused: two arguments cannot be the standard input, nor can several files or a folder go to the standard output.
func TestStdioRefused(t *testing.T) {
	model := strider(t, "strider.glb")
	data := read(t, model)
	dir := emptyFolder(t)
	for line, parts := range map[string]string{
		"diff - -": "", "lint - -": "", "plot - - --joint hips -o a.svg": "", "bake - - -o out": "", "convert - - -o a.glb": "", "info - --with -": "",
		"retarget - --onto -": "", "weights - --from - -o a.glb": "", "convert - --into - -o a.glb": "", "info " + model + " --with - --with -": "", "demo -o -": "-o",
		"convert - -o -.{clip}.glb": "-.{clip}.glb", "render - --sprites 2 -o -": "--sprites", "edit - --reverse --save-ops - -o -": "--save-ops",
		"convert - -o -.fbx": "-.fbx", "plot - --joint hips -o -.gif": "-.gif",
	} {
		code, said, problem := piped(t, data, strings.Fields(line)...)
		if checkComplaint(t, problem, strings.Fields(parts)...); code != exitUsage || len(said) > 0 {
			t.Errorf("%s: exit code %d, printed %q", line, code, said)
		}
		onlyFile(t, filepath.Join(dir, "nothing"))
	}
}

// TestStdoutGLTF: a .gltf on the standard output has its data within it, the same as is beside a file.
func TestStdoutGLTF(t *testing.T) {
	for _, model := range []string{strider(t, "strider.glb"), strider(t, "strider.sinew")} { // with a file that is kept, and without
		name := filepath.Base(model)
		file := filepath.Join(t.TempDir(), "a.gltf")
		succeed(t, "convert", model, "-o", file)
		dir := emptyFolder(t)
		text := succeed(t, "convert", model, "-o", "-.gltf")
		doc := decode[struct {
			Buffers []struct {
				URI        string
				ByteLength int
			}
		}](t, text)
		if len(doc.Buffers) != 1 {
			t.Fatalf("%s: %d buffers", name, len(doc.Buffers))
		}
		uri := doc.Buffers[0].URI
		data, err := base64.StdEncoding.DecodeString(strings.TrimPrefix(uri, "data:application/octet-stream;base64,"))
		if err != nil || len(data) != doc.Buffers[0].ByteLength || string(data) != read(t, strings.TrimSuffix(file, ".gltf")+".bin") {
			t.Errorf("%s: %d bytes of %d, %v", name, len(data), doc.Buffers[0].ByteLength, err)
		}
		if strings.TrimRight(strings.Replace(text, uri, "a.bin", 1), " ") != strings.TrimRight(read(t, file), " ") {
			t.Errorf("%s: the rest differs from that of a file", name)
		}
		onlyFile(t, filepath.Join(dir, "nothing"))
		alone := write(t, "alone.gltf", text)
		if d := diffJSON(t, model, alone); d.Joint > 1e-5 || len(d.Clips) != 3 {
			t.Errorf("%s: %+v", name, d)
		}
	}
}
