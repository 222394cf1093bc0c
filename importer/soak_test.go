package importer_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"os/signal"
	"path/filepath"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	"github.com/sinew-anim/sinew/importer"
	"github.com/sinew-anim/sinew/internal/testing/must"
)

// TestIsolatedSoak imports eight files at once while threads of the host end, its process
// group is interrupted, as by Ctrl-C, and children are killed. An import fails only where
// its child was killed, and nothing is left behind. SINEW_SOAK sets how long, such as 10m.
func TestIsolatedSoak(t *testing.T) {
	lasts := 2 * time.Second
	if s := os.Getenv("SINEW_SOAK"); s != "" {
		var err error
		lasts, err = time.ParseDuration(s)
		must.Do(t, err)
	}
	interrupted := ownGroup(t)
	stop := dyingThreads()
	before := survey(t)
	end := time.Now().Add(lasts)
	var imports, died, kills atomic.Int64
	var wait sync.WaitGroup
	for k := range 8 {
		file := []string{"strider_walk.fbx", "strider.glb"}[k%2]
		wait.Go(func() {
			for time.Now().Before(end) {
				m, err := importer.Load(t.Context(), strider+file, importer.Options{Isolation: &importer.Limits{}})
				imports.Add(1)
				switch {
				case err == nil && m != nil:
				case errors.Is(err, importer.ErrCrashed) && strings.HasSuffix(err.Error(), "SIGKILL"):
					died.Add(1)
				default:
					t.Errorf("after %d imports: %v", imports.Load(), err)
				}
			}
		})
	}
	wait.Go(func() {
		for time.Now().Before(end) {
			time.Sleep(20 * time.Millisecond)
			pids := childPIDs(t)
			if len(pids) == 0 {
				continue
			}
			pid := pids[rand.IntN(len(pids))]
			if rand.IntN(4) == 0 {
				kills.Add(1)
				_ = syscall.Kill(pid, syscall.SIGKILL) // it may have ended
			} else {
				must.Do(t, syscall.Kill(0, syscall.SIGINT)) // to the whole group
			}
		}
	})
	wait.Wait()
	stop()
	after := survey(t)
	t.Logf("%d imports in %v, %d interrupts, %d kills, %d of them in the middle of an import\nbefore: %v\nafter:  %v",
		imports.Load(), lasts, interrupted(), kills.Load(), died.Load(), before, after)
	after.compare(t, before)
	if died.Load() > kills.Load() {
		t.Errorf("%d children died of %d kills", died.Load(), kills.Load())
	}
}

// ownGroup makes the test the only one in its process group, until it ends, and counts the
// interrupts that it gets.
func ownGroup(t *testing.T) (interrupts func() int64) {
	t.Helper()
	if former := syscall.Getpgrp(); former != os.Getpid() {
		must.Do(t, syscall.Setpgid(0, 0))
		t.Cleanup(func() { must.Do(t, syscall.Setpgid(0, former)) })
	}
	got, done := make(chan os.Signal, 64), make(chan struct{})
	signal.Notify(got, os.Interrupt)
	var n int64
	go func() {
		defer close(done)
		for range got {
			n++
		}
	}()
	return func() int64 {
		signal.Stop(got)
		close(got)
		<-done
		return n
	}
}

// childPIDs lists this process's children.
func childPIDs(t *testing.T) (pids []int) {
	t.Helper()
	tasks, err := filepath.Glob("/proc/self/task/*/children")
	must.Do(t, err)
	for _, task := range tasks {
		data, err := os.ReadFile(task)
		if err != nil {
			continue // the thread has ended
		}
		for _, f := range strings.Fields(string(data)) {
			pid, err := strconv.Atoi(f)
			must.Do(t, err)
			pids = append(pids, pid)
		}
	}
	return pids
}
