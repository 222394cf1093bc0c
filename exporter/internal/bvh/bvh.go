// Package bvh writes a skeleton and one clip as BVH.
//
//	HIERARCHY
//	ROOT hips { OFFSET … CHANNELS 6 … JOINT spine { … End Site { … } } }
//	MOTION
//	Frames: 61
//	Frame Time: 0.0166667
//	x y z  z° x° y°  z° x° y° …        a line per frame
//
// A joint of BVH does not rotate at rest: the rest pose has the offsets alone. Offsets are those of the
// model's rest pose, along the axes of the model, and each frame has the rotations from it, so that the
// file rests as the model does and frames are exact.
package bvh

import (
	"bufio"
	"context"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-anim/sinew/exporter/internal/finding"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Options are the settings of a file.
type Options struct {
	Rate  float64 // frames per second
	Metre float64 // in units of the file
	ZUp   bool
	// JointAxes keeps the joints' own axes: offsets are along these, and frames have whole rotations.
	JointAxes bool
}

// order is that of the channels Zrotation Xrotation Yrotation: the last one applies first.
var order = exact.Euler{1, 0, 2}

// writer is the state of Write.
type writer struct {
	*bufio.Writer
	model    *soa.Model
	clip     *soa.Clip
	options  Options
	children [][]int
	moves    []bool       // per joint: its translation is animated
	listed   []int        // joints in the order of the file
	last     []exact.Vec  // per joint: its angles in the frame before
	turn     []exact.Quat // per joint: its rotation in the model, from rest
	rest     exact.Pose   // of the model
	back     []exact.Quat // per joint: from the file's axes at rest to the joint's own
	up       exact.Quat
	line     []byte
}

// Write writes the skeleton of a valid model and a clip of it, or its rest pose for nil.
func Write(ctx context.Context, to io.Writer, m *soa.Model, clip *soa.Clip, o Options, list *finding.List) error {
	n := m.Skeleton.Len()
	w := &writer{
		Writer: bufio.NewWriterSize(to, 1<<16), model: m, clip: clip, options: o,
		children: make([][]int, n), moves: make([]bool, n), last: make([]exact.Vec, n), turn: make([]exact.Quat, n), up: exact.IdentityQuat(),
	}
	if o.ZUp {
		w.up = exact.AxisRotation(0, math.Pi/2)
	}
	var roots []int
	for j, p := range m.Skeleton.Parent {
		if p < 0 {
			roots = append(roots, j)
		} else {
			w.children[p] = append(w.children[p], j)
		}
	}
	if len(roots) == 0 {
		return fmt.Errorf("%w: BVH is a skeleton, and the model has no joints", soa.ErrInvalid)
	}
	w.readRest()
	w.report(list)
	w.WriteString("HIERARCHY\n")
	var err error
	if len(roots) > 1 { // which many programs do not read
		list.Note("", "BVH has one root: %d roots are below a joint ROOT", len(roots))
		w.WriteString("ROOT ROOT\n{\n\tOFFSET 0 0 0\n\tCHANNELS 6 Xposition Yposition Zposition Zrotation Xrotation Yrotation\n")
		err = w.hierarchy(ctx, roots, 1, "JOINT")
		w.WriteString("}\n")
	} else {
		err = w.hierarchy(ctx, roots, 0, "ROOT")
	}
	if err != nil {
		return err
	}
	if err := w.motion(ctx, len(roots) > 1); err != nil {
		return err
	}
	return w.Flush()
}

// readRest sets the rest pose.
func (w *writer) readRest() {
	w.rest = exact.NewSkeleton(w.model, nil).Rest
	w.back = make([]exact.Quat, len(w.rest.Global))
	for j := range w.back {
		w.back[j] = exact.IdentityQuat()
		if !w.options.JointAxes {
			_, q, _, _ := w.rest.Global[j].Decompose()
			w.back[j] = q.Conjugate()
		}
	}
}

// report lists what the file lacks.
func (w *writer) report(list *finding.List) {
	m := w.model
	if len(m.Meshes) > 0 {
		list.Loss("", "BVH is a skeleton with one clip: %d meshes are left out", len(m.Meshes))
	}
	if k := len(m.Skeleton.Static); k > 0 {
		list.Loss("", "the matrices of %d joints shear, which BVH cannot say", k)
	}
	scaled := 0
	for j := range m.Skeleton.Parent {
		r := &m.Skeleton.Rest
		if scales([]float32{r.SX[j], r.SY[j], r.SZ[j]}) {
			scaled++
		}
	}
	if w.clip != nil {
		numbers := 0
		for i := range w.clip.Tracks {
			switch tr := &w.clip.Tracks[i]; tr.Property {
			case soa.Translation:
				w.moves[tr.Target] = true
			case soa.Scale:
				if first, end := w.clip.Keys(i); scales(w.clip.X[first:end]) || scales(w.clip.Y[first:end]) || scales(w.clip.Z[first:end]) {
					scaled++
				}
			case soa.Weight, soa.Float:
				numbers++
			}
		}
		if numbers > 0 {
			list.LostLook("clip "+w.clip.Name, "%d tracks of morph weights and floats are left out", numbers)
		}
		if w.clip.Motion != nil {
			list.Loss("clip "+w.clip.Name, "its root motion was extracted, and the file plays in place")
		}
		if w.clip.Additive {
			list.Loss("clip "+w.clip.Name, "it is additive, which BVH cannot say")
		}
	}
	if scaled += len(m.Skeleton.Static); scaled > 0 {
		list.Loss("", "%d joints are scaled, which BVH cannot say: all joints keep their places, by position channels", scaled)
		for j := range w.moves {
			w.moves[j] = true
		}
	}
}

// scales reports whether a factor is not 1 up to rounding.
func scales(factors []float32) bool {
	return slices.ContainsFunc(factors, func(v float32) bool { return math.Abs(float64(v)-1) > 1e-4 })
}

// tabs indent joints. Those deeper than some are not indented more: in a chain the tabs of all would be
// quadratic in its joints.
const tabs = "\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t\t"

// askJoints is the number of joints between two questions of the context.
const askJoints = 1 << 10

// hierarchy writes joints with all below them. Depth is bounded by the explicit stack. The error is the
// context's.
func (w *writer) hierarchy(ctx context.Context, roots []int, indent int, word string) error {
	type open struct {
		joints []int
		next   int
		word   string
	}
	stack := []open{{roots, 0, word}}
	for len(stack) > 0 {
		top := &stack[len(stack)-1]
		in := tabs[:min(indent+len(stack)-1, len(tabs))]
		if top.next > 0 {
			fmt.Fprintf(w, "%s}\n", in)
		}
		if top.next == len(top.joints) {
			stack = stack[:len(stack)-1]
			if len(stack) > 0 {
				continue
			}
			break
		}
		if len(w.listed)%askJoints == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		j := top.joints[top.next]
		top.next++
		w.joint(j, in, top.word)
		if len(w.children[j]) == 0 {
			fmt.Fprintf(w, "%s\tEnd Site\n%s\t{\n%s\t\tOFFSET 0 0 0\n%s\t}\n", in, in, in, in)
		}
		stack = append(stack, open{w.children[j], 0, "JOINT"})
	}
	return nil
}

// joint writes the head of a joint.
func (w *writer) joint(j int, in, word string) {
	r := &w.model.Skeleton.Rest
	at := exact.Vec{float64(r.TX[j]), float64(r.TY[j]), float64(r.TZ[j])}
	if p := w.model.Skeleton.Parent[j]; p >= 0 && !w.options.JointAxes {
		at = w.rest.Global[j].Translation().Sub(w.rest.Global[p].Translation())
	}
	o := w.place(at)
	w.listed = append(w.listed, j)
	w.moves[j] = w.moves[j] || w.model.Skeleton.Parent[j] < 0
	channels := "3"
	if w.moves[j] {
		channels = "6 Xposition Yposition Zposition"
	}
	fmt.Fprintf(w, "%s%s %s\n%s{\n%s\tOFFSET %s %s %s\n%s\tCHANNELS %s Zrotation Xrotation Yrotation\n",
		in, word, jointName(w.model.Skeleton.Name[j], j), in, in, number(o[0]), number(o[1]), number(o[2]), in, channels)
}

// jointName replaces what would end a name.
func jointName(name string, j int) string {
	name = strings.Join(strings.FieldsFunc(name, func(r rune) bool { return r <= ' ' || r == '{' || r == '}' }), "_")
	if name == "" {
		return "joint" + strconv.Itoa(j)
	}
	return name
}

func number(v float64) string { return strconv.FormatFloat(v, 'f', 6, 64) }

// place takes a translation to the file's unit and axes.
func (w *writer) place(t exact.Vec) exact.Vec { return w.up.Rotate(t.Scale(w.options.Metre)) }

// motion writes the frames.
func (w *writer) motion(ctx context.Context, wrapped bool) error {
	k := exact.NewSkeleton(w.model, nil)
	pose := k.NewPose()
	frames, clip := 1, (*exact.Clip)(nil)
	if w.clip != nil {
		var err error
		if clip, err = k.NewClipIn(ctx, w.clip); err != nil {
			return err
		}
		frames = 1 + int(math.Ceil(float64(w.clip.Seconds()*w.options.Rate)-1e-6))
	}
	fmt.Fprintf(w, "MOTION\nFrames: %d\nFrame Time: %s\n", frames, strconv.FormatFloat(1/w.options.Rate, 'g', 9, 64))
	for f := range frames {
		if err := ctx.Err(); err != nil {
			return err
		}
		if clip != nil {
			clip.At(min(float64(f)/w.options.Rate*w.clip.TicksPerSecond, w.clip.Duration), false, &pose)
		}
		w.line = w.line[:0]
		if wrapped {
			w.line = append(w.line, "0 0 0 0 0 0 "...)
		}
		for j := range pose.Global {
			_, q, _, _ := pose.Global[j].Decompose()
			w.turn[j] = q.Mul(w.back[j])
		}
		for _, j := range w.listed {
			w.frame(j, &pose)
		}
		w.line[len(w.line)-1] = '\n'
		w.Write(w.line)
	}
	return nil
}

// frame appends the channels of a joint to the line.
func (w *writer) frame(j int, pose *exact.Pose) {
	put := func(v float64) { w.line = append(strconv.AppendFloat(w.line, v, 'f', 6, 64), ' ') }
	// From the model's matrices: without scales these give the joint's own translation and rotation.
	t, q := pose.Global[j].Translation(), w.turn[j]
	if p := w.model.Skeleton.Parent[j]; p >= 0 {
		above := w.turn[p].Conjugate()
		t, q = above.Rotate(t.Sub(pose.Global[p].Translation())), above.Mul(q)
	}
	if w.moves[j] {
		for _, v := range w.place(t) {
			put(v)
		}
	}
	m := w.up.Mul(q).Mul(w.up.Conjugate()).Matrix()
	a, b := order.Angles(&m, 1e-7)
	angles := nearest(a, w.last[j])
	if other := nearest(b, w.last[j]); distance(other, w.last[j]) < distance(angles, w.last[j]) {
		angles = other
	}
	w.last[j] = angles
	const degrees = 180 / math.Pi
	put(float64(angles[2] * degrees))
	put(float64(angles[0] * degrees))
	put(float64(angles[1] * degrees))
}

// nearest returns angles with whole turns added, near those of the frame before.
func nearest(a, last exact.Vec) exact.Vec {
	for c := range a {
		a[c] += float64(2 * math.Pi * math.Round((last[c]-a[c])/(2*math.Pi)))
	}
	return a
}

func distance(a, b exact.Vec) float64 { return a.Sub(b).Length() }
