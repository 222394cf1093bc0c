package main

import (
	"flag"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/golden"
	"github.com/sinew-anim/sinew/internal/testing/must"
)

var update = flag.Bool("update", false, "write testdata/help and testdata/pages anew")

// changing is what a page says differently each time, and on each machine: durations, memory and versions.
var changing = regexp.MustCompile(`(?s)(sinew \S+)?, opened in [^\n]*|\bin [\d.]+ m?s\b[^\n]*? of them parsing.*?(The file|Memory)|(, \d+ kB)?, in [\d.]+ m?s\b|\([\d.]+ m?s import\)|: [^\n]* as a model`)

// wider are commands whose pages may have lines too long for a terminal of 80 columns.
var wider = map[string]bool{"bake": true, "control": true, "graph": true, "retarget": true}

// pages are command lines whose pages are held, by the names of the files that hold them. They run one after the other in one folder.
func pages() [][2]string {
	return [][2]string{
		{"bake", "bake strider.glb -o hero.sinew --bank --graph hero.json --control reach.json --events events.toml --root-motion --additive wave@first --contacts"},
		{"bake again", "bake strider.glb -o hero.sinew --bank --graph hero.json --control reach.json --events events.toml --root-motion --additive wave@first --contacts"},
		{"bake many", "bake many --contacts -o baked"},
		{"bake exact", "bake far.bvh -o far.sinew"},
		{"bake proportions", "bake m.gltf tall.gltf --library -o tall.sinew"},
		{"bake library", "bake strider.sinew hero.sinew --library -o library.sinew"},
		{"bake config", "bake --print-config"},
		{"info", "info strider.glb"},
		{"info archive", "info hero.sinew"},
		{"info frames", "info baked/a/one.sinew"},
		{"info exact", "info far.sinew"},
		{"info far", "info far.bvh"},
		{"info many", "info many far.bvh"},
		{"info as one", "info many --as-one"},
		{"info without nodes", "info red.gltf"},
		{"info proportions", "info m.gltf --with tall.gltf"},
		{"lint", "lint strider.glb"},
		{"lint many", "lint many"},
		{"lint rules", "lint --rules"},
		{"pose", "pose strider.sinew --clip walk --time 0.4 --time 0.5 --vertices"},
		{"pose layers", "pose strider.sinew --layers layers.json --root-motion --time 0.4"},
		{"pose rest", "pose red.gltf"},
		{"pose graph", "pose strider.sinew --graph hero.json --play jump.json --time 1"},
		{"pose floats", "pose lamp.sinew --time 0.5"},
		{"info floats", "info lamp.sinew"},
		{"graph", "graph hero.json"},
		{"graph model", "graph hero.json strider.sinew"},
		{"graph play", "graph hero.json strider.sinew --play jump.json"},
		{"control", "control reach.json"},
		{"control avatar", "control avatar.gltf"},
		{"edit", "edit strider.glb --clip walk --root-motion --trim 0..0.8 --loop 0.2 --reduce 0.5mm -o edited.glb"},
		{"edit found", "edit strider.glb --clip walk --footfalls=l,r --find-loop=0.8..1.1 -o found.sinew"},
		{"edit record", "edit strider.glb --record baked --layers layers.json --reverse -o recorded.glb"},
		{"convert", "convert strider.glb -o converted.glb"},
		{"convert loses", "convert hero.sinew -o lost.glb"},
		{"convert many", "convert many -o converted"},
		{"retarget", "retarget strider.sinew --onto strider.glb --clip walk -o onto.sinew"},
		{"retarget mirror", "retarget strider.sinew --mirror -o mirrored.sinew --exact"},
		{"retarget rest", "retarget first_frame.bvh --onto first_frame_target.gltf"},
		{"retarget half known", "retarget half_known_arms.gltf --onto half_known_target.gltf"},
		{"rig", "rig strider.glb"},
		{"rig pose", "rig strider.glb --pose T --insert hat=head@-0.56,1.9,-0.5 --rename hand.L=fist.L -o rigged.glb"},
		{"weights", "weights strider.glb"},
		{"weights steps", "weights strider.glb --prune 0.02 --max 2 -o weighed.glb"},
		{"diff", "diff strider.sinew hero.sinew --times 20"},
		{"diff weights", "diff strider.glb weighed.glb --times 20"},
		{"diff floats", "diff lamp.sinew brighter.sinew"},
		{"diff folders", "diff many converted"},
		{"plot", "plot strider.glb --joint hips -o hips.svg"},
		{"render", "render strider.glb -o picture.png --size 40x30"},
		{"render sprites", "render strider.glb -o hero.png --sprites 4 --frames 3 --size 20x30"},
		{"render many", "render many --size 40x30 -o drawn"},
	}
}

