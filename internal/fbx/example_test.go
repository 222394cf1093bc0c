package fbx_test

import (
	"fmt"
	"log"

	"github.com/sinew-anim/sinew/internal/fbx"
	"github.com/sinew-anim/sinew/internal/fit"
)

// takes is a file of two models with one name. Its stack states 1 s to 2 s as
// its range, and the curve of the property "glow" has keys at 0 s and 2 s.
const takes = `; FBX 7.4.0 project file
Objects:  {
	Model: 100, "Model::arm", "LimbNode" {
		Properties70:  {
			P: "glow", "Number", "", "A+U",0.25
		}
	}
	Model: 101, "Model::arm", "LimbNode" {
	}
	AnimationStack: 1, "AnimStack::pulse", "" {
		Properties70:  {
			P: "LocalStart", "KTime", "Time", "",46186158000
			P: "LocalStop", "KTime", "Time", "",92372316000
		}
	}
	AnimationLayer: 2, "AnimLayer::Base", "" {
	}
	AnimationCurveNode: 3, "AnimCurveNode::glow", "" {
	}
	AnimationCurve: 4, "AnimCurve::", "" {
		KeyTime: *2 {
			a: 0,92372316000
		}
		KeyValueFloat: *2 {
			a: 0.25,1
		}
		KeyAttrFlags: *1 {
			a: 4
		}
		KeyAttrDataFloat: *4 {
			a: 0,0,0,0
		}
		KeyAttrRefCount: *1 {
			a: 2
		}
	}
}
Connections:  {
	C: "OO",2,1
	C: "OO",3,2
	C: "OP",3,100, "glow"
	C: "OP",4,3, "d|glow"
}
`

func Example() {
	data := []byte(takes)
	file, err := fbx.Read(data)
	if err != nil {
		log.Fatal(err)
	}
	for _, s := range file.Stacks {
		fmt.Println(s.Name, "plays from", s.First/fbx.Second, "to", s.Last/fbx.Second, "s")
	}

	patched, original := file.Patch(data)
	fmt.Println("no byte moves:", len(patched) == len(data), "names:", original)

	floats, err := file.Floats(1000)
	if err != nil {
		log.Fatal(err)
	}
	for _, f := range floats.List {
		for _, c := range f.Curves {
			if c.Err != nil {
				log.Fatal(c.Err)
			}
			at := func(s float64) float64 { return c.Driven.At(s*fbx.Second, fit.At)[c.Component] }
			fmt.Println(f.Model, f.Name, "rests at", f.Rest, "and goes from", at(0), "by", at(1), "to", at(2))
		}
	}
	// Output:
	// pulse plays from 1 to 2 s
	// no byte moves: true names: map[xxa:arm]
	// arm glow rests at 0.25 and goes from 0.25 by 0.625 to 1
}
