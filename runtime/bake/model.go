package bake

import (
	"fmt"

	"github.com/sinew-anim/sinew/runtime/compress"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
)

// Model returns the model of an archive with all its clips, the compressed ones
// unpacked. Uncompressed clips, and everything else, point into the archive.
// The error is that of the Archive's methods: what happens to a mapped file after the call
// is another matter, see archive.Archive.Guard.
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
	if !a.IsPacked(i) {
		return a.Clip(i)
	}
	p, err := a.Packed(i)
	if err != nil {
		return nil, err
	}
	n, err := guardedBytes(a, p)
	if err != nil {
		return nil, err
	}
	if n > maxUnpacked {
		return nil, fmt.Errorf("clip %q: %w: it unpacks to %d bytes, at most %d are allowed", p.Exact.Name, soa.ErrTooLarge, n, int64(maxUnpacked))
	}
	c, err := compress.Unpack(model, p)
	if err != nil {
		return nil, fmt.Errorf("clip %q: %w", p.Exact.Name, err)
	}
	return c, nil
}

func guardedBytes(a *archive.Archive, p *soa.Packed) (n int64, err error) {
	err = a.Guard(func() error {
		n = unpackedBytes(p)
		return nil
	})
	return n, err
}

// maxUnpacked bounds what one clip may become: a few bytes can stand for any
// number of keys that do not move.
const maxUnpacked = 1 << 30

// unpackedBytes is the memory of a clip's keys, 20 bytes each, once it is
// unpacked.
func unpackedBytes(p *soa.Packed) int64 {
	onGrid := make([]int64, max(1, len(p.Grids)))
	for place, coded := 0, 0; place < p.Places(); place++ {
		if p.KindAt(place) != soa.PackedCoded {
			continue
		}
		if len(p.Grid) > 0 {
			onGrid[p.Grid[coded]]++
		} else {
			onGrid[0]++
		}
		coded++
	}
	n := int64(exactBytes(&p.Exact))
	for i := range p.Grids {
		n += 20 * onGrid[i] * (int64(p.Grids[i].Intervals) + 1)
	}
	return n
}
