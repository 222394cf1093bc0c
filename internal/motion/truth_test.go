package motion_test

import (
	"math"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/internal/motion"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/soa"
)

type extraction struct {
	Components, Reference string
	Loop                  bool
}

type rootMotion struct {
	Duration float64
	Rest     struct{ T, Q []float64 }
	Input    struct{ Position, Rotation [][]float64 }
	Settings []struct {
		Name               string
		Position, Rotation extraction
		Motion, Baked      struct{ Position, Rotation [][]float64 }
	}
	Media *struct {
		Ratios       []float64
		Motion       [][]float64
		NoMotionRoot [][]float64 `json:"no_motion_root"`
		OriginalRoot [][]float64 `json:"original_root"`
	}
}

// oneJoint is a skeleton of a root.
func oneJoint(rest []float64, q []float64) *soa.Model {
	k := &soa.Skeleton{Name: []string{"Hips"}, Parent: []int16{soa.NoJoint}, Depth: []uint16{0}, Unit: []float32{1}, Rest: soa.MakeTransforms(1)}
	r := &k.Rest
	r.TX[0], r.TY[0], r.TZ[0] = float32(rest[0]), float32(rest[1]), float32(rest[2])
	r.RX[0], r.RY[0], r.RZ[0], r.RW[0] = float32(q[0]), float32(q[1]), float32(q[2]), float32(q[3])
	return &soa.Model{Skeleton: k}
}

// rootClip is a clip of keys t, x, y, z and t, x, y, z, w, in seconds.
func rootClip(position, rotation [][]float64, duration float64) *soa.Clip {
	c := &soa.Clip{Name: "root", TicksPerSecond: 1, Duration: duration}
	for property, keys := range [][][]float64{position, rotation} {
		c.Tracks = append(c.Tracks, soa.Track{Property: soa.Property(property), First: uint32(len(c.Time))})
		for _, k := range keys {
			w := 0.
			if property == 1 {
				w = k[4]
			}
			c.Time, c.X, c.Y = append(c.Time, float32(k[0])), append(c.X, float32(k[1])), append(c.Y, float32(k[2]))
			c.Z, c.W = append(c.Z, float32(k[3])), append(c.W, float32(w))
		}
	}
	return c
}

// options are a file's settings; ok is false for those that MotionOptions do not have.
func (p extraction) options(r extraction) (o edit.MotionOptions, ok bool) {
	for c, bit := range map[string]edit.MotionComponents{"x": edit.X, "y": edit.Y, "z": edit.Z} {
		if strings.Contains(p.Components, c) {
			o.Take |= bit
		}
	}
	if strings.Contains(r.Components, "y") {
		o.Take |= edit.Yaw
	}
	o.Reference = map[string]edit.MotionReference{"skeleton": edit.Rest, "animation": edit.Start, "absolute": edit.Origin}[p.Reference]
	o.Rule, o.RemoveTravel = edit.Follow, p.Loop
	return o, r.Components == "" || r.Components == "y" && p.Reference == r.Reference && p.Loop == r.Loop
}

// placeOf is a file's motion.
func placeOf(position, rotation []float64) soa.RootTransform {
	y, w := rotation[len(rotation)-3], rotation[len(rotation)-1]
	return soa.RootTransform{X: position[1], Y: position[2], Z: position[3], C: w*w - y*y, S: 2 * y * w}
}

func placeMiss(a, b soa.RootTransform) float64 {
	return max(math.Abs(a.X-b.X), math.Abs(a.Y-b.Y), math.Abs(a.Z-b.Z), math.Abs(a.C-b.C), math.Abs(a.S-b.S))
}

// trackMiss compares a track with a value; rotations up to their sign.
func trackMiss(c *soa.Clip, property soa.Property, tick float64, want []float64) float64 {
	for t := range c.Tracks {
		if c.Tracks[t].Property != property {
			continue
		}
		got := oracle.Sample(c, t, tick)
		plus, minus := 0., 0.
		for i, w := range want {
			plus, minus = max(plus, math.Abs(got[i]-w)), max(minus, math.Abs(got[i]+w))
		}
		if property == soa.Rotation {
			return min(plus, minus)
		}
		return plus
	}
	return math.Inf(1)
}

