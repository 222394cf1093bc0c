package importer_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"regexp"
	"runtime"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/importer/report"
	"github.com/sinew-anim/sinew/internal/testing/files"
	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/soa"
)

// TestPool: imports with children that wait for them, each for one or for several, give
// what others give; children that are killed while they wait fail no import.
func TestPool(t *testing.T) {
	want := files.Load(t, strider+"strider_walk.fbx")
	before := survey(t)
	for _, imports := range []int{1, 5} {
		pool := importer.NewPool(importer.PoolOptions{Children: 3, Imports: imports})
		var wait sync.WaitGroup
		for range 4 {
			wait.Go(func() {
				for range 6 {
					got, err := importer.Load(t.Context(), strider+"strider_walk.fbx", importer.Options{Pool: pool})
					if err != nil || got.Skeleton.Len() != want.Skeleton.Len() || len(got.Clips) != len(want.Clips) {
						t.Errorf("%d imports a child: %v", imports, err)
					}
				}
			})
		}
		wait.Wait()
		var noise *report.Report
		if _, err := importer.Load(t.Context(), store(t, "noise.fbx", []byte(strings.Repeat("no model ", 99))), importer.Options{Pool: pool}); err == nil || errors.Is(err, importer.ErrCrashed) {
			t.Errorf("garbage: %v, %v", err, noise)
		}
		time.Sleep(100 * time.Millisecond) // until those that were started stand still
		for _, pid := range childPIDs(t) {
			must.Do(t, syscall.Kill(pid, syscall.SIGKILL))
		}
		if _, err := importer.Load(t.Context(), strider+"strider_walk.fbx", importer.Options{Pool: pool}); err != nil {
			t.Errorf("after idle children were killed: %v", err)
		}
		pool.Close()
		if _, err := importer.Load(t.Context(), strider+"strider_walk.fbx", importer.Options{Pool: pool}); !errors.Is(err, soa.ErrClosed) {
			t.Errorf("a closed pool: %v", err)
		}
	}
	survey(t).compare(t, before)
}

// TestPoolOfBrokenChildren: children that end before they are ready are an error, soon.
func TestPoolOfBrokenChildren(t *testing.T) {
	pool := importer.NewPool(importer.PoolOptions{Limits: importer.Limits{Program: "/bin/false"}})
	defer pool.Close()
	for range 5 {
		begun := time.Now()
		if _, err := importer.Load(t.Context(), strider+"strider_walk.fbx", importer.Options{Pool: pool}); !errors.Is(err, importer.ErrCrashed) || time.Since(begun) > 3*time.Second {
			t.Errorf("after %v: %v", time.Since(begun), err)
		}
	}
}

// policy sets the policy of the machine.
func policy(t *testing.T, text string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "policy.json")
	must.Do(t, os.WriteFile(file, []byte(text), 0o600))
	t.Setenv("SINEW_IMPORT_POLICY", file)
}

func TestPolicy(t *testing.T) {
	fbx, glb := strider+"strider_walk.fbx", strider+"strider.glb"
	tried := func(file string, opts importer.Options) error {
		_, err := importer.Load(t.Context(), file, opts)
		return err
	}
	for _, c := range []struct {
		name, policy, Name string
		opts               importer.Options
		want               error
	}{
		{"none", "", fbx, importer.Options{}, nil},
		{"a format that the program allows", "", fbx, importer.Options{Formats: []string{"fbx", ".GLB"}}, nil},
		{"one that it does not", "", glb, importer.Options{Formats: []string{"fbx"}}, importer.ErrPolicy},
		{"one that dies", "", "model.off", importer.Options{}, importer.ErrPolicy},
		{"one that dies, and is allowed", "", "model.off", importer.Options{Formats: []string{"off"}}, os.ErrNotExist},
		{"allowed in a child", `{"formats": ["glb"], "isolated": true}`, glb, importer.Options{}, nil},
		{"formats of the machine", `{"formats": ["glb"]}`, fbx, importer.Options{Formats: []string{"fbx"}}, importer.ErrPolicy},
		{"time", `{"seconds": 1}`, glb, importer.Options{Isolation: &importer.Limits{Program: part(t, "hostile-stall")}}, importer.ErrLimit},
		{"memory", `{"memoryMiB": 1}`, glb, importer.Options{Isolation: &importer.Limits{}}, errAny},
		{"isolation", `{"isolated": true, "memoryMiB": 1}`, glb, importer.Options{}, errAny},
		{"a layer that does not exist", `{"isolated": true, "sandbox": ["witchcraft"]}`, glb, importer.Options{}, importer.ErrSandbox},
		{"no JSON", `{"formats": `, fbx, importer.Options{}, importer.ErrPolicy},
		{"an unknown field", `{"format": ["fbx"]}`, fbx, importer.Options{}, importer.ErrPolicy},
		{"no number", `{"memoryMiB": 0}`, fbx, importer.Options{}, importer.ErrPolicy},
	} {
		if c.policy != "" {
			policy(t, c.policy)
		} else {
			t.Setenv("SINEW_IMPORT_POLICY", "")
		}
		err := tried(c.Name, c.opts)
		if c.want == errAny && err != nil && !errors.Is(err, importer.ErrPolicy) {
			continue
		}
		if !errors.Is(err, c.want) {
			t.Errorf("%s: %v, want %v", c.name, err, c.want)
		}
	}
	t.Setenv("SINEW_IMPORT_POLICY", "/nowhere/policy.json")
	if err := tried(fbx, importer.Options{}); !errors.Is(err, importer.ErrPolicy) || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("a policy that is not there: %v", err)
	}
	for _, f := range importer.RiskyFormats() {
		if f == "fbx" || f == "glb" {
			t.Errorf("%s is left out", f)
		}
	}
}

