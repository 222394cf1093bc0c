package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"
	"syscall"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/internal/suggest"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// The exit codes.
const (
	exitOK     = 0
	exitFailed = 1
	exitUsage  = 2
)

// run executes one command line and returns the exit code. Tests call it.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := newRoot()
	if len(args) > 0 && args[0] == cobra.ShellCompRequestCmd {
		plainHelp(root)
	} else {
		ctx = console.WithStdin(ctx, stdin)
	}
	root.SetArgs(args)
	root.SetIn(stdin)
	out := &outlet{Writer: stdout}
	root.SetOut(out)
	root.SetErr(stderr)

	// Errors before a command begins are those of the command line.
	began := false
	root.PersistentPreRun = func(*cobra.Command, []string) { began = true }

	cmd, err := detachedValue(root, args)
	if err == nil {
		cmd, err = root, unknownName(root, args)
	}
	if err == nil {
		cmd, err = root.ExecuteContextC(ctx)
	}
	if errors.Is(out.err, syscall.EPIPE) && (err == nil || errors.Is(err, syscall.EPIPE)) {
		return exitClosed
	}
	if err == nil && out.err == nil {
		return exitOK
	}
	if err == nil {
		err = out.err
	}
	var usage *console.UsageError
	if out.err == nil && !began || errors.As(err, &usage) {
		console.Complain(stderr, fmt.Sprintf("%v (see %s --help)", err, cmd.CommandPath()))
		return exitUsage
	}
	if ctx.Err() != nil || errors.Is(err, context.Canceled) {
		console.Complain(stderr, "interrupted")
		return exitFailed
	}
	console.Complain(stderr, err.Error())
	return exitFailed
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:   "sinew",
		Short: "Inspect, evaluate, draw and bake animated model files",
		Long: `Sinew reads FBX, Collada, glTF, MD5, BVH and many other model files, prints their contents,
evaluates their poses, draws them and bakes them into archives. Archives are read wherever
model files are.

Start with: sinew demo, sinew info FILE, sinew view FILE.`,
		Version:       version(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          cobra.ArbitraryArgs, // which unknownName checks
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetVersionTemplate("sinew {{.Version}}\n")
	root.AddCommand(newInfo(), newPose(), newGraph(), newControl(), newBake(), newConvert(), newEdit(), newRig(), newWeights(), newRetarget(), newDiff(), newLint(), newPlot(), newBench(),
		newDoctor())
	root.AddCommand(newVersion(), newMan())
	root.AddCommand(nativeCommands()...)
	group(root)
	root.AddCommand(topics()...)
	root.SetFlagErrorFunc(unknownFlag)
	addCompletion(root)
	guardOutputs(root)
	console.PipeOutputs(root)
	return root
}

// unknownName returns an error that suggests similar names if the command line names, or asks for the help of, what is
// neither a command nor a topic. For sinew help NAME and sinew NAME --help cobra would print the help of the root.
func unknownName(root *cobra.Command, args []string) error {
	root.InitDefaultHelpCmd()
	root.InitDefaultCompletionCmd(args...)
	if len(args) > 0 && (args[0] == cobra.ShellCompRequestCmd || args[0] == cobra.ShellCompNoDescRequestCmd) {
		return nil // which is no command yet
	}
	what := "command"
	cmd, rest, err := root.Find(args)
	if err == nil && cmd.Name() == "help" {
		what = "help topic"
		cmd, rest, err = root.Find(rest)
	}
	if err != nil || what == "command" && cmd != root || !cmd.HasSubCommands() {
		return err
	}
	for _, name := range rest {
		if !strings.HasPrefix(name, "-") {
			return console.Usagef("unknown %s %q%s", what, name, suggest.Hint(commandNames(cmd), name))
		}
	}
	return nil
}

// commandNames lists the commands and topics of a command.
func commandNames(cmd *cobra.Command) (names []string) {
	for _, c := range cmd.Commands() {
		names = append(names, c.Name())
	}
	return names
}

// unknownFlag adds flags of similar names to an error of pflag.
func unknownFlag(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) || len(unknown.GetSpecifiedName()) < 2 {
		return err
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	given := unknown.GetSpecifiedName()
	if list := suggest.Close(names, given, 1); len(list) > 0 {
		return console.Usagef("%v; did you mean --%s?", err, names[list[0]])
	}
	return err
}
