package runtime

import (
	"cmp"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/runtime/play"
)

// eventList is events of an update: the first ones by instance and time, whatever the
// order in which they come.
type eventList struct {
	most int
	list []play.Event // room for a few more than most
	lost int          // how many more there were
}

func (l *eventList) prepare() { l.list = make([]play.Event, 0, l.most+l.most/4+1) }

func (l *eventList) clear() { l.list, l.lost = l.list[:0], 0 }

// add lists an event.
func (l *eventList) add(e *play.Event) {
	if len(l.list) == cap(l.list) {
		l.sort()
	}
	l.list = append(l.list, *e)
}

// take adds the events of another list, which is empty then.
func (l *eventList) take(from *eventList) {
	for k := range from.list {
		l.add(&from.list[k])
	}
	l.lost += from.lost
	from.clear()
}

// sort puts the events in order and leaves out those that are too many.
func (l *eventList) sort() {
	if !slices.IsSortedFunc(l.list, inOrder) {
		slices.SortStableFunc(l.list, inOrder)
	}
	if over := len(l.list) - l.most; over > 0 {
		l.list = l.list[:l.most]
		l.lost += over
	}
}

func inOrder(a, b play.Event) int {
	return cmp.Or(cmp.Compare(a.Instance, b.Instance), cmp.Compare(math.Abs(b.Overshoot), math.Abs(a.Overshoot)))
}
