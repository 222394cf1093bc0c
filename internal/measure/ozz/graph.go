//go:build ozz

package ozz

// #include "ozz.h"
import "C"

import (
	"errors"
	"fmt"
)

// Roles are the clips of a graph: what a character does that stands, goes (in place, to
// the right, in front, to the left, back), jumps, and what lies above.
type Roles struct {
	Stand     int
	Gaits     [5]int
	Jump, Aim int
}

// Instruction is the parameters of a character of a graph in one frame.
type Instruction struct {
	X, Y, Speed, Aim float32
	Jump             bool
}

// Graph makes n characters stand that follow a script, character i from its part 37·i on.
// joints is the weight of what lies above.
func (o *Crowd) Graph(n int, roles Roles, joints []float32, script []Instruction) error {
	if n < 1 || len(script) == 0 || len(joints) != o.model.Skeleton.Len() {
		return fmt.Errorf("ozz: %d characters, %d frames, %d of %d joints", n, len(script), len(joints), o.model.Skeleton.Len())
	}
	r := C.sinew_ozz_roles{stand: C.int32_t(roles.Stand), jump: C.int32_t(roles.Jump), aim: C.int32_t(roles.Aim)}
	list := []int{roles.Stand, roles.Jump, roles.Aim}
	for k, clip := range roles.Gaits {
		r.gaits[k] = C.int32_t(clip)
		list = append(list, clip)
	}
	for _, clip := range list {
		if clip < 0 || clip >= o.clips {
			return errors.New("ozz: a graph has clips that there are not")
		}
	}
	var values []float32
	for _, f := range script {
		jump := float32(0)
		if f.Jump {
			jump = 1
		}
		values = append(values, f.X, f.Y, f.Speed, f.Aim, jump)
	}
	o.playing = n
	C.sinew_ozz_graph(o.c, C.int(n), &r, (*C.float)(&joints[0]), (*C.float)(&values[0]), C.int(len(script)))
	return nil
}

// Graphs runs frames of a graph.
func (o *Crowd) Graphs(frames int, dt float64) error {
	return failed(C.sinew_ozz_graphs(o.c, C.int(frames), C.float(dt)))
}

// Decide runs frames of a graph without poses.
func (o *Crowd) Decide(frames int, dt float64) {
	C.sinew_ozz_decide(o.c, C.int(frames), C.float(dt))
}
