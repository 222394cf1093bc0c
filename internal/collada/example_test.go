package collada_test

import (
	"fmt"
	"log"

	"github.com/sinew-anim/sinew/internal/collada"
)

// A channel names its node by id; clips name their joints by name.
func Example() {
	data := []byte(`<COLLADA>
	<library_visual_scenes><visual_scene>
		<node id="node-Hips" name="Hips"><node id="node-Spine" name="Spine"/></node>
	</visual_scene></library_visual_scenes>
	<library_animations><animation>
		<source id="modes"><Name_array count="2">BEZIER BEZIER</Name_array></source>
		<sampler id="sampler"><input semantic="INTERPOLATION" source="#modes"/></sampler>
		<channel source="#sampler" target="node-Spine/transform"/>
	</animation></library_animations>
</COLLADA>`)
	names, err := collada.Names(data)
	if err != nil {
		log.Fatal(err)
	}
	shapes, err := collada.Shapes(data)
	if err != nil {
		log.Fatal(err)
	}
	fmt.Println(names)
	fmt.Printf("%+v\n", shapes)
	// Output:
	// map[node-Hips:Hips node-Spine:Spine]
	// map[Spine:{Bent:true Stepped:false}]
}
