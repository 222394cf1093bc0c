package ogre

import (
	"bytes"
	"cmp"
	"fmt"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// Skeleton is the bones of a file and its animations.
type Skeleton struct {
	Bones      []Bone
	Animations []Animation
}

// Bone is a bone where it is bound, relative to its parent.
type Bone struct {
	Name   string
	Handle int // by which binary tracks name it
	Place
}

// Animation is an animation of some seconds.
type Animation struct {
	Name   string
	Length float64
	Tracks []Track
}

// Track is the keys of one bone, in the order of the file.
type Track struct {
	Bone Bone
	Keys []Key
}

// Key is a place relative to the bone's, at a time in seconds.
type Key struct {
	Time float64
	Place
}

// Place is a translation, a rotation and a scale.
type Place struct {
	Translation exact.Vec
	Rotation    exact.Quat
	Scale       exact.Vec
}

// nowhere is the place that changes nothing.
var nowhere = Place{Rotation: exact.IdentityQuat(), Scale: exact.Vec{1, 1, 1}}

// At returns the place of a bone, relative to its parent, at one of its track's keys.
func (b *Bone) At(k *Key) (p Place) {
	for i := range 3 {
		p.Translation[i] = b.Translation[i] + k.Translation[i]
		p.Scale[i] = b.Scale[i] * k.Scale[i]
	}
	p.Rotation = b.Rotation.Mul(k.Rotation)
	return p
}

// ReadSkeleton reads a skeleton, in memory bounded by the file's size.
func ReadSkeleton(data []byte) (*Skeleton, error) {
	if text := bytes.TrimLeft(bytes.TrimPrefix(data, []byte("\xef\xbb\xbf")), " \t\r\n"); len(text) > 0 && text[0] == '<' {
		return readXML(text)
	}
	return readBinary(data)
}

func malformed(format string, args ...any) error {
	return fmt.Errorf("%w: Ogre skeleton: %s", soa.ErrFormat, fmt.Sprintf(format, args...))
}

// Cut ends a track at a time, with a key there: what it has later is never reached. Keys are sorted
// if there is any.
func (t *Track) Cut(end float64) {
	if !slices.ContainsFunc(t.Keys, func(k Key) bool { return k.Time > end }) {
		return
	}
	slices.SortStableFunc(t.Keys, func(a, b Key) int { return cmp.Compare(a.Time, b.Time) })
	n := slices.IndexFunc(t.Keys, func(k Key) bool { return k.Time > end })
	next := t.Keys[n]
	last := next // of one that begins later
	if n > 0 {
		last = t.Keys[n-1].interpolate(&next, (end-t.Keys[n-1].Time)/(next.Time-t.Keys[n-1].Time))
	}
	last.Time = end
	t.Keys = append(t.Keys[:n:n], last)
	if n > 0 && t.Keys[n-1].Time == end {
		t.Keys = t.Keys[:n]
	}
}

// Wrap ends a track of an animation of some seconds whose last key is earlier: from there it goes to its
// first key, which follows the animation's end, as Ogre's getKeyFramesAtTime has it. Keys are sorted.
func (t *Track) Wrap(length float64) {
	slices.SortStableFunc(t.Keys, func(a, b Key) int { return cmp.Compare(a.Time, b.Time) })
	n := len(t.Keys)
	if n < 2 || !(t.Keys[n-1].Time < length) {
		return
	}
	last, first := &t.Keys[n-1], &t.Keys[0]
	end := last.interpolate(first, (length-last.Time)/(length+first.Time-last.Time))
	end.Time = length
	t.Keys = append(t.Keys, end)
}

// interpolate returns the key a part of the way to another.
func (k *Key) interpolate(next *Key, f float64) Key {
	out := Key{Place: Place{Rotation: exact.Slerp(k.Rotation.Unit(), next.Rotation.NearestSign(k.Rotation).Unit(), f)}}
	for i := range 3 {
		out.Translation[i] = k.Translation[i] + float64(f*(next.Translation[i]-k.Translation[i]))
		out.Scale[i] = k.Scale[i] + float64(f*(next.Scale[i]-k.Scale[i]))
	}
	return out
}
