package cliprules_test

import (
	"fmt"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/cliprules"
)

// Words that are none are refused before any file is read.
func ExampleParse() {
	_, err := cliprules.Parse([]string{"xz,yaw,remove-travel,clip=walk*"}, nil)
	fmt.Println(err)
	_, err = cliprules.Parse([]string{"xz,sideways"}, nil)
	fmt.Println(err != nil)
	// Output:
	// <nil>
	// true
}
