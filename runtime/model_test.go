package runtime_test

import (
	"errors"
	"testing"

	"github.com/sinew-anim/sinew/benchmarks/rig"
	"github.com/sinew-anim/sinew/internal/oracle"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/soa"
)

// The jobs one by one, on skeletons with shearing joints.
func TestJobsAgreeWithOracle(t *testing.T) {
	static := 0
	for _, joints := range jointCounts {
		for seed := range uint64(3) {
			m := rig.Random(seed, joints)
			static += len(m.Skeleton.Static)
			pose, want := runtime.NewPose(m), oracle.Evaluate(m, nil, 0)
			local, model := make([]float32, 12*joints), make([]float32, 12*joints)
			must(t, runtime.Locals(m.Skeleton, &pose, local))
			compareMatrices(t, "local matrix", local, want.Local, 1)
			must(t, runtime.LocalToModel(m.Skeleton, &pose, model))
			s := size(append(want.Palette, want.Model)...)
			compareMatrices(t, "joint", model, want.Model, s)
			for k, skin := range m.Skins {
				palette := make([]float32, 12*skin.Len())
				must(t, runtime.Palettes(skin, model, palette))
				compareMatrices(t, "palette entry", palette, want.Palette[k], s)
			}
		}
	}
	if static == 0 {
		t.Fatal("no skeleton has a shearing joint")
	}
}

func TestJobErrors(t *testing.T) {
	m := rig.Random(1, 16)
	other := rig.Random(1, 17)
	pose, model := runtime.NewPose(m), make([]float32, 12*16)
	skinOf := func(joint uint16) *soa.Skin {
		return &soa.Skin{Joint: []uint16{joint}, InverseBind: []soa.Affine{soa.IdentityAffine()}}
	}
	for name, err := range map[string]error{
		"pose of another skeleton": runtime.LocalToModel(other.Skeleton, &pose, make([]float32, 12*17)),
		"model too short":          runtime.LocalToModel(m.Skeleton, &pose, model[:12*15]),
		"local too long":           runtime.Locals(m.Skeleton, &pose, make([]float32, 12*17)),
		"palette too short":        runtime.Palettes(skinOf(0), model, make([]float32, 11)),
		"joint without a matrix":   runtime.Palettes(skinOf(16), model, make([]float32, 12)),
		"mesh's joint":             runtime.MeshMatrix(&soa.Mesh{Skin: soa.None, Joint: 16}, model, make([]float32, 12)),
		"mesh matrix":              runtime.MeshMatrix(&soa.Mesh{Skin: soa.None, Joint: 15}, model, make([]float32, 13)),
		"loose mesh matrix":        runtime.MeshMatrix(&soa.Mesh{Skin: soa.None, Joint: soa.NoJoint}, model, nil),
	} {
		if !errors.Is(err, runtime.ErrLength) {
			t.Errorf("%s: %v, want ErrLength", name, err)
		}
	}
}
