package assimp

import (
	"bytes"
	"math"
	"slices"
	"strconv"
	"strings"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/soa"
)

// bvhJoint is a joint of a BVH file whose position channels libassimp leaves out, or fills with 0:
// it reads them of joints with six channels alone.
type bvhJoint struct {
	name   string
	offset [3]float64
	column [3]int // of the frames, per axis, or −1
}

// bvhText is the text of a BVH file, by words.
type bvhText struct {
	rest    []byte
	columns int // channels of all joints
	joints  []bvhJoint
}

// next returns the next word, or nothing at the end.
func (t *bvhText) next() (word string) {
	t.rest = bytes.TrimLeft(t.rest, " \t\r\n\f\v\x00")
	end := bytes.IndexAny(t.rest, " \t\r\n\f\v\x00")
	if end < 0 {
		end = len(t.rest)
	}
	word, t.rest = string(t.rest[:end]), t.rest[end:]
	return word
}

// number reads a number.
func (t *bvhText) number() float64 {
	v, err := strconv.ParseFloat(t.next(), 64)
	if err != nil {
		return math.NaN()
	}
	return v
}

// hierarchy reads the joints up to MOTION and reports whether it came there.
func (t *bvhText) hierarchy() bool {
	var name string
	var offset [3]float64
	for {
		switch word := t.next(); word {
		case "":
			return false
		case "MOTION":
			return true
		case "ROOT", "JOINT":
			name = t.next()
		case "End":
			name = ""
		case "OFFSET":
			offset = [3]float64{t.number(), t.number(), t.number()}
		case "CHANNELS":
			n, err := strconv.Atoi(t.next())
			if err != nil {
				return false
			}
			t.channels(bvhJoint{name, offset, [3]int{-1, -1, -1}}, n)
		}
	}
}

// channels reads the n channels of a joint.
func (t *bvhText) channels(j bvhJoint, n int) {
	places := 0
	for range n {
		word := t.next()
		if word == "" {
			return
		}
		if axis := strings.IndexByte("XYZ", word[0]); axis >= 0 && strings.EqualFold(word[1:], "position") {
			places += bit(j.column[axis] < 0)
			j.column[axis] = t.columns
		}
		t.columns++
	}
	if places > 0 && (n != 6 || places != 3) {
		t.joints = append(t.joints, j)
	}
}

func bit(b bool) int {
	if b {
		return 1
	}
	return 0
}

// places reads the positions of the joints in n frames. An axis without a channel keeps the
// joint's offset. It returns nil if the frames are not as the channels say.
func (t *bvhText) places(n int) [][]track.Key {
	for i, want := range []string{"Frames:", "", "Frame", "Time:", ""} {
		if word := t.next(); want != "" && word != want || i == 1 && word != strconv.Itoa(n) {
			return nil
		}
	}
	out := make([][]track.Key, len(t.joints))
	row := make([]float64, t.columns)
	for frame := range n {
		for c := range row {
			if row[c] = t.number(); math.IsNaN(row[c]) {
				return nil
			}
		}
		for k := range t.joints {
			j := &t.joints[k]
			key := track.Key{Time: float64(frame), Value: [4]float64{j.offset[0], j.offset[1], j.offset[2]}}
			for axis, column := range j.column {
				if column >= 0 {
					key.Value[axis] = row[column]
				}
			}
			out[k] = append(out[k], key)
		}
	}
	return out
}

// readPlaces adds to a BVH file's clip the positions that libassimp leaves out.
func (a *Format) readPlaces(b *scene.Binder) {
	if a.Library.Animations() != 1 {
		return
	}
	data, err := a.Read()
	t := bvhText{rest: data}
	read := err == nil && t.hierarchy()
	if read && len(t.joints) == 0 {
		return
	}
	clip := &b.Clips[0]
	var keys [][]track.Key
	if read {
		keys = t.places(framesOf(clip))
	}
	if keys == nil {
		b.Report.Add(report.Loss, report.InvalidCurve, clip.Name, "its position channels, of joints that have no six channels, cannot be read; the joints keep their offsets")
		return
	}
	for k := range t.joints {
		if i, ok := b.Tree.ByName[t.joints[k].name]; ok && clip.ByNode[i] != nil {
			if !slices.ContainsFunc(t.joints[:k], func(j bvhJoint) bool { return j.name == t.joints[k].name }) {
				clip.ByNode[i].T = &track.Track{Keys: keys[k]}
			}
		}
	}
}

// framesOf returns the number of frames of a BVH file's clip: every channel has rotations.
func framesOf(clip *track.Clip) (n int) {
	for _, ch := range clip.ByNode {
		n = max(n, len(ch.R.Keys))
	}
	return n
}

// rateOfBVH supplies the rate of a BVH file, whose frame time may be 0.
func rateOfBVH(b *scene.Binder) func(clip string, rate float64) float64 {
	return func(clip string, rate float64) float64 {
		if b.Settings.TicksPerSec > 0 || !math.IsInf(rate, 0) {
			return b.Rate(clip, rate)
		}
		b.Report.Add(report.Repair, report.AssumedRate, clip, "the file states a frame time of 0; %v frames per second are assumed", soa.DefaultTicksPerSecond)
		return soa.DefaultTicksPerSecond
	}
}
