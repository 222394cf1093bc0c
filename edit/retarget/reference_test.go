package retarget_test

import (
	"errors"
	"math"
	"testing"

	"github.com/sinew-anim/sinew/edit/retarget"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
)

// local is a joint's place and rotation relative to its parent.
type local struct {
	at exact.Vec
	q  exact.Quat
}

// localsOf returns the local transforms of a pose.
func localsOf(p *exact.Pose) []local {
	list := make([]local, len(p.Q))
	for j := range list {
		list[j] = local{p.T[j], p.Q[j]}
	}
	return list
}

// restedIn returns the model with another rest pose and a clip of frames. Frames are whole local
// transforms, so that they are the same whatever the rest pose is.
func restedIn(t testing.TB, m *soa.Model, rest []local, frames [][]local) (*soa.Model, *soa.Clip) {
	t.Helper()
	out, k := *m, *m.Skeleton
	k.Rest = soa.MakeTransforms(k.Len())
	c := &soa.Clip{Name: "take", TicksPerSecond: 30, Duration: float64(len(frames) - 1)}
	for j, l := range rest {
		q := l.q.Float32()
		k.Rest.TX[j], k.Rest.TY[j], k.Rest.TZ[j] = float32(l.at[0]), float32(l.at[1]), float32(l.at[2])
		k.Rest.RX[j], k.Rest.RY[j], k.Rest.RZ[j], k.Rest.RW[j] = q[0], q[1], q[2], q[3]
	}
	key := func(f int, v exact.Quat) { exact.AppendKey(c, float32(f), v) }
	c.Tracks = append(c.Tracks, soa.Track{})
	for f := range frames {
		key(f, exact.Quat{frames[f][0].at[0], frames[f][0].at[1], frames[f][0].at[2]})
	}
	for j := range rest {
		c.Tracks = append(c.Tracks, soa.Track{Target: int16(j), Property: soa.Rotation, First: uint32(len(c.Time))})
		for f := range frames {
			key(f, frames[f][j].q)
		}
	}
	out.Skeleton, out.Clips = &k, []*soa.Clip{c}
	must.Do(t, out.Validate())
	return &out, c
}

// alongAxes is the rest pose of BVH files whose offsets lie along the joints' own axes: no rotations.
func alongAxes(rest []local) []local {
	list := make([]local, len(rest))
	for j := range list {
		list[j] = local{rest[j].at, exact.IdentityQuat()}
	}
	return list
}

// framesOf returns the frames of a clip, after one of the model's rest pose.
func framesOf(m *soa.Model, c *soa.Clip) (rest []local, frames [][]local) {
	s := exact.NewSkeleton(m, nil)
	p, x := s.NewPose(), s.NewClip(c)
	rest = localsOf(&p)
	frames = append(frames, rest)
	for tick := range int(c.Duration) + 1 {
		x.At(float64(tick), false, &p)
		frames = append(frames, localsOf(&p))
	}
	return rest, frames
}

// A file whose rest pose does not stand, and whose first frame is a T or an A pose, is retargeted like the
// same motion of a file that rests in that pose.
func TestAFirstFrameIsTheRestPose(t *testing.T) {
	for _, test := range []struct {
		name   string
		arms   float64 // degrees down of the first frame
		around float64
		rest   func(rest []local) []local
	}{
		{"T along the joints' axes", 0, 0, alongAxes},
		{"A along the joints' axes", 45, 0, alongAxes},
		{"T turned away", 0, 90, alongAxes},
		{"legs folded, root at the origin", 0, 0, func(rest []local) []local {
			list := append([]local(nil), rest...)
			list[0].at = exact.Vec{}
			for _, name := range []string{"leftUpperLeg", "rightUpperLeg"} {
				for j, l := range list {
					if mixamoAt(j) == name {
						list[j].q = about(0, -140).Mul(l.q)
					}
				}
			}
			return list
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			seed := uint64(5)
			if test.name == "legs folded, root at the origin" {
				seed = 0 // so that turns about X fold the legs
			}
			standing := build{names: mixamo, size: 1, seed: seed, arms: test.arms, around: test.around}.body(t)
			dst := build{names: unreal, size: 1.3, seed: 9, arms: 20}.body(t)
			rest, frames := framesOf(standing, dance(standing, 4, 30, 0.3))
			a, c := restedIn(t, standing, rest, frames)
			b, d := restedIn(t, standing, test.rest(rest), frames)
			want, _ := onto(t, a, c, dst, retarget.Options{Rest: retarget.Rest{From: retarget.RestOfFile}})
			for _, o := range []retarget.Options{{}, {Rest: retarget.Rest{From: retarget.RestOfFrame}}} {
				got, report := onto(t, b, d, dst, o)
				r := report.Reference
				if r.From != retarget.RestOfFrame || r.Frame != 0 || r.Found != (o.Rest.From == retarget.RestFound) || report.Ground == nil || r.File == nil {
					t.Fatalf("%+v", r)
				}
				if arms := map[bool]string{false: "T", true: "A"}[test.arms > 20]; r.Arms != arms {
					t.Errorf("arms are in the pose %s, want %s", r.Arms, arms)
				}
				worst := 0.
				for tick := range len(frames) {
					_, p := poseAt(dst, want, float64(tick))
					_, q := poseAt(dst, got, float64(tick))
					at := func(p *exact.Pose, j int) exact.Vec {
						return p.Global[j].Translation().Sub(p.Global[0].Translation())
					}
					for j := range p.Global {
						off := at(&p, j).Sub(at(&q, j)).Length()
						if test.around == 0 {
							off = p.Global[j].Translation().Sub(q.Global[j].Translation()).Length()
						}
						worst = max(worst, off)
					}
				}
				if test.around != 0 { // the actor keeps the way he faces in the file
					worst = headingOff(t, dst, want, got, test.around)
				}
				if worst > 1e-4 {
					t.Errorf("it differs by %v m from a file that rests in the pose; %+v", worst, report.Ground)
				}
			}
		})
	}
}

