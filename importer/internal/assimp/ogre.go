package assimp

import (
	"bytes"
	"encoding/binary"
	"path"
	"regexp"
	"strings"

	"github.com/sinew-anim/sinew/importer/internal/ogre"
	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/importer/report"
)

// readOgre replaces the keys of an Ogre mesh's clips by those of its skeleton's file: libassimp
// turns their translations by the bones' rotations where they are bound, and drops the length.
func (a *Format) readOgre(b *scene.Binder) {
	mesh, err := a.Read()
	if err != nil || len(b.Clips) == 0 {
		return
	}
	name, data := a.openOgreSkeleton(mesh)
	if data == nil {
		return
	}
	skeleton, err := ogre.ReadSkeleton(data)
	if err != nil {
		a.Report.Add(report.Loss, report.InvalidCurve, path.Base(source.Slashed(name)), "%v; keys of translation may be turned, and clips end at their last key", err)
		return
	}
	for c := range b.Clips {
		if k := animationOf(skeleton, c, a.Library.Animation(c).Name()); k >= 0 {
			bindOgre(b, &b.Clips[c], &skeleton.Animations[k])
		}
	}
}

// animationOf returns the index of the animation that libassimp has at c, or −1: of those of a name
// the one at the same place counts.
func animationOf(s *ogre.Skeleton, c int, name string) int {
	if c < len(s.Animations) && s.Animations[c].Name == name {
		return c
	}
	for k := range s.Animations {
		if s.Animations[k].Name == name {
			return k
		}
	}
	return -1
}

func bindOgre(b *scene.Binder, clip *track.Clip, a *ogre.Animation) {
	ranged := a.Length > 0 && a.Length-a.Length == 0
	if ranged {
		clip.Ranged, clip.Length = true, a.Length
	}
	seen := map[int]bool{}
	for k := range a.Tracks {
		t := &a.Tracks[k]
		i, ok := b.Tree.ByName[t.Bone.Name]
		if !ok || seen[i] || clip.ByNode[i] == nil {
			continue
		}
		seen[i] = true
		if ranged {
			t.Cut(a.Length)
			t.Wrap(a.Length)
		}
		clip.ByNode[i] = ogreChannel(t)
	}
}

func ogreChannel(t *ogre.Track) *track.Channel {
	n := len(t.Keys)
	ch := &track.Channel{
		T: &track.Track{Keys: make([]track.Key, n), Implied: n < 2},
		R: &track.Track{Keys: make([]track.Key, n), Implied: n < 2},
		S: &track.Track{Keys: make([]track.Key, n), Implied: n < 2},
	}
	for k := range t.Keys {
		p, time := t.Bone.At(&t.Keys[k]), t.Keys[k].Time
		ch.T.Keys[k] = track.Key{Time: time, Value: [4]float64{p.Translation[0], p.Translation[1], p.Translation[2]}}
		ch.R.Keys[k] = track.Key{Time: time, Value: p.Rotation}
		ch.S.Keys[k] = track.Key{Time: time, Value: [4]float64{p.Scale[0], p.Scale[1], p.Scale[2]}}
	}
	return ch
}

// reportOgre reports what of an Ogre mesh is not read.
func (a *Format) reportOgre() {
	mesh, err := a.Read()
	if err != nil {
		return
	}
	a.reportOgreSkeleton(mesh)
	if p := ogre.ReadPoses(mesh); p.Poses+p.Animations > 0 {
		a.Report.Add(report.Loss, report.LeftOut, "", "its %d pose(s), which are morph targets and move %d vertices, and %d animation(s) of vertices are not read; its meshes are still", p.Poses, p.Offsets, p.Animations)
	}
}

// openOgreSkeleton returns the name of the skeleton that an Ogre mesh names, or "", and the content
// of its file, or nil.
func (a *Format) openOgreSkeleton(mesh []byte) (name string, data []byte) {
	if name = ogreSkeleton(mesh, a.Ext); name == "" {
		return "", nil
	}
	for _, file := range []string{name, name + ".xml"} {
		if data, err := a.OpenBeside(file); err == nil {
			return name, data
		}
	}
	return name, nil
}

// reportOgreSkeleton reports the skeleton that an Ogre mesh names, if it is not beside the mesh.
func (a *Format) reportOgreSkeleton(mesh []byte) {
	if a.Scene.HasBones() || a.Scene.Animations > 0 {
		return
	}
	name, data := a.openOgreSkeleton(mesh)
	if name == "" || data != nil {
		return
	}
	why := "the model's folder has no such file"
	if a.FS == nil {
		why = "a stream has no files beside it"
	}
	a.Report.Add(report.Loss, report.MissingSkeleton, path.Base(source.Slashed(name)), "no skeleton: %s; joints, skin and clips are lost", why)
}

// ogreLink matches the link to a skeleton in an Ogre mesh of XML, ogreChunk that of a binary one.
var (
	ogreLink  = regexp.MustCompile(`<skeletonlink\s[^>]*?\bname\s*=\s*(?:"([^"]*)"|'([^']*)')`)
	ogreChunk = []byte("\x00\x60")
)

// ogreSkeleton returns the name of the skeleton that an Ogre mesh names, or "".
func ogreSkeleton(data []byte, ext string) string {
	if ext == "xml" {
		m := ogreLink.FindSubmatch(data)
		if m == nil {
			return ""
		}
		return strings.TrimSpace(string(m[1]) + string(m[2]))
	}
	const head = 6 // of a chunk: its kind, and its length with the head
	for at := 0; ; at++ {
		next := bytes.Index(data[at:], ogreChunk)
		if next < 0 || at+next+head > len(data) {
			return ""
		}
		at += next
		n := binary.LittleEndian.Uint32(data[at+2:])
		if n <= head || uint64(n) > uint64(len(data)-at) {
			continue
		}
		name, ended := strings.CutSuffix(string(data[at+head:at+int(n)]), "\n")
		if ended && strings.Contains(name, ".skeleton") && !strings.ContainsFunc(name, func(r rune) bool { return r < ' ' }) {
			return name
		}
	}
}
