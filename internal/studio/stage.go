package studio

import (
	"github.com/sinew-anim/sinew/gpu"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/graph"
	"github.com/sinew-anim/sinew/runtime/motion"
	"github.com/sinew-anim/sinew/soa"
)

// Stage is instances of a model that play something, at any time of it. The first
// item of its scene are the instances, those after it ghosts.
type Stage interface {
	Model() *soa.Model // bound to the palettes of the crowd
	Crowd() *runtime.Crowd
	Scene() *gpu.Scene
	Instances() int

	Clips() []*soa.Clip
	Clip() int            // that plays, or runtime.Rest
	Play(clip int) error  // does nothing where a script plays
	Scripted() bool       // what plays is no clip that can be chosen
	Name() string         // of what plays
	Span() (a, b float64) // its start and end, in seconds
	Travels() bool        // the character goes where its root leads
	Travel(on bool) error // of clips whose root motion was taken out
	Camera(cycle int64, t float64) motion.RootTransform
	// Show evaluates all instances, and ghosts, at a time of what plays.
	Show(cycle int64, t float64) error

	// Ghosts is the number of ghosts that the stage can show, SetGhosts how many seconds
	// before and after the instance each of some is.
	Ghosts() int
	SetGhosts(ahead []float64)

	// Frame returns a camera that sees all that plays in a picture whose width is aspect
	// times its height, and the grid that suits it.
	Frame(aspect float64) (gpu.Orbit, gpu.Grid, error)

	// Graph is what decides what plays, or nil; Control what changes the poses, or nil.
	Graph() Graph
	Control() *control.Declared
	// Changed tells that targets or weights of the control were changed.
	Changed()

	Close()
}

// Graph is an animation graph that goes on by itself.
type Graph interface {
	Dials() []Dial
	Value(dial int) float64
	Set(dial int, v float64) error
	States(list []graph.Playing) []graph.Playing
	Advance(dt float64) error
	Next() error // makes one step
	Restart() error
	Camera() motion.RootTransform
}

// Dial is a parameter of a graph, or one part of a vec2.
type Dial struct {
	graph.Parameter
	Number    int // of the parameter
	Part      int // 1 for y
	Label     string
	Low, High float64 // what a slider shows
}
