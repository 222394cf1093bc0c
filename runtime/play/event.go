package play

// EventKind is the kind of an Event. Moments are passed as time plays. Intervals depend only on
// position: Seek begins and ends them too, at the start of the next update. Stop ends all until
// Resume or Play.
type EventKind uint8

const (
	EventAt     EventKind = iota // a moment
	EventBegin                   // the interval is entered, from either end
	EventInside                  // it was inside before the update, and still is
	EventEnd                     // it is left, or the clip has gone
)

// String returns the kind's name.
func (k EventKind) String() string { return [...]string{"at", "begin", "inside", "end"}[k&3] }

// Event is an event of a clip that an instance has passed in an update.
type Event struct {
	Instance int
	Name     string
	Kind     EventKind
	Layer    int
	Clip     int
	Index    int     // in the clip's Events
	Cycle    int64   // of the clip, see Instance.Cycle
	Weight   float32 // of the clip in the pose
	Backward bool    // the clip's time runs back
	// Overshoot is the number of seconds of the update that were left: 0 for an event
	// at its very end.
	Overshoot float64
}

// DefaultMaxEvents is CrowdOptions.MaxEvents where that is 0.
const DefaultMaxEvents = 4096

// MostEvents is the greatest CrowdOptions.MaxEvents: each worker keeps room for as many.
const MostEvents = 1 << 20
