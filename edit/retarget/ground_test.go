//go:build cgo

package retarget_test

import (
	"bytes"
	"math"
	"os"
	"path/filepath"
	"slices"
	"testing"

	"github.com/sinew-anim/sinew/edit/retarget"
	"github.com/sinew-anim/sinew/exporter"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/soa"
)

// capture loads a captured file of those that Debian installs, with every eighth key.
func capture(t *testing.T, name string) (*soa.Model, *soa.Clip) {
	path := filepath.Join(truth.InstalledRoot, "BVH", name)
	if _, err := os.Stat(path); err != nil {
		t.Skip("test data is missing: ", err)
	}
	m := files.Load(t, path)
	c := m.Clips[0]
	out := c.EmptyCopy()
	for i, tr := range c.Tracks {
		tr.First = uint32(len(out.Time))
		first, end := c.Keys(i)
		for k := first; k < end; k++ {
			if (k-first)%8 == 0 || k == end-1 {
				exact.AppendKey(out, c.Time[k], exact.Quat{float64(c.X[k]), float64(c.Y[k]), float64(c.Z[k]), float64(c.W[k])})
			}
		}
		out.Tracks = append(out.Tracks, tr)
	}
	return m, out
}

// heightsOf returns the heights of joints at 100 Hz, and how fast each is.
func heightsOf(m *soa.Model, c *soa.Clip, joints []int) (heights, speeds [][]float64) {
	s := exact.NewSkeleton(m, nil)
	p, x := s.NewPose(), s.NewClip(c)
	heights, speeds = make([][]float64, len(joints)), make([][]float64, len(joints))
	last := make([]exact.Vec, len(joints))
	for f := range int(c.Seconds() * 100) {
		x.At(float64(f)/100*c.TicksPerSecond, false, &p)
		for i, j := range joints {
			at := p.Global[j].Translation()
			heights[i] = append(heights[i], at[1])
			speeds[i] = append(speeds[i], at.Sub(last[i]).Length()*100)
			last[i] = at
		}
	}
	return heights, speeds
}

// standHeight is the median of a height while the joint is slow.
func standHeight(heights, speeds []float64) float64 {
	var list []float64
	for f, h := range heights {
		if f > 0 && speeds[f] < 0.1 {
			list = append(list, h)
		}
	}
	slices.Sort(list)
	return list[len(list)/2]
}

// Captures whose root rests at the origin stand on the ground: the lowest toe is as low as the source's, by
// default, relative to where feet stand and times the ratio of the legs, and with goals it is on the
// ground.
func TestCapturesStandOnTheGround(t *testing.T) {
	targets := []struct {
		file, left, right string
		sole              float64 // the height of the sole at rest, where it is not on the ground
	}{
		{"strider/strider.glb", "toe.L", "toe.R", 0.1566},
		{"pab/arnaud.fbx", "LeftFootThumb1", "RightFootThumb1", 0},
		{"md5-bob/Bob.md5mesh", "toe.L", "toe.R", 0},
		{"gltf/cesium_man.gltf", "", "", 0},
	}
	for file, toes := range map[string][]string{"01_01.bvh": {"LeftToeBase", "RightToeBase"}, "Boxing_Toes.bvh": {"LeftToes", "RightToes"}} {
		src, clip := capture(t, file)
		heights, speeds := heightsOf(src, clip, []int{src.Skeleton.Joint(toes[0]), src.Skeleton.Joint(toes[1])})
		low := math.Inf(1) // below where it stands
		for i := range heights {
			low = min(low, slices.Min(heights[i])-standHeight(heights[i], speeds[i]))
		}
		for _, target := range targets {
			dst := files.LoadWith(t, truth.Shared(t, "models", filepath.FromSlash(target.file)), importer.Options{NoTextures: true})
			joints := []int{dst.Skeleton.Joint(target.left), dst.Skeleton.Joint(target.right)}
			if target.left == "" {
				legs := retarget.Legs(dst.Skeleton)
				joints = []int{legs[0].Tip(), legs[1].Tip()}
			}
			_, rest := poseAt(dst, &soa.Clip{TicksPerSecond: 1}, 0)
			stand := rest.Global[joints[0]].Translation()[1] - target.sole
			for _, o := range []retarget.Options{{}, {Goals: true}, {Goals: true, Plant: true}} {
				o.Bound, o.Angle = 0.002, 2
				got, report := onto(t, src, clip, dst, o)
				is, _ := heightsOf(dst, got, joints)
				lowest := min(slices.Min(is[0]), slices.Min(is[1]))
				want, bound := stand+float64(report.Scale*low), 0.03
				if o.Goals {
					want, bound = stand, 0.01
				}
				off := (lowest - want) / report.Scale
				t.Logf("%s onto %s, goals %v, plant %v: lowest toe %.4f, stands at %.4f, scale %.3f: off %.1f mm", file, target.file, o.Goals, o.Plant, lowest, stand, report.Scale, 1000*off)
				if math.Abs(off) > bound {
					t.Errorf("%s onto %s, %+v: the lowest toe is at %.4f, want %.4f; scale %.3f, %+v", file, target.file, o, lowest, want, report.Scale, report.Ground)
				}
			}
		}
	}
}

// What is exported as BVH is retargeted like its source, with the axes of the model and with those of the
// joints, whose rest pose does not stand.
func TestExportedCapturesAreRetargetedLikeTheirSource(t *testing.T) {
	arnaud, walk := walker(t)
	strider := files.LoadWith(t, filepath.Join("..", "..", "testdata", "strider", "strider.glb"), importer.Options{NoTextures: true})
	dst := build{names: unreal, size: 0.9, seed: 4, arms: 30}.body(t)
	for _, src := range []struct {
		m *soa.Model
		c *soa.Clip
	}{{arnaud, walk}, {strider, strider.Clip("walk")}} {
		for _, own := range []bool{false, true} {
			if own && src.m == strider {
				continue // where its rest pose faces, aside, is lost with the rest
			}
			var file bytes.Buffer
			must.Do(t, exporter.BVH(t.Context(), &file, src.m, src.c, exporter.BVHOptions{Rate: 60, JointAxes: own}))
			back, err := importer.LoadReader(t.Context(), &file, "back.bvh", importer.Options{Unit: 0.01})
			must.Do(t, err)
			want, _ := onto(t, src.m, src.c, dst, retarget.Options{})
			got, report := onto(t, back, back.Clips[0], dst, retarget.Options{})
			worst := 0.
			var who string
			for f := range 50 {
				at := src.c.Seconds() * float64(f) / 50
				_, p := poseAt(dst, want, at*want.TicksPerSecond)
				_, q := poseAt(dst, got, at*got.TicksPerSecond)
				for j := range p.Global {
					if d := p.Global[j].Translation().Sub(q.Global[j].Translation()).Length(); d > worst {
						worst, who = d, dst.Skeleton.Name[j]
					}
				}
			}
			t.Logf("%s, joints' own axes %v: %.1f mm (%s); %+v %+v", src.c.Name, own, 1000*worst, who, report.Reference, report.Ground)
			bound := 2e-3 // frames between keys
			if own {
				bound = 0.07 // its arms are where the nearest upright frame has them
			}
			if worst > bound {
				t.Errorf("%s, joints' own axes %v: %q is %.1f mm off", src.c.Name, own, who, 1000*worst)
			}
		}
	}
}
