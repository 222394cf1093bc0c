package inspect

import (
	"fmt"
	"math"
	"slices"
)

// ChangeKind is the subject of a finding.
type ChangeKind string

// The kinds of findings.
const (
	Motion    ChangeKind = "motion"    // joints, vertices and custom properties of a clip
	Lengths   ChangeKind = "lengths"   // seconds of a clip
	Rest      ChangeKind = "rest"      // the pose without a clip: joints and vertices
	Weights   ChangeKind = "weights"   // of joints at vertices
	Shapes    ChangeKind = "shapes"    // morph targets
	Surfaces  ChangeKind = "surfaces"  // normals, texture coordinates and colours of vertices
	Materials ChangeKind = "materials" // their numbers, maps and pictures
	Names     ChangeKind = "names"     // of joints, meshes, materials and clips that are compared
	Parts     ChangeKind = "parts"     // those of one model alone
)

// ChangeKinds lists the kinds of findings.
func ChangeKinds() []ChangeKind {
	return []ChangeKind{Motion, Lengths, Rest, Weights, Shapes, Surfaces, Materials, Names, Parts}
}

// Unit is the unit of a finding's size.
type Unit string

// The units of sizes.
const (
	Metres   Unit = "m"
	Degrees  Unit = "°"
	Seconds  Unit = "s"
	Fraction Unit = ""  // of 1: a weight, a colour, a texture's width
	Number   Unit = "n" // a count: names, parts, settings
)

// Change is a difference between two models.
type Change struct {
	Kind    ChangeKind `json:"kind"`
	Part    string     `json:"part"` // the joint, mesh, material or clip where it is largest
	Message string     `json:"message"`
	Size    float64    `json:"size"`
	Unit    Unit       `json:"unit"`
}

// String returns the finding as one line with its size.
func (f Change) String() string {
	return fmt.Sprintf("%s: %s: %s", f.Kind, f.Part, f.Message)
}

// CompareLimits are sizes; larger differences count. Zero limits count every difference, math.Inf(1)
// none.
type CompareLimits struct {
	Distance float64 // in metres
	Angle    float64 // in degrees
	Time     float64 // in seconds
	Fraction float64 // of 1: weights, colours, texture coordinates, custom properties
	// ChangeKinds lists the kinds that count; nil: all.
	Kinds []ChangeKind
}

// Exceeds lists the differences that exceed limits, those of clips first.
func (d *Difference) Exceeds(l CompareLimits) (over []Change) {
	for _, f := range append(d.motions(), d.Findings...) {
		if l.Kinds != nil && !slices.Contains(l.Kinds, f.Kind) {
			continue
		}
		limit := map[Unit]float64{Metres: l.Distance, Degrees: l.Angle, Seconds: l.Time, Fraction: l.Fraction}[f.Unit]
		if !(f.Size <= limit) {
			over = append(over, f)
		}
	}
	return over
}

// motions returns how far clips are apart as findings.
func (d *Difference) motions() (list []Change) {
	for i := range d.Clips {
		c := &d.Clips[i]
		for _, e := range []struct {
			what   string
			extent *Extreme
			unit   Unit
		}{{"joint", &c.Joint, Metres}, {"vertices of", &c.Vertex, Metres}, {"joint", &c.Turn, Degrees}, {"float", &c.Float, Fraction}} {
			list = append(list, Change{
				Motion, c.Name, fmt.Sprintf("%s apart at %.4f s: %s %s", Amount(e.extent.Max, e.unit), e.extent.Time, e.what, e.extent.Part),
				e.extent.Max, e.unit,
			})
		}
	}
	return list
}

// Amount formats a size with its unit: a distance in millimetres.
func Amount(size float64, unit Unit) string {
	switch unit {
	case Metres:
		return fmt.Sprintf("%.3g mm", 1000*size)
	case Seconds:
		return fmt.Sprintf("%.3g s", size)
	case Degrees:
		return fmt.Sprintf("%.3g°", size)
	}
	return fmt.Sprintf("%.3g", size)
}

// Differences below these are what arithmetic and file formats with float32 leave.
const (
	leastDistance = 1e-6 // metres
	leastAngle    = 1e-3 // degrees
	leastTime     = 1e-6 // seconds
	leastFraction = 1e-5
)

// found is the largest of the differences of one kind in one part.
type found struct {
	Change
	count int // of those that are more than rounding
	least float64
}

// add takes a difference, and reports whether it is the largest.
func (f *found) add(size float64) bool {
	if !(size <= f.least) {
		f.count++
	}
	if size > f.Size || math.IsNaN(size) {
		f.Size = size
		return true
	}
	return false
}

// tell adds a finding where its size is more than rounding.
func (c *comparer) tell(f found) {
	if f.count > 0 {
		c.result.Findings = append(c.result.Findings, f.Change)
	}
}

// findLength compares the lengths of a pair of clips.
func (c *comparer) findLength(clip *ClipDifference) {
	f := found{Change: Change{Kind: Lengths, Part: clip.Name, Unit: Seconds}, least: leastTime}
	f.add(math.Abs(clip.SecondsA - clip.SecondsB))
	f.Message = fmt.Sprintf("lasts %.6g s in the first, %.6g s in the second", clip.SecondsA, clip.SecondsB)
	c.tell(f)
}
