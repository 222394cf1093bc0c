package models_test

import (
	"fmt"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/models"
	"github.com/sinew-anim/sinew/soa"
)

// A clip is named by its index, its name or a part of it.
func ExampleFindClip() {
	clips := []*soa.Clip{{Name: "Take 001|Walk"}, {Name: "Take 001|Run"}}
	i, err := models.FindClip(clips, "run")
	fmt.Println(i, err)
	// Output: 1 <nil>
}
