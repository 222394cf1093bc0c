package plain_test

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/kernel/plain"
)

func Example() {
	x := plain.Float(3)
	fmt.Println(x.Times(x).Root(), x.Less(2, 10, 20))
	// Output: 3 20
}
