package main

import (
	"fmt"
	"os"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/converter"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/editing"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/edit/list"
	"github.com/sinew-anim/sinew/internal/output"
	"github.com/spf13/cobra"
)

// editOptions are the flags of edit.
type editOptions struct {
	console.Output
	src   models.Source
	clips []string
	flags editing.Flags
	rec   editing.Record
	ops   string
	save  string
	as    string
	out   string
}

func newEdit() *cobra.Command {
	var opt editOptions
	cmd := &cobra.Command{
		Use:   "edit FILE [--clip NAME] EDITS… -o OUT",
		Short: "Trim, reverse, join, loop, smooth and reduce clips",
		Long: `Edit changes the clips of a model and writes it in any format of sinew convert. Edits act in the
given order, on the clips of --clip or all, with times in seconds after the clip's start. Events,
contacts, other floats and root motion follow.

--loop closes a clip whose root travels in the frame that moves with it. --root-motion takes
follow, height, no-yaw, remove-travel, joint=NAME, min-turn=DEGREES and max-sway=METRES.
--smooth takes gaussian:SECONDS, butterworth:HERTZ or oneEuro:HERTZ. --ops applies a list of
edits, also of single keys and events (sinew help edits); --save-ops writes that of the flags.

--record bakes what --layers, a --graph with the input of --play, or a --clip plays, changed by
--control, into a clip, with its events and root motion; other flags edit that clip.

Next: sinew diff measures what has changed, sinew view plays it.`,
		Example: "  sinew edit walk.fbx --trim 0.2..1.1 --speed 1.2 -o stroll.sinew\n" +
			"  sinew edit walk.fbx --loop 0.1 --root-motion --reduce 0.1mm -o loop.glb\n" +
			"  sinew edit hero.glb --clip wave --as there_and_back --reverse --join wave:0.2 -o hero.sinew\n" +
			"  sinew edit hero.glb --record act --graph hero.json --play jump.json --reduce 0.1mm -o act.glb",
		Args: console.OneFile,
		RunE: func(cmd *cobra.Command, args []string) error {
			opt.src.File = args[0]
			return opt.run(cmd)
		},
	}
	f := cmd.Flags()
	console.AddOutput(cmd, &opt.out, ".glb", "the `file` to write; - is the standard output, as .glb")
	f.StringArrayVar(&opt.clips, "clip", nil, "a clip by `name` or index; may be repeated (default: all)")
	f.StringVar(&opt.as, "as", "", "add the result as a clip of this `name`, beside the clip")
	f.StringVar(&opt.ops, "ops", "", "apply the edits of a JSON `file` before those of flags")
	console.AddOutputFlag(cmd, &opt.save, "save-ops", "", func() string { return ".json" }, "write the edits of the flags to a JSON `file`")
	opt.flags.AddFlags(f)
	opt.rec.AddFlags(f)
	opt.src.AddFlags(cmd)
	opt.Output.AddFlags(cmd)
	return cmd
}

func (opt *editOptions) run(cmd *cobra.Command) error {
	switch {
	case opt.out == "" && opt.save == "":
		return console.Usagef("edit needs an output, such as -o walk.sinew")
	case opt.ops == "" && len(opt.flags.Edits) == 0 && opt.rec.Name == "":
		return console.Usagef("edit needs edits, such as --reverse, or --ops FILE")
	case opt.rec.Name != "" && opt.as != "":
		return console.Usagef("--record names its clip; --as names that of edits")
	case opt.as != "" && len(opt.clips) != 1:
		return console.Usagef("--as %s names one clip; choose one by --clip", opt.as)
	case opt.save != "" && len(opt.flags.Edits) == 0:
		return console.Usagef("--save-ops writes the edits of flags, and there are none")
	}
	if err := opt.rec.Check(opt.clips); err != nil {
		return err
	}
	o := converter.Options{Out: opt.out, Tool: "sinew " + version()}
	if opt.out != "" {
		if err := o.Check(); err != nil {
			return err
		}
	}
	opt.src.Origin = true
	from, err := opt.src.Open(cmd.Context())
	if err != nil {
		return err
	}
	if opt.out == "" { // otherwise the report of the output has them
		from.WarnLosses(cmd.ErrOrStderr())
	}
	said := &editing.Report{File: from.File}
	if opt.rec.Name != "" {
		if from.Model, said.Record, err = opt.rec.Clip(cmd.Context(), from, opt.clips); err != nil {
			return err
		}
	}
	lists, err := opt.lists(from)
	if err != nil {
		return err
	}
	for _, l := range lists {
		model, report, err := l.Document.Apply(cmd.Context(), from.Model)
		if err != nil {
			return fmt.Errorf("%s: %w", l.From, err)
		}
		from.Model = model
		said.Clips = append(said.Clips, report.Clips...)
	}
	if opt.save != "" {
		text, err := lists[len(lists)-1].Document.JSON()
		if err != nil {
			return err
		}
		if err := output.Write(opt.save, text); err != nil {
			return err
		}
		said.Saved = opt.save
	}
	if opt.out != "" {
		if said.Written, err = converter.Convert(cmd.Context(), from, o); err != nil {
			return err
		}
		if console.Piped(cmd.Context()) {
			said.Written.Warn(cmd.ErrOrStderr())
		}
	}
	return opt.Print(cmd.OutOrStdout(), said)
}

// editSource is a list of edits, and where it is from.
type editSource struct {
	From     string
	Document *list.Document
}

// lists returns the edits of --ops and those of the flags.
func (opt *editOptions) lists(from *models.Opened) (all []editSource, err error) {
	if opt.ops != "" {
		data, err := os.ReadFile(opt.ops)
		if err != nil {
			return nil, err
		}
		d, err := list.Parse(data)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", opt.ops, err)
		}
		all = append(all, editSource{opt.ops, d})
	}
	if len(opt.flags.Edits) == 0 {
		return all, nil
	}
	d := new(list.Document)
	if opt.rec.Name != "" {
		d.Clips = []list.Clip{{Clip: opt.rec.Name, Edits: opt.flags.Edits}}
	} else if len(opt.clips) == 0 {
		d.Clips = []list.Clip{{Edits: opt.flags.Edits}}
	} else {
		clips, err := from.FindClips(opt.clips)
		if err != nil {
			return nil, err
		}
		for _, c := range clips {
			d.Clips = append(d.Clips, list.Clip{Clip: c.Name, As: opt.as, Edits: opt.flags.Edits})
		}
	}
	return append(all, editSource{from.File, d}), nil
}
