package fbx

import (
	"fmt"
	"math"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/fbx"
	"github.com/sinew-anim/sinew/internal/fit"
	"github.com/sinew-anim/sinew/soa"
)

// ahead is what is made of an FBX file's curves while libassimp parses the file: its
// scene, its shapes and numbers, and tracks by what the file itself says. Only bounds
// depend on the parse, by the unit of length; a track with another bound than expected is
// made again.
type ahead struct {
	done   chan struct{} // closed where the rest is there
	stop   atomic.Bool
	scene  *fbx.Scene
	err    error
	tracks map[partOf]*course

	shapes    *fbx.Shapes // nil where there is an err, or where no meshes are wanted
	floats    *fbx.Floats
	floatsErr error
}

// partOf names a part of a model's transform in a stack.
type partOf struct {
	stack, model int
	part         fbx.Part
}

// followAhead begins to follow the file's curves. The function that it returns ends that.
func (o *Format) followAhead(opt *scene.Settings) (end func()) {
	a := &ahead{done: make(chan struct{}), tracks: make(map[partOf]*course)}
	o.ahead = a
	go func() {
		defer close(a.done)
		if a.scene, a.err = o.file.Scene(max(0, opt.Bounds.Keys)); a.err != nil {
			a.err = tooLarge(a.err, &opt.Bounds)
			return
		}
		var tracks sync.WaitGroup
		tracks.Go(func() { a.follow(o.file, opt) })
		a.read(o.file, opt)
		tracks.Wait()
	}()
	return func() {
		a.stop.Store(true)
		<-a.done
	}
}

// read reads what else moves.
func (a *ahead) read(file *fbx.File, opt *scene.Settings) {
	b := &opt.Bounds
	left := b.Keys
	for _, n := range a.scene.Keys {
		left -= n
	}
	a.floats, a.floatsErr = file.Floats(max(0, left))
	if !opt.SkipMeshes && !a.stop.Load() {
		if a.shapes, a.err = file.Shapes(a.scene, max(0, b.Keys), 8*(b.Vertices+b.Triangles)); a.err != nil {
			a.shapes, a.err = nil, tooLarge(a.err, b)
		}
	}
}

func tooLarge(err error, b *scene.Bounds) error {
	return fmt.Errorf("%w: %w: %d keys, %d vertices and %d triangles are allowed", soa.ErrTooLarge, err, b.Keys, b.Vertices, b.Triangles)
}

// follow makes the tracks of models, as long as there are no more keys than allowed.
func (a *ahead) follow(file *fbx.File, opt *scene.Settings) {
	s := models{Scene: a.scene}
	s.setBounds(opt, metersPer(float64(float32(file.Unit)))*opt.Scale)
	var list []partOf
	var courses []*course
	for k := range a.scene.Motions {
		for m, mo := range a.scene.Motions[k] {
			for part := range fbx.ScalePart + 1 {
				if p := motionCourse(mo, part, s.bound[m]); p != nil && file.Stacks[k].Plays {
					list, courses = append(list, partOf{k, m, part}), append(courses, p)
				}
			}
		}
	}
	var next, keys atomic.Int64
	var wait sync.WaitGroup
	for range min(runtime.GOMAXPROCS(0), len(list)) {
		wait.Go(func() {
			for i := next.Add(1) - 1; i < int64(len(list)) && !a.stop.Load(); i = next.Add(1) - 1 {
				p := courses[i]
				left := int64(opt.Bounds.Keys) - keys.Load()
				if p.between(&file.Stacks[list[i].stack], int(max(left, 0))); int64(len(p.knots)) > left {
					return
				}
				p.track = fit.Through(p.at, p.knots, p.Options)
				p.done = true
				keys.Add(int64(len(p.track.Time)))
			}
		})
	}
	wait.Wait()
	for i, p := range courses {
		if p.done {
			a.tracks[list[i]] = p
		}
	}
}

// course is a function that properties drive, and the track that follows it.
type course struct {
	fit.Options
	at      fit.Func
	drivers []*fbx.Driven
	bends   []float64 // where it may bend besides knots of the drivers
	knots   []float64
	track   fit.Track
	done    bool // the track is there
}

// motionCourse is the course of one part of a model's transform, nil where nothing drives it.
func motionCourse(mo *fbx.Motion, part fbx.Part, bound [3]float64) *course {
	if mo == nil {
		return nil
	}
	p := &course{Options: fit.Options{Rotation: part == fbx.RotationPart, Error: bound[part]}, drivers: mo.Drivers(part)}
	if len(p.drivers) == 0 {
		return nil
	}
	p.Slopes = mo.Slopes(part)
	p.at = func(time float64, side fit.Side) exact.Quat {
		switch part {
		case fbx.TranslationPart:
			return track.Vec4(mo.Translation(time, side))
		case fbx.RotationPart:
			return mo.Rotation(time, side)
		}
		return track.Vec4(mo.Scale(time, side))
	}
	return p
}

// MaxExtra is how many keys may be added to a track, besides some for each of its own.
const MaxExtra, ExtraPerKey = 1 << 12, 64

// between takes knots of what a stack plays, about most at most, and derives from them
// what a track may have.
func (p *course) between(s *fbx.Stack, most int) {
	still := true
	p.Smooth = true
	for _, d := range p.drivers {
		still, p.Smooth = still && d.Still(), p.Smooth && !d.Jumps()
	}
	p.knots = []float64{s.First}
	if !still && s.Last > s.First {
		for _, d := range p.drivers {
			p.knots = d.Knots(p.knots, s.First, s.Last, most)
		}
		p.knots = append(append(p.knots, p.bends...), s.Last)
		if !ascend(p.knots) {
			slices.Sort(p.knots)
			p.knots = slices.Compact(p.knots)
		}
	}
	p.Extra = MaxExtra + ExtraPerKey*len(p.knots)
	// float32 tells moments no nearer than this apart.
	p.Span = 8 * math.Max(s.Last-s.First, fbx.Second/30) / (1 << 24)
}

// ascend reports whether each number is greater than the one before.
func ascend(list []float64) bool {
	for i := 1; i < len(list); i++ {
		if !(list[i-1] < list[i]) {
			return false
		}
	}
	return true
}
