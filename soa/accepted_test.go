package soa_test

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"math/rand/v2"
	"runtime/debug"
	"slices"
	"strings"
	"testing"

	"github.com/sinew-anim/sinew/bake"
	"github.com/sinew-anim/sinew/edit"
	"github.com/sinew-anim/sinew/edit/list"
	"github.com/sinew-anim/sinew/edit/retarget"
	"github.com/sinew-anim/sinew/exporter"
	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/inspect"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/mutant"
	"github.com/sinew-anim/sinew/internal/testing/seed"
	"github.com/sinew-anim/sinew/rig"
	"github.com/sinew-anim/sinew/rig/weights"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/control"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
	"github.com/sinew-anim/sinew/soa/archive"
	"github.com/sinew-anim/sinew/soa/humanoid"
)

// faithful take a model, and return no error for one that Validate accepts.
var faithful = map[string]func(ctx context.Context, m *soa.Model) error{
	"archive": func(_ context.Context, m *soa.Model) error {
		data, err := archive.Encode(&archive.Content{Model: m})
		if err != nil {
			return err
		}
		a, err := archive.Decode(data)
		if err != nil {
			return err
		}
		if err := a.Verify(); err != nil {
			return err
		}
		back, err := a.Model()
		if err != nil {
			return err
		}
		return back.Validate()
	},
	"crowd": func(_ context.Context, m *soa.Model) error {
		c, err := runtime.NewCrowd(runtime.Keyframes(m), 2, runtime.CrowdOptions{RootMotion: play.RootApplied})
		if errors.Is(err, soa.ErrInvalid) {
			return nil // a product of matrices leaves the range of numbers
		}
		if err != nil {
			return err
		}
		for k := range m.Clips {
			if err := c.Instance(k%2).Play(k, play.Options{Fade: 0.1, Speed: -1, Layer: k % 3}); err != nil {
				return err
			}
			if err := c.Update(0.3); err != nil && !errors.Is(err, play.ErrLongStep) {
				return err
			}
		}
		for _, v := range c.Palettes() {
			if v-v != 0 {
				return fmt.Errorf("a palette has %v", v)
			}
		}
		return nil
	},
	"avatar": func(_ context.Context, m *soa.Model) error {
		control.ExpressionGaze(m)
		doc, notes := control.AvatarDocument(m)
		for _, n := range notes {
			if strings.Contains(n.Message, "the control of the avatar is left out") {
				return errors.New(n.Message)
			}
		}
		if doc == nil {
			return nil
		}
		data, err := doc.JSON()
		if err == nil {
			_, err = control.Parse(data)
		}
		return err
	},
}

