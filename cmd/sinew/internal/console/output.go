package console

import (
	"io"

	"github.com/spf13/cobra"
)

// Output is how a command prints its result.
type Output struct{ JSON bool }

// Result is the result of a command: a JSON value, or a page.
type Result interface{ Write(p *Page) }

// AddFlags adds the flag --json.
func (o *Output) AddFlags(cmd *cobra.Command) {
	cmd.Flags().BoolVar(&o.JSON, "json", false, "print JSON")
}

// Print prints a result.
func (o *Output) Print(w io.Writer, r Result) error {
	if o.JSON {
		return WriteJSON(w, r)
	}
	p := &Page{To: w}
	r.Write(p)
	return p.Flush()
}
