package importer_test

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"golang.org/x/sys/unix"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/testing/must"
)

// signalByPipe has the kernel send SIGKILL to a process: a pipe that becomes readable
// sends the signal that its owner chose to the process that its owner named.
func signalByPipe(pid int) error {
	var p [2]int
	if err := syscall.Pipe2(p[:], 0); err != nil {
		return err
	}
	for _, set := range [][2]int{{unix.F_SETOWN, pid}, {unix.F_SETSIG, int(unix.SIGKILL)}, {unix.F_SETFL, unix.O_ASYNC}} {
		if _, err := unix.FcntlInt(uintptr(p[0]), set[0], set[1]); err != nil {
			return err
		}
	}
	_, err := syscall.Write(p[1], []byte{1})
	time.Sleep(100 * time.Millisecond)
	return err
}

// writeInherited counts up every event counter that the process might have inherited.
func writeInherited() error {
	for fd := 4; fd < 64; fd++ {
		_, _ = syscall.Write(fd, []byte{1, 0, 0, 0, 0, 0, 0, 0})
	}
	return errors.New("nothing was inherited")
}

// TestInheritedCounters: what a library of the program left open across exec is closed in
// the child, event counters too, on which the program's own threads may wait.
func TestInheritedCounters(t *testing.T) {
	counter, err := unix.Eventfd(0, unix.EFD_NONBLOCK)
	must.Do(t, err)
	defer unix.Close(counter)
	timer, err := unix.TimerfdCreate(unix.CLOCK_MONOTONIC, unix.TFD_NONBLOCK)
	must.Do(t, err)
	defer unix.Close(timer)
	_, err = importer.Load(t.Context(), strider+"strider_walk.fbx", importer.Options{Isolation: &importer.Limits{Program: part(t, "subverted-heirlooms")}})
	if err == nil || !strings.Contains(err.Error(), "nothing was inherited") {
		t.Errorf("the child said %v", err)
	}
	var count [8]byte
	if n, err := unix.Read(counter, count[:]); err != unix.EAGAIN {
		t.Errorf("the child counted up: %d bytes, %v: %v", n, count, err)
	}
}

// TestSignalWithoutLandlock: where Landlock does not keep signals in, the list of system
// calls does.
func TestSignalWithoutLandlock(t *testing.T) {
	if !holds(t)["seccomp"] {
		t.Skip("seccomp does not hold here")
	}
	for _, attack := range []string{"signal", "kill"} {
		_, err := importer.Load(t.Context(), strider+"strider_walk.fbx", importer.Options{Isolation: &importer.Limits{Program: part(t, "unlocked-"+attack)}})
		if !errors.Is(err, importer.ErrCrashed) || !strings.Contains(err.Error(), "SIGSYS") {
			t.Errorf("%s: %v", attack, err)
		}
	}
}

// TestChildOfRoot: a child of root is another user, without capabilities, and ends with
// its parent all the same.
func TestChildOfRoot(t *testing.T) {
	if os.Geteuid() != 0 {
		t.Skip("this is not root")
	}
	if !holds(t)["user"] {
		t.Skip("root cannot change its user here")
	}
	var done sync.WaitGroup
	done.Go(func() {
		_, err := importer.Load(t.Context(), strider+"strider_walk.fbx", importer.Options{Isolation: &importer.Limits{Program: part(t, "slow-import")}})
		if err != nil {
			t.Error(err)
		}
	})
	defer done.Wait()
	seen := make(map[string]bool)
	for range 100 {
		time.Sleep(20 * time.Millisecond)
		for _, status := range childStatus(t) {
			if uid := status["Uid"]; uid != "" && !strings.HasPrefix(uid, "0\t") {
				seen[uid] = true
				for _, set := range []string{"CapPrm", "CapEff", "CapInh", "CapAmb"} {
					if strings.Trim(status[set], "0") != "" {
						t.Errorf("user %s has %s %s", uid, set, status[set])
					}
				}
			}
		}
		if len(seen) > 0 {
			return
		}
	}
	t.Error("no child became another user")
}

