package bake

import (
	"fmt"

	"github.com/sinew-anim/sinew/runtime/compress"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// Model returns the model of an archive with all its clips, those that are
// compressed unpacked: what plays as every model does. The clips that are not
// compressed, and all else, point into the archive. The error is that of the
// Archive's methods.
func Model(a *archive.Archive) (*soa.Model, error) {
	m, err := a.Still()
	if err != nil {
		return nil, err
	}
	for i := range a.Clips() {
		c, err := Clip(a, m, i)
		if err != nil {
			return nil, err
		}
		m.Clips = append(m.Clips, c)
	}
	return m, nil
}

// Clip returns clip i of an archive, unpacked where it is compressed. The model
// is the archive's, as Model or Still return it.
func Clip(a *archive.Archive, model *soa.Model, i int) (*soa.Clip, error) {
	if !a.IsPacked(i) {
		return a.Clip(i)
	}
	p, err := a.Packed(i)
	if err != nil {
		return nil, err
	}
	c, err := compress.Unpack(model, p)
	if err != nil {
		return nil, fmt.Errorf("clip %q: %w", p.Exact.Name, err)
	}
	return c, nil
}
