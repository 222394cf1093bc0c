package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/batch"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/reports"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/inspect"
	"github.com/spf13/cobra"
)

// lintOptions are the flags of lint.
type lintOptions struct {
	models.Source
	console.Output
	config, fail string
	sarif, rules bool
	workers      int
	only         models.Only
}

func newLint() *cobra.Command {
	var opt lintOptions
	cmd := &cobra.Command{
		Use:   "lint FILE|FOLDER|PATTERN…",
		Short: "Check the quality of model files: weights, joints, meshes, clips",
		Long: `Lint checks model files, archives and folders for what plays and looks wrong, or breaks in
other programs: weights that do not sum to 1, torn seams, joints that move nothing, shear,
wrong units, Euler flips, keys that pop, loops that jerk, feet that slide or sink, and what
the import repaired or lost. A finding states its grade, its rule, the clip, joint or mesh,
the time on the file's own time line, and its size; of many like it, it is the largest. Each
file, also of a folder or a pattern, is a model by itself: see sinew help selection.

--config is a JSON file that changes grades and limits, or leaves names out:

  {"rules": {"pops": {"grade": "error", "limit": 20},
             "dead-joints": {"except": ["socket.*"]},
             "bends": {"grade": "off"}}}

Lengths in mm are for a character of 1.7 m and grow with the model. The exit code is 1 for a
finding of grade --fail (default: error) or worse, and for a file that cannot be checked.

Next: sinew lint --rules lists the rules, sinew plot shows a joint's curves, sinew info the
whole report of the import.`,
		Example: "  sinew lint hero.glb walk.fbx --fail warning\n  sinew lint folder --config lint.json --json\n" +
			"  sinew lint *.glb --sarif > lint.sarif",
		Args: func(_ *cobra.Command, args []string) error {
			if len(args) == 0 && !opt.rules {
				return console.Usagef("lint takes at least one model file")
			}
			return nil
		},
		RunE: func(cmd *cobra.Command, args []string) error { return opt.run(cmd, args) },
	}
	opt.Source.AddFlags(cmd)
	opt.Wishes.AddScale(cmd)
	opt.Output.AddFlags(cmd)
	batch.AddWorkers(cmd, &opt.workers)
	cmd.Flags().StringVar(&opt.config, "config", "", "`file` of grades, limits and exceptions, see above")
	cmd.Flags().StringVar(&opt.fail, "fail", "error", "`grade` from which on the exit code is 1: note, warning, error, or off")
	cmd.Flags().BoolVar(&opt.sarif, "sarif", false, "print SARIF 2.1.0, for code hosts and editors")
	cmd.Flags().BoolVar(&opt.rules, "rules", false, "list the rules with their default grades and limits")
	return cmd
}

func (opt *lintOptions) run(cmd *cobra.Command, args []string) error {
	if opt.rules {
		return opt.Print(cmd.OutOrStdout(), reports.NewLintRules())
	}
	if !(opt.Wishes.Scale > 0) {
		return console.Usagef("--scale: %v is not above 0", opt.Wishes.Scale)
	}
	if opt.sarif && opt.JSON {
		return console.Usagef("--json and --sarif exclude each other")
	}
	least, ok := inspect.ParseGrade(opt.fail)
	if !ok {
		return console.Usagef("--fail: %q is none of note, warning, error and off", opt.fail)
	}
	config, err := opt.readConfig()
	if err != nil {
		return err
	}
	if err := errors.Join(opt.CheckImport(), batch.CheckWorkers(opt.workers)); err != nil {
		return err
	}
	result, err := opt.checkAll(cmd, args, config)
	if err != nil {
		return err
	}
	if opt.sarif {
		err = inspect.WriteSARIF(cmd.OutOrStdout(), version(), result.Files)
	} else {
		err = opt.Print(cmd.OutOrStdout(), result)
	}
	if err != nil {
		return err
	}
	return errors.Join(result.Check(least), result.Failure())
}

// checkAll checks the files of arguments. The error is of the only file, or of the flags.
func (opt *lintOptions) checkAll(cmd *cobra.Command, args []string, c inspect.Config) (*reports.Lint, error) {
	files, err := opt.Files(args, "")
	if err != nil {
		return nil, err
	}
	result := &reports.Lint{Many: files.Many}
	if !files.Many {
		found, err := opt.check(cmd.Context(), args[0], c)
		if found == nil && err != nil {
			return nil, err
		}
		result.Add(args[0], found, err)
		return result, opt.only.Check()
	}
	work := batch.Work[[]inspect.Finding]{
		Files: files.List, Workers: opt.workers, Doing: "checking",
		Do: func(ctx context.Context, _ int, f batch.File, _ io.Writer) ([]inspect.Finding, error) {
			return opt.check(ctx, f.Path, c)
		},
	}
	err = work.All(cmd, func(o *batch.Outcome[[]inspect.Finding]) error {
		result.Add(o.File, o.Result, o.Failed)
		return nil
	})
	if err == nil {
		err = opt.only.Check()
	}
	return result, err
}

// readConfig reads the file of --config.
func (opt *lintOptions) readConfig() (inspect.Config, error) {
	if opt.config == "" {
		return inspect.Config{}, nil
	}
	data, err := os.ReadFile(opt.config)
	if err != nil {
		return inspect.Config{}, err
	}
	c, err := inspect.ReadConfig(data)
	if err != nil {
		return inspect.Config{}, fmt.Errorf("%s: %w", opt.config, err)
	}
	return c, nil
}

// check imports a file and checks it. An error with findings is of other files of the model.
func (opt *lintOptions) check(ctx context.Context, file string, c inspect.Config) ([]inspect.Finding, error) {
	src := opt.Source
	src.File = file
	o, err := src.Open(ctx)
	if err != nil {
		return nil, err
	}
	opt.only.Note(o)
	var all report.Report
	for _, r := range o.Reports() {
		all.Findings = append(all.Findings, r.Findings...)
	}
	found, err := inspect.Lint(ctx, o.Model, &all, c)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return append([]inspect.Finding{}, found...), o.Unread()
}
