package active

import (
	"cmp"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/runtime/play"
)

// EventList is the events of an update. Where there are more than Most, each instance keeps its first
// ones, as many as any other: whatever the order in which they come, and whichever lists have been
// taken together, the same ones stay.
//
//	events   9 │ 2 │ 6 │ 1      of four instances
//	Most 12  5 │ 2 │ 4 │ 1      a share of 4, and what is left over to the first
type EventList struct {
	Most int
	List []play.Event // room for a few more than most
	Lost int          // how many more there were

	share int     // the most events of an instance that can stay, known from what was left out
	ranks []int32 // working memory: how many instances have more events than an index
}

func (l *EventList) Prepare() {
	l.List = make([]play.Event, 0, l.Most+l.Most/4+1)
	l.ranks = make([]int32, cap(l.List))
	l.share = l.Most
}

func (l *EventList) Clear() { l.List, l.Lost, l.share = l.List[:0], 0, l.Most }

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
	over := len(l.List) - l.Most
	if over <= 0 {
		return
	}
	share, more := l.fairShare()
	kept, rank, instance := 0, 0, -1
	for k := range l.List {
		if rank++; l.List[k].Instance != instance {
			rank, instance = 0, l.List[k].Instance
		}
		if rank > share || rank == share && more == 0 {
			continue
		}
		if rank == share {
			more--
		}
		if kept != k {
			l.List[kept] = l.List[k]
		}
		kept++
	}
	l.List = l.List[:kept]
	l.share = min(l.share, share+1)
	l.lose(int64(over))
}

// fairShare returns how many events each instance of the list, in order, can keep, and how many of the
// first instances with more can keep one more.
func (l *EventList) fairShare() (share, more int) {
	clear(l.ranks)
	rank, instance := 0, -1
	for k := range l.List {
		if rank++; l.List[k].Instance != instance {
			rank, instance = 0, l.List[k].Instance
		}
		l.ranks[rank]++
	}
	more = l.Most
	for ; share < len(l.ranks) && more >= int(l.ranks[share]); share++ {
		more -= int(l.ranks[share])
	}
	return share, more
}

func inOrder(a, b play.Event) int {
	return cmp.Or(cmp.Compare(a.Instance, b.Instance), cmp.Compare(math.Abs(b.Overshoot), math.Abs(a.Overshoot)))
}
