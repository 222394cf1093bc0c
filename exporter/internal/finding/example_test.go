package finding_test

import (
	"fmt"

	"github.com/sinew-anim/sinew/exporter/internal/finding"
)

func Example() {
	var list finding.List
	list.Loss("clip walk", "it is additive, which the format cannot say")
	list.Note("material skin", "its base colour of %v is cut to 1", 1.2)
	for _, f := range list.Findings {
		fmt.Println(f.Loss, f.Where+":", f.Message)
	}
	// Output:
	// true clip walk: it is additive, which the format cannot say
	// false material skin: its base colour of 1.2 is cut to 1
}
