package bake

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/codec"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// Model returns the model of an archive with all its clips, the compressed ones
// unpacked. Uncompressed clips, and everything else, point into the archive. The error
// is that of the archive's methods, or wraps soa.ErrTooLarge if unpacked keys take more than
// 1 GiB. For changes of a mapped file after the call see archive.Archive.Guard.
func Model(a *archive.Archive) (*soa.Model, error) {
	m, err := a.Still()
	if err != nil {
		return nil, err
	}
	total := int64(0)
	for i := range a.Clips() {
		if err := addUnpacked(&total, a, i); err != nil {
			return nil, err
		}
	}
	for i := range a.Clips() {
		c, err := clip(a, m, i)
		if err != nil {
			return nil, err
		}
		m.Clips = append(m.Clips, c)
	}
	return m, nil
}

// Packs returns, for the clips of a model from Model, the compressed clips of
// the archive.
func Packs(a *archive.Archive, model *soa.Model) (map[*soa.Clip]*soa.Packed, error) {
	packs := make(map[*soa.Clip]*soa.Packed)
	for i := range min(a.Clips(), len(model.Clips)) {
		if !a.IsPacked(i) {
			continue
		}
		p, err := a.Packed(i)
		if err != nil {
			return nil, err
		}
		packs[model.Clips[i]] = p
	}
	return packs, nil
}

// Clip returns clip i of an archive, unpacked if it is compressed. model is the
// archive's, from Model or Archive.Still.
func Clip(a *archive.Archive, model *soa.Model, i int) (*soa.Clip, error) {
	if err := addUnpacked(new(int64), a, i); err != nil {
		return nil, err
	}
	return clip(a, model, i)
}

// clip is Clip without a check of its size.
func clip(a *archive.Archive, model *soa.Model, i int) (*soa.Clip, error) {
	if !a.IsPacked(i) {
		return a.Clip(i)
	}
	p, err := a.Packed(i)
	if err != nil {
		return nil, err
	}
	c, err := codec.Unpack(model, p)
	if err != nil {
		return nil, fmt.Errorf("clip %q: %w", p.Exact.Name, err)
	}
	return c, nil
}

// maxUnpacked bounds the memory of the keys that Clip, or Model for all clips together, unpacks: a
// few bytes can encode any number of constant keys.
const maxUnpacked = 1 << 30

// addUnpacked adds the unpacked size of a clip to the total. The error wraps soa.ErrTooLarge if the
// total exceeds maxUnpacked.
func addUnpacked(total *int64, a *archive.Archive, i int) error {
	if !a.IsPacked(i) {
		return nil
	}
	p, err := a.Packed(i)
	if err == nil {
		err = a.Guard(func() error {
			*total += p.UnpackedBytes()
			return nil
		})
	}
	if err == nil && *total > maxUnpacked {
		err = fmt.Errorf("clip %q: %w: with it keys unpack to %d bytes, more than %d", p.Exact.Name, soa.ErrTooLarge, *total, int64(maxUnpacked))
	}
	return err
}
