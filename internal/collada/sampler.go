package collada

import (
	"cmp"
	"encoding/xml"
	"math"
	"slices"
	"strings"

	"github.com/sinew-anim/sinew/internal/fit"
)

// mode is the interpolation between two keys.
type mode uint8

const (
	linear mode = iota
	step
	bezier
	hermite
	cardinal
	bspline
)

var modes = map[string]mode{"LINEAR": linear, "STEP": step, "BEZIER": bezier, "HERMITE": hermite, "CARDINAL": cardinal, "BSPLINE": bspline}

// behaviour is the extrapolation before the first or after the last key.
type behaviour uint8

const (
	constant behaviour = iota
	gradient
	cycle
	cycleRelative
	oscillate
)

// behaviours are those of Collada 1.5 and of the extras of Maya and 3ds Max.
var behaviours = map[string]behaviour{
	"CONSTANT": constant, "GRADIENT": gradient, "LINEAR": gradient, "CYCLE": cycle,
	"CYCLE_RELATIVE": cycleRelative, "CYCLE-RELATIVE": cycleRelative, "RELATIVE_REPEAT": cycleRelative, "OSCILLATE": oscillate,
}

// Sampler is the curves of all dimensions of a value over one list of key times.
type Sampler struct {
	// Target is the target of its first channel.
	Target string
	// Broken describes what cannot be read as the file states it, or is "".
	Broken string
	// Dropped are keys without a finite time or value, Unsorted those before their
	// predecessor, Shortened tangents that reach beyond the next key, and Straightened
	// keys with a curve whose tangents are missing.
	Dropped, Unsorted, Shortened, Straightened int
	// Offsets reports one-dimensional Bézier tangents.
	Offsets bool

	inputs    map[string]string // source ids by semantic
	animation int
	linked    bool
	err       error

	time          []float64 // ascending
	value         []float64 // dims for each key
	names         []string  // of the dimensions
	mode          []mode    // from each key to the next
	in, out       []float64 // control points relative to their key: time and value for each dimension of each key
	dims          int
	knot          []float64 // where the segments begin and end: at the keys, but for B-splines
	before, after behaviour
}

// sampler reads a <sampler>.
func (p *parser) sampler(e xml.StartElement) (*Sampler, error) {
	s := &Sampler{inputs: make(map[string]string)}
	s.before, s.after = behaviours[attribute(e, "pre_behavior")], behaviours[attribute(e, "post_behavior")]
	err := p.forEachChild(func(e xml.StartElement) error {
		switch e.Name.Local {
		case "input":
			if semantic := attribute(e, "semantic"); len(s.inputs) < 16 {
				s.inputs[semantic] = fragment(attribute(e, "source"))
			}
		case "technique", "extra":
			return p.infinity(&s.before, &s.after)
		}
		return p.skip()
	})
	return s, err
}

// infinity reads the extrapolation from a program's extras.
func (p *parser) infinity(before, after *behaviour) error {
	return p.forEachChild(func(e xml.StartElement) error {
		to := before
		switch e.Name.Local {
		case "technique":
			return p.infinity(before, after)
		case "pre_infinity":
		case "post_infinity":
			to = after
		default:
			return p.skip()
		}
		text, err := p.text()
		if b, ok := behaviours[strings.TrimSpace(text)]; ok {
			*to = b
		}
		return err
	})
}

// link finds the sources of a sampler and sorts its keys, once.
func (f *File) link(s *Sampler) error {
	if !s.linked {
		s.linked = true
		s.err = f.linkOnce(s)
	}
	return s.err
}

func (f *File) linkOnce(s *Sampler) error {
	local := f.animations[s.animation].sources
	find := func(semantic string) *source {
		id, ok := s.inputs[semantic]
		if !ok {
			return nil
		}
		if src := local[id]; src != nil {
			return src
		}
		return f.sources[id]
	}
	in, out := find("INPUT"), find("OUTPUT")
	if in == nil || out == nil {
		return malformed("a sampler without a source of times or values")
	}
	times, values := f.rows(in, local), f.rows(out, local)
	n := min(times.n, values.n)
	s.dims, s.names = len(values.dims), values.names
	if n == 0 || s.dims == 0 || len(times.dims) == 0 {
		return malformed("a sampler of no key")
	}
	if times.n != values.n {
		s.Broken = "it has another number of times than of values"
	}
	s.time, s.value, s.mode = make([]float64, n), make([]float64, n*s.dims), make([]mode, n)
	for i := range n {
		s.time[i] = times.at(i, 0)
		for d := range s.dims {
			s.value[i*s.dims+d] = values.at(i, d)
		}
	}
	if src := find("INTERPOLATION"); src != nil {
		s.setModes(src.names)
	}
	order, err := s.order()
	if err != nil {
		return err
	}
	if s.bends() {
		s.in, s.out = make([]float64, 2*len(s.time)*s.dims), make([]float64, 2*len(s.time)*s.dims)
		f.tangents(s, find("IN_TANGENT"), order, local, s.in, -1)
		f.tangents(s, find("OUT_TANGENT"), order, local, s.out, 1)
	}
	s.before, s.after = max(s.before, in.before, out.before), max(s.after, in.after, out.after)
	s.splines()
	return nil
}

