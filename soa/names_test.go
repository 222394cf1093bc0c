package soa_test

import (
	"errors"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/internal/testing/manyjoints"
	"github.com/sinew-anim/sinew/soa"
)

// Validate refuses names of more than MaxName bytes, and does not print them.
func TestLongNamesAreInvalid(t *testing.T) {
	for what, set := range map[string]func(m *soa.Model, name string){
		"model":           func(m *soa.Model, name string) { m.Name = name },
		"joint":           func(m *soa.Model, name string) { m.Skeleton.Name[3] = name },
		"clip":            func(m *soa.Model, name string) { m.Clips[0].Name = name },
		"event":           func(m *soa.Model, name string) { m.Clips[0].Events = []soa.Event{{Name: name}} },
		"morph weight":    func(m *soa.Model, name string) { m.Weights = []soa.MorphWeight{{Target: name}} },
		"custom property": func(m *soa.Model, name string) { m.Floats = []soa.NamedFloat{{Name: name, Joint: soa.NoJoint}} },
		"material":        func(m *soa.Model, name string) { m.Materials = []soa.Material{{Name: name}} },
		"texture":         func(m *soa.Model, name string) { m.Textures = []soa.Texture{{Name: name}} },
	} {
		m := manyjoints.Model(manyjoints.Chain, 5, 2)
		if set(m, strings.Repeat("n", soa.MaxName)); m.Validate() != nil {
			t.Errorf("%s: %v", what, m.Validate())
		}
		set(m, strings.Repeat("n", soa.MaxName+1))
		if err := m.Validate(); !errors.Is(err, soa.ErrInvalid) || len(err.Error()) > 200 || !strings.Contains(err.Error(), what) {
			t.Errorf("%s: %v", what, err)
		}
	}
}
