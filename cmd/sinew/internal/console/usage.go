package console

import (
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/spf13/cobra"
)

// UsageError is an error of the command line itself, whatever the files contain.
type UsageError struct{ message string }

func (e *UsageError) Error() string { return e.message }

// Usagef returns a UsageError.
func Usagef(format string, args ...any) error {
	return &UsageError{fmt.Sprintf(format, args...)}
}

// Complain writes a message in one line to stderr.
func Complain(stderr io.Writer, message string) {
	fmt.Fprintf(stderr, "sinew: %s\n", OneLine(message))
}

// OneLine joins the lines of a message and replaces control characters, since messages contain
// names from files.
func OneLine(message string) string {
	return Printable(strings.Join(strings.Fields(message), " "))
}

// OneFile checks the arguments of a command that takes one model file.
func OneFile(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return Usagef("%s takes one model file, not %d", cmd.Name(), len(args))
	}
	return nil
}

// SomeFiles checks the arguments of a command that takes one model file or many.
func SomeFiles(cmd *cobra.Command, args []string) error {
	if len(args) == 0 {
		return Usagef("%s takes a model file, a folder or a pattern, or several", cmd.Name())
	}
	return nil
}

// Warn writes a warning to stderr.
func Warn(stderr io.Writer, format string, args ...any) {
	Complain(stderr, "warning: "+fmt.Sprintf(format, args...))
}

// Prefix returns a message after what it is about, such as a file and a joint, from the outside in. What is
// empty is left out.
func Prefix(message string, of ...string) string {
	return strings.Join(append(slices.DeleteFunc(slices.Clone(of), func(s string) bool { return s == "" }), message), ": ")
}
