package importer_test

import (
	"bytes"
	"context"
	"encoding/binary"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/exact"
	"github.com/sinew-anim/sinew/internal/testing/fbxfile"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/soa"
)

// animationWords are the words of an FBX file near which its animation is.
var animationWords = []string{
	"AnimationCurve", "AnimationCurve", "AnimationCurveNode", "AnimationLayer", "AnimationStack", "KeyTime", "KeyTime", "KeyValueFloat", "KeyValueFloat",
	"KeyAttrFlags", "KeyAttrDataFloat", "KeyAttrRefCount", "Extrapolation", "Lcl Rotation", "Lcl Translation", "d|X", "d|Y", "LocalStop", "LocalStart",
	"InheritType", "RotationOrder", "RotationPivot", "BlendMode", "Weight", "Connections", "UnitScaleFactor", "DeformPercent", "FullWeights",
}

// mutateCurves damages a file where its animation is.
func mutateCurves(r *rand.Rand, data, donor []byte) []byte {
	b := bytes.Clone(data)
	for range 1 + r.IntN(6) {
		word := []byte(animationWords[r.IntN(len(animationWords))])
		from := r.IntN(len(b))
		at := bytes.Index(b[from:], word)
		if at < 0 {
			continue
		}
		at += from + len(word) + r.IntN(80)
		if at+8 > len(b) {
			continue
		}
		numbers := []float64{0, -1, 1e300, math.Inf(1), math.NaN(), 1e-300, math.MaxInt64, second, -second}
		switch v := numbers[r.IntN(len(numbers))]; r.IntN(7) {
		case 0:
			binary.LittleEndian.PutUint64(b[at:], math.Float64bits(v))
		case 1:
			binary.LittleEndian.PutUint32(b[at:], math.Float32bits(float32(v)))
		case 2:
			binary.LittleEndian.PutUint32(b[at:], []uint32{0, 1, 1 << 31, 1<<31 - 1, 1<<32 - 1, 1 << 24, uint32(len(b))}[r.IntN(7)])
		case 3:
			b[at] ^= 1 << r.IntN(8)
		case 4:
			b = wildNumber(r, b, nil)
		case 5: // another curve's piece
			other := data[r.IntN(len(data)):]
			copy(b[at:min(len(b), at+1+r.IntN(400))], other)
		case 6:
			copy(b[at:min(len(b), at+1+r.IntN(8))], "9999999999999"[r.IntN(5):])
		}
	}
	if r.IntN(4) == 0 {
		return mutate(r, b, donor)
	}
	return b
}

const second = 46186158000

// fbxSamples are intact files of every kind of curve and layer.
func fbxSamples(t *testing.T) (names []string, data [][]byte) {
	t.Helper()
	add := func(file string) {
		if b, err := os.ReadFile(file); err == nil && len(b) <= 1<<20 && len(b) > 16 {
			names, data = append(names, file), append(data, b)
		}
	}
	for _, root := range append(modelRoots(), filepath.Join(truth.Root(t), "testdata"), filepath.Join(truth.SharedRoot(t), "models")) {
		for _, pattern := range []string{"*.fbx", "*/*.fbx", "*/*/*.fbx"} {
			files, _ := filepath.Glob(filepath.Join(root, pattern))
			for _, f := range files {
				add(f)
			}
		}
	}
	curve := fbxfile.Keyed(fbxfile.Auto, [4]float32{}, 0, 0, 1, 50, 2, -20, 3, 10)
	weighted := fbxfile.Keyed(fbxfile.User|fbxfile.Weighted, [4]float32{50, -30, fbxfile.Weights(7000, 2000)}, 0, 0, 1.1, 35, 2.9, -10)
	weighted.Before, weighted.After = "M2", "A"
	for range 3 { // as often as some of the others
		f := arm()
		layer := f.AddLayer("BlendMode=2", "RotationAccumulationMode=1")
		f.Drive(layer, layer, "Weight", exact.Vec{}, map[string]fbxfile.Curve{"Weight": fbxfile.Keyed(fbxfile.Line, [4]float32{}, 0, 0, 3, 100)})
		f.Drive(9001, upperID, "Lcl Translation", exact.Vec{1, 2, 3}, map[string]fbxfile.Curve{"X": curve, "Z": weighted})
		f.Drive(9001, lowerID, "Lcl Rotation", exact.Vec{}, map[string]fbxfile.Curve{"X": weighted, "Y": curve})
		f.Drive(layer, lowerID, "Lcl Rotation", exact.Vec{}, map[string]fbxfile.Curve{"Z": curve})
		f.Drive(9001, lowerID, "Lcl Scaling", exact.Vec{1, 1, 1}, map[string]fbxfile.Curve{"Y": fbxfile.Keyed(fbxfile.TCB, [4]float32{0.1, -0.4, 0.7}, 0, 1, 1, 2, 3, 1)})
		add(f.Write(t))
	}
	return names, data
}

