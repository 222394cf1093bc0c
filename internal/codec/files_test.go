//go:build cgo

package codec_test

import (
	"context"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/codec"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/packing"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/soa"
)

// The promise holds on every animated file, and is no empty one: files use up
// most of it, so that a tenth of the bound would not hold.
func TestFilesHoldBound(t *testing.T) {
	if testing.Short() {
		t.Skip("compresses many clips")
	}
	t.Run("spans", func(t *testing.T) { testFiles(t, codec.Options{}) })
	t.Run("Rice", func(t *testing.T) { testFiles(t, codec.Options{Small: true}) })
}

func testFiles(t *testing.T, o codec.Options) {
	clips, tight, small, plain := 0, 0, 0, 0
	files.Animated(t, func(path string, m *soa.Model) {
		packed, err := codec.Clips(context.Background(), m, nil, o)
		if err != nil {
			t.Errorf("%s: %v", path, err)
			return
		}
		for i, p := range packed {
			if err := p.Validate(m.Skeleton.Len(), len(m.Weights), len(m.Floats)); err != nil {
				t.Errorf("%s: %v", path, err)
				continue
			}
			clips++
			small, plain = small+p.Size(), plain+16*len(m.Clips[i].Time)
			if hold(t, m, m.Clips[i], p, unpack(t, m, p), 8) > 0.1 {
				tight++
			}
			checkDecoder(t, m, p)
			exact := pack(t, m, m.Clips[i], codec.Options{Lossless: true})
			if !sameClip(unpack(t, m, exact), m.Clips[i]) {
				t.Errorf("%s: clip %q is not what it was", path, m.Clips[i].Name)
			}
		}
	}, "strider_sparse.gltf", "AnimatedMorphCube.gltf")
	t.Logf("%d clips in %d bytes, their keys take %d; %d need more than a tenth of the bound", clips, small, plain, tight)
	if clips < 1 || tight < clips/4 {
		t.Errorf("%d clips, %d of which need more than a tenth of the bound", clips, tight)
	}
}

// sameClip compares the tracks and keys of two clips.
func sameClip(a, b *soa.Clip) bool {
	return slices.Equal(a.Tracks, b.Tracks) && slices.Equal(a.Time, b.Time) && slices.Equal(a.X, b.X) && slices.Equal(a.Y, b.Y) &&
		slices.Equal(a.Z, b.Z) && slices.Equal(a.W, b.W) && slices.Equal(a.In, b.In) && slices.Equal(a.Out, b.Out) &&
		slices.Equal(a.Events, b.Events) && a.Additive == b.Additive && a.Motion == b.Motion && a.Name == b.Name && a.Duration == b.Duration && a.Start == b.Start
}

// What clips have come down to is not to grow again.
func TestSizes(t *testing.T) {
	for _, c := range []struct {
		file  string
		bound float64
		size  int
		small bool
	}{
		{"walk.fbx", 1e-4, 4060, false}, {"run.fbx", 1e-4, 2400, false}, {"walk.fbx", 1e-3, 2300, false}, {"run.fbx", 1e-3, 1700, false},
		{"walk.fbx", 1e-4, 2750, true}, {"run.fbx", 1e-4, 1900, true}, {"walk.fbx", 1e-3, 1700, true}, {"run.fbx", 1e-3, 1300, true},
	} {
		if testing.Short() && (c.file != "walk.fbx" || c.small == (c.bound == 1e-4)) {
			continue
		}
		m := files.LoadWith(t, truth.Shared(t, "models", "pab", c.file), importer.Options{NoTextures: true})
		clip := exact.OnFrames(m.Clips[0])
		p := pack(t, m, m.Clips[0], codec.Options{Bound: c.bound, Small: c.small})
		if !p.OnFrames || clip == m.Clips[0] {
			t.Errorf("%s: its bounds are not those on frames", c.file)
		}
		used := hold(t, m, clip, p, unpack(t, m, p), 30)
		t.Logf("%s at %v m: %d bytes, %.3f of the bound used", c.file, c.bound, p.Size(), used)
		if p.Size() > c.size {
			t.Errorf("%s at %v m: %d bytes, at most %d are wanted", c.file, c.bound, p.Size(), c.size)
		}
		holdMoments(t, m, clip, p)
		if !c.small {
			holdPlayed(t, m, clip, p)
		}
	}
}

// So does what few keys with steep tangents turn within milliseconds: one arm so fast that no
// rows a crowd interpolates between follow it, and its clip is packed in lines.
func TestSparseSizes(t *testing.T) {
	if testing.Short() {
		t.Skip("each clip takes seconds to pack")
	}
	m := files.LoadWith(t, truth.Shared(t, "models", "strider", "strider_sparse.gltf"), importer.Options{NoTextures: true})
	most := map[string]int{"jump": 19000, "walk": 10493, "wave": 12600}
	for _, clip := range m.Clips {
		p := pack(t, m, clip, codec.Options{Bound: 1e-4})
		if p.Bound != 1e-4 || p.OnFrames || p.Size() > most[clip.Name] {
			t.Errorf("%s: %d bytes within %v m, at most %d are wanted within 0.1 mm", clip.Name, p.Size(), p.Bound, most[clip.Name])
		}
		if packing.Curved(p.Grids) == (clip.Name == "walk") {
			t.Errorf("%s: its grids are curves: %v", clip.Name, packing.Curved(p.Grids))
		}
		holdMoments(t, m, clip, p)
		holdPlayedBy(t, m, clip, p, 1000)
	}
}
