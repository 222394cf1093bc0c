package importer_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"testing"
	"testing/fstest"
	"time"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/testing/truth"
	"github.com/sinew-anim/sinew/native/assimp"
	sinew "github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/soa"
)

// hostileLimits are tight enough for thousands of imports to end.
var hostileLimits = importer.Limits{Time: 10 * time.Second, Memory: 1 << 30, FileSize: 64 << 20}

// TestMutatedModels sends damaged models through the isolated importer: bits
// flipped, bytes cut out, swapped, repeated, files spliced, sizes blown up and
// exchanged. Each must end in a valid model whose palettes are finite or in an error that
// names the file, within the limits, and leave no process, no descriptor, no file, no goroutine
// and no memory behind. SINEW_MUTATIONS sets how many, SINEW_MUTATIONS_FROM the
// number of the first; the default keeps the test short.
func TestMutatedModels(t *testing.T) {
	count := environment(t, "SINEW_MUTATIONS", 120)
	if testing.Short() {
		count = min(count, 40)
	}
	from := environment(t, "SINEW_MUTATIONS_FROM", 0)
	temporary := t.TempDir()
	t.Setenv("TMPDIR", temporary)
	seeds := hostileSeeds(t)
	before := survey(t)
	var outcome outcomes
	var wait sync.WaitGroup
	next := make(chan int)
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for i := range next {
				// Every few, so that a run that is stopped has told what it saw.
				if n := outcome.add(mutated(seeds, uint64(i))); n%1000 == 0 {
					t.Log(outcome.String())
				}
			}
		})
	}
	for i := 0; i < count && !t.Failed(); i++ {
		next <- from + i
	}
	close(next)
	wait.Wait()
	t.Logf("%d files; %s", len(seeds), &outcome)
	for _, broken := range outcome.broken {
		t.Error(broken)
	}
	after := survey(t)
	t.Logf("before: %v\nafter:  %v", before, after)
	after.compare(t, before)
	if left, err := os.ReadDir(temporary); err != nil || len(left) > 0 {
		t.Errorf("%d temporary files are left: %v", len(left), err)
	}
	if outcome.count["model"] == 0 || outcome.count["refused"] == 0 {
		t.Error("every mutation ended the same way: they are no test")
	}
}

