package contexts

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/edit/list"
	"github.com/sinew-anim/sinew/edit/retarget"
	"github.com/sinew-anim/sinew/exporter"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/inspect"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/rig"
	"github.com/sinew-anim/sinew/rig/paint"
	"github.com/sinew-anim/sinew/rig/weights"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/humanoid"
)

// call is how a function is called.
type call struct {
	// with prepares one call for a subject, and is not measured.
	with func(t *testing.T, s *subject) func(ctx context.Context) error
	// grows is the sentence of the function's documentation that states its time where it may exceed ten seconds.
	grows string
	// fails: the function refuses the subjects, after it has looked at them: they have no body, or no volume.
	fails bool
}

// plain is a call that prepares nothing.
func plain(do func(ctx context.Context, s *subject) error) call {
	return call{with: func(_ *testing.T, s *subject) func(ctx context.Context) error {
		return func(ctx context.Context) error { return do(ctx, s) }
	}}
}

// editing is a call with a clip to edit.
func editing(do func(ctx context.Context, s *subject, c *edit.Clip) error) call {
	return call{with: func(_ *testing.T, s *subject) func(ctx context.Context) error {
		c := edit.ClipOf(s.clip)
		return func(ctx context.Context) error { return do(ctx, s, c) }
	}}
}

func (c call) failing() call {
	c.fails = true
	return c
}

func (c call) growing(sentence string) call {
	c.grows = sentence
	return c
}

// plant are the legs of a subject.
func (s *subject) plant() retarget.PlantOptions {
	if len(s.legs) < 3 {
		return retarget.PlantOptions{}
	}
	n := len(s.legs)
	return retarget.PlantOptions{Legs: []retarget.Leg{{Upper: s.legs[n-3], Lower: s.legs[n-2], Ankle: s.legs[n-1], Toes: soa.NoJoint}}}
}

// leg is a leg whose ankle is the deepest joint.
func (s *subject) leg() []retarget.Leg {
	return []retarget.Leg{{Upper: 0, Lower: 1, Ankle: s.deepest, Toes: soa.NoJoint}}
}

// bodies name the hips, where a name can.
func (s *subject) bodies() (bodies [2]map[string]string) {
	for _, other := range s.Skeleton.Name[1:] {
		if other == s.Skeleton.Name[0] {
			return bodies
		}
	}
	hips := map[string]string{"hips": s.Skeleton.Name[0]}
	return [2]map[string]string{hips, hips}
}