func mixamoAt(j int) string { return mixamoOrder[j] }

var mixamoOrder = func() (list []string) {
	for _, side := range []string{"", "left", "right"} {
		for _, n := range bones {
			if (n.slot[0] >= 'A' && n.slot[0] <= 'Z') == (side != "") {
				list = append(list, side+n.slot)
			}
		}
	}
	return list
}()

// headingOff returns how far a clip is from another that is turned by an angle about Y.
func headingOff(t *testing.T, m *soa.Model, a, b *soa.Clip, degrees float64) (worst float64) {
	turn := about(1, degrees)
	for tick := range int(a.Duration) {
		_, p := poseAt(m, a, float64(tick))
		_, q := poseAt(m, b, float64(tick))
		for j := range p.Global {
			u, v := p.Global[j].Translation().Sub(p.Global[0].Translation()), q.Global[j].Translation().Sub(q.Global[0].Translation())
			worst = max(worst, turn.Rotate(u).Sub(v).Length())
		}
	}
	return worst
}

// moved returns a rest pose with rotations about X of joints in model space, for bodies without axes of
// their own, and the root at a place.
func moved(rest []local, at exact.Vec, degrees map[string]float64) []local {
	list := append([]local(nil), rest...)
	list[0].at = at
	for j := range list {
		if by, ok := degrees[mixamoAt(j)]; ok {
			list[j].q = about(0, by)
		}
	}
	return list
}

// Whatever a clip does, its feet are on the ground when they stand, though the file rests with its root
// at the origin: heights are known from how the clips are made.
func TestHeightsAreThoseOfTheClip(t *testing.T) {
	body := build{names: mixamo, size: 1}.body(t)
	s := exact.NewSkeleton(body, nil)
	rest := localsOf(&s.Rest)
	const hips, foot = 0.95, 0.09
	stand := func(height float64) []local { return moved(rest, exact.Vec{0, height, 0}, nil) }
	sit := func() []local { // thighs ahead, shins down
		seat := hips - (0.9 - 0.5)
		return moved(rest, exact.Vec{0, seat, 0}, map[string]float64{"leftUpperLeg": -90, "rightUpperLeg": -90, "leftLowerLeg": 90, "rightLowerLeg": 90})
	}
	var jump, seated, fall [][]local
	for f := range 60 {
		x := float64(f) / 20
		high := max(0, 0.6-0.6*x*x) // falls, then stands
		jump = append(jump, stand(hips+high))
		seated = append(seated, sit())
		fall = append(fall, stand(hips+3.5-x)) // never on the ground
	}
	dst := build{names: unreal, size: 1.5, seed: 3}.body(t)
	for _, test := range []struct {
		name   string
		frames [][]local
		// above is the height of the left ankle in a frame above where it stands.
		above func(f int) float64
		bound float64
	}{
		{"jump", jump, func(f int) float64 { return jump[f][0].at[1] - hips }, 2e-3},
		{"seated", seated, func(int) float64 { return 0 }, 0.02},
		{"fall", fall, func(f int) float64 { return fall[f][0].at[1] - hips }, 0.04},
	} {
		src, c := restedIn(t, body, moved(rest, exact.Vec{}, nil), test.frames)
		for _, o := range []retarget.Options{{}, {Goals: true}, {Goals: true, Plant: true}} {
			got, report := onto(t, src, c, dst, o)
			if report.Reference.From != retarget.RestOfFile || report.Ground == nil {
				t.Fatalf("%s: %+v, %+v", test.name, report.Reference, report.Ground)
			}
			j := dst.Skeleton.Joint(unreal.of("leftFoot"))
			for f := range test.frames {
				_, p := poseAt(dst, got, float64(f))
				want := 1.5 * (foot + test.above(f))
				if is := p.Global[j].Translation()[1]; math.Abs(is-want) > test.bound {
					t.Fatalf("%s, %+v: the ankle is at %.4f m in frame %d, want %.4f; %+v", test.name, o, is, f, want, report.Ground)
				}
			}
		}
	}
}

