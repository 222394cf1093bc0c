package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

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

// usageError is an error of the command line: what was asked cannot be meant,
// whatever the files hold.
type usageError struct{ message string }

func (e *usageError) Error() string { return e.message }

func usagef(format string, args ...any) error {
	return &usageError{fmt.Sprintf(format, args...)}
}

// run executes one command line and returns the exit code. It is main without
// the process: tests call it.
func run(ctx context.Context, args []string, stdin io.Reader, stdout, stderr io.Writer) int {
	root := newRoot()
	if len(args) > 0 && args[0] == cobra.ShellCompRequestCmd {
		plainHelp(root)
	}
	root.SetArgs(args)
	root.SetIn(stdin)
	root.SetOut(stdout)
	root.SetErr(stderr)

	// Whatever goes wrong before a command begins is the command line's fault.
	began := false
	root.PersistentPreRun = func(*cobra.Command, []string) { began = true }

	if cmd, err := detachedValue(root, args); err != nil {
		complain(stderr, fmt.Sprintf("%v (see %s --help)", err, cmd.CommandPath()))
		return exitUsage
	}
	cmd, err := root.ExecuteContextC(ctx)
	if err == nil {
		return exitOK
	}
	var usage *usageError
	if !began || errors.As(err, &usage) {
		complain(stderr, fmt.Sprintf("%v (see %s --help)", err, cmd.CommandPath()))
		return exitUsage
	}
	if ctx.Err() != nil || errors.Is(err, context.Canceled) {
		complain(stderr, "interrupted")
		return exitFailed
	}
	complain(stderr, err.Error())
	return exitFailed
}

// complain writes one line on the standard error, whatever the message holds.
func complain(stderr io.Writer, message string) {
	fmt.Fprintf(stderr, "sinew: %s\n", oneLine(message))
}

// oneLine joins the lines of a message and makes control characters visible:
// names out of files end up in messages, and messages in terminals.
func oneLine(message string) string {
	return printable(strings.Join(strings.Fields(message), " "))
}

func newRoot() *cobra.Command {
	root := &cobra.Command{
		Use:           "sinew",
		Short:         "Inspect, evaluate, draw and bake animated model files",
		Long:          "Sinew reads FBX, Collada, glTF, MD5, BVH and many other model files, prints their\ncontents, evaluates their poses, draws them and bakes them into archives. Archives\ncan be read in place of model files.",
		Version:       version(),
		SilenceErrors: true,
		SilenceUsage:  true,
		Args:          unknownCommand,
		RunE:          func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	root.SetVersionTemplate("sinew {{.Version}}\n")
	root.AddCommand(newInfo(), newPose(), newGraph(), newControl(), newBake(), newRetarget(), newDiff(), newBench(), newDoctor())
	root.AddCommand(newVersion(), newMan())
	root.AddCommand(nativeCommands()...)
	root.SetFlagErrorFunc(unknownFlag)
	addCompletion(root)
	return root
}

// unknownCommand is the check of the root: what is no command may nearly be one.
func unknownCommand(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return nil
	}
	var names []string
	for _, c := range cmd.Commands() {
		names = append(names, c.Name())
	}
	return usagef("unknown command %q%s", args[0], suggest.Hint(names, args[0]))
}

// unknownFlag adds to an error of pflag the flags that are nearly the one given.
func unknownFlag(cmd *cobra.Command, err error) error {
	var unknown *pflag.NotExistError
	if !errors.As(err, &unknown) || len(unknown.GetSpecifiedName()) < 2 {
		return err
	}
	var names []string
	cmd.Flags().VisitAll(func(f *pflag.Flag) { names = append(names, f.Name) })
	given := unknown.GetSpecifiedName()
	if list := suggest.Close(names, given, 1); len(list) > 0 {
		return usagef("%v; did you mean --%s?", err, names[list[0]])
	}
	return err
}

// oneFile is the check of a command that takes one model file.
func oneFile(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return usagef("%s takes one model file, %d are given", cmd.Name(), len(args))
	}
	return nil
}
