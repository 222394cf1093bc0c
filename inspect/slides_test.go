package inspect

import (
	"math"
	"math/rand/v2"
	"testing"

	"github.com/sinew-anim/sinew/edit/retarget"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/soa"
)

// slid is strider waving while it moves over the ground once, in some direction, over a length in
// metres and at a speed; lift is the height of the middle of the way.
func slid(t *testing.T, r *rand.Rand, length, speed, lift float64) *soa.Model {
	t.Helper()
	m := strider(t)
	seconds := m.Clip("wave").Seconds()
	takes := length / speed
	from := 0.3 + float64(r.Float64()*(seconds-0.6-takes))
	part := func(of float64) float64 { return math.Max(0, math.Min(1, (of*seconds-from)/takes)) }
	sin, cos := math.Sincos(2 * math.Pi * r.Float64())
	move(m, "wave", [3]float64{length * cos, 0, length * sin}, part)
	if lift > 0 {
		move(m, "wave", [3]float64{0, lift, 0}, func(of float64) float64 { return math.Sin(math.Pi * part(of)) })
	}
	return m
}

// slides reports whether a foot slides in the clip wave, by the rule alone.
func slides(t *testing.T, m *soa.Model) []Finding {
	t.Helper()
	list, err := Lint(t.Context(), m, nil, only("foot-slide"))
	must.Do(t, err)
	var of []Finding
	for _, f := range list {
		if f.Clip == "wave" {
			of = append(of, f)
		}
	}
	return of
}

// Feet that slide at up to a walk's pace are found, and their way is stated; shorter ways, faster
// ones and steps are not.
func TestFootSlides(t *testing.T) {
	plain := strider(t)
	s := newSubject(plain)
	limit := s.scaled(find("foot-slide").Limit) / 1000
	paths, err := retarget.FootPaths(t.Context(), plain, plain.Clip("wave"), s.legs)
	must.Do(t, err)
	leg := paths[0].Leg / retarget.StandardLeg
	between := func(r *rand.Rand, low, high float64) float64 { return low + float64(r.Float64()*(high-low)) }
	cases := 50
	if testing.Short() {
		cases = 2
	}
	for n := range seed.Cases(t, cases) {
		r := rand.New(rand.NewPCG(n, 29))
		for _, c := range [...]struct {
			what                 string
			lengths, speeds      [2]float64
			lift                 [2]float64
			found, byItsContacts bool
		}{
			{what: "a slide", lengths: [2]float64{1.4, 6}, speeds: [2]float64{0.1, 1.4}, found: true},
			{what: "a short slide", lengths: [2]float64{0.1, 0.5}, speeds: [2]float64{0.1, 1.4}},
			{what: "a fast way", lengths: [2]float64{9, 20}, speeds: [2]float64{2, 4}},
			{what: "a fast way in a contact", lengths: [2]float64{9, 20}, speeds: [2]float64{2, 4}, found: true, byItsContacts: true},
			{what: "a hop", lengths: [2]float64{1.4, 6}, speeds: [2]float64{0.4, 1.4}, lift: [2]float64{0.06, 0.2}},
		} {
			length, speed := limit*between(r, c.lengths[0], c.lengths[1]), leg*between(r, c.speeds[0], c.speeds[1])
			speed = max(speed, length/(plain.Clip("wave").Seconds()-0.7))
			lift := between(r, c.lift[0], c.lift[1])
			m := slid(t, r, length, speed, lift)
			if c.byItsContacts {
				alwaysDown(t, m)
			}
			list := slides(t, m)
			if (len(list) > 0) != c.found {
				t.Errorf("%s of %.0f mm at %.2f m/s, %.0f mm high: %v", c.what, 1000*length, speed, 1000*lift, list)
			}
			for _, f := range list {
				if math.Abs(f.Size-1000*length) > 30 {
					t.Errorf("%s of %.0f mm at %.2f m/s: %v", c.what, 1000*length, speed, f)
				}
			}
		}
	}
}

// alwaysDown gives the clip wave tracks of contacts by which both feet stand all the time.
func alwaysDown(t *testing.T, m *soa.Model) {
	t.Helper()
	legs := newSubject(m).legs
	must.Do(t, retarget.DeclareContacts(m, legs))
	for i, c := range m.Clips {
		if c.Name != "wave" {
			continue
		}
		floats := c.EmptyCopy()
		for f := range m.Floats {
			floats.Tracks = append(floats.Tracks, soa.Track{Target: int16(f), Property: soa.Float, First: uint32(len(floats.Time))})
			floats.Time, floats.X = append(floats.Time, 0), append(floats.X, 1)
			floats.Y, floats.Z, floats.W = append(floats.Y, 0), append(floats.Z, 0), append(floats.W, 0)
		}
		m.Clips[i] = c.WithoutFloats().WithFloats(floats)
	}
}
