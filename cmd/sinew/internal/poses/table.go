package poses

import (
	"fmt"

	"github.com/sinew-anim/sinew/cmd/sinew/internal/console"
	"github.com/sinew-anim/sinew/cmd/sinew/internal/performance"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// table prints samples as a page, with matrices decomposed.
type table struct {
	console.Page
	poser *poser
}

func (t *table) begin() {
	q := t.poser
	switch {
	case q.Script != nil && q.Script.Graph != nil:
		t.Line("%s: graph %s, %.6g s", console.Printable(q.File), console.Printable(q.Name()), q.end)
	case q.Script != nil:
		t.Line("%s: layers %s, %.6g s", console.Printable(q.File), console.Printable(q.Name()), q.end)
	case q.Clip == nil:
		t.Line("%s: at rest, it has no clips", console.Printable(q.File))
	default:
		t.Line("%s: clip %q, %.6g s to %.6g s", console.Printable(q.File), console.Printable(q.Clip.Name), q.start, q.end)
	}
}

func (t *table) sample() error {
	q := t.poser
	t.Line("")
	t.Line("%s, %s space, metres", seconds3(q.time), q.space)
	if q.way != nil {
		t.Line("  place x %.4f, y %.4f, z %.4f, turned by %.2f°", q.place.X, q.place.Y, q.place.Z, performance.Yaw(q.place))
	}
	t.layers()
	t.Line("  %-21s %8s %8s %8s %6s %6s %6s %6s", "joint", "x", "y", "z", "qx", "qy", "qz", "qw")
	for i := range q.entries {
		var m exact.Matrix
		for k := range m {
			m[k] = float64(q.matrices[12*i+k])
		}
		move, turn, scale, residual := m.Decompose()
		t.Line("  %s %8.4f %8.4f %8.4f %6.3f %6.3f %6.3f %6.3f%s", console.Column(console.Named(q.entries[i].name), 21),
			move[0], move[1], move[2], turn[0], turn[1], turn[2], turn[3], sheared(residual))
		if s := scaled(scale); s != "" {
			t.Line("  %21s %s", "", s)
		}
	}
	if err := t.meshes(); err != nil {
		return err
	}
	t.morphs()
	t.floats()
	return t.Flush()
}

// layers prints the states of a graph and the layers of a script.
func (t *table) layers() {
	q := t.poser
	if q.Script != nil && q.Script.Graph != nil {
		for _, s := range q.Script.Graph.States(q.crowd) {
			t.Line("  state %s of %s for %s, weight %.4g", console.Named(s.State), console.Printable(s.Machine),
				seconds3(s.Time), s.Weight)
		}
	}
	for _, l := range q.layers {
		mask := ""
		if l.Mask > 0 {
			mask = ", masked"
		}
		t.Line("  layer %d %s at %s, %s, weight %.4g%s", l.Layer,
			console.Column(console.Named(q.Script.Stack.Model.Clips[l.Clip].Name), 21), seconds3(l.Time), l.Kind, l.Weight, mask)
	}
}

func seconds3(v float64) string { return fmt.Sprintf("%.6g s", v) }

// visible is the smallest change that the table's digits show.
const visible = 5e-4

func sheared(residual float64) string {
	if residual > visible {
		return " ~" // more than a rotation and a scale
	}
	return ""
}

// scaled formats a scale that is not 1.
func scaled(s exact.Vec) string {
	for _, v := range s {
		if v < 1-visible || v > 1+visible {
			return fmt.Sprintf("scale %.4g %.4g %.4g", s[0], s[1], s[2])
		}
	}
	return ""
}

// meshes prints the boxes around vertices.
func (t *table) meshes() error {
	q := t.poser
	if !q.vertices || len(q.Model.Meshes) == 0 {
		return nil
	}
	t.Line("  %-14s %8s  %-16s %-16s %-16s", "mesh", "vertices", "x from, to", "y from, to", "z from, to")
	for m, mesh := range q.Model.Meshes {
		positions, err := q.skinned(m)
		if err != nil {
			return err
		}
		if len(positions) == 0 {
			continue
		}
		low, high := [3]float32(positions), [3]float32(positions)
		for i, v := range positions {
			low[i%3], high[i%3] = min(low[i%3], v), max(high[i%3], v)
		}
		t.Line("  %s %8d %8.3f %7.3f %8.3f %7.3f %8.3f %7.3f", console.Column(console.Named(mesh.Name), 14), mesh.Vertices(),
			low[0], high[0], low[1], high[1], low[2], high[2])
	}
	return nil
}

func (t *table) morphs() {
	q := t.poser
	if len(q.Model.Weights) == 0 {
		return
	}
	t.Line("  %-21s %-31s %8s", "morph weights of", "target", "weight")
	for i, w := range q.Model.Weights {
		t.Line("  %s %s %8.4f", console.Column(console.Named(w.Mesh), 21), console.Column(console.Named(w.Target), 31),
			q.crowd.Instance(0).Weights()[i])
	}
}

func (t *table) floats() {
	q := t.poser
	if len(q.Model.Floats) == 0 {
		return
	}
	t.Line("  %-31s %-21s %12s", "float", "of joint", "value")
	for i, f := range q.Model.Floats {
		t.Line("  %s %s %12.6g", console.Column(console.Named(f.Name), 31), console.Column(floatJoint(q.Model, &f), 21),
			q.crowd.Instance(0).Float(i))
	}
}

// floatJoint names the joint of a float.
func floatJoint(m *soa.Model, f *soa.NamedFloat) string {
	if f.Joint == soa.NoJoint {
		return "-"
	}
	return console.Named(m.Skeleton.Name[f.Joint])
}

func (t *table) end() error { return t.Flush() }
