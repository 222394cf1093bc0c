package importer_test

import (
	"bufio"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/testing/must"
)

// holds reports which layers hold here, and says so.
func holds(t *testing.T) map[string]bool {
	t.Helper()
	layers, err := importer.Sandbox(t.Context(), importer.Limits{})
	must.Do(t, err)
	held := make(map[string]bool)
	for _, l := range layers {
		held[l.Name] = l.Held
		t.Log(l)
	}
	return held
}

// TestSandboxTells: children say how they are confined; a layer that must be there and
// is not is an error.
func TestSandboxTells(t *testing.T) {
	held := holds(t)
	if runtime.GOOS == "linux" {
		for _, name := range []string{"descriptors", "limits", "oom", "no-new-privs"} {
			if !held[name] {
				t.Errorf("%s does not hold", name)
			}
		}
	}
	for name, want := range map[string]error{"seccomp": nil, "witchcraft": importer.ErrSandbox} {
		if name == "seccomp" && !held[name] {
			want = importer.ErrSandbox
		}
		_, err := importer.Load(t.Context(), strider+"strider_walk.fbx", importer.Options{Isolation: &importer.Limits{Sandbox: []string{name}}})
		if !errors.Is(err, want) {
			t.Errorf("%s is required: %v", name, err)
		}
	}
}

// late is how much longer than its limit an import may take on a machine that does other work
// too. A host that waits for the child takes far longer.
const late = 5 * time.Second

// TestSubverted: a child that a file has taken over reaches nothing.
func TestSubverted(t *testing.T) {
	held := holds(t)
	byLandlock := []string{"open", "list", "write", "connect", "listen", "kill", "exec"}
	for name := range subvertedParts {
		limits := importer.Limits{Program: part(t, "subverted-"+name), Time: 5 * time.Second, Memory: 256 << 20}
		if name == "spin" {
			limits.Time = time.Second
		}
		before := survey(t)
		begun := time.Now()
		m, err := importer.Load(t.Context(), strider+"strider_walk.fbx", importer.Options{Isolation: &limits})
		took := time.Since(begun)
		survey(t).compare(t, before)
		if err == nil || m != nil || took > limits.Time+late {
			t.Errorf("%s: after %v: %v", name, took, err)
			continue
		}
		switch {
		case name == "allocate" || name == "spin" || name == "bomb" && held["threads"]:
			if !errors.Is(err, importer.ErrLimit) {
				t.Errorf("%s: %v", name, err)
			}
		case name == "heirlooms":
			if !strings.Contains(err.Error(), "nothing was inherited") {
				t.Errorf("%s: %v", name, err)
			}
		case name == "guard":
			if !strings.Contains(err.Error(), "stacks can be guarded") {
				t.Errorf("%s: %v", name, err)
			}
		case name == "stat" && held["seccomp"]:
			// Refused, not killed: standard streams ask for their own state by this call.
			if !strings.Contains(err.Error(), "refused") {
				t.Errorf("%s: %v", name, err)
			}
		case held["seccomp"]:
			if !errors.Is(err, importer.ErrCrashed) || !strings.Contains(err.Error(), "SIGSYS") {
				t.Errorf("%s: %v", name, err)
			}
		case held["landlock"] && slices.Contains(byLandlock, name):
			if !strings.Contains(err.Error(), "refused") {
				t.Errorf("%s: %v", name, err)
			}
		default:
			t.Logf("%s: no layer here forbids it: %v", name, err)
		}
	}
}

// TestHostileChild: a program in a child's place cannot keep the host beyond its limit
// nor make it take more memory than its limits say.
func TestHostileChild(t *testing.T) {
	const answer = 64 << 20
	for name, want := range map[string]error{
		"mute": importer.ErrLimit, "stall": importer.ErrLimit, "deaf": importer.ErrLimit, "curious": importer.ErrLimit,
		"prints": importer.ErrLimit, "answers": importer.ErrLimit, "clips": importer.ErrLimit,
		"garbage": importer.ErrCrashed, "nonsense": importer.ErrCrashed,
		"heir": importer.ErrCrashed, "emigrant": importer.ErrCrashed,
		"chain": nil, // valid, and over its time on a slow machine
	} {
		limits := importer.Limits{Program: part(t, "hostile-"+name), Time: time.Second, Answer: answer}
		if errors.Is(want, importer.ErrCrashed) { // which it finds out before, on a slow machine too
			limits.Time = 20 * time.Second
		}
		most := watchHeap(t)
		begun := time.Now()
		_, err := importer.Load(context.Background(), strider+"strider.glb", importer.Options{Isolation: &limits})
		took, grown := time.Since(begun), most()
		t.Logf("%s: %.2f s, %d MB: %v", name, took.Seconds(), grown>>20, err)
		if took > limits.Time+late {
			t.Errorf("%s: the host returned after %v", name, took)
		}
		if grown > 3*answer {
			t.Errorf("%s: the host took %d MB", name, grown>>20)
		}
		if name == "chain" && errors.Is(err, importer.ErrLimit) {
			continue
		}
		if !errors.Is(err, want) || err != nil && !strings.Contains(err.Error(), "strider.glb") {
			t.Errorf("%s: %v, want %v", name, err, want)
		}
	}
	if n := children(t); n > 0 {
		t.Errorf("%d children are left", n)
	}
}

