package inspect

import (
	"context"
	"math"

	"github.com/sinew-anim/sinew/edit/retarget"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// subject is a model with what several rules need of it.
type subject struct {
	model    *soa.Model
	skeleton *exact.Skeleton
	rest     []exact.Matrix
	root     []int  // per joint: the root above it, or itself
	skins    []bool // per joint: it moves vertices of a skin
	carries  []bool // per joint: a mesh without a skin follows it
	skinned  bool   // there is a mesh with a skin
	size     float64
	lowest   float64 // of all vertices at rest, or else of all joints
	legs     []retarget.Leg
	seams    []seam
	// addedKeys has the names of clips to which the import added keys.
	addedKeys map[string]bool
}

func newSubject(m *soa.Model) *subject {
	s := &subject{model: m, skeleton: exact.NewSkeleton(m, nil), legs: retarget.Legs(m.Skeleton)}
	s.rest = s.skeleton.Rest.Global
	for j, p := range m.Skeleton.Parent {
		if p >= 0 {
			j = s.root[p]
		}
		s.root = append(s.root, j)
	}
	s.skins, s.carries = make([]bool, m.Skeleton.Len()), make([]bool, m.Skeleton.Len())
	for _, mesh := range m.Meshes {
		skin := m.SkinOf(mesh)
		if skin == nil {
			if mesh.Joint >= 0 {
				s.carries[mesh.Joint] = true
			}
			continue
		}
		s.skinned = true
		for v := range mesh.Vertices() {
			influences(mesh, v, func(bone int, w float64) {
				if w > 0 {
					s.skins[skin.Joint[bone]] = true
				}
			})
		}
	}
	s.measure()
	s.seams = findSeams(m)
	return s
}

// measure sets size, the longest edge of the box around the vertices at rest, and lowest.
func (s *subject) measure() {
	low, high := exact.Vec{math.Inf(1), math.Inf(1), math.Inf(1)}, exact.Vec{math.Inf(-1), math.Inf(-1), math.Inf(-1)}
	include := func(p exact.Vec) {
		for k := range p {
			low[k], high[k] = min(low[k], p[k]), max(high[k], p[k])
		}
	}
	for _, mesh := range s.model.Meshes {
		if s.skinned && mesh.Skin == soa.None {
			continue
		}
		place := s.placer(mesh, s.rest)
		for v := range mesh.Vertices() {
			include(place(v))
		}
	}
	if math.IsInf(low[0], 1) {
		for _, m := range s.rest {
			include(m.Translation())
		}
	}
	if math.IsInf(low[0], 1) {
		return
	}
	s.lowest = low[1]
	for k := range low {
		s.size = max(s.size, high[k]-low[k])
	}
}

// placer returns a function of a mesh's vertices to their places in model space, by linear
// blending of joints' matrices.
func (s *subject) placer(mesh *soa.Mesh, joints []exact.Matrix) func(v int) exact.Vec {
	point := func(v int) exact.Vec { return exact.WidenVec([3]float32(mesh.Position[3*v : 3*v+3])) }
	skin := s.model.SkinOf(mesh)
	if skin == nil {
		m := exact.FromFloat32(mesh.Offset)
		if mesh.Joint >= 0 {
			m = joints[mesh.Joint].Mul(m)
		}
		return func(v int) exact.Vec { return m.Point(point(v)) }
	}
	palette := make([]exact.Matrix, skin.Len())
	for i, j := range skin.Joint {
		palette[i] = joints[j].Mul(exact.FromFloat32(skin.InverseBind[i]))
	}
	return func(v int) (at exact.Vec) {
		p := point(v)
		influences(mesh, v, func(bone int, w float64) { at = at.Add(palette[bone].Point(p).Scale(w)) })
		return at
	}
}

// influences visits the influences of a vertex: all of the file's, if the mesh has them.
func influences(mesh *soa.Mesh, v int, visit func(bone int, w float64)) {
	if e := mesh.Exact; e != nil {
		for i := e.Start[v]; i < e.Start[v+1]; i++ {
			visit(int(e.Bone[i]), float64(e.Weight[i]))
		}
		return
	}
	for i := v * mesh.Influences; i < (v+1)*mesh.Influences; i++ {
		if mesh.BoneWeight[i] != 0 {
			visit(int(mesh.BoneIndex[i]), float64(mesh.BoneWeight[i]))
		}
	}
}

// joint returns the name of a joint.
func (s *subject) joint(j int) string { return s.model.Skeleton.Name[j] }

// subtree marks a joint and those below it.
func (s *subject) subtree(root int) []bool {
	list := make([]bool, s.model.Skeleton.Len())
	for j := root; j < len(list); j++ {
		p := s.model.Skeleton.Parent[j]
		list[j] = j == root || p >= 0 && list[p]
	}
	return list
}

// scaled converts a limit for a person of 1.7 m to the model.
func (s *subject) scaled(limit float64) float64 { return float64(limit * s.size / 1.7) }

// played is a clip with its poses at some moments.
type played struct {
	*subject
	ctx   context.Context
	clip  *soa.Clip
	ticks []float64 // from the start to the end
	poses [][]exact.Matrix
	moves []bool // per joint: a track changes it
}

// The moments of a clip at which poses are looked at: a rate, and bounds for their number and
// their memory.
const (
	momentsPerSecond = 30
	mostMoments      = 512
	mostMatrices     = 1 << 18
)

func (s *subject) play(ctx context.Context, clip *soa.Clip) *played {
	p := &played{subject: s, ctx: ctx, clip: clip, moves: make([]bool, s.model.Skeleton.Len())}
	for t := range clip.Tracks {
		if track := exact.NewTrack(clip, t); track.Property <= soa.Scale && track.Changes() {
			p.moves[track.Target] = true
		}
	}
	n := min(mostMoments, mostMatrices/max(1, len(s.rest)), int(clip.Seconds()*momentsPerSecond)+2)
	c, pose := s.skeleton.NewClip(clip), s.skeleton.NewPose()
	for i := range max(2, n) {
		if ctx.Err() != nil {
			return p
		}
		tick := float64(clip.Duration * float64(i) / float64(max(2, n)-1))
		c.At(tick, false, &pose)
		p.ticks = append(p.ticks, tick)
		p.poses = append(p.poses, append([]exact.Matrix(nil), pose.Global...))
	}
	return p
}

// seconds converts a tick to seconds on the file's time line.
func (p *played) seconds(tick float64) *float64 {
	at := p.clip.Start + tick/p.clip.TicksPerSecond
	return &at
}

// carrier returns the horizontal axes of the joint that carries the character: the hips' parent
// chain moves it, so what is left relative to it is the pose.
func (p *played) carrier() int {
	if len(p.legs) > 0 {
		return int(max(0, p.model.Skeleton.Parent[p.legs[0].Upper]))
	}
	for j, moves := range p.moves {
		if moves {
			return j
		}
	}
	return 0
}
