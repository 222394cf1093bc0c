package main

import (
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/batch"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/converter"
	"github.com/sinew-anim/sinew/internal/output"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// guardOutputs gives a command and those below it, where they write files, a context with a Guard: before anything is
// computed it refuses outputs that are arguments or files of flags, by any name, and outputs that are one file. What becomes
// known later, such as the pictures that a model names, the packages that read and write add to it.
func guardOutputs(cmd *cobra.Command) {
	for _, c := range cmd.Commands() {
		guardOutputs(c)
	}
	run := cmd.RunE
	if run == nil {
		return
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		outs, err := outputsOf(cmd)
		if err != nil {
			return err
		}
		if len(outs) > 0 {
			cmd.SetContext(output.WithGuard(cmd.Context()))
			if err := guard(output.GuardOf(cmd.Context()), cmd, args, outs); err != nil {
				return err
			}
		}
		return run(cmd, args)
	}
}

// namedOutput is an output of a command line.
type namedOutput struct{ flag, path string }

// outputsOf lists the files that flags name as outputs, which differ.
func outputsOf(cmd *cobra.Command) (outs []namedOutput, err error) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		out, ok := f.Value.(*console.OutputFlag)
		if !ok || out.Stdout() || out.String() == "" {
			return
		}
		if i := slices.IndexFunc(outs, func(other namedOutput) bool { return output.Same(other.path, out.String()) }); i >= 0 {
			err = console.Usagef("--%s and --%s are one file, %s", outs[i].flag, f.Name, out)
		}
		outs = append(outs, namedOutput{f.Name, out.String()})
	})
	return outs, err
}

// guard notes the files of a command line.
func guard(g *output.Guard, cmd *cobra.Command, args []string, outs []namedOutput) error {
	folder, models := "", args
	if len(models) == 0 {
		models = []string{""}
	}
	for _, out := range outs {
		if template, each := batch.Template(models, out.path, ""); each && out.flag == "output" {
			folder = batch.FolderOf(template)
			continue // see batch.Outputs
		}
		if err := g.Write(append(converter.Companions(out.path), out.path)...); err != nil {
			return err
		}
	}
	for _, in := range append(inputsOf(cmd), args...) {
		list := []batch.File{{Path: in}}
		if batch.Several(in) {
			if found, err := batch.Find([]string{in}, folder); err == nil { // else the command says why
				list = found.List
			}
		}
		for _, f := range list {
			if err := g.Read(f.Path); err != nil {
				return err
			}
		}
	}
	return nil
}

// inputsOf lists the files, folders and patterns that flags name as inputs: what their help calls a file.
func inputsOf(cmd *cobra.Command) (list []string) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		name, _ := pflag.UnquoteUsage(f)
		if _, out := f.Value.(*console.OutputFlag); out || !strings.Contains(strings.ToLower(name), "file") {
			return
		}
		values := []string{f.Value.String()}
		if several, ok := f.Value.(pflag.SliceValue); ok {
			values = several.GetSlice()
		}
		for _, v := range values {
			list = append(list, v)
			if at := strings.LastIndexByte(v, ':'); at > 0 { // FILE:MESH
				list = append(list, v[:at])
			}
		}
	})
	return list
}
