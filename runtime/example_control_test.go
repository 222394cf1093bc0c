package runtime_test

import (
	"fmt"
	"log"
	"math"

	"github.com/sinew-anim/sinew/internal/testing/figure"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/pose"
)

// nod is a control of the program's own: it turns a joint by an angle of each character, on top of
// what the clips do.
type nod struct {
	layout *pose.Layout
	joint  *pose.JointColumns
	acting []uint8
	angle  []float64 // per character, in radians about X
}

func (n *nod) Len() int                       { return len(n.angle) }
func (n *nod) Layout() *pose.Layout           { return n.layout }
func (n *nod) Acting() []uint8                { return n.acting }
func (n *nod) Columns() []int                 { return n.joint.Columns(n.layout) }
func (n *nod) Changes() []int                 { return n.joint.Columns(n.layout) }
func (n *nod) NewController() pose.Controller { return n } // without memory of its own: all workers share it

// Change turns the joint in the poses of a block on which the control acts.
func (n *nod) Change(block []float32, at *pose.Changing) {
	for lane, i := range at.Instance[:at.Len] {
		if n.acting[i] == 0 {
			continue
		}
		one := n.layout.LaneOf(block, lane)
		s, c := math.Sincos(n.angle[i] / 2)
		n.joint.SetRotation(one, product(n.joint.Rotation(one), [4]float32{float32(s), 0, 0, float32(c)}))
	}
}

// product is the product of two quaternions x, y, z, w.
func product(a, b [4]float32) [4]float32 {
	return [4]float32{
		a[3]*b[0] + a[0]*b[3] + a[1]*b[2] - a[2]*b[1], a[3]*b[1] - a[0]*b[2] + a[1]*b[3] + a[2]*b[0],
		a[3]*b[2] + a[0]*b[1] - a[1]*b[0] + a[2]*b[3], a[3]*b[3] - a[0]*b[0] - a[1]*b[1] - a[2]*b[2],
	}
}

// A control of one's own changes blended poses by the joints' local rotations, whatever form the
// layout has.
func ExampleCrowd_SetControl() {
	model := figure.Character(figure.Motion{Name: "walk", Seconds: 1, Drive: figure.Captured})
	crowd, err := runtime.NewCrowd(runtime.Keyframes(model), 20, runtime.CrowdOptions{Workers: 2})
	if err != nil {
		log.Fatal(err)
	}
	defer crowd.Close()
	head := model.Skeleton.Joint("neck1")
	joint, err := crowd.Layout().JointColumns(head)
	if err != nil {
		log.Fatal(err)
	}
	own := &nod{crowd.Layout(), joint, make([]uint8, crowd.Len()), make([]float64, crowd.Len())}
	if err := crowd.SetControl(own); err != nil {
		log.Fatal(err)
	}
	own.acting[7], own.angle[7] = 1, 30*math.Pi/180
	if err := crowd.Update(0); err != nil {
		log.Fatal(err)
	}
	for _, i := range []int{6, 7} {
		m, err := crowd.Instance(i).Joint(head)
		if err != nil {
			log.Fatal(err)
		}
		fmt.Printf("character %d: the head's Y axis leans forward by %.0f°\n", i, math.Atan2(float64(m[9]), float64(m[5]))*180/math.Pi)
	}
	// Output:
	// character 6: the head's Y axis leans forward by 0°
	// character 7: the head's Y axis leans forward by 30°
}
