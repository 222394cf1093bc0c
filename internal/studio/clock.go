package studio

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

// Clock is the time of what plays.
type Clock struct {
	Playing bool
	Speed   float64
	Mode    LoopMode
	Time    float64 // on the file's time line
	Cycle   int64   // how often the end has been passed

	Start, End float64 // of what plays
	From, To   float64 // what is repeated of it
	back       bool    // ping-pong is on its way back
}

// Reset begins something that plays from start to end.
func (c *Clock) Reset(start, end float64) {
	c.Start, c.End, c.From, c.To = start, end, start, end
	c.Time, c.Cycle, c.back = start, 0, false
}

// Whole repeats all of it.
func (c *Clock) Whole() { c.From, c.To = c.Start, c.End }

// Ranged reports whether only a part is repeated.
func (c *Clock) Ranged() bool { return c.From > c.Start || c.To < c.End }

// Limit repeats what lies between two times.
func (c *Clock) Limit(from, to float64) {
	from, to = min(from, to), max(from, to)
	c.From, c.To = max(from, c.Start), min(to, c.End)
	c.Cycle = 0
}

// Advance moves the time by dt seconds of the user's.
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
		if !c.Ranged() { // a part does not lead on
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

// Hold stops at a time.
func (c *Clock) Hold(t float64) {
	c.Playing = false
	c.Time = min(max(t, c.Start), c.End)
}

// Part is how much has passed, 0 to 1.
func (c *Clock) Part() float64 {
	if length := c.End - c.Start; length > 0 {
		return (c.Time - c.Start) / length
	}
	return 0
}

// At is the time at a part of it.
func (c *Clock) At(part float64) float64 {
	return c.Start + min(max(part, 0), 1)*(c.End-c.Start)
}

// Resume plays on; at the end of Once it begins anew.
func (c *Clock) Resume() {
	c.Playing = !c.Playing
	if c.Playing && c.Mode == Once && c.Time >= c.To {
		c.Time = c.From
	}
}
