//go:build cgo

package main

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/gpu/headless"
	"github.com/sinew-anim/sinew/internal/output"
	"github.com/sinew-anim/sinew/testdata"
	"github.com/spf13/cobra"
)

// step is one command line of the demo: a picture, or a file from which later ones are drawn.
type step struct {
	title string
	args  []string // the command, then its arguments
}

// The folders of the demo's own models.
const (
	wardenFolder  = "models/warden/"
	striderFolder = "models/strider/"
)

// ownSteps lists the steps with the models built into the command, in a folder.
func ownSteps(folder string) []step {
	at := func(name string) string { return filepath.Join(folder, filepath.FromSlash(name)) }
	render := func(title, model, out string, flags ...string) step {
		return step{title, append([]string{"render", at(model), "-o", at(out)}, flags...)}
	}
	const sheet = "4x2"
	md5, glb, wave := wardenFolder+"warden.md5mesh", wardenFolder+"warden.glb", wardenFolder+"wave.sinew"
	return []step{
		render("MD5: a textured character, walking", md5, "warden-md5.gif", "--grid", "--shadow"),
		render("MD5: a contact sheet from the side", md5, "warden-md5.png", "--camera", "side", "--sheet", sheet, "--size", "240x240"),
		{"glTF: the character and its two clips in one file", []string{"convert", at(md5), at(wardenFolder + "idle.md5anim"), "-o", at(glb)}},
		render("glTF: the character, looking round", glb, "warden-gltf.gif", "--clip", "idle", "--grid", "--shadow"),
		{"Collada: another character's wave, carried over to this one and compressed",
			[]string{"retarget", at(striderFolder + "strider_wave.dae"), "--onto", at(md5), "--only", "*CharRig", "-o", at(wave)}},
		render("an archive: the character, waving", wave, "warden-archive.gif", "--grid", "--shadow"),
		render("an archive: a contact sheet", wave, "warden-archive.png", "--sheet", sheet, "--size", "240x240"),
		render("a crowd of 1,000, each at its own time", md5, "crowd.png", "--instances", "1000", "--grid", "--size", "960x540"),
		render("FBX: a character with morph targets, walking", striderFolder+"strider_walk.fbx", "strider-fbx.gif",
			"--hide", tube, "--grid"),
		render("FBX: a contact sheet, with its skeleton", striderFolder+"strider_walk.fbx", "strider-fbx.png",
			"--hide", tube, "--sheet", sheet, "--skeleton", "--size", "240x240"),
		render("Collada: the same character, waving", striderFolder+"strider_wave.dae", "strider-collada.gif",
			"--hide", tube, "--clip", "CharRig", "--grid"),
		render("glTF: the same character, jumping", striderFolder+"strider.glb", "strider-gltf.gif",
			"--hide", tube, "--clip", "jump", "--grid"),
		render("glTF: a contact sheet", striderFolder+"strider.glb", "strider-gltf.png",
			"--hide", tube, "--clip", "jump", "--sheet", sheet, "--size", "240x240"),
	}
}

// tube is the mesh that stands beside strider and tests non-uniform scale.
const tube = "Cylinder*"

// installedModels is the folder of Debian's package assimp-testmodels.
const installedModels = "/usr/share/assimp/models"

// installedSteps lists the pictures of models that are installed.
func installedSteps(folder string) (list []step) {
	for _, s := range []struct {
		title, model, out string
		flags             []string
	}{
		{"DirectX: a bison", "X/Testwuson.X", "bison-x.gif", []string{"--size", "320x320"}},
		{"FBX: a bending trunk", "FBX/huesitos.fbx", "trunk-fbx.gif", []string{"--size", "320x320"}},
		{"BVH: captured motion, which has no meshes", "BVH/Boxing_Toes.bvh", "boxing-bvh.png",
			[]string{"--sheet", "4x2", "--size", "240x240"}},
	} {
		model := filepath.Join(installedModels, s.model)
		if _, err := os.Stat(model); err == nil {
			list = append(list, step{s.title, append([]string{"render", model, "-o", filepath.Join(folder, s.out)}, s.flags...)})
		}
	}
	return list
}

func newDemo() *cobra.Command {
	var dir string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Render the models built into the command",
		Long: `Demo imports characters in MD5, FBX, Collada and glTF, converts one, carries a clip over to
it, plays them, and writes animations, contact sheets and the models to a folder. It needs no
other file, no network and no display. It prints each command line that it runs.

Next: run one of these with your own file, or sinew view a model of the folder.`,
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) != 0 {
				return console.Usagef("demo takes no files, %d are given", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, _ []string) error {
			d := demo{dir: dir, stdout: cmd.OutOrStdout(), stderr: cmd.ErrOrStderr()}
			if asJSON {
				d.stdout = io.Discard
			}
			if err := d.run(cmd.Context()); err != nil {
				return err
			}
			if asJSON {
				return console.WriteJSON(cmd.OutOrStdout(), d.done)
			}
			return nil
		},
	}
	dir = "demo-out"
	console.AddOutput(cmd, &dir, "", "`folder` for pictures and models")
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// demo is one run of the command.
type demo struct {
	dir            string
	stdout, stderr io.Writer
	done           []*rendered
}

