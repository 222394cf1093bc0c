//go:build cgo

package stage_test

import (
	"fmt"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/stage"
)

// A contact sheet is a number of pictures, or columns and rows of them.
func ExampleParseSheet() {
	fmt.Println(stage.ParseSheet("4x2"))
	// Output: 8 4 <nil>
}
