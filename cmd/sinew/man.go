package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/internal/output"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// newMan returns the command that writes manual pages from the commands' help.
func newMan() *cobra.Command {
	return &cobra.Command{
		Use:   "man DIR",
		Short: "Write the manual pages of all commands to a folder",
		Long: `Man writes a manual page of each command and topic, from its help, to a folder.

Next: man -l DIR/sinew-render.1 reads one; sinew completion adds the flags to your shell.`,
		Example: "  sinew man /usr/local/share/man/man1",
		Args:    cobra.ExactArgs(1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := os.MkdirAll(args[0], 0o777); err != nil {
				return err
			}
			if err := writeManual(newRoot(), args[0]); err != nil {
				return err
			}
			_, err := fmt.Fprintf(cmd.OutOrStdout(), "%s: read one by man -l %s/sinew-render.1\n", console.Printable(args[0]),
				console.Printable(args[0]))
			return err
		},
	}
}

// writeManual writes the pages of a command and of its subcommands.
func writeManual(cmd *cobra.Command, dir string) error {
	cmd.InitDefaultHelpFlag()
	if err := output.Write(filepath.Join(dir, manualName(cmd)+".1"), []byte(manual(cmd))); err != nil {
		return err
	}
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() || c.IsAdditionalHelpTopicCommand() && c.Name() != "help" {
			if err := writeManual(c, dir); err != nil {
				return err
			}
		}
	}
	return nil
}

func manualName(cmd *cobra.Command) string { return strings.ReplaceAll(cmd.CommandPath(), " ", "-") }

// manual returns the page of a command in man(7) format. Texts keep their line breaks, since
// they contain lists and JSON.
func manual(cmd *cobra.Command) string {
	var b strings.Builder
	fmt.Fprintf(&b, ".TH %s 1 \"\" %s Sinew\n.nh\n", roff(strings.ToUpper(manualName(cmd))), quoted("sinew "+version()))
	fmt.Fprintf(&b, ".SH NAME\n%s \\- %s\n", roff(manualName(cmd)), roff(cmd.Short))
	fmt.Fprintf(&b, ".SH SYNOPSIS\n.B %s\n", roff(cmd.UseLine()))
	verbatim := func(title, text string) {
		if text != "" {
			fmt.Fprintf(&b, ".SH %s\n.nf\n%s\n.fi\n", title, roff(text))
		}
	}
	verbatim("DESCRIPTION", cmd.Long)
	b.WriteString(".SH OPTIONS\n")
	cmd.NonInheritedFlags().VisitAll(func(f *pflag.Flag) {
		name, usage := pflag.UnquoteUsage(f)
		b.WriteString(".TP\n")
		if f.Shorthand != "" {
			fmt.Fprintf(&b, "\\fB\\-%s\\fP, ", f.Shorthand)
		}
		fmt.Fprintf(&b, "\\fB\\-\\-%s\\fP", roff(f.Name))
		if name != "" {
			fmt.Fprintf(&b, " \\fI%s\\fP", roff(name))
		}
		usage = strings.ReplaceAll(usage, "\n", " ")
		if f.DefValue != "" && f.DefValue != "false" && f.DefValue != "[]" && f.DefValue != "0" {
			usage += " (default " + f.DefValue + ")"
		}
		fmt.Fprintf(&b, "\n%s\n", roff(usage))
	})
	verbatim("EXAMPLES", cmd.Example)
	var also []string
	if p := cmd.Parent(); p != nil {
		also = append(also, manualName(p)+"(1)")
	}
	for _, c := range cmd.Commands() {
		if c.IsAvailableCommand() || c.IsAdditionalHelpTopicCommand() && c.Name() != "help" {
			also = append(also, manualName(c)+"(1)")
		}
	}
	if len(also) > 0 {
		fmt.Fprintf(&b, ".SH SEE ALSO\n%s\n", roff(strings.Join(also, ", ")))
	}
	return b.String()
}

// roff escapes the special characters of man(7).
func roff(text string) string {
	text = strings.NewReplacer(`\`, `\e`, "-", `\-`).Replace(text)
	lines := strings.Split(text, "\n")
	for i, line := range lines {
		if strings.HasPrefix(line, ".") || strings.HasPrefix(line, "'") {
			lines[i] = `\&` + line
		}
	}
	return strings.Join(lines, "\n")
}

func quoted(text string) string { return `"` + strings.ReplaceAll(roff(text), `"`, `\(dq`) + `"` }
