package play

import "github.com/sinew-anim/sinew/runtime/pose"

// Graph chooses the clips of a crowd's instances, in place of Play: a graph.Instances,
// or a game's own logic. Different goroutines drive different instances at the same
// time, each with a Driver of its own.
type Graph interface {
	// Len is the number of instances, Layers the number of clips that each may play.
	Len() int
	Layers() int
	// Masks are those that Driven.Mask counts, from 1 on.
	Masks() []pose.Mask
	// Clips are the lengths in seconds of the clips that it knows, in the order of the source.
	Clips() []float64
	// NewDriver returns a driver for a crowd of the given number of layers. Active clips beyond
	// that number play nothing.
	NewDriver(layers int) Driver
	// Save appends the state of an instance to data. Restore sets it from data, all of
	// it. After an error nothing has changed.
	Save(data []byte, i int) []byte
	Restore(i int, data []byte) error
}

// Paced is a Graph that knows the speeds of its clips. It saves crowds with root motion a trial of
// long steps.
type Paced interface {
	// Fastest is the greatest speed that a clip of instance i can have in the next step by itself,
	// in seconds of the clip per second; clips that share a phase may be faster by the ratio of
	// their lengths.
	Fastest(i int) float64
}

// Driver drives instances of a Graph, on one goroutine.
type Driver interface {
	// Drive advances instance i by dt seconds, or until a clip comes or goes: Drive.Left
	// seconds are left then, for the next call for the instance. The result holds until the
	// next call.
	Drive(i int, dt float64) *Drive
	// WeightsAt writes the weights of the active clips of the last Drive, t seconds after its
	// start. It is called where Drive.Fade is not 0.
	WeightsAt(t float64, weight *[MaxLayers]float64)
}

// Drive is a step of an instance, or a part of one in which no clip comes or goes:
//
//	idle   ██████████▇▆▅▄▃▂▁
//	walk             ▁▂▃▄▅▆▇█████
//	Drive  ├────────┤├──────┤├──┤   Left: what follows in the step
type Drive struct {
	Clips [MaxLayers]Driven // those whose bit is set in Used
	Used  uint8
	// Left is the number of seconds of the step that follow, of the sign of dt.
	Left float64
	// Fade is the length of the shortest current fade in seconds, or 0 where the weights
	// of active clips do not change meanwhile.
	Fade float64
	// Inertialize, where above 0, is the number of seconds in which the difference from the old
	// pose dies out. The instance showed that pose until Late seconds before the end of the
	// step, less Left. Where it is below 0, differences from earlier poses end.
	Inertialize, Late float64
	// Fired are events of the graph itself.
	Fired []Fired
	// Err, if not nil, is the error of the update, once all instances have been advanced.
	Err error
}

// Driven is the state of one clip in a step. An active clip keeps its place in Drive.Clips as
// long as it plays.
type Driven struct {
	Clip   int32
	Mode   LoopMode
	Kind   Kind
	Layer  uint8   // from the bottom up
	Mask   uint8   // as play.Options.Mask
	New    bool    // another clip, or none, had its place before
	Fresh  bool    // it starts in this step: events at its start count
	Silent bool    // another clip of its phase leads: events do not count
	Weight float32 // at the end, up to MaxWeight; where it has come to 0 the active clip ends
	// Full is its weight without fades. Its events count where Full, or Weight before or
	// after the step, is at least 1e-5.
	Full float32
	// Seconds of the clip per second, at the end and, where Bends, at the start: in between
	// the clip goes along the cubic that has these speeds.
	Speed, FromSpeed float64
	Bends            bool
	// Where it was before the step, or started in it, and where it is now: cycles, and
	// seconds in the period that follows.
	FromCycle, Cycle int64
	From, To         float64
}

// Fired is an event that a graph fires itself.
type Fired struct {
	Name      string
	Overshoot float64 // see Event; less Left
}
