package active

import (
	"cmp"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/runtime/play"
)

// EventList is events of an update: the first ones by instance and time, whatever the
// order in which they come.
type EventList struct {
	Most int
	List []play.Event // room for a few more than most
	Lost int          // how many more there were
}

func (l *EventList) Prepare() { l.List = make([]play.Event, 0, l.Most+l.Most/4+1) }
func (l *EventList) Clear()   { l.List, l.Lost = l.List[:0], 0 }

// add lists an event.
func (l *EventList) add(e *play.Event) {
	if len(l.List) == cap(l.List) {
		l.Sort()
	}
	l.List = append(l.List, *e)
}

// Take adds the events of another list, which is empty then.
func (l *EventList) Take(from *EventList) {
	for k := range from.List {
		l.add(&from.List[k])
	}
	l.lose(int64(from.Lost))
	from.Clear()
}

// lose counts events for which there is no room, to the greatest number that an int holds.
func (l *EventList) lose(n int64) {
	l.Lost += int(min(n, int64(math.MaxInt-l.Lost)))
}

// Sort puts the events in order and leaves out those that are too many.
func (l *EventList) Sort() {
	if !slices.IsSortedFunc(l.List, inOrder) {
		slices.SortStableFunc(l.List, inOrder)
	}
	if over := len(l.List) - l.Most; over > 0 {
		l.List = l.List[:l.Most]
		l.lose(int64(over))
	}
}

func inOrder(a, b play.Event) int {
	return cmp.Or(cmp.Compare(a.Instance, b.Instance), cmp.Compare(math.Abs(b.Overshoot), math.Abs(a.Overshoot)))
}
