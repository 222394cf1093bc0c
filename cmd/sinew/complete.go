package main

import (
	"context"
	"fmt"
	"strings"
	"time"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// plainHelp removes backquotes from the help of flags, which shells would show. For pflag they
// mark the name of a value.
func plainHelp(cmd *cobra.Command) {
	cmd.Flags().VisitAll(func(f *pflag.Flag) {
		f.Usage = strings.ReplaceAll(strings.ReplaceAll(f.Usage, "`", ""), "\n", " ")
	})
	for _, c := range cmd.Commands() {
		plainHelp(c)
	}
}

// addCompletion adds what shells offer for arguments and flags.
func addCompletion(cmd *cobra.Command) {
	models := extensionsOf(console.ModelExtensions())
	switch cmd.Name() {
	case "info", "pose", "render", "view", "bench", "diff", "lint", "plot", "retarget", "edit", "rig", "weights", "graph", "control":
		if cmd.ValidArgsFunction == nil {
			cmd.ValidArgsFunction = only(models)
		}
	}
	config := "toml"
	if cmd.Name() == "lint" {
		config = "json"
	}
	for name, offer := range map[string]cobra.CompletionFunc{
		"clip":       offerClips,
		"camera":     words("auto", "front", "side", "back", "three-quarter", "top"),
		"background": words("light", "dark", "transparent", "white", "black"),
		"sheet":      words("4x2", "6x2", "8x1"),
		"size":       words("480x480", "960x540", "1920x1080"),
		"with":       only(models),
		"layers":     only([]string{"json"}),
		"graph":      only([]string{"json"}),
		"play":       only([]string{"json"}),
		"events":     only([]string{"toml", "json"}),
		"config":     only([]string{config}),
		"ops":        only([]string{"json"}),
		"from":       only(models),
		"weights":    only([]string{"npy", "json"}),
		"mirror":     words("left", "right"),
		"fail":       words("note", "warning", "error", "off"),
		"over":       words("seconds", "phase"),
		"show":       words("translation", "rotation", "scale", "position", "speed", "turning", "phase"),
	} {
		if cmd.Flags().Lookup(name) != nil {
			if err := cmd.RegisterFlagCompletionFunc(name, offer); err != nil {
				panic(fmt.Sprintf("%s --%s: %v", cmd.Name(), name, err))
			}
		}
	}
	for _, c := range cmd.Commands() {
		addCompletion(c)
	}
}

// extensionsOf returns extensions without their dots, as shells take them.
func extensionsOf(list []string) []string {
	out := make([]string, len(list))
	for i, e := range list {
		out[i] = strings.TrimPrefix(e, ".")
	}
	return out
}

// only offers files with some extensions, and folders.
func only(extensions []string) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return extensions, cobra.ShellCompDirectiveFilterFileExt
	}
}

// words offers some words.
func words(list ...string) cobra.CompletionFunc {
	return func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return list, cobra.ShellCompDirectiveNoFileComp
	}
}

// offerTime is the time limit for reading the clips of a file.
const offerTime = 3 * time.Second

// offerClips offers the clips of the file on the command line.
func offerClips(cmd *cobra.Command, args []string, _ string) ([]string, cobra.ShellCompDirective) {
	if len(args) == 0 {
		return nil, cobra.ShellCompDirectiveNoFileComp
	}
	ctx := cmd.Context()
	if ctx == nil {
		ctx = context.Background()
	}
	ctx, cancel := context.WithTimeout(ctx, offerTime)
	defer cancel()
	src := models.Source{File: args[0], Isolate: true}
	if with, err := cmd.Flags().GetStringArray("with"); err == nil {
		src.With = with
	}
	o, err := src.Open(ctx)
	if err != nil {
		return nil, cobra.ShellCompDirectiveError
	}
	var names []string
	for _, c := range o.Model.Clips {
		names = append(names, fmt.Sprintf("%s\t%.3g s", console.Printable(c.Name), c.Seconds()))
	}
	return names, cobra.ShellCompDirectiveNoFileComp
}
