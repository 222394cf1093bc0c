package importer

import (
	"fmt"
	"strings"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/fbx"
	"github.com/sinew-anim/sinew/native/assimp"
)

// fbxFile is an FBX file read beside libassimp.
type fbxFile struct {
	file     *fbx.File
	original map[string]string      // names that stand in for others, and those
	err      error                  // why the file could not be read this way
	data     func() ([]byte, error) // as libassimp sees it
	binds    map[meshBone]exact.Matrix
}

// prepareFBX reads an FBX file before libassimp does and returns how to open
// it: as it is, or with what libassimp gets wrong patched.
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

// labelFBXNodes gives the nodes of replaced names their own again, which
// useLabels makes count, and tells of those that no patch could tell apart.
func (f *flattener) labelFBXNodes() {
	if f.fbx == nil || len(f.fbx.original) == 0 {
		return
	}
	for i := range f.tree.nodes {
		n := &f.tree.nodes[i]
		own := n.name
		if n.part != "" {
			own = n.owner
		}
		original, ok := f.fbx.original[own]
		if !ok {
			continue
		}
		if original == "" {
			// A name to tell it by, the same for all nodes of its chain.
			original = fmt.Sprintf("nodes[%d]", i)
			f.fbx.original[own] = original
		}
		n.label = original
		if n.part != "" {
			n.label = original + strings.TrimPrefix(n.name, own)
			n.owner = original
		}
	}
}

// placeFBXClips puts FBX clips back on the file's own time line, since
// libassimp moves every one of them to begin at 0, and cuts those whose keys
// reach beyond their range to it.
func (f *flattener) placeFBXClips() error {
	if f.fbx == nil {
		return nil
	}
	if f.fbx.err != nil {
		if len(f.sources) > 0 {
			f.report.add(Loss, LostStart, "", "clips begin at 0, whatever the file says: %v", f.fbx.err)
		}
		return nil
	}
	driven, err := f.readFBXFloats()
	if err != nil {
		return err
	}
	placed := make(map[string]bool)
	for k, s := range f.fbx.file.Stacks {
		if placed[s.Name] || !s.Known {
			continue
		}
		placed[s.Name] = true
		if len(driven[k]) > 0 && !f.hasSource(s.Name) { // libassimp has no animation of a stack that moves no node
			f.sources = append(f.sources, clipSource{name: s.Name, rate: f.fbxRate(s.Name), byNode: make(map[int]*channel), own: true})
		}
		for c := range f.sources {
			src := &f.sources[c]
			if src.name != s.Name {
				continue
			}
			src.begin = s.Begin
			f.bindFBXFloats(src, driven[k])
			if s.Cuts {
				src.cut((s.From-s.Begin)*src.rate, (s.To-s.Begin)*src.rate)
				f.report.add(Info, ClipRange, src.name, "the file has keys outside the clip's range from %.4g to %.4g s; they shape its ends", s.From, s.To)
			}
		}
	}
	return nil
}

// cut leaves of every track what lies between two ticks.
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
