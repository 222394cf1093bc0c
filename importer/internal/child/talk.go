package child

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/sinew-anim/sinew/importer/internal/ipc"
	"github.com/sinew-anim/sinew/importer/internal/sandbox"
	"github.com/sinew-anim/sinew/importer/internal/source"
)

// Messages travel over two pipes, the child's stdin and its descriptor 3; stderr is left to
// libassimp. A message is a kind, a length and that many bytes:
//
//	child → parent   ready                              the layers of its sandbox
//	parent → child   request
//	child → parent   stat | readFile | readDir name
//	parent → child   size part… data | data | failure   (any number of times)
//	child → parent   answer
//
// More requests may follow an answer.
const (
	KindReady byte = iota + 1
	kindRequest
	kindStat
	KindReadFile
	kindReadDir
	kindData
	kindFailure
	KindAnswer
	kindSize // of a file sent in parts; the last part is data
	kindPart
)

const (
	// MaxMessage limits a message of the parent, in bytes.
	MaxMessage = 1 << 31
	// maxQuestion limits a question or first message of a child, in bytes.
	maxQuestion = 1 << 16
)

// errTalk: the child's messages violate the protocol.
var errTalk = errors.New("its messages violate the protocol")

// line is the parent's end of the two pipes.
type line struct {
	to, from *os.File
}

// bindContext applies the context's deadline and cancellation to reads and writes. The caller calls
// over when the conversation has ended.
func (l *line) bindContext(ctx context.Context) (over func()) {
	stop := context.AfterFunc(ctx, func() {
		past := time.Unix(1, 0)
		_ = l.from.SetReadDeadline(past) // pipes have deadlines where there are children
		_ = l.to.SetWriteDeadline(past)
	})
	return func() { stop() }
}

// ready reads the first message, the child's confinement.
func (l *line) ready() (layers []sandbox.Layer, err error) {
	kind, data, err := Receive(l.from, func(byte) int64 { return maxQuestion })
	if err != nil {
		return nil, err
	}
	if kind != KindReady {
		return nil, fmt.Errorf("%w: the first has kind %d", errTalk, kind)
	}
	err = ipc.Budget{Memory: 16 * maxQuestion}.Unmarshal(data, &layers)
	return layers, err
}

// converse sends the request and serves files until the answer arrives. It sets asked when the
// child has sent anything.
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
				return fmt.Errorf("%w: the answer needs more than %d bytes of memory", source.ErrLimit, t.Limits.Answer)
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
	if int64(len(data)) > MaxMessage {
		return fmt.Errorf("%w: a message of %d bytes", source.ErrLimit, len(data))
	}
	head := []byte{kind, byte(len(data)), byte(len(data) >> 8), byte(len(data) >> 16), byte(len(data) >> 24)}
	if _, err := w.Write(head); err != nil {
		return err
	}
	_, err := w.Write(data)
	return err
}

// receiveHead reads a message's kind and length, which most(kind) limits.
func receiveHead(r io.Reader, most func(kind byte) int64) (kind byte, n int64, err error) {
	var head [5]byte
	if _, err := io.ReadFull(r, head[:]); err != nil {
		return 0, 0, err
	}
	n = int64(head[1]) | int64(head[2])<<8 | int64(head[3])<<16 | int64(head[4])<<24
	if n > most(head[0]) && head[0] != KindAnswer {
		return 0, 0, fmt.Errorf("%w: %d bytes of kind %d", errTalk, n, head[0])
	}
	if n > most(head[0]) {
		return 0, 0, fmt.Errorf("%w: a message of %d bytes; the limit is %d", source.ErrLimit, n, most(head[0]))
	}
	return head[0], n, nil
}

// Receive reads a whole message. The sender must be trusted, or the message short.
func Receive(r io.Reader, most func(kind byte) int64) (byte, []byte, error) {
	kind, n, err := receiveHead(r, most)
	if err != nil {
		return 0, nil, err
	}
	data := make([]byte, n)
	_, err = io.ReadFull(r, data)
	return kind, data, err
}

// tail keeps the beginning of the child's stderr: the first lines of a crash name its cause.
type tail struct{ data []byte }

const maxTail = 16 << 10

func (t *tail) Write(p []byte) (int, error) {
	if room := maxTail - len(t.data); room > 0 {
		t.data = append(t.data, p[:min(room, len(p))]...)
	}
	return len(p), nil
}

func (t *tail) String() string { return string(t.data) }
