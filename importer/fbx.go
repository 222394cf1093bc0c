package importer

import (
	"fmt"
	"strings"

	"github.com/sinew-anim/sinew/internal/fbx"
	"github.com/sinew-anim/sinew/native/assimp"
)

// fbxFile is an FBX file parsed beside libassimp.
type fbxFile struct {
	file     *fbx.File
	original map[string]string      // names that stand in for others, and those
	err      error                  // why the file could not be read this way
	data     func() ([]byte, error) // as libassimp sees it
}

// prepareFBX parses an FBX file before libassimp does. It returns a function that
// imports the file, patched where libassimp would misread it.
func (s *source) prepareFBX() (*fbxFile, func(assimp.Options) (*assimp.Scene, error)) {
	data, err := s.read()
	if err != nil {
		return &fbxFile{err: err, data: s.read}, s.open
	}
	file, err := fbx.Read(data)
	if err != nil {
		return &fbxFile{err: err, data: s.read}, s.open
	}
	out := &fbxFile{file: file, data: s.read}
	patched, original := file.Patch(data)
	if patched == nil {
		return out, s.open
	}
	out.original = original
	out.data = func() ([]byte, error) { return patched, nil }
	return out, func(o assimp.Options) (*assimp.Scene, error) {
		scene, err := importBytes(patched, "fbx", o)
		if err != nil {
			return s.open(o) // its error names the file
		}
		return scene, nil
	}
}

// rename restores the names that the patch replaced to make them unique, and
// makes names for nodes that no patch tells apart.
func (o *fbxFile) rename(t *tree) {
	for i := range t.nodes {
		n := &t.nodes[i]
		own := n.name
		if n.part != "" {
			own = n.owner
		}
		original, ok := o.original[own]
		if !ok {
			continue
		}
		if original == "" {
			// A name to tell it by, the same for all nodes of its chain.
			original = fmt.Sprintf("nodes[%d]", i)
			o.original[own] = original
		}
		n.name = original
		if n.part != "" {
			n.name = original + strings.TrimPrefix(n.key, own)
			n.owner = original
		}
	}
}

// placeFBXClips restores the time line of FBX clips, which libassimp shifts to
// begin at 0, and cuts clips whose keys exceed the range that the file states.
func (b *binder) placeFBXClips() error {
	file := b.fbx
	if file == nil {
		return nil
	}
	if file.err != nil {
		if len(b.clips) > 0 {
			b.report.add(Loss, LostStart, "", "clips begin at 0 instead of the time that the file states: %v", file.err)
		}
		return nil
	}
	driven, err := b.readFBXFloats()
	if err != nil {
		return err
	}
	placed := make(map[string]bool)
	for k, s := range file.file.Stacks {
		if placed[s.Name] || !s.Known {
			continue
		}
		placed[s.Name] = true
		if len(driven[k]) > 0 && !b.hasSource(s.Name) { // libassimp has no animation of a stack that moves no node
			b.clips = append(b.clips, clipSource{name: s.Name, rate: b.fbxRate(s.Name), byNode: make(map[int]*channel), own: true})
		}
		for c := range b.clips {
			src := &b.clips[c]
			if src.name != s.Name {
				continue
			}
			src.begin = s.Begin
			b.bindFBXFloats(src, driven[k])
			if s.Cuts {
				src.cut(float64((s.From-s.Begin)*src.rate), float64((s.To-s.Begin)*src.rate))
				b.report.add(Info, ClipRange, src.name, "the file has keys outside the clip's range from %.4g to %.4g s; the clip is cut to the range", s.From, s.To)
			}
		}
	}
	return nil
}

// cut shortens every track to the part between two ticks.
func (src *clipSource) cut(first, last float64) {
	piece := func(t *track, rotation bool) *track {
		if t == nil || len(t.keys) == 0 {
			return t
		}
		src.fixed.add(t.clean(rotation))
		if len(t.keys) < 2 {
			return t
		}
		return t.cut(first, last, rotation)
	}
	for _, ch := range src.byNode {
		ch.t, ch.r, ch.s = piece(ch.t, false), piece(ch.r, true), piece(ch.s, false)
	}
	for _, w := range src.weights {
		for i := range w.tracks {
			w.tracks[i] = piece(w.tracks[i], false)
		}
	}
	for i, t := range src.floats {
		src.floats[i] = piece(t, false)
	}
}
