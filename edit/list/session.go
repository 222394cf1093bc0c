package list

import (
	"context"
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/internal/jsondoc"
	"github.com/sinew-anim/sinew/internal/suggest"
	"github.com/sinew-anim/sinew/soa"
)

// Each type of a document lists its fields once, in a method named fields; see package jsondoc.
type (
	place  = jsondoc.Place
	object = jsondoc.Object
)

// Edit is one edit of a clip: a pointer to one of the structs of this package.
type Edit interface {
	fields(o *object)
	// apply returns the changed clip, and what a reader of a report should know.
	apply(s *session, c *edit.Clip) (*edit.Clip, []string, error)
}

// session is what edits are applied to.
type session struct {
	ctx   context.Context
	model *soa.Model
	clips []*edit.Clip // of the model, as they are now
}

// clip returns the model's clip of a name.
func (s *session) clip(name string) (*edit.Clip, error) {
	i := slices.IndexFunc(s.clips, func(c *edit.Clip) bool { return c.Name == name })
	if i < 0 {
		names := make([]string, len(s.clips))
		for k, c := range s.clips {
			names[k] = c.Name
		}
		return nil, fmt.Errorf("%w: there is no clip %.60q%s", ErrDocument, name, suggest.Hint(names, name))
	}
	return s.clips[i], nil
}

// scope is the context of a walk: the model, or nil.
type scope struct{ model *soa.Model }

func modelOf(p place) *soa.Model { return p.W.Of.(*scope).model }

// seconds is a time after the clip's start.
var seconds = jsondoc.Positive.WithUnit(jsondoc.Seconds)

// abridge returns notes, at most eight and a count of the others.
func abridge(notes []string) []string {
	const most = 8
	if len(notes) > most {
		notes = append(notes[:most:most], fmt.Sprintf("and %d more", len(notes)-most))
	}
	return notes
}
