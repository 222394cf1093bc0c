package constraint_test

import (
	"encoding/json"
	"math"
	"path/filepath"
	"testing"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/runtime/control/constraint"
	"github.com/sinew-anim/sinew/soa"
)

// truthFile is a file of constraints that Blender evaluated.
type truthFile struct {
	Cases []truthCase
}

type truthCase struct {
	Name, Kind string
	Target     json.RawMessage // a name or a list of names and weights
	Settings   settings
	Rest       map[string]soa.Affine
	Length     map[string]float32
	Cyclic     bool
	Points     [][3]float32 `json:"curve_points"`
	Frames     []truthFrame
}

type truthFrame struct {
	A, Before, After soa.Affine
	Target           json.RawMessage // a matrix or a list of them
	TargetParent     soa.Affine      `json:"target_parent"`
	PathFactor       *float64        `json:"path_factor"`
	Offset           *float64
}

// joint is what the spaces of a joint are made of; the model lies at the origin.
func joint(parent, restParent, rest soa.Affine) *constraint.Joint {
	inverse, _ := exact.FromFloat32(restParent).Inverse()
	base := exact.FromFloat32(parent).Mul(inverse).Mul(exact.FromFloat32(rest))
	return &constraint.Joint{World: soa.IdentityAffine(), Base: base.Float32(), Rest: rest}
}

// targets are the targets of a case in a frame.
func (c *truthCase) targets(t *testing.T, f *truthFrame) []constraint.Target {
	t.Helper()
	if len(f.Target) == 0 {
		return nil
	}
	var names []struct{ Target string }
	matrices := make([]soa.Affine, 1)
	if json.Unmarshal(c.Target, &names) == nil {
		must.Do(t, json.Unmarshal(f.Target, &matrices))
	} else {
		names = append(names, struct{ Target string }{c.name()})
		must.Do(t, json.Unmarshal(f.Target, &matrices[0]))
	}
	var list []constraint.Target
	for i, m := range matrices {
		list = append(list, c.target(names[i].Target, m, f))
	}
	return list
}

func (c *truthCase) name() (name string) {
	_ = json.Unmarshal(c.Target, &name)
	return name
}

func (c *truthCase) target(name string, m soa.Affine, f *truthFrame) constraint.Target {
	target := constraint.Target{Matrix: m, Tail: [3]float32{0, c.Length[name], 0}}
	if rest, bone := c.Rest[name]; bone {
		target.Joint = &constraint.Joint{World: soa.IdentityAffine(), Base: rest, Rest: rest}
		if name == "T" && f.TargetParent != (soa.Affine{}) {
			target.Joint = joint(f.TargetParent, c.Rest["P"], rest)
		}
	}
	return target
}

// weights are those of an Armature constraint.
func (c *truthCase) weights(t *testing.T) (w []float32) {
	var list []struct{ Weight float32 }
	must.Do(t, json.Unmarshal(c.Target, &list))
	for _, l := range list {
		w = append(w, l.Weight)
	}
	return w
}

// within is how far a result may be from Blender's. Its float32 slerp, which is linear
// for small angles, decides where the influence is a part.
func (c *truthCase) within() float64 {
	if c.Settings.number("influence") < 1 {
		return 1e-4
	}
	return 1e-5
}

// Constraints agree with Blender's.
func TestConstraintsTruth(t *testing.T) {
	worst, cases := map[bool]float64{}, 0
	for _, path := range truth.Motion(t, "constraints_*.json") {
		var file truthFile
		truth.ReadJSON(t, path, &file)
		if len(file.Cases) == 0 {
			t.Fatalf("%s has no cases", filepath.Base(path))
		}
		fileWorst := 0.0
		for i := range file.Cases {
			c := &file.Cases[i]
			d := 0.0
			for k := range c.Frames {
				f := &c.Frames[k]
				stack := constraint.Stack{c.entry(t, f)}
				targets := c.targets(t, f)
				must.Do(t, stack.Validate(len(targets)))
				got := stack.Apply(f.Before, joint(f.A, c.Rest["A"], c.Rest["B"]), targets)
				d = max(d, c.difference(f, got))
			}
			if !(d <= c.within()) {
				t.Errorf("%s, %q: off by %.2g", filepath.Base(path), c.Name, d)
			}
			part := c.within() > 1e-5
			worst[part], fileWorst, cases = max(worst[part], d), max(fileWorst, d), cases+1
		}
		t.Logf("%s: %d cases, worst %.1e", filepath.Base(path), len(file.Cases), fileWorst)
	}
	t.Logf("truth: %d cases, worst %.1e, with a part of the influence %.1e", cases, worst[false], worst[true])
}

// difference is the greatest one of two matrices.
func (c *truthCase) difference(f *truthFrame, got soa.Affine) (d float64) {
	want := f.After
	for i := range got {
		if v := math.Abs(float64(got[i] - want[i])); !(v <= d) {
			d = v
		}
	}
	return d
}