// others may refuse a model for a reason of their own.
var others = map[string]func(ctx context.Context, m *soa.Model) error{
	"bake": func(ctx context.Context, m *soa.Model) error {
		b, err := bake.Bake(ctx, m, bake.Options{MaxWork: 1e6, MaxBytes: 1 << 26, Workers: 1})
		if err != nil {
			return err
		}
		data, err := archive.Encode(&b.Content)
		if err != nil {
			return err
		}
		a, err := archive.Decode(data)
		if err != nil {
			return err
		}
		if err := a.Verify(); err != nil {
			return fmt.Errorf("accepted by Bake: %w", err)
		}
		back, err := bake.Model(a)
		if err != nil {
			return fmt.Errorf("accepted by Bake: %w", err)
		}
		if err := back.Validate(); err != nil {
			return fmt.Errorf("accepted by Bake: %w", err)
		}
		_, err = runtime.NewCrowd(runtime.Archived(a), 1, runtime.CrowdOptions{Play: &play.Options{}})
		return err
	},
	"bank": func(ctx context.Context, m *soa.Model) error {
		_, err := bake.Bank(ctx, m, m.Clips, bake.BankOptions{ErrorBound: 0.1, MaxWork: 1e5, MaxBytes: 1 << 26})
		return err
	},
	"glb": func(ctx context.Context, m *soa.Model) error {
		var file bytes.Buffer
		if err := exporter.GLB(ctx, &file, m, exporter.Options{}); err != nil {
			return err
		}
		_, err := importer.LoadReader(ctx, &file, "file.glb", importer.Options{})
		return err
	},
	"quantized": func(ctx context.Context, m *soa.Model) error {
		return exporter.GLB(ctx, io.Discard, m, exporter.Options{Quantize: true, Meshopt: true, Reduce: 0.01})
	},
	"vrm": func(ctx context.Context, m *soa.Model) error {
		var file bytes.Buffer
		if err := exporter.VRM(ctx, &file, m, json.RawMessage(`{"name": "a", "authors": ["b"], "licenseUrl": "c"}`), exporter.Options{}); err != nil {
			return err
		}
		_, err := importer.LoadReader(ctx, &file, "file.vrm", importer.Options{})
		return err
	},
	"vrma": func(ctx context.Context, m *soa.Model) error {
		return exporter.VRMA(ctx, io.Discard, m, exporter.Options{})
	},
	"bvh": func(ctx context.Context, m *soa.Model) error {
		for _, c := range m.Clips {
			if c.Seconds() < 100 {
				return exporter.BVH(ctx, io.Discard, m, c, exporter.BVHOptions{})
			}
		}
		return nil
	},
	"lint": func(ctx context.Context, m *soa.Model) error {
		_, err := inspect.Lint(ctx, m, nil, inspect.Config{})
		return err
	},
	"compare": func(ctx context.Context, m *soa.Model) error {
		_, err := inspect.Compare(ctx, m, m, inspect.CompareOptions{Times: 5})
		return err
	},
	"simplify": func(ctx context.Context, m *soa.Model) error { _, err := rig.Simplify(ctx, m, 0.5); return err },
	"bind": func(ctx context.Context, m *soa.Model) error {
		_, _, err := rig.Bind(ctx, m, rig.Options{Resolution: 8})
		return err
	},
	"weights": func(ctx context.Context, m *soa.Model) error {
		weights.Inspect(m)
		_, _, err := weights.Apply(ctx, m, weights.Options{}, weights.Normalize{})
		return err
	},
	"joints": func(ctx context.Context, m *soa.Model) error {
		_, held := rig.DetectRestPose(m.Skeleton)
		_, _, added := rig.AddJoint(m, 0, "new", [3]float64{0, 1, 0})
		_, _, removed := rig.RemoveJoint(m, m.Skeleton.Len()-1)
		_, _, renamed := rig.RenameJoints(m, map[int]string{0: "root"})
		_, _, mirrored := rig.MirrorJoints(m, 0)
		_, _, turned := rig.TurnFrames(m, make([][4]float64, m.Skeleton.Len()))
		return errors.Join(held, added, removed, renamed, mirrored, turned)
	},
	"clips": func(ctx context.Context, m *soa.Model) (err error) {
		humanoid.Find(m.Skeleton)
		legs := retarget.Legs(m.Skeleton)
		for _, c := range m.Clips {
			retarget.ContactSteps(c)
			_, stride := retarget.Stride(ctx, m, c, legs)
			_, extracted := edit.ExtractMotion(ctx, m, c, edit.RootJoint(m, c), edit.MotionOptions{})
			_, _, moved := edit.Displacement(ctx, m, c)
			_, _, mirrored := retarget.Mirror(ctx, m, c, retarget.MirrorOptions{})
			_, additive := edit.Additive(m, c, edit.AdditiveReference{Rest: true})
			_, curve := inspect.Curves(ctx, m, c, 0, inspect.CurveKind(0), 10)
			err = errors.Join(err, stride, extracted, moved, mirrored, additive, curve)
		}
		return err
	},
	"edits": func(ctx context.Context, m *soa.Model) (err error) {
		for _, c := range m.Clips {
			e := edit.ClipOf(c)
			_, sped := edit.Speed(e, 2)
			_, _, split := edit.Split(e, e.Seconds/2)
			_, trimmed := edit.Trim(e, 0, e.Seconds/3)
			_, _, reduced := edit.Reduce(ctx, m, e, 0.01)
			edit.Reverse(e)
			_, cubic := edit.Cubic(ctx, e, nil)
			_, resampled := edit.Resample(ctx, e, nil, 3/max(e.Seconds, 1))
			_, _, looped := edit.Loop(ctx, m, e, 0.1)
			err = errors.Join(err, sped, split, trimmed, reduced, cubic, resampled, looped)
		}
		if len(m.Clips) > 0 {
			_, _, applied := (&list.Document{Clips: []list.Clip{{Clip: m.Clips[0].Name, Edits: []list.Edit{&list.Reverse{}}}}}).Apply(ctx, m)
			err = errors.Join(err, applied)
		}
		return err
	},
	"model": func(_ context.Context, m *soa.Model) error {
		m.Figure()
		_, added := mutant.Clone(m).AddClips(m)
		_, joined := m.JoinClips("joined", m.Clips...)
		return errors.Join(added, joined)
	},
}

// What Validate accepts, whatever is wrong with it, is taken everywhere without a panic, and by
// archives and crowds without an error.
func TestAcceptedIsTakenEverywhere(t *testing.T) {
	n, perCase := 2_000, 2
	if testing.Short() {
		n, perCase = 300, 1
	}
	full := mutant.Full(3, 4)
	full.Clips = full.Clips[:2]
	must.Do(t, full.Validate())
	r := rand.New(rand.NewPCG(seed.First(t), 4))
	names, accepted := slices.Sorted(maps.Keys(others)), 0
	errs := map[string]map[string]int{}
	for range n {
		m := mutant.Clone(full)
		var what []string
		for range 1 + r.IntN(3) {
			what = append(what, mutant.Change(r, m))
		}
		take := func(name string, do func(ctx context.Context, m *soa.Model) error) (err error) {
			defer func() {
				if e := recover(); e != nil {
					t.Fatalf("%s: %v panics: %v\n%s", what, name, e, debug.Stack())
				}
			}()
			err = do(t.Context(), m)
			if err != nil {
				if errs[name] == nil {
					errs[name] = map[string]int{}
				}
				errs[name][err.Error()]++
			}
			return err
		}
		if take("Validate", func(_ context.Context, m *soa.Model) error { return m.Validate() }) != nil {
			continue
		}
		accepted++
		for name, do := range faithful {
			if err := take(name, do); err != nil {
				t.Errorf("%s: %s: %v", what, name, err)
			}
		}
		for _, k := range r.Perm(len(names))[:min(len(names), perCase)] {
			_ = take(names[k], others[names[k]])
		}
	}
	if t.Logf("%d of %d changed models are accepted", accepted, n); accepted < n/10 {
		t.Errorf("only %d of %d", accepted, n)
	}
	delete(errs, "Validate")
	for name, list := range errs {
		for e, k := range list {
			t.Logf("%s: %d× %.300s", name, k, e)
		}
	}
}