// TestRiskyFormatsNameTheWay: the error of a risky format has a policy that reads it, and the name of the
// variable that names the policy's file.
func TestRiskyFormatsNameTheWay(t *testing.T) {
	t.Setenv("SINEW_IMPORT_POLICY", "")
	path := store(t, "made.ply", []byte("ply\nformat ascii 1.0\nelement vertex 3\nproperty float x\nproperty float y\nproperty float z\nelement face 1\nproperty list uchar int vertex_index\nend_header\n0 0 0\n1 0 0\n0 1 0\n3 0 1 2\n"))
	_, err := importer.Load(context.Background(), path, importer.Options{})
	if !errors.Is(err, importer.ErrPolicy) || !strings.Contains(err.Error(), "SINEW_IMPORT_POLICY") || !strings.Contains(err.Error(), "glTF") {
		t.Fatalf("without a policy: %v", err)
	}
	policy := regexp.MustCompile(`{.*}`).FindString(err.Error())
	t.Setenv("SINEW_IMPORT_POLICY", store(t, "policy.json", []byte(policy)))
	m, err := importer.Load(context.Background(), path, importer.Options{})
	must.Do(t, err)
	if len(m.Meshes) != 1 {
		t.Errorf("%d meshes", len(m.Meshes))
	}
}

var errAny = errors.New("any error")

// TestAdmission: of eight imports two run at once, and others wait; one that is cancelled
// waits no longer.
func TestAdmission(t *testing.T) {
	policy(t, `{"children": 2}`)
	slow := importer.Options{Isolation: &importer.Limits{Program: part(t, "slow-import")}}
	ended := make(chan struct{})
	most := 0
	go func() {
		defer close(ended)
		var wait sync.WaitGroup
		for range 4 {
			wait.Go(func() {
				if _, err := importer.Load(t.Context(), strider+"strider_walk.fbx", slow); err != nil {
					t.Error(err)
				}
			})
		}
		wait.Wait()
	}()
	time.Sleep(100 * time.Millisecond)
	brief, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
	defer cancel()
	if _, err := importer.Load(brief, strider+"strider_walk.fbx", slow); !errors.Is(err, context.DeadlineExceeded) {
		t.Errorf("while it waits: %v", err)
	}
	for {
		most = max(most, len(childPIDs(t)))
		select {
		case <-ended:
			if most != 2 {
				t.Errorf("%d children at once", most)
			}
			return
		case <-time.After(5 * time.Millisecond):
		}
	}
}

// BenchmarkImports counts imports per second with a child for each, with a pool, and with
// a pool whose children serve many; and how long one takes at least beyond a plain one.
func BenchmarkImports(b *testing.B) {
	file := shared(b, "models/md5-bob/Bob.md5mesh")
	for _, way := range []struct {
		name    string
		imports int
	}{{"plain", -1}, {"alone", 0}, {"pool", 1}, {"pool-of-16", 16}} {
		b.Run(way.name, func(b *testing.B) {
			var opts importer.Options
			switch {
			case way.imports == 0:
				opts.Isolation = &importer.Limits{}
			case way.imports > 0:
				pool := importer.NewPool(importer.PoolOptions{Children: 2 * runtime.GOMAXPROCS(0), Imports: way.imports})
				defer pool.Close()
				opts.Pool = pool
			}
			least := time.Hour
			for range 20 { // one by one, with time for another child to get ready
				time.Sleep(30 * time.Millisecond)
				begun := time.Now()
				if _, err := importer.Load(context.Background(), file, opts); err != nil {
					b.Fatal(err)
				}
				least = min(least, time.Since(begun))
			}
			b.ResetTimer()
			b.RunParallel(func(p *testing.PB) {
				for p.Next() {
					if _, err := importer.Load(context.Background(), file, opts); err != nil {
						b.Error(err)
					}
				}
			})
			b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "imports/s")
			b.ReportMetric(float64(least.Microseconds())/1000, "least-ms")
		})
	}
}

// TestPoolServesAgain: a child that may serve several imports does.
func TestPoolServesAgain(t *testing.T) {
	pool := importer.NewPool(importer.PoolOptions{Children: 1, Imports: 50})
	defer pool.Close()
	seen := make(map[int]bool)
	for range 6 {
		if _, err := importer.Load(t.Context(), strider+"strider_walk.fbx", importer.Options{Pool: pool}); err != nil {
			t.Fatal(err)
		}
		for _, pid := range childPIDs(t) {
			seen[pid] = true
		}
	}
	if len(seen) != 1 {
		t.Errorf("six imports took %d children", len(seen))
	}
}
