package console

import (
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"
)

// UsageError is an error of the command line: what was asked cannot be meant,
// whatever the files hold.
type UsageError struct{ message string }

func (e *UsageError) Error() string { return e.message }

func Usagef(format string, args ...any) error {
	return &UsageError{fmt.Sprintf(format, args...)}
}

// Complain writes one line on the standard error, whatever the message holds.
func Complain(stderr io.Writer, message string) {
	fmt.Fprintf(stderr, "sinew: %s\n", OneLine(message))
}

// OneLine joins the lines of a message and makes control characters visible:
// names out of files end up in messages, and messages in terminals.
func OneLine(message string) string {
	return Printable(strings.Join(strings.Fields(message), " "))
}

// OneFile is the check of a command that takes one model file.
func OneFile(cmd *cobra.Command, args []string) error {
	if len(args) != 1 {
		return Usagef("%s takes one model file, %d are given", cmd.Name(), len(args))
	}
	return nil
}

// Warn says something on the standard error that does not stop the command.
func Warn(stderr io.Writer, format string, args ...any) {
	Complain(stderr, "warning: "+fmt.Sprintf(format, args...))
}
