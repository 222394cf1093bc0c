package active

import (
	"math"
	"slices"
	"sync"

	"github.com/sinew-anim/sinew/internal/kernel"
	"github.com/sinew-anim/sinew/internal/motion"
	"github.com/sinew-anim/sinew/runtime/internal/source"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// clipEvents are the events of a clip.
type clipEvents struct {
	events []soa.Event
	line   [3]eventLine // per LoopMode
	start  []float64    // per event: seconds after the clip's start
	end    []float64
}

// watch is what a crowd has to look at after each step.
type watch struct {
	events []clipEvents // per clip; empty where none has any
	modes  []watched    // per clip and kernel.ClockMode
	List   EventList    // of the last update

	mu   sync.Mutex
	gone []play.Event // what has happened to intervals since the last step
}

// watched is what most steps of a clip in a mode are observed by.
type watched struct {
	busy  busyParts
	track *motion.Track
}

// watchedModes is the number of values of kernel.ClockMode.
const watchedModes = 4

func (w *watch) entry(clip int32, mode kernel.ClockMode) *watched {
	return &w.modes[int(clip)*watchedModes+int(mode)]
}

func (w *watch) Prepare(played []source.Clip, most int) {
	any := false
	list := make([]clipEvents, len(played))
	w.modes = make([]watched, watchedModes*len(played))
	for k := range played {
		p := &played[k]
		if len(p.Events) == 0 {
			continue
		}
		any = true
		e := &list[k]
		e.events = p.Events
		for mode := range e.line {
			e.line[mode] = newEventLine(p.Events, p.PerSecond, p.Clock.Seconds, play.LoopMode(mode))
		}
		for mode := range kernel.ClockMode(watchedModes) {
			w.entry(int32(k), mode).busy = e.line[loopModeOf(mode)].busy
		}
		w.entry(int32(k), endingPingPong).busy.set = math.MaxUint64
		for _, x := range p.Events {
			e.start = append(e.start, float64(x.Time)/p.PerSecond)
			e.end = append(e.end, (float64(x.Time)+float64(x.Length))/p.PerSecond)
		}
	}
	if w.List.Most = most; most == 0 {
		w.List.Most = play.DefaultMaxEvents
	}
	if any {
		w.events = list
		w.List.Prepare()
	}
}

// contains reports whether a position lies inside the interval of an event, which includes the end
// that time enters by.
func (e *clipEvents) contains(k int, position float64, back bool) bool {
	switch {
	case e.events[k].Length == 0:
		return false
	case back:
		return position > e.start[k] && position <= e.end[k]
	}
	return position >= e.start[k] && position < e.end[k]
}

// replacePending gives instance i other events that its next step reports at its start.
func (w *watch) replacePending(i int, list []play.Event) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.gone = append(slices.DeleteFunc(w.gone, func(e play.Event) bool { return e.Instance == i }), list...)
}

// pending lists the events that the next step of instance i reports at its start.
func (w *watch) pending(i int) (list []play.Event) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for k := range w.gone {
		if w.gone[k].Instance == i {
			list = append(list, w.gone[k])
		}
	}
	return list
}