// childStatus is the status of this process's children, as the kernel tells it.
func childStatus(t *testing.T) (all []map[string]string) {
	t.Helper()
	files, err := filepath.Glob("/proc/[0-9]*/status")
	must.Do(t, err)
	for _, f := range files {
		data, err := os.ReadFile(f)
		if err != nil {
			continue
		}
		status := make(map[string]string)
		for line := range strings.Lines(string(data)) {
			key, value, _ := strings.Cut(line, ":")
			status[key] = strings.TrimSpace(value)
		}
		if status["PPid"] == strconv.Itoa(os.Getpid()) {
			all = append(all, status)
		}
	}
	return all
}

// bomb starts threads until the system refuses: Go ends the process then.
func bomb() error {
	for range 20000 {
		go func() {
			runtime.LockOSThread()
			time.Sleep(time.Hour)
		}()
		time.Sleep(50 * time.Microsecond)
	}
	return nil
}

// TestBesieged: children that take all threads, or send signals by pipes, as before Landlock
// forbade them, harm neither the program, as root or as another user, nor the imports beside them.
// SINEW_SOAK sets how long, such as 10m; otherwise it is one round.
func TestBesieged(t *testing.T) {
	group := pidsGroup(t, 400)
	for _, uid := range []int{os.Getuid(), 12345} {
		if uid != os.Getuid() && os.Getuid() != 0 {
			continue
		}
		t.Logf("user %d, in %q: %s", uid, group, playHost(t, "besieged", uid, group))
	}
}

// pidsGroup makes a control group in which at most n tasks may run, or returns "" where that
// is not allowed.
func pidsGroup(t *testing.T, n int) string {
	t.Helper()
	for _, root := range []string{"/sys/fs/cgroup", "/sys/fs/cgroup/pids"} {
		group := filepath.Join(root, fmt.Sprint("sinew-test-", os.Getpid()))
		if _, err := os.Stat(filepath.Join(root, "cgroup.procs")); err != nil || os.Mkdir(group, 0o755) != nil {
			continue
		}
		t.Cleanup(func() { _ = os.Remove(group) })
		if os.WriteFile(filepath.Join(group, "pids.max"), []byte(strconv.Itoa(n)), 0o600) == nil {
			return group
		}
	}
	return ""
}

// playHost runs a host part of the test binary as a user, from a folder that anybody can
// read and in a control group, and returns what it printed.
func playHost(t *testing.T, what string, uid int, group string) string {
	t.Helper()
	folder, err := os.MkdirTemp("", "sinew-host")
	must.Do(t, err)
	t.Cleanup(func() { os.RemoveAll(folder) })
	must.Do(t, os.Chmod(folder, 0o755))
	self, err := os.Executable()
	must.Do(t, err)
	host := filepath.Join(folder, "host-"+what)
	for from, to := range map[string]string{self: host, strider + "strider_walk.fbx": filepath.Join(folder, "walk.fbx")} {
		data, err := os.ReadFile(from)
		must.Do(t, err)
		must.Do(t, os.WriteFile(to, data, 0o755))
	}
	for _, attacker := range []string{"subverted-bomb", "unlocked-signal"} {
		must.Do(t, os.Link(host, filepath.Join(folder, attacker)))
	}
	cmd := exec.Command(host)
	cmd.Dir = folder
	var said strings.Builder
	cmd.Stdout, cmd.Stderr = &said, &said
	begin, err := cmd.StdinPipe()
	must.Do(t, err)
	if uid != os.Getuid() {
		cmd.SysProcAttr = &syscall.SysProcAttr{Credential: &syscall.Credential{Uid: uint32(uid), Gid: uint32(uid)}}
	}
	must.Do(t, cmd.Start())
	if group != "" {
		must.Do(t, os.WriteFile(filepath.Join(group, "cgroup.procs"), []byte(strconv.Itoa(cmd.Process.Pid)), 0o600))
	}
	begin.Close()
	if err := cmd.Wait(); err != nil {
		t.Errorf("user %d: %v: %s", uid, err, said.String())
	}
	return said.String()
}

