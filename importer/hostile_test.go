package importer_test

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"testing/fstest"
	"time"

	"github.com/sinew-anim/sinew/importer"
)

// hostileLimits are tight enough for thousands of imports to end.
var hostileLimits = importer.Limits{Time: 4 * time.Second, Memory: 1 << 30, FileSize: 64 << 20}

// TestMutatedModels sends damaged models through the isolated importer: bits
// flipped, bytes cut out, swapped, repeated, numbers blown up. Each must end in
// a valid model or in an error that names the file, within the limits, and leave
// no process, no file descriptor and no memory behind. SINEW_MUTATIONS sets how
// many; the default keeps the test short.
func TestMutatedModels(t *testing.T) {
	count := 120
	if s := os.Getenv("SINEW_MUTATIONS"); s != "" {
		n, err := strconv.Atoi(s)
		if err != nil {
			t.Fatal(err)
		}
		count = n
	} else if testing.Short() {
		count = 40
	}
	seeds := hostileSeeds(t)
	var next, models, refused, crashed, limited atomic.Int64
	before := openFiles(t)
	var wait sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		wait.Go(func() {
			for {
				i := next.Add(1) - 1
				if i >= int64(count) || t.Failed() {
					return
				}
				seed := seeds[int(i)%len(seeds)]
				switch err := importMutated(seed, uint64(i)); {
				case err == nil:
					models.Add(1)
				case errors.Is(err, importer.ErrCrashed):
					crashed.Add(1)
				case errors.Is(err, importer.ErrLimit):
					limited.Add(1)
				default:
					refused.Add(1)
				}
			}
		})
	}
	wait.Wait()
	t.Logf("%d mutations of %d files: %d models, %d refused, %d crashed the child, %d met a limit",
		count, len(seeds), models.Load(), refused.Load(), crashed.Load(), limited.Load())
	if after := openFiles(t); after > before+2 {
		t.Errorf("%d open files before, %d after", before, after)
	}
	if n := children(t); n > 0 {
		t.Errorf("%d child processes are left", n)
	}
	if models.Load() == 0 || refused.Load() == 0 {
		t.Error("every mutation ended the same way: they are no test")
	}
}

// seed is an intact model with its neighbours.
type seed struct {
	name  string
	files fstest.MapFS
}

// hostileSeeds are small models of every format at hand.
func hostileSeeds(t *testing.T) []seed {
	t.Helper()
	patterns := []string{"../testdata/strider/*.glb", "../testdata/strider/strider_walk.*", "../testdata/warden/*.md5mesh"}
	for _, p := range []string{"models/md5-bob/*.md5*", "models/gltf/*.gltf", "models/gltf/*/glTF/*.gltf", "models/fbx/robot.fbx", "models/pab/arnaud.fbx", "models/collada/astro_maya.dae"} {
		patterns = append(patterns, filepath.Join(sharedRoot(), p))
	}
	for _, p := range []string{"X/*.x", "BVH/*.bvh", "CSM/*.csm", "MD5/*.md5mesh", "B3D/*.b3d", "ASE/*.ASE", "FBX/huesitos.fbx", "glTF2/simple_skin/*.gltf", "SMD/*.smd", "LWS/*.lws", "3DS/*.3ds", "MS3D/*.ms3d"} {
		patterns = append(patterns, filepath.Join("/usr/share/assimp/models", p))
	}
	var seeds []seed
	for _, p := range patterns {
		paths, err := filepath.Glob(p)
		if err != nil {
			t.Fatal(err)
		}
		for _, path := range paths {
			if s, ok := newSeed(t, path); ok {
				seeds = append(seeds, s)
			}
		}
	}
	return seeds
}

func sharedRoot() string {
	if root := os.Getenv("SINEW_SHARED"); root != "" {
		return root
	}
	return "../../shared"
}