// watchHeap watches how much the process's memory grows, until its function is called.
func watchHeap(t *testing.T) (most func() int64) {
	t.Helper()
	runtime.GC()
	before, peak := resident(t), int64(0)
	ended, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			peak = max(peak, resident(t)-before)
			select {
			case <-ended:
				return
			case <-time.After(5 * time.Millisecond):
			}
		}
	}()
	return func() int64 {
		close(ended)
		<-done
		return peak
	}
}

// dyingThreads ends a thread every few milliseconds, until its function is called.
func dyingThreads() (stop func()) {
	ended := make(chan struct{})
	var wait sync.WaitGroup
	wait.Go(func() {
		for {
			select {
			case <-ended:
				return
			case <-time.After(3 * time.Millisecond):
				wait.Go(runtime.LockOSThread) // a goroutine that ends locked ends its thread
			}
		}
	})
	return func() { close(ended); wait.Wait() }
}

// TestIsolatedThreadsEnd: threads of the host end, its children do not.
func TestIsolatedThreadsEnd(t *testing.T) {
	defer dyingThreads()()
	var wait sync.WaitGroup
	for range 4 {
		wait.Go(func() {
			for range 8 {
				if _, err := importer.Load(t.Context(), strider+"strider_walk.fbx", importer.Options{Isolation: &importer.Limits{}}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wait.Wait()
}

// TestIsolatedInterrupt: Ctrl-C interrupts the program and not its children.
func TestIsolatedInterrupt(t *testing.T) {
	host := part(t, "host-import")
	self, err := os.Executable()
	must.Do(t, err)
	must.Do(t, os.Symlink(self, filepath.Join(filepath.Dir(host), "slow-import")))
	file, err := filepath.Abs(strider + "strider_walk.fbx")
	must.Do(t, err)
	cmd := exec.Command(host)
	cmd.Env = append(os.Environ(), "SINEW_TEST_FILE="+file)
	cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	var said strings.Builder
	cmd.Stderr = &said
	out, err := cmd.StdoutPipe()
	must.Do(t, err)
	must.Do(t, cmd.Start())
	if _, err := bufio.NewReader(out).ReadString('\n'); err != nil {
		t.Fatal(err)
	}
	for range 4 {
		time.Sleep(100 * time.Millisecond)
		must.Do(t, syscall.Kill(-cmd.Process.Pid, syscall.SIGINT))
	}
	if err := cmd.Wait(); err != nil {
		t.Errorf("%v: %s", err, said.String())
	}
}

// TestInterruptedStart: a child that is interrupted with its parent, before it has a
// session of its own, is replaced.
func TestInterruptedStart(t *testing.T) {
	for name, want := range map[string]error{"once": nil, "always": importer.ErrCrashed} {
		for _, pooled := range []bool{false, true} {
			limits := importer.Limits{Program: part(t, "interrupted-"+name)}
			way := importer.Options{Isolation: &limits}
			if pooled {
				pool := importer.NewPool(importer.PoolOptions{Children: 1, Limits: limits})
				defer pool.Close()
				way = importer.Options{Pool: pool}
			}
			if _, err := importer.Load(t.Context(), strider+"strider_walk.fbx", way); !errors.Is(err, want) {
				t.Errorf("%s, pooled %v: %v", name, pooled, err)
			}
		}
	}
}

// TestTimeOfSmallFiles: a few bytes that keep a parser busy for ever do not get a minute.
func TestTimeOfSmallFiles(t *testing.T) {
	if testing.Short() {
		t.Skip("it waits for ten seconds")
	}
	begun := time.Now()
	_, err := importer.Load(t.Context(), strider+"strider_walk.fbx", importer.Options{Isolation: &importer.Limits{Program: part(t, "hostile-stall")}})
	if took := time.Since(begun); !errors.Is(err, importer.ErrLimit) || !strings.Contains(err.Error(), "10s") || took > 10*time.Second+late {
		t.Errorf("after %v: %v", took, err)
	}
}
