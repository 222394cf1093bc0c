package voxel

import (
	"context"
	"math"

	"github.com/sinew-anim/sinew/rig/internal/segment"
)

// Lengths of a step to a neighbour at a face, an edge and a corner: 1, √2 and √3 in units of
// 1/unit voxel, so that sums are exact. The longest way in a volume is below 2³².
const unit = 512

var step = [3]uint32{unit, 724, 887}

const unreached = math.MaxUint32

// maxBones is how many bones, the nearest ones, a point keeps.
const maxBones = 32

// Distances is how far points are from bones along the shortest ways within the volume.
type Distances struct {
	near    [][]reach
	Outside []int // bones, as they are numbered, that touch no voxel of the volume, ascending
}

// reach is a bone and its distance, as a part of the volume's diagonal.
type reach struct {
	bone     int32
	distance float32
}

// Distances computes the distances of all points from bones; a point keeps those of the
// nearest 32. A bone outside starts at the voxels nearest to it, with how far away they are.
func (v *Volume) Distances(ctx context.Context, bones []segment.Segment) (*Distances, error) {
	d := &Distances{near: make([][]reach, len(v.point))}
	w := v.newWalk()
	for b, bone := range bones {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		if v.count == 0 {
			break
		}
		if !w.seed(bone) {
			d.Outside = append(d.Outside, b)
		}
		w.spread()
		for p := range v.point {
			if distance, ok := w.distanceTo(p); ok {
				d.near[p] = insert(d.near[p], reach{int32(b), float32(distance)})
			}
		}
	}
	return d, nil
}

// insert inserts a bone among at most maxBones, the nearest first and of equals the first.
func insert(list []reach, r reach) []reach {
	if len(list) < maxBones {
		list = append(list, r)
	} else if !(r.distance < list[len(list)-1].distance) {
		return list
	}
	i := len(list) - 1
	for ; i > 0 && list[i-1].distance > r.distance; i-- {
		list[i] = list[i-1]
	}
	list[i] = r
	return list
}

// walk finds shortest ways from one bone after another.
type walk struct {
	*Volume
	distance []uint32   // per slot
	open     [3][]int32 // slots to go on from, by distance
	touched  []int32

	// Point p ends at approaches[approach[p]:approach[p+1]], its own voxel first.
	approach   []int32
	approaches []approach
}

// approach is the way from the centre of a voxel to a point, in units of voxels.
type approach struct {
	slot   int32
	length float32
}

func (v *Volume) newWalk() *walk {
	w := &walk{Volume: v, distance: make([]uint32, len(v.links)), approach: make([]int32, 1, len(v.point)+1)}
	for p, i := range v.point {
		add := func(k int32) {
			w.approaches = append(w.approaches, approach{k, float32(v.place[p].Sub(v.centre(k)).Length())})
		}
		add(i)
		for d := range directions {
			if d != self && v.links[i]>>d&1 != 0 {
				add(v.next(i, d))
			}
		}
		w.approach = append(w.approach, int32(len(w.approaches)))
	}
	return w
}

// seed sets the distances of the voxels that a bone touches to 0 and those of others to
// unreached. If it touches none it sets those of the voxels nearest to it, and returns false.
func (w *walk) seed(b segment.Segment) bool {
	for i := range w.distance {
		w.distance[i] = unreached
	}
	b.Head, b.Tail = w.local(b.Head), w.local(b.Tail)
	w.touched = w.cover(w.touched[:0], &triangle{b.Head, b.Tail, b.Tail})
	found := false
	for _, key := range w.touched {
		if i, ok := w.slot(key); ok {
			w.distance[i], found = 0, true
		}
	}
	if found {
		return true
	}
	least := math.Inf(1)
	for i, links := range w.links {
		if links != 0 {
			least = min(least, b.Square(w.centre(int32(i))))
		}
	}
	least = math.Sqrt(least) + 0.5
	for i, links := range w.links { // within half a voxel of the nearest, so that both sides are in it
		if links == 0 {
			continue
		}
		if far := math.Sqrt(b.Square(w.centre(int32(i)))); far <= least {
			w.distance[i] = uint32(min(math.Floor(float64(far*unit)), farthest))
		}
	}
	return false
}

// farthest is the greatest distance at which a bone outside starts.
const farthest = 1 << 30

// spread completes the distances, starting with those that are known (E. Dijkstra, A Note on
// Two Problems in Connexion with Graphs, 1959; with buckets: R. Dial, Algorithm 360, 1969).
// No step is shorter than a bucket is wide, so distances in the lowest bucket are final.
func (w *walk) spread() {
	least := uint32(unreached)
	for _, d := range w.distance {
		least = min(least, d)
	}
	bucket := least / unit
	now, next, after := w.open[0][:0], w.open[1][:0], w.open[2][:0]
	for i, d := range w.distance {
		if d == unreached {
			continue
		}
		if d/unit == bucket {
			now = append(now, int32(i))
		} else {
			next = append(next, int32(i))
		}
	}
	for ; len(now)+len(next)+len(after) > 0; bucket++ {
		for _, i := range now {
			if w.distance[i]/unit == bucket { // no shorter way was found since
				next, after = w.relax(i, next, after)
			}
		}
		now, next, after = next, after, now[:0]
	}
	w.open = [3][]int32{now, next, after}
}

// stepsTo is the lengths of the steps to three voxels of the own column, of one at its faces
// and of one at its edges.
var stepsTo = [3][3]uint32{{step[0], 0, step[0]}, {step[1], step[0], step[1]}, {step[2], step[1], step[2]}}

// relax goes on from a slot: it shortens the distances of its neighbours and appends them to
// next, the bucket after the own, or to the one after that.
func (w *walk) relax(i int32, next, after []int32) (_, _ []int32) {
	from, links, c := w.distance[i], w.links[i], w.column[i]
	soon := (from/unit + 2) * unit // the end of the next bucket
	base := i - w.origin[c]
	for x := int32(-1); x <= 1; x++ {
		origins := w.origin[c+x*w.n[1]-1:][:3]
		for y, origin := range origins {
			three := links & 7
			links >>= 3
			if three == 0 {
				continue
			}
			steps, first := &stepsTo[x*x+int32(y-1)*int32(y-1)], base+origin-1
			if three == 7 { // most often: see at once whether any way is shorter
				at := w.distance[first:][:3]
				if from+steps[0] >= at[0] && from+steps[1] >= at[1] && from+steps[2] >= at[2] {
					continue
				}
			}
			for z, length := range steps {
				k, far := first+int32(z), from+length
				if three>>z&1 == 0 || far >= w.distance[k] {
					continue
				}
				w.distance[k] = far
				if far < soon {
					next = append(next, k)
				} else {
					after = append(after, k)
				}
			}
		}
	}
	return next, after
}

// distanceTo returns the distance of a point: the shortest of those of its voxel and of the linked
// ones around, each with the way from its centre, as a part of the volume's diagonal.
func (w *walk) distanceTo(point int) (distance float64, ok bool) {
	list := w.approaches[w.approach[point]:w.approach[point+1]]
	if w.distance[list[0].slot] == unreached {
		return 0, false
	}
	least := math.Inf(1)
	for _, a := range list {
		least = min(least, float64(float64(w.distance[a.slot])*(1.0/unit))+float64(a.length))
	}
	return float64(least*w.edge) / w.diagonal, true
}
