package viewer

// status is what the right end of the status line says.
type status struct {
	message string
	age     float64 // seconds
	fps     float64
	seconds float64 // since fps was measured
	frames  int
}

// shownFor is how long a message is shown, in seconds.
const shownFor = 5

// tell shows a message, if there is one.
func (s *status) tell(message string) {
	if message != "" {
		s.message, s.age = message, 0
	}
}

// fresh returns the message while it is shown, or "".
func (s *status) fresh() string {
	if s.age >= shownFor {
		return ""
	}
	return s.message
}

// advance counts a frame that took dt seconds.
func (s *status) advance(dt float64) {
	s.age += dt
	s.seconds += dt
	s.frames++
	if s.seconds >= 0.5 {
		s.fps = float64(s.frames) / s.seconds
		s.seconds, s.frames = 0, 0
	}
}
