package active

import (
	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/native/simd"
	"github.com/sinew-anim/sinew/runtime/internal/pace"
	"github.com/sinew-anim/sinew/runtime/internal/source"
	"github.com/sinew-anim/sinew/runtime/play"
)

// eventScratch is the events that a goroutine has found.
type eventScratch struct {
	EventList
	After  float64 // seconds of the step that follow what is told of
	before [play.MaxLayers]moments
}

// moments are where active clips, each the same one of its instance, stood before a step.
type moments struct {
	cycle [CrowdBlocks * simd.Lanes]int64
	phase [CrowdBlocks * simd.Lanes]float64
}

func (m *moments) at(slot int) moment { return moment{m.cycle[slot], m.phase[slot]} }

// CrowdBlocks is the number of blocks that one call of a kernel works through.
const CrowdBlocks = source.MaxBlocks

// syncClip is an active clip of a group and its clip's markers.
type syncClip struct {
	a      int
	clip   int32
	mode   kernel.ClockMode
	weight float64
	period float64
	count  int // of markers in common
	at     [maxSyncMarkers]float64
	names  [maxSyncMarkers]uint8
}

// maxSyncMarkers is the greatest number of markers of a clip that keep a phase; clips
// with more keep that of whole clips.
const maxSyncMarkers = 16

// syncGroup is the active clips of one group of an instance while it is moved.
type syncGroup struct {
	clips  [play.MaxLayers]syncClip
	n      int
	leader int
	leads  bool
	of     uint8 // its number
	first  int   // of the sorted active clips
}

// StepScratch is what a goroutine needs to take instances through a step.
type StepScratch struct {
	Events  eventScratch
	group   syncGroup               // at hand
	Substep Substep                 // at hand
	movers  [play.MaxLayers]mover   // of the substep
	fades   [play.MaxLayers]float64 // of active clips, at the end of a step
}

// Substep is a part of a step of one instance.
type Substep struct {
	Instance, Slot int
	Seconds        float64 // seconds that it takes
	After          float64 // seconds of the step that follow
	from           [play.MaxLayers]moment
	way            [play.MaxLayers]pace.Way
	curved         uint8 // active clips that a group moves
	lapped         uint8 // those of them that it moves past several markers
	lead           uint8 // active clips that lead their group, or have none
	ends           uint8 // active clips whose clip ends with the substep, since a queued one takes their place
	due            uint8 // layers in which a queued clip begins as it ends
	Whole          bool  // it is all of the step
	starts         bool  // a clip starts with it
	Begun          bool  // a substep of the step has been observed
	Stays          uint8 // active clips that have been heard in all of the step
	targets        [play.MaxLayers]moment
	laps           [play.MaxLayers]laps

	Driver play.Driver // nil: Play decides
	Fade   float64     // Drive.Fade of it
	heard  uint8       // active clips of it whose weight counts

	Vanishes bool // an active clip has come to a weight of 0

	weights [play.MaxLayers]float64 // at a moment of it
}
