package importer

import (
	"context"
	"errors"
	"io/fs"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/soa"
)

// request is the message of the parent to its child.
type request struct {
	File, Base, Folder string
	Settings           scene.Settings
	Unread             bool       // see settings.unread
	Stream             bool       // the file comes from a reader: it has no neighbours
	Onto               *soa.Model // for AddClips: the skeleton, weights, floats, avatar and expressions alone
}

// reply is the message of the child: a model, clips or an error.
type reply struct {
	Model  *soa.Model
	Clips  []*soa.Clip
	Floats []soa.NamedFloat // with Clips: the model's, and those that they drive besides
	Report report.Report
	Error  *wireError
}

// wireError is an error as a message: its text and the sentinels that it matches.
type wireError struct {
	Text    string
	Matches []bool // per entry of crossing
	Library *libraryError
}

// libraryError is an *assimp.Error as a message.
type libraryError struct {
	File, Message string
	Missing       []string
}

// crossing returns the sentinels that an error of the child keeps.
func crossing() []error {
	return []error{
		fs.ErrNotExist, fs.ErrPermission, ErrUnsupported, ErrUnread, ErrFormat, ErrEmpty, ErrTooLarge, ErrNoMatch, ErrNoClip, ErrOption,
		ErrCrashed, ErrLimit, errABI, context.Canceled,
	}
}

func newWireError(err error) *wireError {
	w := &wireError{Text: err.Error()}
	for _, s := range crossing() {
		w.Matches = append(w.Matches, errors.Is(err, s))
	}
	w.Library = refusal(err)
	return w
}

func (w *wireError) error() error {
	e := &crossedError{text: w.Text}
	for i, s := range crossing() {
		if i < len(w.Matches) && w.Matches[i] {
			e.wrapped = append(e.wrapped, s)
		}
	}
	if w.Library != nil {
		e.wrapped = append(e.wrapped, w.Library.error())
	}
	return e
}

// crossedError is an error of the child: its text and the errors that it wraps.
type crossedError struct {
	text    string
	wrapped []error
}

func (e *crossedError) Error() string   { return e.text }
func (e *crossedError) Unwrap() []error { return e.wrapped }