// besieged is a host of whose imports, 16 at once, half are ordinary ones by a pool and half
// attack it: by threads without end, and by signals.
func besieged() error {
	if _, err := io.Copy(io.Discard, os.Stdin); err != nil { // until it is in its control group
		return err
	}
	lasts, err := time.ParseDuration(cmp.Or(os.Getenv("SINEW_SOAK"), "0s"))
	if err != nil {
		return err
	}
	ctx := context.Background()
	layers, err := importer.Sandbox(ctx, importer.Limits{})
	if err != nil {
		return err
	}
	held := func(name string) bool {
		return layers[slices.IndexFunc(layers, func(l importer.SandboxLayer) bool { return l.Name == name })].Held
	}
	if !held("threads") || !held("seccomp") {
		fmt.Println("the host is not protected here:", layers)
		return nil
	}
	pool := importer.NewPool(importer.PoolOptions{Children: 2})
	defer pool.Close()
	folder := filepath.Dir(os.Args[0])
	attacker := func(name string) importer.Options {
		return importer.Options{Isolation: &importer.Limits{Program: filepath.Join(folder, name)}}
	}
	ways := [4]struct {
		of   string
		by   importer.Options
		want error
	}{
		{"pool", importer.Options{Pool: pool}, nil}, {"bomb", attacker("subverted-bomb"), importer.ErrLimit},
		{"pool", importer.Options{Pool: pool}, nil}, {"signal", attacker("unlocked-signal"), importer.ErrCrashed},
	}
	var all sync.WaitGroup
	var imports [len(ways)]atomic.Int64
	failed := make(chan error, 16)
	for k, end := 0, time.Now().Add(lasts); k < cap(failed); k++ {
		all.Go(func() {
			for {
				way := &ways[k%len(ways)]
				m, err := importer.Load(ctx, filepath.Join(folder, "walk.fbx"), way.by)
				if !errors.Is(err, way.want) || err == nil && len(m.Clips) != 1 {
					failed <- fmt.Errorf("import %d, by %s: %w", imports[k%len(ways)].Load(), way.of, err)
					return
				}
				if imports[k%len(ways)].Add(1); time.Now().After(end) {
					return
				}
			}
		})
	}
	all.Wait()
	close(failed)
	fmt.Printf("%d and %d ordinary imports, %d bombs and %d signals\n", imports[0].Load(), imports[2].Load(), imports[1].Load(), imports[3].Load())
	return <-failed
}

// TestNoThreadsLeft: where too few threads may still be started no child is, and the error
// says what limits them.
func TestNoThreadsLeft(t *testing.T) {
	group := pidsGroup(t, 60)
	if group == "" {
		t.Skip("no control group can be made here")
	}
	out := playHost(t, "crowded", os.Getuid(), group)
	if !strings.Contains(out, "pids.max") {
		t.Error(out)
	}
}

func crowded() error {
	if _, err := io.Copy(io.Discard, os.Stdin); err != nil {
		return err
	}
	_, err := importer.Load(context.Background(), filepath.Join(filepath.Dir(os.Args[0]), "walk.fbx"), importer.Options{Isolation: &importer.Limits{}})
	if !errors.Is(err, importer.ErrLimit) {
		return fmt.Errorf("imported: %w", err)
	}
	fmt.Println(err)
	return nil
}

// deleted imports after its own file was removed, as by an update.
func deleted() error {
	if err := os.Remove(os.Args[0]); err != nil {
		return err
	}
	_, err := importer.Load(context.Background(), filepath.Join(filepath.Dir(os.Args[0]), "walk.fbx"), importer.Options{Isolation: &importer.Limits{}})
	return err
}
