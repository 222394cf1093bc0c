//go:build unix

package contexts

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/internal/testing/seed"
)

const (
	late    = time.Second      // how long after the end of its context a function may work on
	whole   = 10 * time.Second // how long it may work at all, on one core
	moments = 10               // at which contexts end: tenths of the time of a whole run
	memory  = 128 << 10        // bytes that it may allocate per joint: what is quadratic in joints is more
)

// all is the environment variable that makes the test go through all functions, shapes and sizes, with a number
// of moments.
const all = "SINEW_CONTEXTS"

// processor returns the time that processors worked for this process: machines that do other work besides do
// not count.
func processor(t *testing.T) time.Duration {
	t.Helper()
	var u syscall.Rusage
	must.Do(t, syscall.Getrusage(syscall.RUSAGE_SELF, &u))
	return time.Duration(u.Utime.Nano() + u.Stime.Nano())
}

// watched is a context that finds the longest time between two of its questions.
type watched struct {
	context.Context
	t      *testing.T
	mutex  sync.Mutex
	last   time.Duration
	asked  int
	gap    time.Duration
	from   time.Duration // when the gap begins
	behind [2]stack      // its callers
	caller stack
}

func (w *watched) Err() error {
	w.mutex.Lock()
	defer w.mutex.Unlock()
	w.ask()
	return w.Context.Err()
}

func (w *watched) ask() {
	now, caller := processor(w.t), stack{}
	runtime.Callers(3, caller[:])
	if gap := now - w.last; gap > w.gap {
		w.gap, w.from, w.behind = gap, w.last, [2]stack{w.caller, caller}
	}
	w.last, w.caller = now, caller
	w.asked++
}

// stack is the functions that ask a context.
type stack [8]uintptr

func (s *stack) String() string {
	frames := runtime.CallersFrames(s[:])
	var names []string
	for {
		f, more := frames.Next()
		if name, ok := strings.CutPrefix(f.Function, "github.com/sinew-anim/sinew/"); ok && len(names) < 3 {
			names = append(names, fmt.Sprintf("%s:%d", name, f.Line))
		}
		if !more {
			return strings.Join(names, " < ")
		}
	}
}

// ran is what a run of a function took.
type ran struct {
	err   error
	work  time.Duration // of processors
	late  time.Duration // after the context's end, the less of those and of clocks
	gap   time.Duration // the longest in which the context was not asked
	from  time.Duration // the work before that
	bytes uint64        // allocated
}

// run calls a function with a context that ends when processors have worked for some time.
func run(t *testing.T, do func(ctx context.Context) error, after time.Duration) (r ran) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	w := &watched{Context: ctx, t: t}
	var memory [2]runtime.MemStats
	runtime.ReadMemStats(&memory[0])
	done := make(chan struct{})
	begun := processor(t)
	w.last = begun
	go func() {
		defer close(done)
		r.err = do(w)
	}()
	work := func() time.Duration { return processor(t) - begun }
	for running := true; running && work() < after; {
		select {
		case <-done:
			running = false
		case <-time.After(time.Millisecond):
		}
	}
	ended, then := time.Now(), work()
	cancel()
	for running := true; running; {
		select {
		case <-done:
			running = false
		case <-time.After(time.Second):
			if work()-then > 3*whole {
				t.Fatalf("works on for %.0f s after its context ended", (work() - then).Seconds())
			}
		}
	}
	r.work = work()
	r.late = min(time.Since(ended), r.work-then)
	runtime.ReadMemStats(&memory[1])
	r.bytes = memory[1].TotalAlloc - memory[0].TotalAlloc
	w.mutex.Lock()
	w.ask()
	r.gap, r.from = w.gap, w.from-begun
	if r.late > late || w.gap > late/2 {
		t.Logf("asks %d times, and not for %.2f s between %s and %s", w.asked, w.gap.Seconds(), &w.behind[0], &w.behind[1])
	}
	w.mutex.Unlock()
	return r
}

// Each exported function with a context returns soon after it ends, whenever that is, and ends by itself within
// seconds, on files of each shape.
func TestFunctionsEndWithTheirContexts(t *testing.T) {
	sizes, kinds, share, at := []int{16_000, 32_700}, shapes, 40, 2
	switch {
	case testing.Short():
		sizes, kinds, share, at = []int{2000}, []shape{shapes[0], shapes[5]}, 4, 2
	case os.Getenv(all) != "":
		share = 1
		if n, err := strconv.Atoi(os.Getenv(all)); err == nil {
			at = min(n, moments)
		}
	}
	r := rand.New(rand.NewPCG(seed.First(t), 7))
	for _, n := range sizes {
		for _, s := range kinds {
			t.Run(fmt.Sprintf("%s of %d", s.name, n), func(t *testing.T) {
				subject := s.read(t, n)
				few := subject // for what takes long
				if testing.Short() {
					few = s.read(t, n/8)
				}
				for _, name := range slices.Sorted(maps.Keys(calls)) {
					if r.IntN(share) > 0 {
						continue
					}
					of := subject
					if calls[name].grows != "" {
						of = few
					}
					t.Run(name, func(t *testing.T) { check(t, calls[name], of, r.Perm(moments)[:at]) })
				}
			})
		}
	}
}

// The calls do what they are for: they return no error for a small tree.
func TestCallsSucceed(t *testing.T) {
	s := shape{"binary", binaryTree, numbered}
	subject := s.read(t, 60)
	for _, name := range slices.Sorted(maps.Keys(calls)) {
		c := calls[name]
		if err := c.with(t, subject)(t.Context()); (err != nil) != c.fails {
			t.Errorf("%s: %v", name, err)
		}
	}
}

// check runs a function to its end, and ends its context at some of the tenths of that time, and where it
// asks its context for the longest time no more. What ends by itself as soon is not cancelled. Two tenths
// are enough where it asks ten times as often as it must.
func check(t *testing.T, c call, s *subject, tenths []int) {
	do := c.with(t, s)
	most := whole + 2*late
	if c.grows != "" && os.Getenv(all) == "" {
		most = 3 * late // enough to see whether it stops
	}
	full := run(t, do, most)
	t.Logf("%.2f s, %d MB, asks within %.2f s, %.200v", full.work.Seconds(), full.bytes>>20, full.gap.Seconds(), full.err)
	if c.grows == "" && (full.work > whole || full.bytes > memory*uint64(s.Skeleton.Len())) {
		t.Errorf("takes %.1f s and allocates %d MB", full.work.Seconds(), full.bytes>>20)
	}
	if full.late > late {
		t.Errorf("returns %.2f s after its context ended, at %.2f s", full.late.Seconds(), most.Seconds())
	}
	if full.work < late/2 {
		return
	}
	ends := []time.Duration{full.from + time.Millisecond}
	if full.gap < late/10 {
		tenths = tenths[:min(2, len(tenths))]
	}
	for _, tenth := range tenths {
		ends = append(ends, full.work*time.Duration(tenth)/moments)
	}
	for _, end := range ends {
		r := run(t, do, end)
		if r.late > late {
			t.Errorf("returns %.2f s after its context ended, at %.2f s of %.2f s", r.late.Seconds(), end.Seconds(), full.work.Seconds())
		}
		if r.err != nil && full.err == nil && !errors.Is(r.err, context.Canceled) {
			t.Errorf("cancelled at %.2f s: %.200v", end.Seconds(), r.err)
		}
	}
}
