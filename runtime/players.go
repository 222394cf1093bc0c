package runtime

import (
	"fmt"
	"math"

	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/soa"
)

// Players is n characters of one model, each playing clips of its own choice
// at its own time. All they compute lies in one slab:
//
//	[player][pose]                   PoseFloats each
//	[player][joint][12]              model-space matrices
//	skin 0: [player][entry][12]      palettes: one slice per skin for all players
//	skin 1: …
//	mesh m: [player][12]             matrices of the meshes without a skin
//
// Play, Seek and the methods that change or evaluate one player, or a range of
// players, may run on several goroutines at once for different players. What
// the accessors return is a view of the slab that the next evaluation
// overwrites; they are indexed as slices are, so an index out of range panics.
// A range is cut to the players there are. Apart from NewPlayers nothing here
// allocates, except for errors.
type Players struct {
	model *soa.Model
	n     int
	state []player

	poses    []Pose      // per player
	matrices []float32   // [player][joint][12]
	palettes [][]float32 // per skin
	meshes   [][]float32 // per mesh, nil for those with a skin

	samplers    []*Sampler // per clip
	cursorLimit int        // cursors per player
	cursors     []uint32   // [player][timeline of its clips in turn]
	clips       []int32    // [player][clip of its clips in turn], len(model.Clips) each
}

// maxSlab is the greatest number of float32 in a slab: 8 GB of them, or what an
// int can count.
const maxSlab = min(math.MaxInt32, math.MaxInt/4)

// player is what Players knows of one character between evaluations.
type player struct {
	start  float64 // seconds on the file's time line, the earliest of its clips
	length float64 // seconds from start to the latest end of its clips
	phase  float64 // seconds after start, reduced (see phase)
	speed  float64
	mode   LoopMode
	clips  int32 // how many play
}

// NewPlayers returns n players of a model, at rest, in one allocation each for
// what they compute, their cursors and their state. It checks the model with
// Validate, so its error wraps soa.ErrInvalid, or ErrRange for a negative n.
// The model must not change while it is played.
func NewPlayers(model *soa.Model, n int) (*Players, error) {
	if model == nil {
		return nil, fmt.Errorf("new players: %w: no model", soa.ErrInvalid)
	}
	if err := model.Validate(); err != nil {
		return nil, fmt.Errorf("new players of %q: %w", model.Name, err)
	}
	if most := maxSlab / max(floatsPerPlayer(model), 1); n < 0 || n > most {
		return nil, fmt.Errorf("new players of %q: %w: %d players, at most %d are possible", model.Name, ErrRange, n, most)
	}
	for _, c := range model.Clips {
		if length := c.End() - c.Start; math.IsNaN(length) || math.IsInf(length, 0) {
			return nil, fmt.Errorf("new players of %q: clip %q: %w: it lasts %v s", model.Name, c.Name, ErrTime, length)
		}
	}
	p := &Players{model: model, n: n, state: make([]player, n)}
	for _, c := range model.Clips {
		p.samplers = append(p.samplers, newSampler(c))
	}
	p.layOut()
	for i := range p.poses {
		p.poses[i].Reset(model)
	}
	p.Evaluate()
	return p, nil
}

// layOut divides the slab.
func (p *Players) layOut() {
	m := p.model
	joints, weights, floats := m.Skeleton.Len(), len(m.Weights), len(m.Floats)
	slab := make([]float32, p.n*floatsPerPlayer(m))
	take := func(each int) []float32 {
		part := slab[: p.n*each : p.n*each]
		slab = slab[p.n*each:]
		return part
	}
	each := PoseFloats(joints, weights, floats)
	poses := take(each)
	p.poses = make([]Pose, p.n)
	for i := range p.poses {
		p.poses[i] = SlicePose(poses[i*each:(i+1)*each], joints, weights, floats)
	}
	p.matrices = take(affineFloats * joints)
	p.palettes = make([][]float32, len(m.Skins))
	for i, s := range m.Skins {
		p.palettes[i] = take(affineFloats * s.Len())
	}
	p.meshes = make([][]float32, len(m.Meshes))
	for i, mesh := range m.Meshes {
		if mesh.Skin == soa.None {
			p.meshes[i] = take(affineFloats)
		}
	}
	// Clips that play together drive different things, so their timelines are at
	// most as many as there are things to drive.
	for _, s := range p.samplers {
		p.cursorLimit += s.timelines
	}
	p.cursorLimit = min(p.cursorLimit, 3*m.Skeleton.Len()+len(m.Weights)+len(m.Floats))
	p.cursors = make([]uint32, p.n*p.cursorLimit)
	p.clips = make([]int32, p.n*len(m.Clips))
}