// setModes reads the interpolations; the last one is repeated.
func (s *Sampler) setModes(names []string) {
	for i := range s.mode {
		if len(names) == 0 {
			return
		}
		m, ok := modes[names[min(i, len(names)-1)]]
		if !ok {
			s.Broken = "interpolations that Collada does not have, such as " + names[min(i, len(names)-1)]
		}
		s.mode[i] = m
	}
}

// bends reports whether some key has tangents.
func (s *Sampler) bends() bool {
	return slices.Contains(s.mode, bezier) || slices.Contains(s.mode, hermite)
}

// tangents makes control points relative to their keys of the tangents before (side −1)
// or after the keys. In files they have
//
//	one number for each dimension:       of Hermite curves the derivative by the segment's parameter;
//	                                     of Bézier curves how far the control point is from the key,
//	                                     a third of the way to the next in time: as Maya and the FBX
//	                                     SDK read them
//	two, a time and a value:             of Hermite curves the derivatives of both; of Bézier curves
//	                                     the control point
//	or one time and then all values
func (f *File) tangents(s *Sampler, src *source, order []int, local map[string]*source, to []float64, side int) {
	var r rows
	layout := 0
	if src != nil {
		r = f.rows(src, local)
		switch w := len(r.dims); {
		case w == s.dims:
			layout = 1
		case w == 2*s.dims:
			layout = 2
		case w == s.dims+1:
			layout = 3
		default:
			s.Broken = "tangents of another size than its values"
		}
	}
	for i := range s.time {
		other := i + side
		mode := s.mode[min(i, max(i+(side-1)/2, 0))] // of the segment that the tangent is in
		if other < 0 || other >= len(s.time) || mode != bezier && mode != hermite {
			continue
		}
		span := (s.time[other] - s.time[i]) / 3
		row := order[i]
		straight := layout == 0 || row >= r.n
		if straight {
			s.Straightened++
		}
		for d := range s.dims {
			v, time, value := s.value[i*s.dims+d], span, 0.
			switch {
			case straight:
				value = (s.value[other*s.dims+d] - v) / 3
			case layout == 1 && mode == hermite:
				value = float64(side) * r.at(row, d) / 3
			case layout == 1:
				value = float64(side) * r.at(row, d)
				s.Offsets = true
			case layout == 2 && mode == hermite:
				time, value = float64(side)*r.at(row, 2*d)/3, float64(side)*r.at(row, 2*d+1)/3
			case layout == 2:
				time, value = r.at(row, 2*d)-s.time[i], r.at(row, 2*d+1)-v
			case mode == hermite:
				time, value = float64(side)*r.at(row, 0)/3, float64(side)*r.at(row, d+1)/3
			default:
				time, value = r.at(row, 0)-s.time[i], r.at(row, d+1)-v
			}
			k := 2 * (i*s.dims + d)
			to[k], to[k+1] = s.clampTangent(time, value, 3*span)
		}
	}
}

// clampTangent shortens a tangent that reaches beyond the next key or away from it, so that the curve has
// one value at each time.
func (s *Sampler) clampTangent(time, value, span float64) (float64, float64) {
	switch part := time / span; {
	case time-time != 0 || value-value != 0 || span == 0:
		return 0, 0
	case part > 1+1e-6:
		s.Shortened++
		return span, value / part
	case part < -1e-6:
		s.Shortened++
		return 0, value
	default:
		return math.Copysign(math.Min(math.Abs(time), math.Abs(span)), span), value
	}
}

// order drops keys that are not finite and sorts the others by time. It returns their indices in
// the file.
func (s *Sampler) order() ([]int, error) {
	order := make([]int, 0, len(s.time))
	for i, t := range s.time {
		row := s.value[i*s.dims : (i+1)*s.dims]
		if !(math.Abs(t) < 1e9) || slices.ContainsFunc(row, func(v float64) bool { return v-v != 0 }) {
			s.Dropped++
			continue
		}
		if n := len(order); n > 0 && t < s.time[order[n-1]] {
			s.Unsorted++
		}
		order = append(order, i)
	}
	if len(order) == 0 {
		return nil, malformed("a sampler of no finite key")
	}
	if s.Unsorted == 0 && s.Dropped == 0 {
		return order, nil
	}
	slices.SortStableFunc(order, func(a, b int) int { return cmp.Compare(s.time[a], s.time[b]) })
	times, values, modes := make([]float64, 0, len(order)), make([]float64, 0, len(order)*s.dims), make([]mode, 0, len(order))
	for _, i := range order {
		times, modes = append(times, s.time[i]), append(modes, s.mode[i])
		values = append(values, s.value[i*s.dims:(i+1)*s.dims]...)
	}
	s.time, s.value, s.mode = times, values, modes
	return order, nil
}

// splines computes the knots.
func (s *Sampler) splines() {
	s.knot = s.time
	if !slices.Contains(s.mode[:len(s.mode)-1], bspline) {
		return
	}
	s.knot = slices.Clone(s.time)
	for i := range s.time {
		inside := i > 0 && i+1 < len(s.time) && s.mode[i-1] == bspline && s.mode[i] == bspline
		if inside {
			s.knot[i] = (s.time[i-1] + float64(4*s.time[i]) + s.time[i+1]) / 6
		}
	}
}

// Len returns the number of keys.
func (s *Sampler) Len() int { return len(s.time) }

// Side is the side from which a moment is approached. A curve may jump there.
type Side = fit.Side