// environment reads a number from the environment.
func environment(t *testing.T, name string, otherwise int) int {
	t.Helper()
	s := os.Getenv(name)
	if s == "" {
		return otherwise
	}
	n, err := strconv.Atoi(s)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// outcomes counts how imports ended.
type outcomes struct {
	mu     sync.Mutex
	total  int
	count  map[string]int
	format map[string]int // crashes, by extension
	all    map[string]int // errors, by extension
	broken []string       // promises that were not kept
}

var (
	diedOf   = regexp.MustCompile(`died of (SIG[A-Z]+)`)
	formatOf = regexp.MustCompile(`\.([A-Za-z0-9]+): `)
)

// add notes one import and returns how many there were.
func (o *outcomes) add(broken string, err error) int {
	kind := "refused"
	switch {
	case err == nil:
		kind = "model"
	case errors.Is(err, importer.ErrCrashed):
		kind = "crashed otherwise"
		if m := diedOf.FindStringSubmatch(err.Error()); m != nil {
			kind = "crashed with " + m[1]
		}
	case errors.Is(err, importer.ErrLimit) && strings.Contains(err.Error(), "memory"):
		kind = "over the memory limit"
	case errors.Is(err, importer.ErrLimit) && strings.Contains(err.Error(), "it took"):
		kind = "over the time limit"
	case errors.Is(err, importer.ErrLimit):
		kind = "over another limit"
	}
	o.mu.Lock()
	defer o.mu.Unlock()
	if o.count == nil {
		o.count, o.format, o.all = make(map[string]int), make(map[string]int), make(map[string]int)
	}
	if m := formatOf.FindStringSubmatch(fmt.Sprint(err)); m != nil {
		o.all[strings.ToLower(m[1])]++
		if errors.Is(err, importer.ErrCrashed) {
			o.format[strings.ToLower(m[1])]++
		}
	}
	o.count[kind]++
	o.total++
	if broken != "" {
		o.broken = append(o.broken, broken)
	}
	return o.total
}

func (o *outcomes) String() string {
	o.mu.Lock()
	defer o.mu.Unlock()
	s := fmt.Sprintf("%d imports", o.total)
	for _, kind := range slices.Sorted(maps.Keys(o.count)) {
		s += fmt.Sprintf(", %d %s", o.count[kind], kind)
	}
	if len(o.format) > 0 {
		s += "; crashes among errors by format:"
		for _, f := range slices.Sorted(maps.Keys(o.format)) {
			s += fmt.Sprintf(" %s %d/%d", f, o.format[f], o.all[f])
		}
	}
	return s
}

// seed is an intact file that an import may be given, its neighbours in its
// folder with it.
type seed struct {
	path      string
	extension string
	kin       []string // files of the same stem, and buffers
}

// hostileSeeds are all model files at hand, the invalid ones among them, that
// are small enough to be damaged by the thousand.
func hostileSeeds(t *testing.T) []seed {
	t.Helper()
	var seeds []seed
	for _, folder := range append(modelRoots(), filepath.Join(truth.Root(t), "testdata"), filepath.Join(truth.SharedRoot(t), "models")) {
		err := filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
			if err != nil || !entry.Type().IsRegular() || !assimp.IsSupported(filepath.Ext(path)) {
				return nil // a folder that is missing holds no seeds
			}
			if info, err := entry.Info(); err == nil && info.Size() > 16 && info.Size() <= maxSeed {
				seeds = append(seeds, newSeed(path))
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return seeds
}

// maxSeed keeps one import short; the shared and installed models above it are
// a few scenes of several megabytes.
const maxSeed = 4 << 20

func newSeed(file string) seed {
	s := seed{path: file, extension: strings.ToLower(filepath.Ext(file))}
	stem := strings.TrimSuffix(filepath.Base(file), filepath.Ext(file))
	entries, _ := os.ReadDir(filepath.Dir(file))
	for _, e := range entries {
		if e.Type().IsRegular() && e.Name() != filepath.Base(file) && (strings.HasPrefix(e.Name(), stem) || filepath.Ext(e.Name()) == ".bin") {
			s.kin = append(s.kin, e.Name())
		}
	}
	return s
}

// ownFormat lists a file's format, be it a risky one.
func ownFormat(file string) []string { return []string{filepath.Ext(file)} }

// overlay is a folder in which one file is another.
type overlay struct {
	fs.FS
	name string
	Name fstest.MapFS
}

func (o overlay) Open(name string) (fs.File, error) {
	if name == o.name {
		return o.Name.Open(name)
	}
	return o.FS.Open(name)
}

// mutated imports one damaged copy of a seed, or an intact one with a damaged
// companion. It returns what promise the importer broke, if any, and the error
// that it gave.
func mutated(seeds []seed, number uint64) (broken string, err error) {
	r := rand.New(rand.NewPCG(number, 7))
	s := seeds[r.IntN(len(seeds))]
	victim := filepath.Base(s.path)
	if len(s.kin) > 0 && r.IntN(5) == 0 {
		victim = s.kin[r.IntN(len(s.kin))]
	}
	folder := filepath.Dir(s.path)
	data, err := os.ReadFile(filepath.Join(folder, victim))
	if err != nil {
		return err.Error(), err
	}
	donor, err := os.ReadFile(chooseDonor(r, seeds, s).path)
	if err != nil {
		return err.Error(), err
	}
	files := overlay{os.DirFS(folder), victim, fstest.MapFS{victim: {Data: mutate(r, data, donor)}}}
	m, err := importer.LoadFS(context.Background(), files, path.Base(s.path), importer.Options{Isolation: &hostileLimits, Formats: ownFormat(s.path)})
	if err == nil {
		if err := errors.Join(m.Validate(), playsFinite(m)); err != nil {
			return fmt.Sprintf("mutation %d of %s gave an invalid model: %v", number, s.path, err), nil
		}
		return "", nil
	}
	text := err.Error()
	if !strings.Contains(text, path.Base(s.path)) || len(text) < len(path.Base(s.path))+12 {
		return fmt.Sprintf("mutation %d of %s gave an unclear error: %v", number, s.path, err), err
	}
	return "", err
}

// playsFinite plays the clips of a model and checks its palettes. A crowd may refuse keys
// or bind matrices that a model may have.
func playsFinite(m *soa.Model) error {
	if m.Skeleton.Len() == 0 || len(m.Clips) == 0 {
		return nil
	}
	crowd, err := sinew.NewCrowd(sinew.Keyframes(m), 1, sinew.CrowdOptions{})
	if err != nil {
		return nil
	}
	for clip := range crowd.Clips() {
		if err := crowd.PlayAll(clip, play.Options{}); err != nil {
			return err
		}
		for _, dt := range []float64{0, m.Clips[clip].Seconds() / 3, m.Clips[clip].Seconds()} {
			if err := crowd.Update(dt); err != nil {
				return err
			}
			for k, v := range crowd.Palettes() {
				if v-v != 0 {
					return fmt.Errorf("clip %d: value %d of its palette is %v", clip, k, v)
				}
			}
		}
	}
	return nil
}

// chooseDonor picks a file to splice with, most often one of the same format.
func chooseDonor(r *rand.Rand, seeds []seed, s seed) seed {
	donor := seeds[r.IntN(len(seeds))]
	for range 100 {
		if donor.extension == s.extension || r.IntN(200) == 0 {
			break
		}
		donor = seeds[r.IntN(len(seeds))]
	}
	return donor
}