func (d *demo) run(ctx context.Context) error {
	begun := time.Now()
	if err := canDraw(); err != nil {
		return err
	}
	models := filepath.Join(d.dir, "models")
	if err := writeModels(ctx, models); err != nil {
		return err
	}
	for _, s := range ownSteps(d.dir) {
		if err := d.step(ctx, s); err != nil {
			return err
		}
	}
	for _, s := range installedSteps(d.dir) {
		if err := d.step(ctx, s); err != nil {
			if ctx.Err() != nil {
				return err
			}
			console.Warn(d.stderr, "%v", err) // not our file: continue without it
		}
	}
	return d.goodbye(time.Since(begun))
}

// canDraw returns an error if there is no OpenGL.
func canDraw() error {
	c, err := headless.New(1, 1)
	if err != nil {
		return err
	}
	return c.Close()
}

// step prints a command line and runs it.
func (d *demo) step(ctx context.Context, s step) error {
	ctx = output.WithGuard(ctx) // a step reads what those before it have written
	if _, err := fmt.Fprintf(d.stdout, "%s\n  $ sinew %s\n", s.title, shellLine(s.args)); err != nil {
		return err
	}
	said, err := "", error(nil)
	if command := s.args[0]; command == "render" {
		said, err = d.render(ctx, s.args[1:])
	} else {
		said, err = d.make(ctx, s.args)
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(d.stdout, "  %s\n", said)
	return err
}

// shellLine returns arguments as a shell reads them: patterns and spaces in quotes.
func shellLine(args []string) string {
	quoted := slices.Clone(args)
	for i, a := range quoted {
		if strings.ContainsAny(a, " *?[]'$\\") {
			quoted[i] = "'" + strings.ReplaceAll(a, "'", `'\''`) + "'"
		}
	}
	return strings.Join(quoted, " ")
}

// render draws a picture and returns a line about it.
func (d *demo) render(ctx context.Context, args []string) (string, error) {
	opt := new(renderOptions)
	cmd := opt.command()
	if err := cmd.ParseFlags(args); err != nil {
		return "", err
	}
	if err := opt.parse(cmd.Flags().Arg(0), cmd.Flags().Changed); err != nil {
		return "", err
	}
	drawn, err := opt.render(ctx, d.stderr)
	if err != nil {
		return "", err
	}
	d.done = append(d.done, drawn)
	return drawn.String(), nil
}

// make runs a command that writes a model, and returns the last line of its page.
func (d *demo) make(ctx context.Context, args []string) (string, error) {
	cmd := newConvert()
	if args[0] == "retarget" {
		cmd = newRetarget()
	}
	var page strings.Builder
	cmd.SetArgs(args[1:])
	cmd.SetOut(&page)
	cmd.SetErr(d.stderr)
	cmd.SilenceErrors, cmd.SilenceUsage = true, true
	if err := cmd.ExecuteContext(ctx); err != nil {
		return "", err
	}
	lines := strings.Split(strings.TrimSpace(page.String()), "\n")
	return strings.TrimSpace(lines[len(lines)-1]), nil
}

// goodbye says where everything lies and what to do next.
func (d *demo) goodbye(took time.Duration) error {
	where, err := filepath.Abs(d.dir)
	if err != nil {
		where = d.dir
	}
	warden := filepath.Join(d.dir, "models", "warden")
	_, err = fmt.Fprintf(d.stdout, `
%d pictures in %.0f s; they lie in %s
Next, with these models or your own:
  sinew info %s
  sinew view %s --with %s
  sinew pose %s --time 0.5 --json
`, len(d.done), took.Seconds(), where,
		filepath.Join(d.dir, "models", "strider", "strider_walk.fbx"),
		filepath.Join(warden, "warden.md5mesh"), filepath.Join(warden, "idle.md5anim"),
		filepath.Join(d.dir, "models", "strider", "strider.glb"))
	return err
}

// writeModels puts the models that the command carries into a folder.
func writeModels(ctx context.Context, folder string) error {
	return fs.WalkDir(testdata.Models, ".", func(name string, e fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if err := ctx.Err(); err != nil {
			return err
		}
		path := filepath.Join(folder, filepath.FromSlash(name))
		if e.IsDir() {
			return os.MkdirAll(path, 0o777)
		}
		data, err := testdata.Models.ReadFile(name)
		if err != nil {
			return err
		}
		return output.Write(path, data)
	})
}
