package edit

import (
	"context"
	"fmt"
	"math"
	"slices"

	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
)

// FilterKind is the kind of a Filter.
type FilterKind uint8

const (
	// Gaussian averages with the weights of a bell curve.
	Gaussian FilterKind = iota
	// Butterworth removes movement above a frequency: of second order, run forwards and
	// backwards, without lag.
	Butterworth
	// OneEuro smooths slow movements more than quick ones (Casiez, Roussel and Vogel, 2012). It is
	// run forwards and backwards too.
	OneEuro
)

var filterNames = []string{"gaussian", "butterworth", "oneEuro"}

// FilterNames returns the names of filters in documents.
func FilterNames() []string { return slices.Clone(filterNames) }

// Filter is the settings of Smooth.
type Filter struct {
	Kind  FilterKind
	Sigma float64 // Gaussian: the standard deviation in seconds; 0 means 0.05
	Hertz float64 // Butterworth and OneEuro: the cutoff frequency; 0 means 6 and 1
	Beta  float64 // OneEuro: the rise of the cutoff, in hertz per unit per second
	Rate  float64 // samples per second; 0 means 60
}

// The defaults of Filter.
const (
	defaultSigma      = 0.05
	defaultHertz      = 6
	defaultEuroHertz  = 1
	defaultFilterRate = 60
)

// mostReach is the largest number of samples on either side that one depends on.
const mostReach = 10_000

func (f *Filter) fill(c *Clip) error {
	usual := float64(defaultHertz)
	if f.Kind == OneEuro {
		usual = defaultEuroHertz
	}
	for _, v := range [...]struct {
		to    *float64
		usual float64
	}{{&f.Sigma, defaultSigma}, {&f.Hertz, usual}, {&f.Rate, defaultFilterRate}} {
		if *v.to == 0 {
			*v.to = v.usual
		}
	}
	if err := checkRate(c, f.Rate); err != nil {
		return err
	}
	if float64(4*f.Sigma*f.Rate) > mostReach {
		return fmt.Errorf("%w: σ of %v s is more than %v samples", soa.ErrOption, f.Sigma, mostReach/4)
	}
	if f.Kind > OneEuro || !(f.Sigma > 0 && f.Sigma <= 1e3) || !(f.Hertz > 0) || !(f.Beta >= 0 && f.Beta <= 1e9) || !(f.Hertz < f.Rate/2) {
		return fmt.Errorf("%w: filter %d with σ %v s, %v Hz, β %v at %v samples per second; the frequency has to be below half of that",
			soa.ErrOption, f.Kind, f.Sigma, f.Hertz, f.Beta, f.Rate)
	}
	return nil
}

// Smooth filters tracks, nil for all of joints and weights, and gives them linear keys at the
// filter's rate. A loop continues beyond its ends, and so stays a loop; other clips keep their
// first and last pose. Constant tracks and step tracks stay. The error wraps ErrTrack,
// soa.ErrOption, soa.ErrTooLarge or that of the context.
func Smooth(ctx context.Context, c *Clip, of []ID, f Filter) (*Clip, error) {
	if err := f.fill(c); err != nil {
		return nil, fmt.Errorf("smooth: %w", err)
	}
	out, err := c.mapTracks(ctx, of, func(t Track) Track {
		if t.Mode == soa.Step || !t.Changes() || of == nil && t.Property == soa.Float {
			return t
		}
		s := t.sampled(c.Seconds, f.Rate)
		list := f.filtered(ctx, values(s.Keys), c.Seconds, s.seam(c.Loop))
		for k := range s.Keys {
			s.Keys[k].Value = s.unit(list[k])
		}
		return s
	})
	if err != nil {
		return nil, fmt.Errorf("smooth: %w", err)
	}
	return out, nil
}

