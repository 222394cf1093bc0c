package playback

import "math"

// LoopMode is what happens at the end of what plays.
type LoopMode int

const (
	Loop LoopMode = iota
	Once
	PingPong
)

var loopNames = []string{"loop", "once", "ping-pong"}

func (m LoopMode) String() string { return loopNames[m] }

// Next returns the mode after m, the first after the last.
func (m LoopMode) Next() LoopMode { return (m + 1) % LoopMode(len(loopNames)) }

// LoopNames returns the names of the modes in their order.
func LoopNames() []string { return loopNames }

// Clock is the time of what plays. Times are seconds on the file's time line.
type Clock struct {
	Playing bool
	Speed   float64
	Mode    LoopMode
	Time    float64
	Cycle   int64 // completed loops

	Start, End float64 // of what plays
	From, To   float64 // the part that repeats
	back       bool    // ping-pong runs backwards
}

// Reset starts at the beginning of something that plays from start to end.
func (c *Clock) Reset(start, end float64) {
	c.Start, c.End, c.From, c.To = start, end, start, end
	c.Time, c.Cycle, c.back = start, 0, false
}

// Whole repeats everything.
func (c *Clock) Whole() { c.From, c.To = c.Start, c.End }

// Ranged reports whether only a part repeats.
func (c *Clock) Ranged() bool { return c.From > c.Start || c.To < c.End }

// Limit repeats the part between two times, given in either order.
func (c *Clock) Limit(from, to float64) {
	from, to = min(from, to), max(from, to)
	c.From, c.To = max(from, c.Start), min(to, c.End)
	c.Cycle = 0
}

// Advance moves the time by dt seconds of real time.
func (c *Clock) Advance(dt float64) {
	length := c.To - c.From
	if !c.Playing {
		return
	}
	if !(length > 0) {
		c.Time = c.From
		return
	}
	dt *= c.Speed
	if c.back {
		dt = -dt
	}
	into := c.Time - c.From + dt
	switch loops := math.Floor(into / length); c.Mode {
	case Loop:
		if !c.Ranged() { // root motion does not continue over a part
			c.Cycle += int64(loops)
		}
		c.Time = c.From + max(0, into-loops*length)
	case Once:
		c.Time = c.From + min(max(into, 0), length)
		if into >= length || into < 0 {
			c.Playing = false
		}
	case PingPong:
		if int64(loops)&1 != 0 {
			c.back = !c.back
			into = length - (into - loops*length)
		} else {
			into -= loops * length
		}
		c.Time = c.From + min(max(into, 0), length)
	}
}

// Hold pauses at a time.
func (c *Clock) Hold(t float64) {
	c.Playing = false
	c.Time = min(max(t, c.Start), c.End)
}

// Part returns the position within what plays, 0 to 1.
func (c *Clock) Part() float64 {
	if length := c.End - c.Start; length > 0 {
		return (c.Time - c.Start) / length
	}
	return 0
}

// At returns the time at a part of what plays, 0 to 1.
func (c *Clock) At(part float64) float64 {
	return c.Start + min(max(part, 0), 1)*(c.End-c.Start)
}

// Toggle plays or pauses. After Once has reached its end, it starts again.
func (c *Clock) Toggle() {
	c.Playing = !c.Playing
	if c.Playing && c.Mode == Once && c.Time >= c.To {
		c.Time = c.From
	}
}

// Faster multiplies the speed by a factor, within 0.01 to 100.
func (c *Clock) Faster(factor float64) { c.Speed = min(max(c.Speed*factor, 0.01), 100) }
