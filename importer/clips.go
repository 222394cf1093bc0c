package importer

import (
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/importer/internal/source"
)

// binder is the state of bindClips.
type binder struct {
	*input
	tree   *tree
	gltf   *gltfFile
	clips  []clipSource
	floats *floatSet
}

// bindClips reads the animations and finds the node of each channel: in the file
// itself for glTF, because libassimp loses interpolation modes, otherwise by name
// in the scene. The clips of FBX and Collada files come from the file itself.
func bindClips(in *input, t *tree, gltf *gltfFile) ([]clipSource, *floatSet, error) {
	b := &binder{in, t, gltf, nil, &floatSet{at: make(map[floatKey]int)}}
	if in.fbx != nil {
		if err := b.bindFBX(); err != nil {
			return nil, nil, err
		}
		b.floats.choose(b.clips)
		b.clips = slices.DeleteFunc(b.clips, func(s clipSource) bool { return len(s.byNode)+len(s.weights)+len(s.floats) == 0 })
		return b.clips, b.floats, nil
	}
	if in.dae != nil && in.dae.err == nil {
		if err := b.bindCollada(); err != nil {
			return nil, nil, err
		}
		b.floats.choose(b.clips)
		return b.clips, b.floats, nil
	}
	if in.Hides {
		b.clips = make([]clipSource, len(gltf.doc.Animations))
		for c := range b.clips {
			b.clips[c] = b.newClip(gltf.doc.Animations[c].Name, c, b.rate, gltfRate)
		}
		b.bindGLTF()
		return b.clips, b.floats, nil
	}
	b.clips = make([]clipSource, in.scene.Animations())
	rate := b.rate
	if in.format == "x" {
		rate = b.directRate()
	}
	for c := range b.clips {
		anim := in.scene.Animation(c)
		b.clips[c] = b.newClip(anim.Name(), c, rate, anim.TicksPerSecond())
	}
	if gltf != nil {
		b.bindGLTF()
	} else {
		for c := range b.clips {
			b.bindScene(&b.clips[c], in.scene.Animation(c))
		}
	}
	b.floats.choose(b.clips)
	return b.clips, b.floats, nil
}

// newClip is clip c, which the file names, with the ticks per second that rate makes of those
// that the file states.
func (b *binder) newClip(name string, c int, rate func(string, float64) float64, stated float64) clipSource {
	name = b.clipName(name, c)
	return clipSource{name: name, byNode: make(map[int]*channel), rate: rate(name, stated)}
}

// clipName returns an animation's name. Formats without names (MD5, BVH) have
// clips named after the file.
func (b *binder) clipName(name string, c int) string {
	switch file := source.Stem(b.Base); {
	case name != "":
		return name
	case len(b.clips) == 1:
		return file
	default:
		return fmt.Sprintf("%s %d", file, c)
	}
}