// newSeed reads a model of modest size and the small files beside it.
func newSeed(t *testing.T, file string) (seed, bool) {
	t.Helper()
	s := seed{name: filepath.Base(file), files: fstest.MapFS{}}
	if info, err := os.Stat(file); err != nil || info.Size() > 1<<20 {
		return s, false
	}
	stem := strings.TrimSuffix(s.name, filepath.Ext(s.name))
	entries, err := os.ReadDir(filepath.Dir(file))
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range entries {
		if !strings.HasPrefix(e.Name(), stem) && filepath.Ext(e.Name()) != ".bin" {
			continue
		}
		info, err := e.Info()
		if err != nil || !info.Mode().IsRegular() || info.Size() > 1<<20 {
			continue
		}
		data, err := os.ReadFile(filepath.Join(filepath.Dir(file), e.Name()))
		if err != nil {
			t.Fatal(err)
		}
		s.files[e.Name()] = &fstest.MapFile{Data: data}
	}
	return s, s.files[s.name] != nil
}

// importMutated imports one damaged copy. A returned error is one that the
// importer gave; a broken promise is a panic of the test.
func importMutated(s seed, number uint64) error {
	r := rand.New(rand.NewPCG(number, 7))
	files := fstest.MapFS{}
	for name, f := range s.files {
		files[name] = f
	}
	files[s.name] = &fstest.MapFile{Data: mutate(r, s.files[s.name].Data)}
	m, err := importer.LoadFS(context.Background(), files, s.name, importer.Isolated(hostileLimits))
	if err != nil {
		if !strings.Contains(err.Error(), path.Base(s.name)) || errors.Is(err, fs.ErrNotExist) {
			panic(fmt.Sprintf("mutation %d of %s: %v", number, s.name, err))
		}
		return err
	}
	if err := m.Validate(); err != nil {
		panic(fmt.Sprintf("mutation %d of %s: %v", number, s.name, err))
	}
	return nil
}

// mutate damages a copy in one to four ways.
func mutate(r *rand.Rand, data []byte) []byte {
	b := append([]byte(nil), data...)
	for range 1 + r.IntN(4) {
		if len(b) < 16 {
			return b
		}
		at, n := r.IntN(len(b)-8), 1+r.IntN(64)
		n = min(n, len(b)-at)
		switch r.IntN(8) {
		case 0, 1: // flip bits
			for range 1 + r.IntN(8) {
				b[r.IntN(len(b))] ^= 1 << r.IntN(8)
			}
		case 2: // cut out
			b = append(b[:at:at], b[at+n:]...)
		case 3: // cut off
			b = b[:max(16, at)]
		case 4: // repeat
			b = append(b[:at+n:at+n], b[at:]...)
		case 5: // move a piece elsewhere
			copy(b[r.IntN(len(b)-n+1):], b[at:at+n])
		case 6: // a size gone wild
			copy(b[at:], [][]byte{{0xff, 0xff, 0xff, 0x7f}, {0xff, 0xff, 0xff, 0xff}, {0, 0, 0, 0x80}, {0, 0, 0, 0}}[r.IntN(4)])
		case 7: // a number of the text gone wild
			b = wildNumber(r, b, at)
		}
	}
	return b
}

// wildNumber replaces the digits after a place.
func wildNumber(r *rand.Rand, b []byte, at int) []byte {
	digit := func(c byte) bool { return c >= '0' && c <= '9' }
	for at < len(b) && !digit(b[at]) {
		at++
	}
	end := at
	for end < len(b) && digit(b[end]) {
		end++
	}
	wild := []string{"4294967295", "-1", "2147483647", "99999999999999999999", "1e38", "nan", "0", ""}[r.IntN(8)]
	return append(append(b[:at:at], wild...), b[end:]...)
}

// openFiles counts this process's descriptors, children its child processes.
func openFiles(t *testing.T) int {
	t.Helper()
	entries, err := os.ReadDir("/proc/self/fd")
	if err != nil {
		t.Skip("no /proc to count descriptors in")
	}
	return len(entries)
}

func children(t *testing.T) int {
	t.Helper()
	tasks, err := filepath.Glob("/proc/self/task/*/children")
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, task := range tasks {
		data, err := os.ReadFile(task)
		if err == nil {
			n += len(strings.Fields(string(data)))
		}
	}
	return n
}
