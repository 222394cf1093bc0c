package bvh

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
)

// Document is the content of a file.
type Document struct {
	Joints  []Joint // in the order of the file: parents come first
	Columns int     // numbers of a frame: the channels of all joints
	Frames  int
	Rows    []float64 // Frames rows of Columns numbers, which need not be finite

	Motion    bool    // the file has the keyword MOTION
	Timed     bool    // it states a frame time
	FrameTime float64 // in seconds, as stated: perhaps 0, negative or not finite
	Notes     []Note
}

// Joint is a joint, or the end site of one.
type Joint struct {
	Name     string // "EndSite_" and the parent's name for an end site without a name
	Parent   int    // −1 for a root
	Offset   [3]float64
	Channels []Channel
	Column   int // of the first channel
	End      bool

	line   int // where it begins
	opened bool
	placed bool // it has an OFFSET
	moved  [3]bool
	turned bool
}

// Channel is what a number of a frame changes.
type Channel uint8

// The channels. Those of one kind are in the order of the axes.
const (
	Xposition Channel = iota
	Yposition
	Zposition
	Xrotation
	Yrotation
	Zrotation
	Unknown // passed over
)

var channelNames = [...]string{"Xposition", "Yposition", "Zposition", "Xrotation", "Yrotation", "Zrotation", "a channel of an unknown kind"}

// String returns the usual spelling.
func (c Channel) String() string { return channelNames[c] }

// Moves reports whether the joint has position channels.
func (j *Joint) Moves() bool { return j.moved != [3]bool{} }

// Turns reports whether the joint has rotation channels.
func (j *Joint) Turns() bool { return j.turned }

// Row returns the numbers of a frame.
func (d *Document) Row(frame int) []float64 { return d.Rows[frame*d.Columns:][:d.Columns] }

// Place returns the translation of a joint in a frame. A position channel replaces the joint's offset on
// its axis, as Blender and libassimp read it; of two channels of an axis the last one counts.
func (j *Joint) Place(row []float64) exact.Vec {
	t := exact.Vec(j.Offset)
	for k, c := range j.Channels {
		if c <= Zposition {
			t[c] = row[j.Column+k]
		}
	}
	return t
}

// Turn returns the rotation of a joint in a frame: the product of its channels, the first one leftmost.
// It is NaN if an angle is not finite.
func (j *Joint) Turn(row []float64) exact.Quat {
	q := exact.IdentityQuat()
	for k, c := range j.Channels {
		if c < Xrotation || c > Zrotation {
			continue
		}
		angle := row[j.Column+k]
		if angle == 0 {
			continue
		}
		if angle-angle != 0 {
			nan := math.NaN()
			return exact.Quat{nan, nan, nan, nan}
		}
		if angle > 360 || angle < -360 {
			angle = math.Mod(angle, 360) // without rounding
		}
		sin, cos := exact.SinCos(angle * (math.Pi / 360))
		q = turned(q, int(c-Xrotation), sin, cos)
	}
	return q
}

// turned returns q times a rotation about a coordinate axis, given the sine and the cosine of half the
// angle.
func turned(q exact.Quat, axis int, sin, cos float64) exact.Quat {
	b, c := (axis+1)%3, (axis+2)%3
	var out exact.Quat
	out[axis] = float64(q[axis]*cos) + float64(q[3]*sin)
	out[b] = float64(q[b]*cos) + float64(q[c]*sin)
	out[c] = float64(q[c]*cos) - float64(q[b]*sin)
	out[3] = float64(q[3]*cos) - float64(q[axis]*sin)
	return out
}

// keysPerFrame returns the number of keys that a frame sets: a translation and a rotation per joint at most.
func (d *Document) keysPerFrame() (n int) {
	for i := range d.Joints {
		if d.Joints[i].Moves() {
			n++
		}
		if d.Joints[i].Turns() {
			n++
		}
	}
	return n
}

// Keys returns the number of keys of all frames.
func (d *Document) Keys() int { return d.Frames * d.keysPerFrame() }

// Note counts one kind of deviation from the format.
type Note struct {
	Kind  NoteKind
	Count int64
	Of    int64  // see NoteKind
	Line  int    // of the first
	Name  string // of its joint, or the word that it is about
}

// NoteKind is a kind of deviation.
type NoteKind uint8

// The kinds of deviations.
const (
	Unnamed       NoteKind = iota // joints without a name
	LongName                      // names longer than Limits.Name; cut
	NotUTF8                       // names that are not UTF-8; read as Latin-1
	Unclosed                      // joints without a closing brace
	Unopened                      // joints without an opening brace
	ClosesNothing                 // closing braces beyond the opened joints
	LooseJoint                    // JOINT outside of all joints: a root
	NoOffset                      // joints without OFFSET: 0 0 0
	TwoOffsets                    // joints with several: the last one counts
	ChannelCount                  // joints that list another number of channels than they state: those listed count
	UnknownKind                   // channels of an unknown kind; Name is the first one's
	TwoPositions                  // position channels of an axis that has a later one
	DecimalComma                  // the numbers have decimal commas
	UnclearComma                  // frames have commas between digits that may be decimal points; they separate
	NoCount                       // the number of frames is missing, 0, or not a number of frames: all play
	MissingFrames                 // of Of stated frames
	MoreFrames                    // behind the stated ones, which are Of; left out
	CutFrame                      // numbers of an incomplete last frame, which is left out; Of is the number that it should have
	MoreNumbers                   // numbers behind those of the channels, in Of frames; left out
	Trailing                      // text behind the last frame, left out; Name is its first word
)

// note counts a deviation.
func (p *parser) note(kind NoteKind, count int64, line int, name string) *Note {
	for i := range p.doc.Notes {
		if n := &p.doc.Notes[i]; n.Kind == kind {
			n.Count += count
			return n
		}
	}
	p.doc.Notes = append(p.doc.Notes, Note{Kind: kind, Count: count, Line: line, Name: name})
	return &p.doc.Notes[len(p.doc.Notes)-1]
}
