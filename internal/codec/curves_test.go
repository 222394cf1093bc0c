package codec_test

import (
	"math"
	"testing"

	"github.com/sinew-anim/sinew/internal/codec"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/packing"
	"github.com/sinew-anim/sinew/internal/testing/oracle"
	"github.com/sinew-anim/sinew/soa"
)

// bent is a chain of joints that swing by curves with a key each every frames, whose
// tangents bend between keys.
func bent(joints int, duration, every float64) *soa.Model {
	k := &soa.Skeleton{Rest: soa.MakeTransforms(joints)}
	c := &soa.Clip{Name: "bent", TicksPerSecond: 30, Duration: duration}
	for j := range joints {
		k.Name, k.Parent, k.Unit = append(k.Name, "joint"), append(k.Parent, int16(j-1)), append(k.Unit, 1)
		k.Rest.TX[j] = 0.2
		c.Tracks = append(c.Tracks, soa.Track{
			Property: soa.Rotation, Interpolation: soa.Cubic, Target: int16(j), First: uint32(len(c.Time)), FirstTangent: uint32(len(c.In)),
		})
		for tick := 0.0; tick <= duration; tick += every {
			s, w := math.Sincos(0.4 * math.Sin(tick/4+float64(j)))
			c.Time, c.X, c.Y = append(c.Time, float32(tick)), append(c.X, 0), append(c.Y, 0)
			c.Z, c.W = append(c.Z, float32(s)), append(c.W, float32(w))
			slope := soa.Tangent{0, 0, float32(0.1 * math.Cos(tick*2)), 0}
			c.In, c.Out = append(c.In, slope), append(c.Out, slope)
		}
	}
	k.ComputeDepth()
	return &soa.Model{Name: "bent", Skeleton: k, Clips: []*soa.Clip{c}}
}

// Clips with a key on every frame, or every other one, hold the bound against the
// Catmull-Rom curve through the frames: at frames, between, unpacked and played. What is
// sparse, and all where that is wanted, holds it against the clip's own curves.
func TestCurves(t *testing.T) {
	for _, c := range []struct {
		every    float64
		exact    bool
		onFrames bool
	}{{1, false, true}, {2, false, true}, {6, false, false}, {1, true, false}, {6, true, false}} {
		m := bent(4, 36, c.every)
		for name, o := range codings {
			o.ExactCurves = c.exact
			p := pack(t, m, m.Clips[0], o)
			if p.OnFrames != c.onFrames {
				t.Fatalf("%s, keys every %v frames, exact curves %v: on frames %v", name, c.every, c.exact, p.OnFrames)
			}
			if p.Bound == 0 || c.onFrames && !packing.Curved(p.Grids) {
				t.Errorf("%s, keys every %v frames: bound %v, curved %v", name, c.every, p.Bound, packing.Curved(p.Grids))
			}
			against := m.Clips[0]
			if c.onFrames {
				if against = exact.OnFrames(against); against == m.Clips[0] {
					t.Fatal("the clip has no frames")
				}
			}
			hold(t, m, m.Clips[0], p, unpack(t, m, p), 100)
			holdMoments(t, m, against, p)
			if p.Coding == soa.PackedSpans {
				holdPlayed(t, m, m.Clips[0], p)
			}
		}
	}
}

// holdMoments checks the bound at 64 moments a frame, against a clip: measured are eight,
// and more where one of them is near the bound.
func holdMoments(t *testing.T, m *soa.Model, against *soa.Clip, p *soa.Packed) {
	t.Helper()
	const moments = 64
	skeleton := exact.NewSkeleton(m, nil)
	want, got := skeleton.NewClip(against), skeleton.NewClip(unpack(t, m, p))
	a, b := skeleton.NewPose(), skeleton.NewPose()
	n := max(exact.Frames(against), int(against.Duration)) * moments
	for i := range n + 1 {
		tick := against.Duration * float64(i) / float64(n)
		want.At(tick, false, &a)
		got.At(tick, false, &b)
		if off := apart(matrices(b.Global), matrices(a.Global), p.ErrorDistance); off > p.Bound {
			t.Fatalf("clip %q at frame %v is %.5g m off, the bound is %.4g", against.Name, float64(i)/moments, off, p.Bound)
		}
	}
}

// matrices are those of the oracle.
func matrices(all []exact.Matrix) []oracle.Mat4 {
	out := make([]oracle.Mat4, len(all))
	for i := range all {
		out[i] = oracle.Mat4{15: 1}
		copy(out[i][:], all[i][:])
	}
	return out
}

// What is held on frames takes a fraction of the bytes of each bend between them.
func TestCurvesAreSmall(t *testing.T) {
	m := bent(8, 60, 1)
	frames, curves := pack(t, m, m.Clips[0], codec.Options{}), pack(t, m, m.Clips[0], codec.Options{ExactCurves: true})
	t.Logf("%d bytes on frames, %d with every bend", frames.Size(), curves.Size())
	if frames.Size()*2 > curves.Size() {
		t.Errorf("%d bytes on frames, %d with every bend", frames.Size(), curves.Size())
	}
}

// What a packed clip says of its curves is checked.
func TestCurvesAreChecked(t *testing.T) {
	m := bent(4, 36, 1)
	good := pack(t, m, m.Clips[0], codec.Options{})
	for name, change := range map[string]func(p *soa.Packed){
		"an unknown curve":  func(p *soa.Packed) { p.Grids[0].Curve = 2 },
		"no parts":          func(p *soa.Packed) { p.Parts = nil },
		"a span in no part": func(p *soa.Packed) { p.Parts[0] = 0 },
		"too many parts":    func(p *soa.Packed) { p.Parts[0] = packing.MaxParts + 1 },
		"parts of lines":    func(p *soa.Packed) { p.Grids[0].Curve = soa.PackedLines },
	} {
		p := *good
		p.Grids, p.Parts = append([]soa.PackedGrid(nil), p.Grids...), append([]uint8(nil), p.Parts...)
		change(&p)
		if p.Validate(p.Joints, p.Weights, len(m.Floats)) == nil {
			t.Errorf("%s is accepted", name)
		}
	}
}
