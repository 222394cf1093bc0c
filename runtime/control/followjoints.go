package control

import (
	"fmt"

	"github.com/sinew-anim/sinew/internal/suggest"
	"github.com/sinew-anim/sinew/soa"
)

// FollowJoints returns the document for a skeleton that was made of another one: joints have the names
// that they have there, or their paths where several have one. index has per joint of the first skeleton
// its index in the second, or soa.NoJoint. The error wraps ErrDocument and begins with the place of a
// joint that is no more, or of what no longer fits.
func (c *Document) FollowJoints(from, to *soa.Skeleton, index []int) (*Document, error) {
	text, err := c.JSON()
	if err != nil {
		return nil, err
	}
	if len(index) != from.Len() {
		return nil, fmt.Errorf("/: %w: the index is of %d joints of %d", ErrDocument, len(index), from.Len())
	}
	out := new(Document)
	w, whole := out.walk(nil)
	w.Of.(*scope).follow = (&following{from, to, index}).joint
	if err := w.Read(text, whole); err != nil {
		return nil, err
	}
	if err := out.Check(to); err != nil {
		return nil, err
	}
	return out, nil
}

// following gives the joints of a document the names of another skeleton.
type following struct {
	from, to *soa.Skeleton
	index    []int
}

func (f *following) joint(p place, name *string) {
	j, problem := suggest.Joint(f.from, *name)
	if problem != "" {
		p.W.Fail(p.Path, ErrDocument, "%s", problem)
		return
	}
	k := f.index[j]
	if k < 0 {
		p.W.Fail(p.Path, ErrDocument, "the joint %q is no more", *name)
		return
	}
	*name = suggest.Name(f.to, k)
}
