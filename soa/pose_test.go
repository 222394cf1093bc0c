package soa

import (
	"math"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/limits"
)

func TestPoseLimits(t *testing.T) {
	m := limited()
	m.Floats = append(m.Floats, NamedFloat{Name: "heat", Joint: 0})
	last := m.Skeleton.Len() - 1
	m.Skeleton.Name[last] = "tip"
	fresh := func() *Pose {
		p := MakePose(m)
		p.Has = make([]bool, m.Skeleton.Len())
		for j := range p.Has {
			p.Has[j] = true
		}
		return &p
	}
	x := limits.NewTable(t, fresh, func(p *Pose) error { return p.Validate(m) }, ErrInvalid)
	for i, name := range transformNames {
		limits.Length(x, name, func(p *Pose) *[]float32 { return lists(&p.Local)[i] })
		if strings.HasPrefix(name, "translation") {
			limits.Range(x, `"tip" at `+name, -below, below, func(p *Pose, v float32) { (*lists(&p.Local)[i])[last] = v })
			continue
		}
		x.Refuses(name+" is NaN", `"tip" at `+name+" NaN", func(p *Pose) { (*lists(&p.Local)[i])[last] = float32(math.NaN()) })
	}
	limits.Length(x, "Pose.Has", func(p *Pose) *[]bool { return &p.Has })
	limits.Length(x, "Pose.Weights", func(p *Pose) *[]float32 { return &p.Weights })
	limits.Length(x, "Pose.Floats", func(p *Pose) *[]float32 { return &p.Floats })
	x.Refuses("a long rotation", `"tip" at a rotation that is not of unit length: 0 0 0 1.1`, func(p *Pose) { p.Local.RW[last] = 1.1 })
	limits.Range(x, "morph weight 1", -below, below, func(p *Pose, v float32) { p.Weights[1] = v })
	limits.Range(x, "custom property 0", -below, below, func(p *Pose, v float32) { p.Floats[0] = v })
	for _, v := range []func(p *Pose) *float64{func(p *Pose) *float64 { return &p.Root.X }, func(p *Pose) *float64 { return &p.Root.Y }, func(p *Pose) *float64 { return &p.Root.Z }} {
		limits.Range(x, "root", math.Nextafter(-MaxMagnitude, 0), math.Nextafter(MaxMagnitude, 0), func(p *Pose, r float64) { *v(p) = r })
	}
	x.Refuses("a root without a rotation", "0 0, which", func(p *Pose) { p.Root = RootTransform{X: 1} })
	x.Refuses("a root with none", "NaN", func(p *Pose) { p.Root.S = math.NaN() })
	x.Refuses("a chain of scales", `"tip" scaled by`, func(p *Pose) { p.Local.SX[0], p.Local.SY[last] = 1<<21, 1<<20 })
	x.Takes("scales below the limit", func(p *Pose) { p.Local.SX[0], p.Local.SY[last] = 1<<20, 1<<20 })
}

// What a pose does not have is not read.
func TestPosesOfParts(t *testing.T) {
	m := limited()
	p := MakePose(m)
	p.Has, p.Weights, p.Floats, p.Root = make([]bool, m.Skeleton.Len()), nil, nil, RootTransform{}
	p.Has[0] = true
	p.Local.TX[1], p.Local.RW[1], p.Local.SZ[1] = float32(math.NaN()), 7, float32(math.Inf(1))
	if err := p.Validate(m); err != nil {
		t.Error(err)
	}
	for name, err := range map[string]error{"no pose": (*Pose)(nil).Validate(m), "no model": p.Validate(nil), "no skeleton": p.Validate(&Model{})} {
		if err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}

// A pose of its own is the model's rest, and changes nothing of it.
func TestMakePose(t *testing.T) {
	m := limited()
	m.Weights[0].Rest, m.Floats[0].Rest = 0.25, 3
	p := MakePose(m)
	if err := p.Validate(m); err != nil {
		t.Fatal(err)
	}
	if p.Weights[0] != 0.25 || p.Floats[0] != 3 || p.Local.TX[0] != m.Skeleton.Rest.TX[0] || p.Root != IdentityRoot() {
		t.Errorf("%+v", p)
	}
	was := m.Skeleton.Rest.TX[0]
	if p.Local.TX[0]++; m.Skeleton.Rest.TX[0] != was {
		t.Error("the rest pose has changed")
	}
}

// lists returns the arrays of the transforms, in the order of transformNames.
func lists(t *Transforms) []*[]float32 {
	return []*[]float32{&t.TX, &t.TY, &t.TZ, &t.RX, &t.RY, &t.RZ, &t.RW, &t.SX, &t.SY, &t.SZ}
}
