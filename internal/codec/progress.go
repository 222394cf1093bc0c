package codec

// Stages of the work on a clip, as shares of what contains them, for Options.Progress. How
// long a stage takes is known only roughly: one that ends early leaps to its end.
const (
	planShare     = 0.3  // of all: finding plans; the rest is divided among those that are followed
	failShare     = 0.2  // of the share of a plan: left for others, if it misses the bound
	lengthenShare = 0.35 // of what is left of following a plan: each call of lengthen
	tryShare      = 0.15 // of what then is left: each try to hold the bound
)

// progressSteps bounds how often Options.Progress is called for a clip.
const progressSteps = 100

// meter computes the share of the work on a clip that is done. The zero meter reports nothing.
type meter struct {
	tell     func(done float64)
	from, to float64 // the present stage
	end      float64 // of the part of the work that it is in
	told     int     // steps
}

// part begins a part of the work, of a share of the rest. Its stages follow.
func (m *meter) part(share float64) {
	done := float64(m.told) / progressSteps
	m.from, m.to, m.end = done, done, done+float64((1-done)*share)
}

// follow begins the part in which a plan is followed, one of those left.
func (m *meter) follow(left int) { m.part(1 / (float64(max(left, 1)) + failShare)) }

// stage begins the next stage of a part, of a share of the rest of it.
func (m *meter) stage(share float64) {
	m.from = m.to
	m.to += float64((m.end - m.to) * share)
	m.at(0)
}

// at reports that a share of the present stage is done, if that is a step more than the last
// report.
func (m *meter) at(share float64) {
	if m.tell == nil {
		return
	}
	done := m.from + float64((m.to-m.from)*min(max(share, 0), 1))
	if step := int(done * progressSteps); step > m.told && step < progressSteps {
		m.told = step
		m.tell(float64(step) / progressSteps)
	}
}