// TestPages holds the page for people of each command; what a page says is tested by --json.
func TestPages(t *testing.T) {
	folder, err := filepath.Abs(filepath.Join("testdata", "pages"))
	must.Do(t, err)
	beside, err := filepath.Glob(filepath.Join("testdata", "*.*"))
	must.Do(t, err)
	proportions, err := filepath.Glob("../../testdata/proportions/*.gltf")
	must.Do(t, err)
	dir := t.TempDir()
	for _, file := range append(append(beside, proportions...), strider(t, "strider.glb"), strider(t, "strider.sinew")) {
		put(t, filepath.Join(dir, filepath.Base(file)), read(t, file))
	}
	for name, data := range map[string]string{
		"hero.json": locomotion, "jump.json": jumping, "reach.json": reaching, "layers.json": waveWhileWalking, "avatar.gltf": vrmFile, "red.gltf": materialAlone,
		"events.toml": "[[event]]\nclip = \"walk\"\ntime = 0.25\nlength = 0.5\nname = \"left foot\"\n[[event]]\nclip = \"walk\"\ntime = 1\nname = \"clap\"\n",
		"far.bvh":     farBVH, "many/a/one.bvh": smallBVH, "many/b/two.bvh": smallBVH, "many/broken.bvh": "HIERARCHY\nROOT", "many/child.bvh": strings.ReplaceAll(smallBVH, "0 1 0", "0 45 0"),
		"lamp.sinew": read(t, lampArchive(t, 5)), "brighter.sinew": read(t, lampArchive(t, 6)),
	} {
		put(t, filepath.Join(dir, name), data)
	}
	t.Chdir(dir)
	for _, p := range pages() {
		t.Run(p[0], func(t *testing.T) {
			if strings.HasPrefix(p[1], "render") {
				needGPU(t)
			}
			holdPage(t, filepath.Join(folder, strings.ReplaceAll(p[0], " ", "-")+".txt"), p[1])
		})
	}
}

// holdPage holds what a command prints and how it ends to a file.
func holdPage(t *testing.T, file, line string) {
	t.Helper()
	code, stdout, stderr := sinew(t, strings.Fields(line)...)
	if command, _, _ := strings.Cut(line, " "); !wider[command] {
		checkPage(t, stdout)
	}
	var text strings.Builder
	text.WriteString("$ sinew " + line + "\n" + stdout)
	for l := range strings.Lines(stderr) {
		text.WriteString("! " + l)
	}
	if code != exitOK {
		text.WriteString("exit code 1\n")
	}
	golden.File(t, file, changing.ReplaceAll([]byte(text.String()), []byte("… $2")), *update)
}

// topicNamed is a topic or command that a help names.
var topicNamed = regexp.MustCompile(`sinew\s+help\s+([a-z-]+)`)

// TestHelpPages holds the help of each command and topic of a build that has them all. It fits a screen, names what to try next, and
// names no topic that there is not.
func TestHelpPages(t *testing.T) {
	hold := func(name, help string) {
		if wholeBuild {
			golden.File(t, filepath.Join("testdata", "help", name+".txt"), []byte(help), *update)
		}
	}
	whole := succeed(t, []string{}...)
	if whole != succeed(t, "--help") {
		t.Error("without arguments it prints another help")
	}
	hold("sinew", whole)
	known := map[string]bool{}
	for _, c := range newRoot().Commands() {
		known[c.Name()] = true
	}
	for name := range known {
		help := succeed(t, "help", name)
		hold(name, help)
		if n := strings.Count(help, "\n"); n > 60 {
			t.Errorf("the help of %s has %d lines", name, n)
		}
		for line := range strings.Lines(help) {
			if n := len([]rune(line)); n > 126 {
				t.Errorf("the help of %s has a line of %d columns: %s", name, n, line)
			}
		}
		if name != "help" && name != "completion" && !strings.Contains(help, "Next: ") && !strings.Contains(help, "not in this build") {
			t.Errorf("the help of %s does not name what to try next", name)
		}
		for _, topic := range topicNamed.FindAllStringSubmatch(help, -1) {
			if !known[topic[1]] {
				t.Errorf("the help of %s names the topic %q, which does not exist", name, topic[1])
			}
		}
	}
}
