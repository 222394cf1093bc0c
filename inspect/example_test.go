package inspect_test

import (
	"context"
	"fmt"
	"log"

	"github.com/sinew-anim/sinew/inspect"
	"github.com/sinew-anim/sinew/soa"
)

// Two joints have one name, and no joint moves anything.
func ExampleLint() {
	k := &soa.Skeleton{Name: []string{"hips", "arm", "arm"}, Parent: []int16{-1, 0, 0}, Unit: []float32{1, 1, 1}, Rest: soa.MakeTransforms(3)}
	k.ComputeDepth()
	list, err := inspect.Lint(context.Background(), &soa.Model{Skeleton: k}, nil, inspect.Config{})
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range list {
		fmt.Println(f)
	}
	// Output:
	// warning: same-names: joint arm: 2 joints have the name "arm"
	// note: dead-joints: joint hips: joints that move nothing and are not moved: 3, "hips", "arm", "arm"
}

func ExampleReadConfig() {
	c, err := inspect.ReadConfig([]byte(`{"rules": {"pops": {"grade": "error", "limit": 20}, "dead-joints": {"grade": "off"}}}`))
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range c.Rules {
		fmt.Println(s.Rule, s.Grade, s.Limit)
	}
	// Output:
	// pops error 20
	// dead-joints off 0
}
