package retarget_test

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/edit/retarget"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/humanoid"
)

// reflectX is the reflection at the plane between the sides of the bodies of the tests.
var reflectX = exact.Matrix{0: -1, 5: 1, 10: 1}

// convention gives a joint axes by the direction of its bone, in a body whose sides are mirror
// images.
type convention func(way exact.Vec, right bool, roll float64) exact.Quat

var conventions = map[string]convention{
	"the world's": func(exact.Vec, bool, float64) exact.Quat { return exact.IdentityQuat() },
	// Y along the bone, the same rolls with opposite signs.
	"Y along, rolled": func(way exact.Vec, right bool, roll float64) exact.Quat {
		if right {
			roll = -roll
		}
		return exact.RotationBetween(exact.Vec{1: 1}, way, exact.Vec{0: 1}).Mul(about(1, roll))
	},
	// X along the bone of the left, against that of the right, all axes opposite.
	"X along and against": func(way exact.Vec, right bool, roll float64) exact.Quat {
		along := func(way exact.Vec) exact.Quat {
			return exact.RotationBetween(exact.Vec{1: 1}, way, exact.Vec{2: 1}).Mul(about(2, 90)).Mul(about(0, roll))
		}
		if right { // −1 times the mirror image is a rotation
			return exact.Quat{0: 1}.Mul(along(exact.Vec{-way[0], way[1], way[2]}))
		}
		return along(way)
	},
}

// pairs returns, per joint, the one on the other side.
func pairs(k *soa.Skeleton) []int {
	of := make([]int, k.Len())
	for j, name := range k.Name {
		of[j] = j
		if other, ok := humanoid.SwapSide(name); ok {
			of[j] = k.Joint(other)
		}
	}
	return of
}

// reframed gives a body whose joints have the world's axes those of a convention, and a skin that
// is bound so if asked for. It returns the orientations.
func reframed(m *soa.Model, give convention, skinned bool) []exact.Quat {
	k := m.Skeleton
	place := exact.RestPositions(k)
	own := make([]exact.Quat, k.Len())
	skin := &soa.Skin{}
	for j := range own {
		way := exact.Vec{1: 1}
		if p := k.Parent[j]; p >= 0 {
			way = place[j].Sub(place[p])
		}
		for c := k.Len() - 1; c > j; c-- {
			if int(k.Parent[c]) == j {
				way = place[c].Sub(place[j])
			}
		}
		roll := 0.
		if o, sided := humanoid.SwapSide(k.Name[j]); sided {
			roll = float64(len(k.Name[j]+o) * 7 % 60)
		} else {
			way = exact.Vec{1: way[1], 2: way[2]}
		}
		own[j] = give(way.Unit(), strings.Contains(k.Name[j], "Right"), roll)
		up, move := exact.IdentityQuat(), place[j]
		if p := k.Parent[j]; p >= 0 {
			up, move = own[p].Conjugate(), place[j].Sub(place[p])
		}
		setRest(k, j, up.Mul(own[j]), up.Rotate(move))
		inverse, _ := exact.Compose(place[j], own[j], exact.Vec{1, 1, 1}).Inverse()
		skin.Joint = append(skin.Joint, uint16(j))
		skin.InverseBind = append(skin.InverseBind, inverse.Float32())
	}
	if skinned {
		m.Skins = []*soa.Skin{skin}
	}
	return own
}

func setRest(k *soa.Skeleton, j int, q exact.Quat, v exact.Vec) {
	r := &k.Rest
	r.TX[j], r.TY[j], r.TZ[j] = float32(v[0]), float32(v[1]), float32(v[2])
	r.RX[j], r.RY[j], r.RZ[j], r.RW[j] = float32(q[0]), float32(q[1]), float32(q[2]), float32(q[3])
}