// TestMutatedFBX: whatever becomes of the animation of a file, the readers that libassimp
// is no part of end soon, in a result or in an error of the file, and take no more memory
// than its keys may have. SINEW_MUTATIONS sets how many files.
func TestMutatedFBX(t *testing.T) {
	count := environment(t, "SINEW_MUTATIONS", 600)
	if testing.Short() {
		count = min(count, 60)
	}
	names, files := fbxSamples(t)
	const keys = 1 << 16
	fine, slowest, most := 0, time.Duration(0), uint64(0)
	for i := range count {
		r := rand.New(rand.NewPCG(uint64(i), 14))
		k := r.IntN(len(files))
		data := mutateCurves(r, files[k], files[r.IntN(len(files))])
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		begun := time.Now()
		err := importer.FollowFBX(data, keys)
		took := time.Since(begun)
		runtime.ReadMemStats(&after)
		if err == nil {
			fine++
		} else if !errors.Is(err, soa.ErrFormat) && !errors.Is(err, soa.ErrTooLarge) {
			t.Errorf("mutation %d of %s: %v", i, names[k], err)
		}
		slowest, most = max(slowest, took), max(most, after.TotalAlloc-before.TotalAlloc)
		if took > time.Minute || after.TotalAlloc-before.TotalAlloc > 1<<30 {
			t.Errorf("mutation %d of %s takes %v and %d MB", i, names[k], took, (after.TotalAlloc-before.TotalAlloc)>>20)
		}
	}
	t.Logf("%d of %d files could be followed; the slowest took %v, the largest %d MB in all", fine, count, slowest, most>>20)
	if fine == 0 || fine == count {
		t.Errorf("%d of %d files could be followed: they are no test", fine, count)
	}
}

// TestMutatedFBXIsolated is TestMutatedFBX with libassimp, in children.
func TestMutatedFBXIsolated(t *testing.T) {
	count := environment(t, "SINEW_MUTATIONS", 150)
	if testing.Short() {
		count = min(count, 12)
	}
	names, files := fbxSamples(t)
	pool := importer.NewPool(importer.PoolOptions{Limits: hostileLimits, Imports: 50})
	defer pool.Close()
	var outcome outcomes
	for i := range count {
		r := rand.New(rand.NewPCG(uint64(i), 14))
		k := r.IntN(len(files))
		data := mutateCurves(r, files[k], files[r.IntN(len(files))])
		m, err := importer.LoadReader(context.Background(), bytes.NewReader(data), "damaged.fbx", importer.Options{Pool: pool})
		broken := ""
		switch {
		case err == nil && m.Validate() != nil:
			broken = m.Validate().Error()
		case err != nil && !strings.Contains(err.Error(), "damaged.fbx"):
			broken = "unclear: " + err.Error()
		case err != nil && strings.Contains(err.Error(), "goroutine "):
			broken = "a panic: " + err.Error()
		}
		if broken != "" {
			t.Errorf("mutation %d of %s: %s", i, names[k], broken)
		}
		if n := outcome.add(broken, err); n%1000 == 0 {
			t.Log(outcome.String())
		}
	}
	t.Log(outcome.String())
	if outcome.count["model"] == 0 || outcome.count["refused"] == 0 {
		t.Error("every mutation ended the same way: they are no test")
	}
}
