package retarget

import (
	"cmp"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/defaults"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// ContactOptions are the thresholds of a contact. Zeros mean the defaults.
type ContactOptions struct {
	// Speed and Height bound a standing tip, the height above its lowest place in the clip, for
	// legs of StandardLeg.
	Speed  float64 // m/s
	Height float64 // m
	Blend  float64 // seconds in which a contact rises before its interval, and falls after it
	// Pace is an alternative bound, as a part of the foot's mean speed in the clip, for the speed
	// over the ground averaged over 1/15 s: a runner's foot rolls and slips faster than a walker's.
	Pace float64
}

// Defaults of ContactOptions, and the length of the legs that they are for.
const (
	DefaultSpeed  = 0.3
	defaultHeight = 0.05
	defaultBlend  = 0.1
	defaultPace   = 0.25
	StandardLeg   = 0.85
)

// Fill replaces zeros by defaults. The error wraps soa.ErrOption.
func (o *ContactOptions) Fill() error {
	return cmp.Or(defaults.Positive("Speed", &o.Speed, DefaultSpeed), defaults.Positive("Height", &o.Height, defaultHeight),
		defaults.Positive("Blend", &o.Blend, defaultBlend), defaults.Positive("Pace", &o.Pace, defaultPace))
}

// ContactInterval is a contact, in seconds on the file's time line, as soa.Clip.Start.
type ContactInterval struct {
	From, To float64
	Blend    float64 // seconds of its rise before and its fall after
	Still    float64 // the time at which the foot is slowest
	Joined   bool    // it continues at the other end of the loop
	Loops    int     // +1, −1: Still is in the next or the last loop
}

// inSeconds converts intervals from ticks since a clip's start to its time line.
func inSeconds(list []ContactInterval, clip *soa.Clip) []ContactInterval {
	at := func(tick float64) float64 { return clip.Start + tick/clip.TicksPerSecond }
	list = slices.Clone(list)
	for k, i := range list {
		list[k].From, list[k].To, list[k].Still, list[k].Blend = at(i.From), at(i.To), at(i.Still), i.Blend/clip.TicksPerSecond
	}
	return list
}

// ContactRate is the number of places of a FootPath per second.
const ContactRate = 120

// FootPath is the places of a foot's tip in a clip, in equal steps from start to end, with root
// motion; +Y is up.
type FootPath struct {
	Places [][3]float64
	Leg    float64 // its length in metres; 0: StandardLeg
}

// ContactSteps is the number of steps of a FootPath, which has one more place.
func ContactSteps(clip *soa.Clip) int {
	const most = 100_000
	return int(min(max(math.Ceil(clip.Seconds()*ContactRate), 2), most))
}

// FindContacts returns the contacts of a foot by its path in a clip, with filled options; nil: none.
func FindContacts(p FootPath, clip *soa.Clip, o ContactOptions) []ContactInterval {
	return inSeconds(find(p, clip, &o), clip)
}

// find is FindContacts in ticks since the clip's start.
func find(p FootPath, clip *soa.Clip, o *ContactOptions) []ContactInterval {
	steps := len(p.Places) - 1
	step := clip.Duration / float64(steps)
	if steps < 2 || !(step > 0) {
		return nil
	}
	size := 1.
	if p.Leg > 0 {
		size = p.Leg / StandardLeg
	}
	low := math.Inf(1)
	for _, v := range p.Places {
		low = min(low, v[1])
	}
	r := runs{
		clip: clip, step: step, blend: float64(o.Blend * clip.TicksPerSecond), speed: speeds(p.Places, step/clip.TicksPerSecond, clip.Loop),
		down: make([]bool, steps+2), // the last one ends the last run
	}
	gets := horizontalDistance(p.Places[0], p.Places[steps]) / clip.Seconds()
	slips := slips(p.Places, step/clip.TicksPerSecond, clip.Loop)
	for i, v := range p.Places {
		slow := r.speed[i] <= float64(o.Speed*size) || slips[i] < float64(o.Pace*gets)
		r.down[i] = slow && v[1]-low <= float64(o.Height*size)
	}
	list := r.list()
	r.part(list)
	r.join(list)
	return list
}

// speeds returns the speeds along a path with steps of some seconds. A loop continues beyond its
// ends.
func speeds(path [][3]float64, seconds float64, loop bool) []float64 {
	n := len(path) - 1
	between := func(a, b int) exact.Vec { return exact.Vec(path[b]).Sub(path[a]) }
	speed := make([]float64, n+1)
	for i := range speed {
		a, b := max(i-1, 0), min(i+1, n)
		speed[i] = between(a, b).Length() / float64(float64(b-a)*seconds)
	}
	if loop && n > 1 {
		v := between(0, 1).Add(between(n-1, n)).Length() / float64(2*seconds)
		speed[0], speed[n] = v, v
	}
	return speed
}

// horizontalDistance is the horizontal distance of two places.
func horizontalDistance(a, b [3]float64) float64 { return math.Hypot(b[0]-a[0], b[2]-a[2]) }

// slips returns the horizontal speeds along a path with steps of some seconds, averaged over 1/30 s
// before and after, since curves bend between frames. A loop continues beyond its ends.
func slips(path [][3]float64, seconds float64, loop bool) []float64 {
	n := len(path) - 1
	reach := max(1, int(1./30/seconds+0.5))
	at := func(i int) (x, z float64) {
		loops := 0.
		switch {
		case loop && i < 0:
			i, loops = max(i+n, 0), -1
		case loop && i > n:
			i, loops = min(i-n, n), 1
		}
		i = max(0, min(i, n))
		return path[i][0] + float64(loops*(path[n][0]-path[0][0])), path[i][2] + float64(loops*(path[n][2]-path[0][2]))
	}
	list := make([]float64, n+1)
	for i := range list {
		a, b := i-reach, i+reach
		if !loop {
			a, b = max(a, 0), min(b, n)
		}
		ax, az := at(a)
		bx, bz := at(b)
		list[i] = math.Hypot(bx-ax, bz-az) / float64(float64(b-a)*seconds)
	}
	return list
}

// runs are the places at which a foot is down.
type runs struct {
	clip        *soa.Clip
	step, blend float64 // ticks
	speed       []float64
	down        []bool
}

// list returns the runs that last long enough.
func (r *runs) list() (list []ContactInterval) {
	shortest, steps := r.clip.TicksPerSecond/20, len(r.down)-2
	for i := 0; i <= steps; i++ {
		if !r.down[i] {
			continue
		}
		from, still := i, i
		for ; r.down[i+1]; i++ {
			if r.speed[i+1] < r.speed[still] {
				still = i + 1
			}
		}
		c := ContactInterval{From: r.tick(from), To: min(r.tick(i), r.clip.Duration), Still: r.tick(still), Blend: r.blend}
		whole := r.clip.Loop && i > from && (from == 0 || i == steps) // it continues at the other end
		if c.To-c.From >= shortest || whole {
			list = append(list, c)
		}
	}
	return list
}

func (r *runs) tick(i int) float64 { return float64(float64(i) * r.step) }

// part shortens blends so that contacts do not overlap.
func (r *runs) part(list []ContactInterval) {
	within := func(a, b *ContactInterval, gap float64) { a.Blend, b.Blend = min(a.Blend, gap), min(b.Blend, gap) }
	for i := 1; i < len(list); i++ {
		within(&list[i-1], &list[i], (list[i].From-list[i-1].To)/2)
	}
	if n := len(list); n > 0 && r.clip.Loop {
		if gap := (list[0].From + r.clip.Duration - list[n-1].To) / 2; gap > 0 {
			within(&list[0], &list[n-1], gap)
		}
	}
}

// join joins contacts over the end of a loop: both get the slowest time.
func (r *runs) join(list []ContactInterval) {
	n := len(list)
	if n < 2 || !r.clip.Loop || list[0].From != 0 || list[n-1].To != r.clip.Duration {
		return
	}
	first, last := &list[0], &list[n-1]
	first.Joined, last.Joined = true, true
	if r.speed[int(first.Still/r.step+0.5)] < r.speed[int(last.Still/r.step+0.5)] {
		last.Still, last.Loops = first.Still, 1
	} else {
		first.Still, first.Loops = last.Still, -1
	}
}
