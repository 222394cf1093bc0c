package classic

import (
	"errors"

	"github.com/sinew-anim/sinew/soa"
)

// ErrShear is the error of a method that knows translations, rotations and
// scales alone, about a skeleton that has other matrices.
var ErrShear = errors.New("the skeleton has joints that are not translation, rotation and scale")

// Entry is what a palette entry is made of.
type Entry struct {
	Joint       int
	InverseBind soa.Affine
}

// Rig is what the methods need of a model: its skeleton, and the palette to
// compute, every pair of joint and inverse bind matrix once.
type Rig struct {
	Skeleton *soa.Skeleton
	Entries  []Entry
	// Index is where entry i of skin s is among the entries: Index[s][i].
	Index [][]int
}

// NewRig gathers the palette entries of all skins of a model that passes
// Validate.
func NewRig(m *soa.Model) *Rig {
	r := &Rig{Skeleton: m.Skeleton}
	at := map[Entry]int{}
	for _, s := range m.Skins {
		index := make([]int, s.Len())
		for i := range index {
			e := Entry{int(s.Joint[i]), s.InverseBind[i]}
			k, known := at[e]
			if !known {
				k = len(r.Entries)
				at[e], r.Entries = k, append(r.Entries, e)
			}
			index[i] = k
		}
		r.Index = append(r.Index, index)
	}
	return r
}

// Animator computes palettes. One goroutine at a time may use it.
type Animator interface {
	// Evaluate writes the palette of an instance, 12 values for each of the
	// rig's entries, at a tick of a clip. Instances are told apart only by what
	// a method remembers of each from its last frame.
	Evaluate(instance, clip int, tick float64, palette []float32)
}

// Method is one way of animating a skeleton.
type Method struct {
	Name  string
	About string // in half a line
	// New prepares the method for clips that fit the rig, and for a number of instances.
	// The error wraps ErrShear.
	New func(r *Rig, clips []*soa.Clip, instances int) (Animator, error)
}

// Methods lists the methods, from the one that most begin with to the one that
// most end with.
func Methods() []Method {
	return []Method{
		{"ogldev", "recursion, names, linear search", newOGLdev},
		{"flat", "flat channels, a scene graph", newFlat},
		{"book", "a pose of two vectors, climbing", newBook},
		{"binary", "arrays, binary search, 4x4", newBinary},
		{"cursor", "arrays, cursors, 3x4", newCursor},
	}
}