// TestTruthExtract: what ozz-animation takes out of clips, with all its settings.
func TestTruthExtract(t *testing.T) {
	cases, worst := 0, 0.
	for _, path := range truth.Motion(t, "rootmotion_*.json") {
		var file rootMotion
		if truth.ReadJSON(t, path, &file); len(file.Settings) == 0 { // it blends
			continue
		}
		m, clip := oneJoint(file.Rest.T, file.Rest.Q), rootClip(file.Input.Position, file.Input.Rotation, file.Duration)
		for _, s := range file.Settings {
			o, ok := s.Position.options(s.Rotation)
			if !ok {
				t.Logf("%s, %q is left out: position and rotation have different settings, which Options do not", path, s.Name)
				continue
			}
			got, err := edit.ExtractMotion(t.Context(), m, clip, 0, o)
			if err != nil {
				t.Fatal(err)
			}
			track, err := motion.NewTrack(got.Motion, 1, got.Duration, motion.Wrap)
			if err != nil {
				t.Fatal(err)
			}
			miss, start := 0., placeOf(s.Motion.Position[0], s.Motion.Rotation[0])
			for i, p := range s.Motion.Position {
				at := p[0] * file.Duration
				miss = max(miss, placeMiss(start.Mul(track.M(at)), placeOf(p, s.Motion.Rotation[i])),
					trackMiss(got, soa.Translation, at, s.Baked.Position[i][1:]), trackMiss(got, soa.Rotation, at, s.Baked.Rotation[i][1:]))
				cases++
			}
			if worst = max(worst, miss); miss > 1e-5 {
				t.Errorf("%s, %q: %v off", path, s.Name, miss)
			}
		}
	}
	t.Logf("truth: %d cases, worst %.3g", cases, worst)
}

// TestTruthShipped: the motion tracks that ozz-animation ships, which are compressed
// within a millimetre, against what is taken out of the clip they were made from.
func TestTruthShipped(t *testing.T) {
	cases, worst := 0, 0.
	for _, path := range truth.Motion(t, "rootmotion_*.json") {
		var file rootMotion
		truth.ReadJSON(t, path, &file)
		if file.Media == nil {
			continue
		}
		var position, rotation [][]float64
		for i, r := range file.Media.Ratios {
			root, at := file.Media.OriginalRoot[i], []float64{r * file.Duration}
			position, rotation = append(position, append(at[:1:1], root[:3]...)), append(rotation, append(at[:1:1], root[3:]...))
		}
		m := oneJoint(file.Rest.T, file.Rest.Q)
		got, err := edit.ExtractMotion(t.Context(), m, rootClip(position, rotation, file.Duration), 0, edit.MotionOptions{Take: edit.X | edit.Z, Rule: edit.Follow})
		if err != nil {
			t.Fatal(err)
		}
		track, err := motion.NewTrack(got.Motion, 1, got.Duration, motion.Wrap)
		if err != nil {
			t.Fatal(err)
		}
		shipped := func(i int) soa.RootTransform {
			v := file.Media.Motion[i]
			return placeOf(append([]float64{0}, v[:3]...), v[3:])
		}
		for i, r := range file.Media.Ratios {
			at, root := r*file.Duration, file.Media.NoMotionRoot[i]
			worst = max(worst, placeMiss(shipped(0).Mul(track.M(at)), shipped(i)),
				trackMiss(got, soa.Translation, at, root[:3]), trackMiss(got, soa.Rotation, at, root[3:]))
			cases++
		}
	}
	t.Logf("truth: %d cases, worst %.3g", cases, worst)
	if worst > 5e-3 {
		t.Errorf("%v off", worst)
	}
}

// TestTruthBlend: ozz-animation's blend of movements.
func TestTruthBlend(t *testing.T) {
	cases, worst, blended := 0, 0., 0
	for _, path := range truth.Motion(t, "rootmotion_blend*.json") {
		var file struct {
			Cases []struct {
				Layers []struct {
					Weight float64
					T, Q   []float64
				}
				T, Q []float64
			}
		}
		truth.ReadJSON(t, path, &file)
		for i, c := range file.Cases {
			var steps []motion.Step
			for _, l := range c.Layers {
				steps = append(steps, motion.Step{Weight: l.Weight, Translation: [3]float64(l.T), Rotation: [4]float64(l.Q)})
			}
			p, q := motion.BlendDirections(steps)
			plus, minus, miss := 0., 0., 0.
			for k := range q {
				plus, minus = max(plus, math.Abs(q[k]-c.Q[k])), max(minus, math.Abs(q[k]+c.Q[k]))
			}
			for k := range p {
				miss = max(miss, math.Abs(p[k]-c.T[k]))
			}
			miss = max(miss, min(plus, minus))
			if worst, cases = max(worst, miss), cases+1; miss > 1e-5 {
				t.Errorf("%s, case %d: %v off", path, i, miss)
			}
			if len(steps) > 1 {
				blended++
			}
		}
	}
	t.Logf("truth: %d cases, worst %.3g", cases, worst)
	if blended == 0 {
		t.Error("no case blends anything")
	}
}