// floatsPerPlayer returns how many float32 of the slab one player takes.
func floatsPerPlayer(m *soa.Model) int {
	n := PoseFloats(m.Skeleton.Len(), len(m.Weights), len(m.Floats)) + affineFloats*m.Skeleton.Len()
	for _, s := range m.Skins {
		n += affineFloats * s.Len()
	}
	for _, mesh := range m.Meshes {
		if mesh.Skin == soa.None {
			n += affineFloats
		}
	}
	return n
}

// Len returns the number of players.
func (p *Players) Len() int { return p.n }

// Model returns the model that is played.
func (p *Players) Model() *soa.Model { return p.model }

// Play makes player i play clips of the model from now on, starting from the
// rest pose. Several clips play together on the file's one time line, from the
// first start to the last end; they must drive different things. Without a
// clip the player rests. The new pose is there after the next evaluation.
//
// The error wraps ErrRange for i, ErrForeignClip, ErrOverlap or ErrTime; the
// player goes on as before then.
func (p *Players) Play(i int, options PlayOptions, clips ...*soa.Clip) error {
	if err := p.checkPlay(i, options, clips); err != nil {
		return fmt.Errorf("play: %w", err)
	}
	s := &p.state[i]
	*s = player{speed: options.speed(), mode: options.Mode, clips: int32(len(clips))}
	end := math.Inf(-1)
	s.start = math.Inf(1)
	for k, c := range clips {
		p.clips[i*len(p.model.Clips)+k] = p.index(c)
		s.start = min(s.start, c.Start)
		end = max(end, c.End())
	}
	if len(clips) == 0 {
		s.start, end = 0, 0
	}
	s.length = end - s.start
	s.phase = phase(options.start(i, s.length), s.length, s.mode)
	p.poses[i].Reset(p.model)
	return nil
}

func (p *Players) checkPlay(i int, options PlayOptions, clips []*soa.Clip) error {
	if err := p.checkPlayer(i); err != nil {
		return err
	}
	if err := options.check(); err != nil {
		return err
	}
	for k, c := range clips {
		if p.index(c) < 0 {
			name := "nil"
			if c != nil {
				name = fmt.Sprintf("%q", c.Name)
			}
			return fmt.Errorf("%w: %s is not among the %d clips of %q", ErrForeignClip, name, len(p.model.Clips), p.model.Name)
		}
		for _, other := range clips[:k] {
			if err := checkOverlap(c, other); err != nil {
				return err
			}
		}
	}
	return nil
}

// checkOverlap reports the first thing that both clips drive. It walks their
// sorted tracks side by side.
func checkOverlap(a, b *soa.Clip) error {
	order := func(t *soa.Track) int { return int(t.Property)<<16 + int(t.Target) }
	for i, k := 0, 0; i < len(a.Tracks) && k < len(b.Tracks); {
		x, y := order(&a.Tracks[i]), order(&b.Tracks[k])
		switch {
		case x < y:
			i++
		case x > y:
			k++
		default:
			t := &a.Tracks[i]
			return fmt.Errorf("%w: %q and %q, the %v of %d", ErrOverlap, a.Name, b.Name, t.Property, t.Target)
		}
	}
	return nil
}

// index returns the clip's index in the model, or -1.
func (p *Players) index(clip *soa.Clip) int32 {
	for i, c := range p.model.Clips {
		if c == clip && c != nil {
			return int32(i)
		}
	}
	return -1
}

func (p *Players) checkPlayer(i int) error {
	if i < 0 || i >= p.n {
		return fmt.Errorf("%w: player %d of %d", ErrRange, i, p.n)
	}
	return nil
}

// Seek moves player i to time t, in seconds on the file's own time line; t may
// be any number of loops away. Phases of PingPong count from the clip's start:
// a time up to its end plays forwards. The error wraps ErrRange or ErrTime.
func (p *Players) Seek(i int, t float64) error {
	if err := p.checkPlayer(i); err != nil {
		return fmt.Errorf("seek: %w", err)
	}
	if math.IsNaN(t) || math.IsInf(t, 0) {
		return fmt.Errorf("seek: %w: %v", ErrTime, t)
	}
	s := &p.state[i]
	s.phase = phase(t-s.start, s.length, s.mode)
	return nil
}

