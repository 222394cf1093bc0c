package importer

import (
	"bytes"
	"encoding/binary"
	"os"

	"github.com/sinew-anim/sinew/importer/internal/child"
	"github.com/sinew-anim/sinew/importer/internal/fbx"
	"github.com/sinew-anim/sinew/importer/internal/ipc"
	"github.com/sinew-anim/sinew/importer/internal/sandbox"
	"github.com/sinew-anim/sinew/soa"
)

// Subvert makes children of this program do something in place of an import.
func Subvert(do func()) { subverted = do }

// Line is the child's end of its pipes, for programs that take a child's place.
var answerPipe = os.NewFile(sandbox.LastDescriptor, "answer")

// The kinds of messages of a child.
const (
	KindReady    = child.KindReady
	KindReadFile = child.KindReadFile
	KindAnswer   = child.KindAnswer
)

// Say writes a message as a child would.
func Say(kind byte, data []byte) error { return child.Send(answerPipe, kind, data) }

// SayBytes writes bytes where messages are expected.
func SayBytes(data []byte) error {
	_, err := answerPipe.Write(data)
	return err
}

// Hear reads a message of the parent.
func Hear() error {
	_, _, err := child.Receive(os.Stdin, func(byte) int64 { return child.MaxMessage })
	return err
}

// Greet says that the child is ready, and confined by nothing.
func Greet() error { return child.GreetParent(answerPipe, []sandbox.Layer{{Name: "none"}}) }

// ManyClips is an answer of n empty clips.
func ManyClips(n int) ([]byte, error) {
	return answerOf(&soa.Model{Skeleton: new(soa.Skeleton)}, new(soa.Clip), n)
}

// ManyClipsOf is an answer of a chain of joints, the most that there can be, and n clips
// that scale one of them.
func ManyClipsOf(n int) ([]byte, error) {
	s := &soa.Skeleton{Name: make([]string, soa.MaxJoints), Rest: soa.MakeTransforms(soa.MaxJoints)}
	for j := range soa.MaxJoints {
		s.Parent, s.Unit = append(s.Parent, int16(j-1)), append(s.Unit, 1)
	}
	s.ComputeDepth()
	return answerOf(&soa.Model{Skeleton: s}, &soa.Clip{
		TicksPerSecond: 1, Tracks: []soa.Track{{Property: soa.Scale}},
		Time: []float32{0}, X: []float32{2}, Y: []float32{1}, Z: []float32{1}, W: []float32{0},
	}, n)
}

// answerOf is an answer with a model that has a clip n times. The clip is written once,
// so that it takes no time.
func answerOf(m *soa.Model, clip *soa.Clip, n int) ([]byte, error) {
	m.Clips = []*soa.Clip{clip}
	once, err := ipc.Marshal(m.Clips)
	if err != nil {
		return nil, err
	}
	const head = 1 + 4 // it is no nil, and its length
	often := binary.NativeEndian.AppendUint32([]byte{once[0]}, uint32(n))
	often = append(often, bytes.Repeat(once[head:], n)...)
	data, err := ipc.Marshal(reply{Model: m})
	return bytes.Replace(data, once, often, 1), err
}

// FollowFBX follows what moves in an FBX file of at most that many keys, without libassimp.
func FollowFBX(data []byte, keys int) error {
	o := new(Options).settings()
	o.Bounds.Keys = keys
	return fbx.Follow(data, &o.Settings)
}

// FileFormat is a row of the table of formats.
type FileFormat = fileFormat

// FileFormats is the table of formats.
func FileFormats() []FileFormat { return fileFormats() }