// filtered filters samples over some seconds. seam is 0, or for a loop the sign of the first sample
// after the last one.
func (f *Filter) filtered(ctx context.Context, v []Value, seconds, seam float64) []Value {
	n := len(v) - 1
	if n < 1 || !(seconds > 0) {
		return v
	}
	step := seconds / float64(n)
	reach := math.Ceil(4 / float64(f.Hertz*step)) // of what a recursive filter remembers
	if f.Kind == Gaussian {
		reach = math.Ceil(4 * f.Sigma / step)
	}
	pad := int(min(reach, mostReach))
	list := make([]Value, n+1+2*pad)
	for i := range list {
		list[i] = extendedSample(v, i-pad, seam)
	}
	switch f.Kind {
	case Gaussian:
		list = f.gaussian(ctx, list, step, pad)
	case Butterworth:
		list = f.butterworth(list, step)
		list = list[pad : pad+n+1]
	case OneEuro:
		list = f.oneEuro(list, step)
		list = list[pad : pad+n+1]
	}
	if seam == 0 {
		list[0], list[n] = v[0], v[n]
	} else {
		list[n] = exact.Quat(list[0])
		for c := range list[n] {
			list[n][c] = float64(seam * list[n][c])
		}
	}
	return list
}

// extendedSample returns sample i, which may lie beyond the ends: of a loop that of another turn, otherwise
// the reflection at the end.
func extendedSample(v []Value, i int, seam float64) (out Value) {
	n := len(v) - 1
	if seam != 0 {
		turns, sign := i/n, 1.
		if i < 0 {
			turns = -((n - 1 - i) / n)
		}
		if i -= turns * n; turns%2 != 0 {
			sign = seam
		}
		for c := range out {
			out[c] = float64(sign * v[i][c])
		}
		return out
	}
	end, at := 0, -i
	switch {
	case i >= 0 && i <= n:
		return v[i]
	case i > n:
		end, at = n, 2*n-i
	}
	at = min(max(at, 0), n)
	for c := range out {
		out[c] = 2*v[end][c] - v[at][c]
	}
	return out
}

// gaussian averages, and returns what is not padding.
func (f *Filter) gaussian(ctx context.Context, v []Value, step float64, pad int) []Value {
	weights := make([]float64, pad+1)
	sum := 0.
	for i := range weights {
		x := float64(float64(i)*step) / f.Sigma
		weights[i] = exact.Exp(-float64(x*x) / 2)
		if sum += weights[i]; i > 0 {
			sum += weights[i]
		}
	}
	out := make([]Value, len(v)-2*pad)
	for k := range out {
		if k%256 == 0 && ctx.Err() != nil {
			break // Smooth returns the error
		}
		for c := range out[k] {
			total := float64(v[k+pad][c] * weights[0])
			for i := 1; i <= pad; i++ {
				total += float64((v[k+pad-i][c] + v[k+pad+i][c]) * weights[i])
			}
			out[k][c] = total / sum
		}
	}
	return out
}

// butterworth runs a low pass of second order forwards and backwards. Its cutoff is raised so that
// both together have half the power at f.Hertz.
func (f *Filter) butterworth(v []Value, step float64) []Value {
	const twice = 1.2465 // 1/⁴√(√2−1)
	s, c := exact.SinCos(math.Pi * min(float64(f.Hertz*step)*twice, 0.49))
	k := s / c
	norm := 1 / (1 + float64(math.Sqrt2*k) + float64(k*k))
	b := float64(float64(k*k) * norm)
	a1, a2 := float64(2*(float64(k*k)-1)*norm), float64((1-float64(math.Sqrt2*k)+float64(k*k))*norm)
	for range 2 {
		out := make([]Value, len(v))
		for c := range Value(v[0]) {
			x1, x2, y1, y2 := v[0][c], v[0][c], v[0][c], v[0][c]
			for i := range v {
				x := v[i][c]
				y := float64(b*(x+2*x1+x2)) - float64(a1*y1) - float64(a2*y2)
				x1, x2, y1, y2 = x, x1, y, y1
				out[len(v)-1-i][c] = y // backwards, for the other run
			}
		}
		v = out
	}
	return v
}

// oneEuro runs the 1€ filter forwards and backwards.
func (f *Filter) oneEuro(v []Value, step float64) []Value {
	const derivativeHertz = 1
	part := func(hertz float64) float64 { // of a new value in exponential smoothing
		r := float64(2 * math.Pi * float64(hertz*step))
		return r / (r + 1)
	}
	slow := part(derivativeHertz)
	for range 2 {
		out := make([]Value, len(v))
		at, speed := v[0], 0.
		for i := range v {
			speed += float64(slow * (exact.Quat(v[i]).Distance(v[max(i-1, 0)])/step - speed))
			p := part(f.Hertz + float64(f.Beta*speed))
			for c := range at {
				at[c] += float64(p * (v[i][c] - at[c]))
			}
			out[len(v)-1-i] = at
		}
		v = out
	}
	return v
}