// SetSpeed changes the speed of player i; 0 stops it. The error wraps ErrRange
// or ErrTime.
func (p *Players) SetSpeed(i int, speed float64) error {
	if err := p.checkPlayer(i); err != nil {
		return fmt.Errorf("set speed: %w", err)
	}
	if math.IsNaN(speed) || math.IsInf(speed, 0) {
		return fmt.Errorf("set speed: %w: %v", ErrTime, speed)
	}
	p.state[i].speed = speed
	return nil
}

// Time returns where player i stands, in seconds on the file's own time line
// between its clips' start and end.
func (p *Players) Time(i int) float64 {
	s := &p.state[i]
	return s.start + position(s.phase, s.length, s.mode)
}

// Update moves all players on by dt seconds, which may be negative, and
// evaluates them.
func (p *Players) Update(dt float64) { p.UpdateRange(0, p.n, dt) }

// UpdateRange does what Update does for the players from:to. Ranges that do
// not overlap may be updated by different goroutines at the same time.
func (p *Players) UpdateRange(from, to int, dt float64) {
	from, to = p.cut(from, to)
	for i := from; i < to; i++ {
		s := &p.state[i]
		s.phase = phase(s.phase+float64(s.speed*dt), s.length, s.mode)
	}
	p.EvaluateRange(from, to)
}

// Evaluate computes poses, model-space matrices, palettes and mesh matrices of
// all players at the time where they stand.
func (p *Players) Evaluate() { p.EvaluateRange(0, p.n) }

// EvaluateRange does what Evaluate does for the players from:to.
func (p *Players) EvaluateRange(from, to int) {
	from, to = p.cut(from, to)
	for i := from; i < to; i++ {
		p.sample(i)
		p.finish(i)
	}
}

// SampleRange computes the poses of the players from:to, the first half of
// EvaluateRange. What changes poses, see Pose, goes between the two.
func (p *Players) SampleRange(from, to int) {
	from, to = p.cut(from, to)
	for i := from; i < to; i++ {
		p.sample(i)
	}
}

// FinishRange computes what follows from the poses of the players from:to, the
// second half of EvaluateRange: model-space matrices, palettes and mesh
// matrices.
func (p *Players) FinishRange(from, to int) {
	from, to = p.cut(from, to)
	for i := from; i < to; i++ {
		p.finish(i)
	}
}

// cut reduces a range to the players there are.
func (p *Players) cut(from, to int) (int, int) { return max(from, 0), min(to, p.n) }

func (p *Players) sample(i int) {
	s, pose := &p.state[i], &p.poses[i]
	cursors := p.cursors[i*p.cursorLimit : (i+1)*p.cursorLimit]
	x := position(s.phase, s.length, s.mode)
	for _, c := range p.clips[i*len(p.model.Clips):][:s.clips] {
		sampler := p.samplers[c]
		sampler.sample(tickAt(sampler.clip, x-(sampler.clip.Start-s.start)), cursors, pose)
		cursors = cursors[sampler.timelines:]
	}
}

// finish ignores the errors of its jobs: they are about lengths, which
// NewPlayers fixed.
func (p *Players) finish(i int) {
	model := p.Matrices(i)
	_ = LocalToModel(p.model.Skeleton, &p.poses[i], model)
	for s, skin := range p.model.Skins {
		_ = simd.Palette(p.Palette(i, s), model, skin.Joint, floats(skin.InverseBind))
	}
	for k, mesh := range p.model.Meshes {
		if mesh.Skin == soa.None {
			_ = MeshMatrix(mesh, model, p.meshes[k][i*affineFloats:(i+1)*affineFloats])
		}
	}
}

// Pose returns the pose of player i, to be read or, between SampleRange and
// FinishRange, changed.
func (p *Players) Pose(i int) Pose { return p.poses[i] }

// Matrices returns the model-space matrices of player i, 12 values per joint.
func (p *Players) Matrices(i int) []float32 {
	n := affineFloats * p.model.Skeleton.Len()
	return p.matrices[i*n : (i+1)*n : (i+1)*n]
}

// Palettes returns the palettes of all players for a skin of the model,
// [player][palette entry][12], to be uploaded as one piece.
func (p *Players) Palettes(skin int) []float32 { return p.palettes[skin] }

// Palette returns the palette of player i for a skin, 12 values per entry.
func (p *Players) Palette(i, skin int) []float32 {
	n := affineFloats * p.model.Skins[skin].Len()
	return p.palettes[skin][i*n : (i+1)*n : (i+1)*n]
}

// MeshMatrices returns, for a mesh without a skin, the matrices of all players
// that take it to model space, [player][12]: what Palettes is for a skin of one
// entry. It is nil for a mesh with a skin.
func (p *Players) MeshMatrices(mesh int) []float32 { return p.meshes[mesh] }