// A body that sits in every frame, with legs up at rest, sits on the target: no frame stands, and the
// directions of its bones are those of the clip.
func TestABodyThatNeverStands(t *testing.T) {
	body := build{names: mixamo, size: 1, seed: 6}.body(t)
	plain := build{names: mixamo, size: 1}.body(t)
	s := exact.NewSkeleton(plain, nil)
	sitting := moved(localsOf(&s.Rest), exact.Vec{0, 0.55, 0}, map[string]float64{"leftUpperLeg": -90, "rightUpperLeg": -90, "leftLowerLeg": 90, "rightLowerLeg": 90})
	// The same in the joints' own axes: G(seeded) = G(plain) · B.
	p := s.NewPose()
	for j := range sitting {
		p.T[j], p.Q[j] = sitting[j].at, sitting[j].q
	}
	s.ToModel(&p)
	own := exact.NewSkeleton(body, nil)
	frame := localsOf(&own.Rest)
	frame[0].at = sitting[0].at
	global := make([]exact.Quat, len(frame))
	for j := range frame {
		turned, _, _ := p.Global[j].Rigid()
		axes, _, _ := own.Rest.Global[j].Rigid()
		global[j] = turned.Mul(axes)
		frame[j].q = global[j]
		if up := own.Parent[j]; up >= 0 {
			frame[j].q = global[up].Conjugate().Mul(global[j])
		}
	}
	rest := localsOf(&own.Rest)
	src, c := restedIn(t, body, alongAxes(rest), [][]local{frame, frame, frame, frame})
	dst := build{names: unreal, size: 1.5, seed: 3}.body(t)
	got, report := onto(t, src, c, dst, retarget.Options{})
	if report.Reference.From != retarget.RestOfFrame {
		t.Errorf("%+v", report.Reference)
	}
	_, q := poseAt(dst, got, 1)
	at := func(slot string) exact.Vec { return q.Global[dst.Skeleton.Joint(unreal.of(slot))].Translation() }
	for bone, want := range map[[2]string]exact.Vec{
		{"leftUpperLeg", "leftLowerLeg"}:   {0, 0.01, 0.4},
		{"rightUpperLeg", "rightLowerLeg"}: {0, 0.01, 0.4},
		{"leftLowerLeg", "leftFoot"}:       {0, -0.41, -0.03},
		{"leftFoot", "leftToes"}:           {0, -0.07, 0.12},
		{"leftUpperArm", "leftLowerArm"}:   {1, 0, 0},
		{"spine2", "neck"}:                 {0, 1, 0},
	} {
		if way := at(bone[1]).Sub(at(bone[0])).Unit(); way.Sub(want.Unit()).Length() > 0.02 {
			t.Errorf("%v points by %v, want %v", bone, way, want.Unit())
		}
	}
	if y := at("leftFoot")[1]; math.Abs(y-1.5*0.09) > 0.02 {
		t.Errorf("the ankle is at %v m, %+v", y, report.Ground)
	}
}

// A pose that stands upright is found where no frame is a T pose, and a wrong wish is an error.
func TestRestPoseOfOtherFrames(t *testing.T) {
	body := build{names: mixamo, size: 1}.body(t)
	s := exact.NewSkeleton(body, nil)
	rest := localsOf(&s.Rest)
	var frames [][]local
	for f := range 21 { // from the floor to his feet, arms ahead
		lean := float64(90 - 4.5*float64(f))
		frames = append(frames, moved(rest, exact.Vec{0, 0.95, 0}, map[string]float64{"hips": lean, "leftUpperArm": -80, "rightUpperArm": -80}))
	}
	folded := moved(rest, exact.Vec{}, map[string]float64{"leftUpperLeg": -150, "rightUpperLeg": -150})
	src, c := restedIn(t, body, folded, frames)
	_, report := onto(t, src, c, body, retarget.Options{})
	if r := report.Reference; r.From != retarget.RestOfFrame || r.Frame != 20 || math.Abs(r.Seconds-20./30) > 1e-6 || r.File == nil || math.Abs(r.File.Legs-150) > 5 {
		t.Errorf("%+v", r)
	}
	for _, wish := range []retarget.Rest{{From: retarget.RestOfFrame, Frame: 21}, {From: retarget.RestOfFrame, Frame: -1}, {From: "pose"}} {
		if _, _, err := retarget.Retarget(t.Context(), src, c, body, retarget.Options{Rest: wish}); !errors.Is(err, soa.ErrOption) {
			t.Errorf("%+v: %v", wish, err)
		}
	}
	for _, text := range []string{"", "-1", "x", "1.5"} {
		if _, err := retarget.RestFor(text); !errors.Is(err, soa.ErrOption) {
			t.Errorf("%q: %v", text, err)
		}
	}
}
