//go:build cgo

package main

import (
	"context"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/gpu/headless"
	"github.com/sinew-anim/sinew/testdata"
	"github.com/spf13/cobra"
)

// show is one picture of the demo: a model and the flags of render.
type show struct {
	title string
	model string // in the folder of the demo's own models, or absolute
	out   string
	flags []string
}

// ownShows lists the pictures of the models built into the command.
func ownShows() []show {
	tail := []string{"--clip", "CharRig", "--clip", "TailRig_TailRig"} // a clip for each armature of the file
	return []show{
		{"FBX: a character with morph targets and a tail, walking", "strider/strider_walk.fbx", "strider-fbx.gif",
			[]string{"--grid"}},
		{"FBX: the same as a contact sheet, with its skeleton", "strider/strider_walk.fbx", "strider-fbx.png",
			[]string{"--sheet", "4x2", "--skeleton", "--size", "240x240"}},
		{"Collada: the same character, waving", "strider/strider_wave.dae", "strider-collada.gif",
			append([]string{"--grid"}, tail...)},
		{"Collada: a contact sheet", "strider/strider_wave.dae", "strider-collada.png",
			append([]string{"--sheet", "4x2", "--size", "240x240"}, tail...)},
		{"glTF: the same character, jumping", "strider/strider.glb", "strider-gltf.gif",
			[]string{"--clip", "jump", "--grid"}},
		{"glTF: a contact sheet", "strider/strider.glb", "strider-gltf.png",
			[]string{"--clip", "jump", "--sheet", "4x2", "--size", "240x240"}},
		{"MD5: a textured character, walking", "warden/warden.md5mesh", "warden-md5.gif", []string{"--grid", "--shadow"}},
		{"MD5: a contact sheet from the side", "warden/warden.md5mesh", "warden-md5.png",
			[]string{"--camera", "side", "--sheet", "4x2", "--size", "240x240"}},
		{"a crowd of 1,000, each at its own time", "warden/warden.md5mesh", "crowd.png",
			[]string{"--instances", "1000", "--grid", "--size", "960x540"}},
	}
}

// installedModels is the folder of Debian's package assimp-testmodels.
const installedModels = "/usr/share/assimp/models"

// installedShows lists the pictures of models that may be installed.
func installedShows() []show {
	return []show{
		{"DirectX: a bison", installedModels + "/X/Testwuson.X", "bison-x.gif", []string{"--size", "320x320"}},
		{"FBX: a bending trunk", installedModels + "/FBX/huesitos.fbx", "trunk-fbx.gif", []string{"--size", "320x320"}},
		{"BVH: captured motion, which has no meshes", installedModels + "/BVH/Boxing_Toes.bvh", "boxing-bvh.png",
			[]string{"--sheet", "4x2", "--size", "240x240"}},
	}
}

func newDemo() *cobra.Command {
	var dir string
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "demo",
		Short: "Render the models built into the command",
		Long: `Demo imports characters in FBX, Collada, glTF and MD5, plays them, and writes animations,
contact sheets and the models to a folder. It needs no other file, no network and no display.
It prints each command line that it runs.

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
	for _, s := range ownShows() {
		s.model = filepath.Join(models, filepath.FromSlash(s.model))
		if err := d.show(ctx, s); err != nil {
			return err
		}
	}
	for _, s := range installedShows() {
		if _, err := os.Stat(s.model); err != nil {
			continue
		}
		if err := d.show(ctx, s); err != nil {
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

// show prints a command line of render and runs it.
func (d *demo) show(ctx context.Context, s show) error {
	args := append([]string{s.model, "-o", filepath.Join(d.dir, s.out)}, s.flags...)
	if _, err := fmt.Fprintf(d.stdout, "%s\n  $ sinew render %s\n", s.title, strings.Join(args, " ")); err != nil {
		return err
	}
	opt := new(renderOptions)
	cmd := opt.command()
	if err := cmd.ParseFlags(args); err != nil {
		return err
	}
	if err := opt.parse(cmd.Flags().Arg(0), cmd.Flags().Changed); err != nil {
		return err
	}
	said, err := opt.render(ctx, d.stderr)
	if err != nil {
		return err
	}
	d.done = append(d.done, said)
	_, err = fmt.Fprintf(d.stdout, "  %s\n", said)
	return err
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
		return console.WriteWhole(path, data)
	})
}