// calls are the calls of all functions.
var calls = map[string]call{
	"edit.Smooth": editing(func(ctx context.Context, _ *subject, c *edit.Clip) error {
		_, err := edit.Smooth(ctx, c, nil, edit.Filter{})
		return err
	}),
	"edit.Plant": editing(func(ctx context.Context, s *subject, c *edit.Clip) error {
		_, _, err := edit.Plant(ctx, s.Model, c, s.plant())
		return err
	}),
	"edit.Footfalls": editing(func(ctx context.Context, s *subject, c *edit.Clip) error {
		_, _, err := edit.Footfalls(ctx, s.Model, c, edit.FootfallOptions{})
		return err
	}).failing(),
	"edit.Loop": editing(func(ctx context.Context, s *subject, c *edit.Clip) error {
		_, _, err := edit.Loop(ctx, s.Model, c, 0.2)
		return err
	}).growing("A rotation that is blended takes about a millisecond."),
	"edit.FindLoop": editing(func(ctx context.Context, s *subject, c *edit.Clip) error {
		_, err := edit.FindLoop(ctx, s.Model, c, edit.FindLoopOptions{})
		return err
	}).growing("It poses the clip some thousands of times."),
	"edit.RootMotion": editing(func(ctx context.Context, s *subject, c *edit.Clip) error {
		_, err := edit.RootMotion(ctx, s.Model, c, s.deepest, edit.MotionOptions{Rule: edit.Follow})
		return err
	}),
	"edit.Retime": editing(func(ctx context.Context, _ *subject, c *edit.Clip) error {
		_, err := edit.Retime(ctx, c, []edit.TimePoint{{}, {Old: 0.5, New: 0.7}, {Old: 1, New: 1}}, true)
		return err
	}),
	"edit.Resample": editing(func(ctx context.Context, _ *subject, c *edit.Clip) error {
		_, err := edit.Resample(ctx, c, nil, 30)
		return err
	}),
	"edit.Unflip": editing(func(ctx context.Context, _ *subject, c *edit.Clip) error {
		_, _, err := edit.Unflip(ctx, c, nil)
		return err
	}),
	"edit.Reduce": editing(func(ctx context.Context, s *subject, c *edit.Clip) error {
		_, _, err := edit.Reduce(ctx, s.Model, c, 1e-4)
		return err
	}),
	"edit.Cubic": editing(func(ctx context.Context, _ *subject, c *edit.Clip) error {
		_, err := edit.Cubic(ctx, c, nil)
		return err
	}),
	"edit.Join": editing(func(ctx context.Context, s *subject, c *edit.Clip) error {
		_, _, err := edit.Join(ctx, s.Model, c, c, 0.2)
		return err
	}).growing("A rotation that is blended takes about a millisecond."),
	"edit/list.Document.Apply": plain(func(ctx context.Context, s *subject) error {
		d := list.Document{Clips: []list.Clip{{Edits: []list.Edit{&list.Trim{From: 0, To: 0.9}, &list.Unflip{}, &list.Resample{Rate: 10}}}}}
		_, _, err := d.Apply(ctx, s.Model)
		return err
	}),
	"edit/list.Edited": editing(func(ctx context.Context, s *subject, c *edit.Clip) error {
		_, _, err := list.Edited(ctx, s.Model, c, &list.Smooth{})
		return err
	}),
	"edit.Mirror": editing(func(ctx context.Context, s *subject, c *edit.Clip) error {
		_, _, err := edit.Mirror(ctx, s.Model, c, retarget.MirrorOptions{Plane: retarget.X})
		return err
	}),
	"exporter.GLB": {with: func(t *testing.T, s *subject) func(ctx context.Context) error {
		source, err := exporter.NewSource(t.Context(), s.file, nil, s.origin)
		must.Do(t, err)
		edited, k := *s.Model, *s.Skeleton // the last joint has another name
		k.Name = append(append([]string(nil), k.Name[:k.Len()-1]...), "other")
		edited.Skeleton = &k
		return func(ctx context.Context) error {
			for _, o := range []exporter.Options{{}, {Quantize: true, Meshopt: true, Rate: 5}, {Source: source}} {
				if err := exporter.GLB(ctx, io.Discard, &edited, o); err != nil {
					return err
				}
			}
			return nil
		}
	}},
	"exporter.NewSource": plain(func(ctx context.Context, s *subject) error {
		_, err := exporter.NewSource(ctx, s.file, nil, s.origin)
		return err
	}),
	"exporter.GLTF": plain(func(ctx context.Context, s *subject) error {
		return exporter.GLTF(ctx, io.Discard, io.Discard, "m.bin", s.Model, exporter.Options{Reduce: 1e-3})
	}),
	"exporter.AddClips": plain(func(ctx context.Context, s *subject) error {
		return exporter.AddClips(ctx, io.Discard, s.file, s.Model, s.Clips, exporter.Options{})
	}),
	"exporter.BVH": plain(func(ctx context.Context, s *subject) error {
		return exporter.BVH(ctx, io.Discard, s.Model, s.clip, exporter.BVHOptions{Rate: 10})
	}),
	"exporter.VRM": plain(func(ctx context.Context, s *subject) error {
		return exporter.VRM(ctx, io.Discard, s.person(), nil, exporter.Options{})
	}),
	"exporter.VRMA": plain(func(ctx context.Context, s *subject) error {
		return exporter.VRMA(ctx, io.Discard, s.person(), exporter.Options{})
	}),
	"importer.Load": onDisk(func(ctx context.Context, _ *soa.Model, file string) error {
		_, err := importer.Load(ctx, file, importer.Options{})
		return err
	}),
	"importer.LoadFS": plain(func(ctx context.Context, s *subject) error {
		_, err := importer.LoadFS(ctx, fstest.MapFS{"a.glb": {Data: s.file}}, "a.glb", importer.Options{})
		return err
	}),
	"importer.LoadReader": plain(func(ctx context.Context, s *subject) error {
		_, err := importer.LoadReader(ctx, bytes.NewReader(s.file), "a.glb", importer.Options{})
		return err
	}),
	"importer.AddClips": onDisk(func(ctx context.Context, m *soa.Model, file string) error {
		_, err := importer.AddClips(ctx, m, file, importer.Options{})
		return err
	}),
	"importer.AddClipsFS": plain(func(ctx context.Context, s *subject) error {
		m := *s.Model
		_, err := importer.AddClipsFS(ctx, &m, fstest.MapFS{"a.glb": {Data: s.file}}, "a.glb", importer.Options{})
		return err
	}),
	"importer.AddAllClips": onDisk(func(ctx context.Context, m *soa.Model, file string) error {
		_, err := importer.AddAllClips(ctx, m, []string{filepath.Dir(file)}, importer.Options{})
		return err
	}),
	"importer.LoadMerged": onDisk(func(ctx context.Context, _ *soa.Model, file string) error {
		_, _, err := importer.LoadMerged(ctx, []string{filepath.Dir(file)}, importer.Options{})
		return err
	}),
	"importer.Sandbox": plain(func(ctx context.Context, _ *subject) error {
		_, err := importer.Sandbox(ctx, importer.Limits{})
		return err
	}),
	"rig.Bind": plain(func(ctx context.Context, s *subject) error {
		for _, method := range rig.Methods() {
			if _, _, err := rig.Bind(ctx, s.Model, rig.Options{Method: method, MaxInfluences: 4}); err != nil {
				return err
			}
		}
		return nil
	}),
	"rig/paint.Open": {with: func(t *testing.T, s *subject) func(ctx context.Context) error {
		return func(ctx context.Context) error {
			_, err := paint.Open(ctx, s.Model, s.strokes())
			return err
		}
	}},
	"rig/paint.Document.Apply": plain(func(ctx context.Context, s *subject) error {
		_, _, err := s.strokes().Apply(ctx, s.Model)
		return err
	}),
	"rig.TakeFrame": plain(func(ctx context.Context, s *subject) error {
		for _, as := range []rig.As{rig.AsRest, rig.AsFrames, rig.AsBind} {
			if _, _, err := rig.TakeFrame(ctx, s.Model, s.clip, 1, as); err != nil {
				return err
			}
		}
		return nil
	}),
	"rig.TakePose": plain(func(ctx context.Context, s *subject) error {
		_, _, err := rig.TakePose(ctx, s.Model, rig.RestPose(humanoid.TPose), rig.AsFrames)
		return err
	}).failing(),
	"rig.FitSkeleton": plain(func(ctx context.Context, s *subject) error {
		m, err := rig.ParseMarkers([]byte(`{"kind": "biped", "markers": {"chin": [0, 1.48, 0.1], "groin": [0, 0.82, 0],
			"leftWrist": [0.66, 1.36, 0], "leftElbow": [0.43, 1.36, 0], "leftKnee": [0.09, 0.47, 0.02]}}`))
		if err == nil {
			_, _, err = rig.FitSkeleton(ctx, s.Model, m)
		}
		return err
	}).failing(),
	"rig.MeasureChange": plain(func(ctx context.Context, s *subject) error {
		index := make([]int, s.Skeleton.Len())
		for j := range index {
			index[j] = j
		}
		_, err := rig.MeasureChange(ctx, s.Model, s.Model, index)
		return err
	}),
	"rig/weights.Apply": plain(func(ctx context.Context, s *subject) error {
		_, _, err := weights.Apply(ctx, s.Model, weights.Options{}, weights.Smooth{Rounds: 2}, weights.Prune{Below: 0.01}, weights.Limit{Influences: 2},
			weights.Hammer{}, weights.Normalize{}, weights.Quantize{}, weights.Transfer{From: s.Model})
		return err
	}),
	"rig/weights.Measure": plain(func(ctx context.Context, s *subject) error {
		_, err := weights.Measure(ctx, s.Model, s.Model, 100)
		return err
	}),
	"runtime.Source.Prepare": plain(func(ctx context.Context, s *subject) error {
		return runtime.Keyframes(s.Model).Prepare(ctx, runtime.CrowdOptions{})
	}),
	"bake.Bake": plain(func(ctx context.Context, s *subject) error {
		_, err := bake.Bake(ctx, s.Model, bake.Options{Bank: true, Workers: 1})
		return err
	}).growing("may take as long as Options.MaxWork allows."),
	"inspect.Compare": {with: func(_ *testing.T, s *subject) func(ctx context.Context) error {
		other, k := *s.Model, *s.Skeleton // every other joint has another name
		k.Name = append([]string(nil), k.Name...)
		for j := 1; j < len(k.Name); j += 2 {
			k.Name[j] = "other"
		}
		other.Skeleton = &k
		return func(ctx context.Context) error {
			if _, err := inspect.Compare(ctx, s.Model, s.Model, inspect.CompareOptions{}); err != nil {
				return err
			}
			_, err := inspect.Compare(ctx, s.Model, &other, inspect.CompareOptions{})
			return err
		}
	}},
	"bake.Bank": plain(func(ctx context.Context, s *subject) error {
		_, err := bake.Bank(ctx, s.Model, s.Clips, bake.BankOptions{Workers: 1})
		return err
	}).growing("may take as long as BankOptions.MaxWork allows."),
	"bake.Layout": plain(func(ctx context.Context, s *subject) error {
		_, err := bake.Layout(ctx, s.Model, s.Clips, pose.LayoutOptions{})
		return err
	}),
	"bake.PackClips": plain(func(ctx context.Context, s *subject) error {
		_, err := bake.PackClips(ctx, s.Model, s.Clips, bake.PackOptions{Workers: 1})
		return err
	}).growing("may take as long as PackOptions.MaxWork allows."),
	"bake.Pack": plain(func(ctx context.Context, s *subject) error {
		_, err := bake.Pack(ctx, s.Model, s.clip, bake.PackOptions{Small: true})
		return err
	}).growing("may take as long as PackOptions.MaxWork allows."),
	"edit/retarget.BakeContacts": plain(func(ctx context.Context, s *subject) error {
		m := *s.Model
		m.Clips = slices.Clone(m.Clips)
		_, err := retarget.BakeContacts(ctx, &m, s.leg(), retarget.ContactOptions{})
		return err
	}),
	"edit/retarget.FootPaths": plain(func(ctx context.Context, s *subject) error {
		_, err := retarget.FootPaths(ctx, s.Model, s.clip, s.leg())
		return err
	}),
	"edit/retarget.Stride": plain(func(ctx context.Context, s *subject) error {
		_, err := retarget.Stride(ctx, s.Model, s.clip, s.leg())
		return err
	}),
	"edit.ExtractMotion": plain(func(ctx context.Context, s *subject) error {
		_, err := edit.ExtractMotion(ctx, s.Model, s.clip, s.deepest, edit.MotionOptions{})
		return err
	}),
	"edit.Displacement": plain(func(ctx context.Context, s *subject) error {
		_, _, err := edit.Displacement(ctx, s.Model, s.clip)
		return err
	}),
	"inspect.Curves": plain(func(ctx context.Context, s *subject) error {
		_, err := inspect.Curves(ctx, s.Model, s.clip, s.Skeleton.Len()-1, inspect.Speed, 100)
		return err
	}),
	"inspect.Lint": plain(func(ctx context.Context, s *subject) error {
		_, err := inspect.Lint(ctx, s.Model, nil, inspect.Config{})
		return err
	}),
	"edit/retarget.Retarget": plain(func(ctx context.Context, s *subject) error {
		_, _, err := retarget.Retarget(ctx, s.Model, s.clip, s.Model, retarget.Options{Bodies: s.bodies()})
		return err
	}),
	"rig/weights.Reflections": plain(func(ctx context.Context, s *subject) error {
		_, err := weights.Reflections(ctx, s.Model, retarget.X)
		return err
	}),
	"rig/weights.Groups.Hammered": {with: func(t *testing.T, s *subject) func(ctx context.Context) error {
		g, err := weights.GroupsOf(s.Model, 0)
		must.Do(t, err)
		others := func(vertex int) []int32 { return []int32{int32((vertex + 1) % 3), int32((vertex + 2) % 3)} }
		return func(ctx context.Context) error {
			_, _, err := g.Hammered(ctx, others, []bool{true, false, false})
			return err
		}
	}},
	"edit/retarget.Mirror": plain(func(ctx context.Context, s *subject) error {
		_, _, err := retarget.Mirror(ctx, s.Model, s.clip, retarget.MirrorOptions{Plane: retarget.X})
		return err
	}),
	"edit/retarget.NewReflection": plain(func(ctx context.Context, s *subject) error {
		_, err := retarget.NewReflection(ctx, s.Model, retarget.MirrorOptions{Plane: retarget.Z})
		return err
	}),
	"edit/retarget.Reflection.Report": {with: func(t *testing.T, s *subject) func(ctx context.Context) error {
		r, err := retarget.NewReflection(t.Context(), s.Model, retarget.MirrorOptions{Plane: retarget.X})
		must.Do(t, err)
		return func(ctx context.Context) error {
			_, err := r.Report(ctx, s.clip)
			return err
		}
	}},
	"rig.Simplify": plain(func(ctx context.Context, s *subject) error {
		_, err := rig.Simplify(ctx, s.Model, 0.5)
		return err
	}),
	"edit/retarget.Plant": plain(func(ctx context.Context, s *subject) error {
		_, _, err := retarget.Plant(ctx, s.Model, s.clip, s.plant())
		return err
	}),
	"soa/humanoid.Map": plain(func(ctx context.Context, s *subject) error {
		_, err := humanoid.Map(ctx, s.Skeleton, s.Skeleton, humanoid.Options{Bodies: s.bodies()})
		return err
	}),
}

