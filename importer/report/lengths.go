package report

import (
	"math"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/humanoid"
)

const (
	// otherLength is the least distance that counts, as a part of the longest bone.
	otherLength = 0.002
	// heldLength is how much the keys of a bone that is held may differ, as a part of its length.
	heldLength = 0.01
)

// CompareLengths adds a finding of kind OtherLengths if clips hold joints nearer to their parents, or
// farther from them, than the model's rest has them: keys of a character with other proportions, which
// the model takes on as it plays them. Of a human body its joints below the hips count; of other skeletons those
// below a joint that the clip drives. The clips are of the model's skeleton.
func (r *Report) CompareLengths(m *soa.Model, clips []*soa.Clip) {
	k := m.Skeleton
	body := bodyBelowHips(k)
	longest := 0.0
	for j := range k.Len() {
		if body[j] || len(body) == 0 && k.Parent[j] >= 0 {
			longest = math.Max(longest, restOf(k, j).Length())
		}
	}
	off := make(map[int]bool)
	var worst heldBone
	in := 0
	for _, c := range clips {
		if c.Additive {
			continue
		}
		counts := func(j int) bool { return body[j] }
		if len(body) == 0 {
			below := belowDriven(k, c)
			counts = func(j int) bool { return below[j] }
		}
		list := otherBones(k, c, otherLength*longest, counts)
		if len(list) > 0 {
			in++
		}
		for _, p := range list {
			if off[p.joint] = true; p.by > worst.by {
				worst = p
			}
		}
	}
	if in > 0 {
		r.AddSized(Info, OtherLengths, k.Name[worst.joint], Size{Value: 1000 * worst.by, Unit: "mm"},
			"keys of %d of %d clips hold %d bones at other lengths than the model's, by up to %.4g mm: %.4g mm, not %.4g mm; the model takes on the proportions of their file. sinew retarget fits them to the model, --with-rotations leaves such keys out",
			in, len(clips), len(off), 1000*worst.by, 1000*worst.length, 1000*restOf(k, worst.joint).Length())
	}
}

// heldBone is the length at which a clip holds a bone, and how much that is not the model's.
type heldBone struct {
	joint      int
	length, by float64
}

// otherBones lists the bones that a clip holds longer or shorter than at rest by more than a distance.
func otherBones(k *soa.Skeleton, c *soa.Clip, least float64, counts func(joint int) bool) (list []heldBone) {
	for i := range c.Tracks {
		j := int(c.Tracks[i].Target)
		if c.Tracks[i].Property != soa.Translation || !counts(j) {
			continue
		}
		length, held := lengthOf(c, i, least)
		if by := math.Abs(length - restOf(k, j).Length()); held && by > least {
			list = append(list, heldBone{j, length, by})
		}
	}
	return list
}

// bodyBelowHips returns the joints of a human body without the hips, or nil if there is none.
func bodyBelowHips(k *soa.Skeleton) map[int]bool {
	b, how := humanoid.Find(k)
	hips := b.First("hips")
	if how == "" || hips < 0 {
		return nil
	}
	joints, below := make(map[int]bool), k.Subtree(hips)
	for _, chain := range b {
		for _, j := range chain {
			if j != hips && below[j] {
				joints[j] = true
			}
		}
	}
	return joints
}

// belowDriven reports per joint whether a clip drives one above it.
func belowDriven(k *soa.Skeleton, c *soa.Clip) []bool {
	driven, below := make([]bool, k.Len()), make([]bool, k.Len())
	for i := range c.Tracks {
		if t := &c.Tracks[i]; t.Property <= soa.Scale {
			driven[t.Target] = true
		}
	}
	for j, p := range k.Parent {
		below[j] = p >= 0 && (driven[p] || below[p])
	}
	return below
}

// lengthOf returns how far a track has its joint from the parent, and whether it holds that.
func lengthOf(c *soa.Clip, i int, least float64) (float64, bool) {
	first, end := c.Keys(i)
	at := func(k int) float64 { return exact.Vec{float64(c.X[k]), float64(c.Y[k]), float64(c.Z[k])}.Length() }
	length := at(first)
	apart := math.Max(heldLength*length, least)
	for k := first + 1; k < end; k++ {
		if !(math.Abs(at(k)-length) <= apart) {
			return length, false
		}
	}
	return length, true
}

func restOf(k *soa.Skeleton, j int) exact.Vec {
	return exact.Vec{float64(k.Rest.TX[j]), float64(k.Rest.TY[j]), float64(k.Rest.TZ[j])}
}
