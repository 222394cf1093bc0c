package console

import (
	"bytes"
	"context"
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/sinew-anim/sinew/internal/unfinished"
	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

// OutputFlag is a flag that names a file to write, which may be the standard output: see PipeOutputs.
type OutputFlag struct {
	to    *string
	usual func() string // nil: it cannot be the standard output
}

func (f *OutputFlag) String() string         { return *f.to }
func (f *OutputFlag) Type() string           { return "string" }
func (f *OutputFlag) Set(value string) error { *f.to = value; return nil }

// Stdout reports whether the output is the standard output.
func (f *OutputFlag) Stdout() bool { return f.usual != nil && isStdout(*f.to) }

// AddOutput adds the flag --output, -o. On the standard output its format is that of the usual extension, with its dot, if
// the flag names no other; "" for a folder, which cannot go there.
func AddOutput(cmd *cobra.Command, to *string, usual, usage string) {
	AddOutputFlag(cmd, to, "output", "o", func() string { return usual }, usage)
}

// AddOutputFlag is AddOutput for any flag, whose usual extension may depend on others.
func AddOutputFlag(cmd *cobra.Command, to *string, name, shorthand string, usual func() string, usage string) {
	cmd.Flags().VarP(&OutputFlag{to, usual}, name, shorthand, usage)
}

// AddFileOutput adds a flag that names a file to write, which cannot be the standard output.
func AddFileOutput(cmd *cobra.Command, to *string, name, usage string) {
	cmd.Flags().Var(&OutputFlag{to: to}, name, usage)
}

// PipeOutputs makes Stdio, or Stdio with an extension such as "-.gif", the standard output for every OutputFlag of a
// command and of those below it: the command writes a temporary file, which is copied in place of its page. It also refuses
// two arguments that are Stdio.
func PipeOutputs(cmd *cobra.Command) {
	for _, c := range cmd.Commands() {
		PipeOutputs(c)
	}
	run := cmd.RunE
	if run == nil {
		return
	}
	cmd.RunE = func(cmd *cobra.Command, args []string) error {
		seen := false
		for _, arg := range args {
			if arg == Stdio && seen {
				return errTwice
			}
			seen = seen || arg == Stdio
		}
		out, err := newOutStream(cmd)
		if err != nil {
			return err
		}
		if out == nil {
			return run(cmd, args)
		}
		defer out.close()
		return out.run(cmd, args, run)
	}
}

type pipedKey struct{}

// Piped reports whether a file of the command of a context goes to the standard output, and its page nowhere.
func Piped(ctx context.Context) bool { return ctx.Value(pipedKey{}) != nil }

// outStream is the standard output as a file: a temporary one while it is written.
type outStream struct {
	flag  *pflag.Flag
	given string // the value of the flag
	dir   string
	path  string       // in dir
	done  func()       // unregisters dir
	page  bytes.Buffer // what the command prints
}

// newOutStream returns nil where no output of the command is the standard output.
func newOutStream(cmd *cobra.Command) (o *outStream, err error) {
	cmd.Flags().Visit(func(f *pflag.Flag) {
		out, ok := f.Value.(*OutputFlag)
		if !ok || !out.Stdout() {
			return
		}
		extension := strings.TrimPrefix(*out.to, Stdio)
		if extension == "" {
			extension = out.usual()
		}
		switch {
		case out.usual() == "":
			err = Usagef("--%s: a folder cannot go to the standard output", f.Name)
		case o != nil:
			err = Usagef("--%s and --%s cannot both go to the standard output", o.flag.Name, f.Name)
		}
		o = &outStream{flag: f, given: *out.to, path: "out" + extension}
	})
	if o == nil || err != nil {
		return nil, err
	}
	if o.dir, err = os.MkdirTemp("", "sinew"); err != nil {
		return nil, err
	}
	o.path, o.done = filepath.Join(o.dir, o.path), unfinished.Add(o.dir)
	return o, nil
}

// isStdout reports whether an output is Stdio, alone or with an extension.
func isStdout(out string) bool {
	extension, ok := strings.CutPrefix(out, Stdio)
	return ok && (extension == "" || strings.HasPrefix(extension, ".")) && !strings.ContainsAny(extension, `/\`)
}

// close removes the temporary file.
func (o *outStream) close() {
	_ = os.RemoveAll(o.dir)
	o.done()
}

// run runs a command and sends the file that it wrote; its page where it wrote none.
func (o *outStream) run(cmd *cobra.Command, args []string, run func(*cobra.Command, []string) error) error {
	stdout := cmd.OutOrStdout()
	cmd.SetOut(&o.page)
	cmd.SetContext(context.WithValue(cmd.Context(), pipedKey{}, true))
	if err := o.flag.Value.Set(o.path); err != nil {
		return err
	}
	err := run(cmd, args)
	if err != nil && strings.Contains(err.Error(), o.path) {
		err = &outError{strings.ReplaceAll(err.Error(), o.path, o.given), err}
	}
	return errors.Join(err, o.send(stdout, err != nil))
}

// outError is an error that names the output as the command line does.
type outError struct {
	text string
	error
}

func (e *outError) Error() string { return e.text }
func (e *outError) Unwrap() error { return e.error }

// send copies what was written.
func (o *outStream) send(stdout io.Writer, failed bool) error {
	list, err := os.ReadDir(o.dir)
	if err != nil {
		return err
	}
	var from io.Reader = &o.page
	switch whole := len(list) == 1 && list[0].Name() == filepath.Base(o.path) && list[0].Type().IsRegular(); {
	case whole:
		f, err := os.Open(o.path)
		if err != nil {
			return err
		}
		defer f.Close()
		from = f
	case failed && len(list) > 0:
		return nil
	case len(list) > 0:
		return Usagef("--%s %s: the output is several files, which cannot go to the standard output", o.flag.Name, o.given)
	}
	_, err = io.Copy(stdout, from)
	return err
}
