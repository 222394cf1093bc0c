package control

import (
	"github.com/sinew-anim/sinew/internal/geom"
	"github.com/sinew-anim/sinew/internal/kernel"
)

// twoBones are the frames of three joints that a kernel bends.
type twoBones struct {
	frame    [3]int
	uniforms []float32 // of formula.LimbPose
}

// newTwoBones prepares the bones between the frames of three joints, as a TwoBoneIK bends them.
func newTwoBones(f *frames, frame []int, o *TwoBoneIK) twoBones {
	b := twoBones{frame: [3]int(frame)}
	hinge, end := f.bind[b.frame[1]].Rotate(geom.VecOf(o.Hinge).Unit(geom.Vec{})), f.bind[b.frame[2]]
	b.uniforms = []float32{hinge.X, hinge.Y, hinge.Z, end.X, end.Y, end.Z, end.W}
	for _, is := range [...]bool{o.Hinge == [3]float32{}, o.PoleIsPoint, o.AtMid} {
		n := float32(0)
		if is {
			n = 1
		}
		b.uniforms = append(b.uniforms, n)
	}
	b.uniforms = append(b.uniforms, o.Soft, o.Stretch)
	return b
}

// reachFor bends the bones of 16 poses to targets, of formula.LimbTargetRows.
func (b *twoBones) reachFor(f *frames, to, weight, reach []float32) {
	rows := &f.args.Rows
	for k, frame := range b.frame {
		rows[2*k], rows[2*k+1] = f.ofAbove(frame), f.frame(frame)
		rows[6+k] = f.block[f.read16[frame].rotation:]
	}
	rows[9], rows[10], rows[11] = to, weight, reach
	f.args.Uniforms = b.uniforms
	_ = kernel.LimbPose16(f.args)
}
