package importer

import (
	"os"

	"github.com/sinew-anim/sinew/internal/sandbox"
	"github.com/sinew-anim/sinew/internal/wire"
	"github.com/sinew-anim/sinew/soa"
)

// Subvert makes children of this program do something in place of an import.
func Subvert(do func()) { subverted = func(*request, *pipeFS) { do() } }

// Line is the child's end of its pipes, for programs that take a child's place.
var answerPipe = os.NewFile(sandbox.LastDescriptor, "answer")

// The kinds of messages of a child.
const (
	KindReady    = kindReady
	KindReadFile = kindReadFile
	KindAnswer   = kindAnswer
)

// Say writes a message as a child would.
func Say(kind byte, data []byte) error { return send(answerPipe, kind, data) }

// SayBytes writes bytes where messages are expected.
func SayBytes(data []byte) error {
	_, err := answerPipe.Write(data)
	return err
}

// Hear reads a message of the parent.
func Hear() error {
	_, _, err := receive(os.Stdin, func(byte) int64 { return maxMessage })
	return err
}

// Greet says that the child is ready, and confined by nothing.
func Greet() error { return greetParent(answerPipe, []sandbox.Layer{{Name: "none"}}) }

// ManyClips is an answer of n empty clips.
func ManyClips(n int) ([]byte, error) {
	clips := make([]*soa.Clip, n)
	empty := new(soa.Clip)
	for i := range clips {
		clips[i] = empty
	}
	return wire.Marshal(reply{Model: &soa.Model{Skeleton: new(soa.Skeleton), Clips: clips}})
}
