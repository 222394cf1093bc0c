package main

import (
	"context"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/reports"
	"github.com/sinew-anim/sinew/internal/output"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/spf13/cobra"
)

// controlOptions are the flags of control.
type controlOptions struct {
	models.Source
	control string // the file with it
	out     string
	console.Output
	schema bool
}

func newControl() *cobra.Command {
	var opt controlOptions
	cmd := &cobra.Command{
		Use:   "control CONTROL [MODEL]",
		Short: "Check and list what changes poses: IK, aims, limits, constraints, springs",
		Long: `Control reads a JSON file of modifiers (IK, aims, limits, constraints, springs), checks it
and lists them. With a model or an archive it also checks the joints that they name. A model
or an archive that has a control of its own, such as a VRM avatar, can be given instead of
the file; -o writes its control to a file.

Modifiers act one after the other:

  {"control": {"version": 1, "modifiers": [
    {"name": "left hand", "twoBoneIK": {"root": "LeftArm", "mid": "LeftForeArm", "end": "LeftHand",
       "target": {"keys": [[0, 0.3, 1, 0.4], [1, 0.3, 1.4, 0.4], [2, 0.3, 1, 0.4]], "loop": true}}},
    {"lookAt": {"joints": ["Neck", "Head"], "weights": [0.4], "forward": [0, 0, 1], "target": "LeftHand"}},
    {"jointLimit": {"joint": "RightForeArm", "hinge": {"axis": [1, 0, 0], "from": 0, "to": 150}}},
    {"constraintStack": {"joint": "Sword", "moves": true, "stack": [{"attach": {"keep": true}, "target": "RightHand"}]}}]}}

A target is a place in the model, a joint, or a place over time; the weight of a modifier, 0
to 1, may change over time too. Angles are degrees. --schema prints the JSON Schema, with
which editors complete such files.

Next: sinew pose, render and view apply a control by --control, sinew bake stores it.`,
		Example: "  sinew control reach.json hero.glb\n" +
			"  sinew control avatar.vrm -o avatar.json\n" +
			"  sinew render hero.glb --clip walk --control reach.json --sheet 6x2 -o reach.png",
		Args: func(cmd *cobra.Command, args []string) error {
			if len(args) > 2 || len(args) == 0 && !opt.schema {
				return console.Usagef("control takes CONTROL and optionally MODEL, not %d files", len(args))
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			if opt.schema {
				_, err := cmd.OutOrStdout().Write(control.Schema())
				return err
			}
			opt.control, opt.File = args[0], ""
			if len(args) > 1 {
				opt.File = args[1]
			}
			return opt.run(cmd.Context(), cmd.OutOrStdout(), cmd.ErrOrStderr())
		},
	}
	f := cmd.Flags()
	console.AddOutput(cmd, &opt.out, ".json", "write the control to a `file`, as .json; - is the standard output")
	models.AddIsolate(cmd, &opt.Isolate)
	opt.Output.AddFlags(cmd)
	f.BoolVar(&opt.schema, "schema", false, "print the JSON Schema of such files")
	return cmd
}

func (opt *controlOptions) run(ctx context.Context, stdout, stderr io.Writer) error {
	if opt.out != "" && !strings.EqualFold(filepath.Ext(opt.out), ".json") {
		return console.Usagef("-o: %s is not a .json file", opt.out)
	}
	if opt.File == "" && !strings.EqualFold(filepath.Ext(opt.control), ".json") {
		opt.control, opt.File = models.OwnControl, opt.control
	}
	o := &models.Opened{}
	var err error
	if opt.File != "" {
		if o, err = opt.Open(ctx); err != nil {
			return err
		}
		o.WarnLosses(stderr)
	}
	c, file, err := o.ReadControl(opt.control)
	if err != nil {
		return err
	}
	said := reports.NewControl(c)
	said.File = file
	if o.Model != nil {
		said.Model = o.File
		if _, err := control.NewDocumentStack(o.Model.Skeleton, c); err != nil {
			return fmt.Errorf("%s, for %s: %w", file, o.File, err)
		}
	}
	if opt.out != "" {
		data, err := c.JSON()
		if err != nil {
			return err
		}
		if err := output.Write(opt.out, data); err != nil {
			return err
		}
	}
	return opt.Print(stdout, said)
}
