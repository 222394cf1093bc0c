package fbx

import (
	"fmt"
	"math"
	"runtime"
	"sync"
	"sync/atomic"

	"github.com/sinew-anim/sinew/importer/internal/scene"
	"github.com/sinew-anim/sinew/importer/internal/track"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/fbx"
	"github.com/sinew-anim/sinew/internal/fit"
	"github.com/sinew-anim/sinew/soa"
)

// ahead holds what is computed from an FBX file while libassimp parses it: its models, shapes,
// custom properties and tracks. Only error bounds depend on the parse, by the unit of length; a
// track whose bound differs from the expected one is computed again.
type ahead struct {
	done   chan struct{} // closed when all fields are set
	stop   atomic.Bool
	scene  *fbx.Scene
	err    error
	tracks map[partOf]*scene.Course

	shapes    *fbx.Shapes // nil on error or if meshes are not wanted
	floats    *fbx.Floats
	floatsErr error
}

// partOf identifies one part of a model's transform in a stack.
type partOf struct {
	stack, model int
	part         fbx.Part
}

// followAhead starts to approximate the file's curves in the background. The returned function
// stops that.
func (o *Format) followAhead(opt *scene.Settings) (end func()) {
	a := &ahead{done: make(chan struct{}), tracks: make(map[partOf]*scene.Course)}
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

// read reads the models, shapes and custom properties.
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
	return fmt.Errorf("%w: %w: the limits are %d keys, %d vertices and %d triangles", soa.ErrTooLarge, err, b.Keys, b.Vertices, b.Triangles)
}

// follow computes the tracks of models until one of them may reach the limit of keys.
func (a *ahead) follow(file *fbx.File, opt *scene.Settings) {
	s := models{Scene: a.scene}
	s.setBounds(opt, metresPerUnit(float64(float32(file.Unit)))*opt.Scale)
	var list []partOf
	var courses []*scene.Course
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
				stack := &file.Stacks[list[i].stack]
				p.Span, p.Ended = spanOf(stack), a.stop.Load
				// A track that may need more keys than are left is followed within that limit later
				// (scene.Follower): here it could take any number of keys.
				if p.CollectKnots(stack.First, stack.Last, int(max(left, 0))); int64(p.Extra) > left {
					return
				}
				p.Track = fit.Approximate(p.At, p.Knots, p.Options)
				if a.stop.Load() {
					return
				}
				p.Done = true
				keys.Add(int64(len(p.Track.Time)))
			}
		})
	}
	wait.Wait()
	for i, p := range courses {
		if p.Done {
			a.tracks[list[i]] = p
		}
	}
}

// motionCourse returns the course of one part of a model's transform, or nil if nothing drives
// it.
func motionCourse(mo *fbx.Motion, part fbx.Part, bound [3]float64) *scene.Course {
	if mo == nil {
		return nil
	}
	p := &scene.Course{Options: fit.Options{Rotation: part == fbx.RotationPart, Error: bound[part]}}
	for _, d := range mo.Drivers(part) {
		p.Drivers = append(p.Drivers, d)
	}
	if len(p.Drivers) == 0 {
		return nil
	}
	p.Slopes = mo.Slopes(part)
	p.At = func(time float64, side fit.Side) exact.Quat {
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

// spanOf returns the minimum distance between times in a stack, below which float32 cannot
// distinguish them.
func spanOf(s *fbx.Stack) float64 { return 8 * math.Max(s.Last-s.First, fbx.Second/30) / (1 << 24) }
