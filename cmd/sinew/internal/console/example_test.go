package console_test

import (
	"fmt"
	"os"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
)

// A page trims its lines and makes control characters of names visible.
func Example() {
	p := &console.Page{To: os.Stdout}
	p.Line("%s  %s", console.Column("walk", 6), console.Plural(2, "track"))
	p.Line("%s", console.Named(""))
	if err := p.Flush(); err != nil {
		fmt.Println(err)
	}
	// Output:
	// walk    2 tracks
	// (no name)
}