// onDisk is a call with a file in a folder of its own, and a copy of the model.
func onDisk(do func(ctx context.Context, m *soa.Model, file string) error) call {
	return call{with: func(t *testing.T, s *subject) func(ctx context.Context) error {
		file := filepath.Join(s.folder, "shape.glb")
		must.Do(t, os.WriteFile(file, s.file, 0o600))
		return func(ctx context.Context) error {
			m := *s.Model
			return do(ctx, &m, file)
		}
	}}
}

// strokes are a list of strokes.
func (s *subject) strokes() *paint.Document {
	return &paint.Document{Steps: []paint.Step{{Operation: &paint.Smooth{Rounds: 1}, Strength: 1}, {Operation: &paint.Prune{Below: 0.01}, Strength: 1}}}
}

// person returns the model with an avatar, whose bones are any joints.
func (s *subject) person() *soa.Model {
	m := *s.Model
	m.Avatar = &soa.Avatar{Name: "person"}
	for i, bone := range []string{
		"hips", "spine", "head", "leftUpperLeg", "leftLowerLeg", "leftFoot", "rightUpperLeg", "rightLowerLeg", "rightFoot",
		"leftUpperArm", "leftLowerArm", "leftHand", "rightUpperArm", "rightLowerArm", "rightHand",
	} {
		m.Avatar.Bones = append(m.Avatar.Bones, soa.AvatarBone{Bone: bone, Node: soa.AvatarNode{Joint: i + 1, Name: m.Skeleton.Name[i+1]}})
	}
	return &m
}