// A clip's mirror image does not depend on the pose in which the model rests: all joints are
// where a plain reflection has them, and turned as frames that mirror each other in a symmetric
// pose are.
func TestMirrorDoesNotDependOnTheRestPose(t *testing.T) {
	for name, give := range conventions {
		for _, skinned := range []bool{false, true} {
			for seed := range uint64(6) {
				m := build{names: mixamo, size: 1, arms: 20}.body(t)
				own := reframed(m, give, skinned)
				most := 0.2 // of half an angle
				if skinned {
					most = 1
				}
				c := dance(m, seed, 12, 0.5)
				bend(m, seed, most)
				if seed%2 > 0 {
					c = withoutTracks(c, seed)
				}
				got, report := mirror(t, m, c, retarget.MirrorOptions{Plane: retarget.X})
				if len(report.Rolled) > 0 || report.Off != nil {
					t.Errorf("axes %s, skin %v, seed %d: %q, %+v", name, skinned, seed, report.Rolled, report.Off)
				}
				twice, _ := mirror(t, m, got, retarget.MirrorOptions{Plane: retarget.X})
				if d := farthest(m, twice, c); d > 1e-5 {
					t.Errorf("axes %s, skin %v, seed %d: mirrored twice it is %v away", name, skinned, seed, d)
				}
				of := pairs(m.Skeleton)
				for _, tick := range []float64{0, 3.5, 11} {
					_, p := poseAt(m, c, tick)
					_, q := poseAt(m, got, tick)
					for j, o := range of {
						f, _ := own[j].Matrix().Inverse()
						want := reflectX.Mul(p.Global[j]).Mul(f).Mul(reflectX).Mul(own[o].Matrix())
						for i := range want {
							if d := math.Abs(want[i] - q.Global[o][i]); d > 1e-5 {
								t.Fatalf("axes %s, skin %v, seed %d, tick %v: %s differs by %v", name, skinned, seed, tick, m.Skeleton.Name[o], d)
							}
						}
					}
				}
			}
		}
	}
}

// bend turns joints at rest at random, each side otherwise, and moves the hips off the plane.
func bend(m *soa.Model, seed uint64, most float64) {
	random := rand.New(rand.NewPCG(seed, 3))
	rest := exact.NewSkeleton(m, nil).Rest
	for j := range m.Skeleton.Len() {
		q := exact.Quat{random.Float64() - 0.5, random.Float64() - 0.5, random.Float64() - 0.5}.Unit()
		s, c := exact.SinCos(random.Float64() * most)
		q = exact.Quat{q[0] * s, q[1] * s, q[2] * s, c}
		v := rest.T[j]
		if j == 0 {
			v[0] += 0.03
		}
		setRest(m.Skeleton, j, rest.Q[j].Mul(q), v)
	}
}

// withoutTracks leaves out the rotations of every third joint: it stays at rest.
func withoutTracks(c *soa.Clip, seed uint64) *soa.Clip {
	out := c.EmptyCopy()
	for i, tr := range c.Tracks {
		if tr.Property != soa.Rotation || (uint64(tr.Target)+seed)%3 > 0 {
			out.AppendTrack(c, i, tr.Target)
		}
	}
	return out
}

// Of bones of other lengths on one side the report says how far joints are from the mirror image.
func TestMirrorSaysHowFarTheSidesDiffer(t *testing.T) {
	m := build{names: mixamo, size: 1}.body(t)
	m.Skeleton.Rest.TX[m.Skeleton.Joint("mixamorig:LeftForeArm")] += 0.05
	c := dance(m, 1, 12, 0.5)
	got, report := mirror(t, m, c, retarget.MirrorOptions{})
	if off := report.Off; off == nil || !strings.Contains(off.Joint, "Arm") && !strings.Contains(off.Joint, "Hand") || math.Abs(off.Metre-0.05) > 1e-5 {
		t.Errorf("%+v", off)
	}
	if d := farthest(m, got, c); !(d > 0.1) {
		t.Errorf("the clip moves by %v", d)
	}
}
