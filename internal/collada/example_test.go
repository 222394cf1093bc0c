package collada_test

import (
	"fmt"
	"log"

	"github.com/sinew-anim/sinew/internal/collada"
	"github.com/sinew-anim/sinew/internal/fit"
)

// A curve rises from 0 to 90 degrees in a second, slowly at both ends.
func Example() {
	file, err := collada.Read([]byte(`<COLLADA>
	<library_visual_scenes><visual_scene>
		<node id="node-Hips" name="Hips"><translate sid="t">0 1 0</translate><rotate sid="ry">0 1 0 0</rotate></node>
	</visual_scene></library_visual_scenes>
	<library_animations><animation name="turn">
		<source id="times"><float_array>0 1</float_array></source>
		<source id="angles"><float_array>0 90</float_array></source>
		<source id="modes"><Name_array>BEZIER BEZIER</Name_array></source>
		<source id="in"><float_array>0 0 0.5 90</float_array><technique_common><accessor stride="2"/></technique_common></source>
		<source id="out"><float_array>0.5 0 1 90</float_array><technique_common><accessor stride="2"/></technique_common></source>
		<sampler id="s"><input semantic="INPUT" source="#times"/><input semantic="OUTPUT" source="#angles"/><input semantic="INTERPOLATION" source="#modes"/>
			<input semantic="IN_TANGENT" source="#in"/><input semantic="OUT_TANGENT" source="#out"/></sampler>
		<channel source="#s" target="node-Hips/ry.ANGLE"/>
	</animation></library_animations>
</COLLADA>`))
	if err != nil {
		log.Fatal(err)
	}
	take := &file.Takes[0]
	motion := file.Bind(take).Motions[0]
	node := &file.Nodes[motion.Node]
	for _, time := range []float64{0, 0.25, 0.5, 1} {
		t, r, _, _ := motion.At(node.Groups(motion.Drives)[0], time, fit.At)
		fmt.Printf("%s of %s at %.2f s: %v, quaternion %.3f\n", take.Name, node.Name, time, t, r)
	}
	// Output:
	// turn of Hips at 0.00 s: [0 1 0], quaternion [0.000 0.000 0.000 1.000]
	// turn of Hips at 0.25 s: [0 1 0], quaternion [0.000 0.083 0.000 0.997]
	// turn of Hips at 0.50 s: [0 1 0], quaternion [0.000 0.383 0.000 0.924]
	// turn of Hips at 1.00 s: [0 1 0], quaternion [0.000 0.707 0.000 0.707]
}
