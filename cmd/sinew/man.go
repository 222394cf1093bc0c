package main

import (
	"fmt"
	"os"

	"github.com/spf13/cobra"
	"github.com/spf13/cobra/doc"
)

// newMan writes manual pages out of the commands' own help.
func newMan() *cobra.Command {
	return &cobra.Command{
		Use:     "man DIR",
		Short:   "Write the manual pages of all commands to a folder",
		Example: "  sinew man /usr/local/share/man/man1",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return err
			}
			root := newRoot()
			plainHelp(root)
			verbatim(root)
			header := &doc.GenManHeader{Title: "SINEW", Section: "1", Source: "sinew " + version(), Manual: "Sinew"}
			if err := doc.GenManTree(root, header, args[0]); err != nil {
				return err
			}
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "%s: read one by man -l %s/sinew-render.1\n", printable(args[0]), printable(args[0]))
			return err
		},
	}
}

// verbatim keeps the lines of the commands' texts as they are: they hold lists and JSON.
func verbatim(cmd *cobra.Command) {
	cmd.DisableAutoGenTag = true // it holds the date, and pages of one version should be the same
	if cmd.Long != "" {
		cmd.Long = "```\n" + cmd.Long + "\n```"
	}
	for _, c := range cmd.Commands() {
		verbatim(c)
	}
}
