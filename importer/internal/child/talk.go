package child

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/sinew-anim/sinew/importer/internal/source"
	"github.com/sinew-anim/sinew/internal/ipc"
	"github.com/sinew-anim/sinew/internal/sandbox"
)

// The conversation runs over two pipes, the child's stdin and its descriptor 3;
// stderr is left to what libassimp prints. Every message is a kind, a length and that
// many bytes:
//
//	child → parent   ready                              the layers of its sandbox
//	parent → child   request
//	child → parent   stat | readFile | readDir name
//	parent → child   size part… data | data | failure   (any number of times)
//	child → parent   answer
//
// and from the request on again, for as long as the parent wants.
const (
	KindReady byte = iota + 1
	kindRequest
	kindStat
	KindReadFile
	kindReadDir
	kindData
	kindFailure
	KindAnswer
	kindSize // of a file, which follows in parts; the last one is data
	kindPart
)

const (
	// MaxMessage bounds what a parent sends.
	MaxMessage = 1 << 31
	// maxQuestion bounds the questions of a child, the first message among them.
	maxQuestion = 1 << 16
)

// errTalk: a child says what no child of ours would.
var errTalk = errors.New("its messages make no sense")

// line is the parent's end of the two pipes.
type line struct {
	to, from *os.File
}

// during makes reading and writing end with the context. The function that it returns
// is called when the conversation is over.
func (l *line) during(ctx context.Context) (over func()) {
	stop := context.AfterFunc(ctx, func() {
		past := time.Unix(1, 0)
		_ = l.from.SetReadDeadline(past) // pipes have deadlines where there are children
		_ = l.to.SetWriteDeadline(past)
	})
	return func() { stop() }
}

// ready reads the first message: how the child is confined.
func (l *line) ready() (layers []sandbox.Layer, err error) {
	kind, data, err := Receive(l.from, func(byte) int64 { return maxQuestion })
	if err != nil {
		return nil, err
	}
	if kind != KindReady {
		return nil, fmt.Errorf("%w: the first is of kind %d", errTalk, kind)
	}
	err = ipc.Budget{Memory: 16 * maxQuestion}.Unmarshal(data, &layers)
	return layers, err
}

// converse sends the request and serves files until the answer arrives. It notes whether
// the child has asked anything.
func (l *line) converse(ctx context.Context, t *Task, asked *bool) error {
	data, err := ipc.Marshal(t.Request)
	if err != nil {
		return err
	}
	if err := Send(l.to, kindRequest, data); err != nil {
		return err
	}
	most := func(kind byte) int64 {
		if kind == KindAnswer {
			return t.Limits.Answer
		}
		return maxQuestion
	}
	for {
		kind, n, err := receiveHead(l.from, most)
		if err != nil {
			return err
		}
		*asked = true
		if kind == KindAnswer {
			budget := ipc.Budget{Memory: t.Limits.Answer, Stop: func() error { return outOfTime(ctx) }}
			if err := budget.Decode(l.from, n, t.Answer); errors.Is(err, ipc.ErrBudget) {
				return fmt.Errorf("%w: an answer of more than %d bytes of memory", source.ErrLimit, t.Limits.Answer)
			} else if err != nil {
				return err
			}
			return nil
		}
		question := make([]byte, n) // of at most maxQuestion
		if _, err := io.ReadFull(l.from, question); err != nil {
			return err
		}
		if err := ServeFile(ctx, l.to, t.FS, kind, string(question), t.Limits.FileSize); err != nil {
			return err
		}
	}
}

// Send writes a message.
func Send(w io.Writer, kind byte, data []byte) error {
	if len(data) > MaxMessage {
		return fmt.Errorf("%w: a message of %d bytes", source.ErrLimit, len(data))
	}
	head := []byte{kind, byte(len(data)), byte(len(data) >> 8), byte(len(data) >> 16), byte(len(data) >> 24)}
	if _, err := w.Write(head); err != nil {
		return err
	}
	_, err := w.Write(data)
	return err
}

// receiveHead reads the kind and the length of a message, which has at most as many bytes as
// its kind may have.
func receiveHead(r io.Reader, most func(kind byte) int64) (kind byte, n int64, err error) {
	var head [5]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return 0, 0, err
	}
	n = int64(head[1]) | int64(head[2])<<8 | int64(head[3])<<16 | int64(head[4])<<24
	if n > most(head[0]) && head[0] != KindAnswer {
		return 0, 0, fmt.Errorf("%w: one of %d bytes of kind %d", errTalk, n, head[0])
	}
	if n > most(head[0]) {
		return 0, 0, fmt.Errorf("%w: a message of %d bytes, at most %d are read", source.ErrLimit, n, most(head[0]))
	}
	return head[0], n, nil
}

// Receive reads one message of a parent, which is trusted, or a short one.
func Receive(r io.Reader, most func(kind byte) int64) (byte, []byte, error) {
	kind, n, err := receiveHead(r, most)
	if err != nil {
		return 0, nil, err
	}
	data := make([]byte, n)
	_, err = io.ReadFull(r, data)
	return kind, data, err
}

// tail keeps the beginning of what a child prints: the first lines of a crash name its
// cause.
type tail struct{ data []byte }

const maxTail = 16 << 10

func (t *tail) Write(p []byte) (int, error) {
	if room := maxTail - len(t.data); room > 0 {
		t.data = append(t.data, p[:min(room, len(p))]...)
	}
	return len(p), nil
}

func (t *tail) String() string { return string(t.data) }
