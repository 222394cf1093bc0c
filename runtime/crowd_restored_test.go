//go:build linux

package runtime_test

import (
	"errors"
	"math/rand/v2"
	"os"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"github.com/sinew-anim/sinew/internal/testing/must"
	"github.com/sinew-anim/sinew/runtime"
	"github.com/sinew-anim/sinew/runtime/play"
	"github.com/sinew-anim/sinew/runtime/pose"
	"github.com/sinew-anim/sinew/soa/archive"
)

// zeroing is a control that changes no pose: in the middle of an update it makes the file zeros of the same
// length, and whole again for the last instances.
type zeroing struct {
	*restorer
	crowd  *runtime.Crowd
	acting []uint8
	armed  bool
	failed error
}

func (z *zeroing) Len() int                       { return z.crowd.Len() }
func (z *zeroing) Layout() *pose.Layout           { return z.crowd.Layout() }
func (z *zeroing) Acting() []uint8                { return z.acting }
func (z *zeroing) Columns() []int                 { return nil }
func (z *zeroing) Changes() []int                 { return nil }
func (z *zeroing) NewController() pose.Controller { return z }

func (z *zeroing) Change(_ []float32, at *pose.Changing) {
	switch {
	case z.armed && at.Instance[0] == 0:
		z.failed = errors.Join(z.failed, z.cut())
	case z.armed && int(at.Instance[at.Len-1]) == z.Len()-1:
		z.failed = errors.Join(z.failed, z.restore())
	}
}

// restorer cuts a file, makes it longer with zeros, and whole again.
type restorer struct {
	file  *os.File
	whole []byte
}

func newRestorer(t *testing.T, path string) *restorer {
	t.Helper()
	r := new(restorer)
	var err error
	r.whole, err = os.ReadFile(path)
	must.Do(t, err)
	r.file, err = os.OpenFile(path, os.O_WRONLY, 0)
	must.Do(t, err)
	t.Cleanup(func() { must.Do(t, r.file.Close()) })
	return r
}

func (r *restorer) cut() error {
	return errors.Join(r.file.Truncate(0), r.file.Truncate(int64(len(r.whole))))
}

func (r *restorer) restore() error {
	_, err := r.file.WriteAt(r.whole, 0)
	return err
}

// twins are crowds of a mapped archive and of its copy, each of 800 instances.
func twins(t *testing.T, path string) (mapped, copied *runtime.Crowd) {
	t.Helper()
	var list [2]*runtime.Crowd
	for i, o := range []archive.OpenOptions{{Map: true}, {Copy: true}} {
		a, err := archive.OpenWith(path, o)
		must.Do(t, err)
		if a.Mapped() != o.Map {
			t.Fatal("it is not mapped")
		}
		list[i], err = runtime.NewCrowd(runtime.Archived(a), 800, runtime.CrowdOptions{CacheBytes: 1})
		must.Do(t, err)
		t.Cleanup(list[i].Close)
		must.Do(t, a.Close())
	}
	return list[0], list[1]
}

// goesOn updates a crowd until it plays again.
func goesOn(t *testing.T, c *runtime.Crowd) {
	t.Helper()
	for end := time.Now().Add(5 * time.Second); ; time.Sleep(time.Millisecond) {
		err := c.Update(0)
		if err == nil {
			return
		}
		if !errors.Is(err, archive.ErrChanged) || time.Now().After(end) {
			t.Fatal(err)
		}
	}
}

// TestCrowdOfRestoredFile: a file that is cut, made longer with zeros and made whole again within an update
// is an error of it.
func TestCrowdOfRestoredFile(t *testing.T) {
	files := archives(t)
	for name, path := range files {
		t.Run(name, func(t *testing.T) { restoredWithin(t, path) })
	}
	t.Run("loop", func(t *testing.T) { restoredInLoop(t, files["bank"]) })
}

func restoredWithin(t *testing.T, path string) {
	mapped, copied := twins(t, path)
	rest := slices.Clone(mapped.Palettes())
	z := &zeroing{restorer: newRestorer(t, path), crowd: mapped, acting: slices.Repeat([]uint8{1}, mapped.Len())}
	must.Do(t, mapped.SetControl(z))
	for _, armed := range []bool{false, true, false} {
		z.armed = armed
		for _, c := range []*runtime.Crowd{mapped, copied} {
			must.Do(t, c.PlayAll(1, play.Options{Seed: 1}))
		}
		must.Do(t, copied.Update(0.3))
		err := mapped.Update(0.3)
		must.Do(t, z.failed)
		want := copied.Palettes()
		if armed {
			want = rest
		}
		if errors.Is(err, archive.ErrChanged) != armed || err != nil && !armed {
			t.Errorf("cut %v: %v", armed, err)
		}
		if !slices.Equal(mapped.Palettes(), want) {
			t.Errorf("cut %v: other palettes", armed)
		}
		z.armed = false
		goesOn(t, mapped)
	}
}

// restoredInLoop: a file is cut, made longer with zeros and made whole again all the time, between
// updates and within them: each update gives the right palettes, or an error.
func restoredInLoop(t *testing.T, path string) {
	limit := 6 * time.Second
	if testing.Short() {
		limit = time.Second
	}
	mapped, copied := twins(t, path)
	cutter := newRestorer(t, path)
	var stop atomic.Bool
	var longest atomic.Int64 // pause, in microseconds: more where updates take long
	longest.Store(20000)
	cuts, failed := 0, make(chan error, 1)
	go func() {
		failed <- func() error {
			for r := rand.New(rand.NewPCG(1, 2)); !stop.Load(); cuts++ {
				if err := errors.Join(cutter.cut(), cutter.restore()); err != nil {
					return err
				}
				pause := r.IntN(100) // in microseconds; now and then long enough for the clock to tick
				if r.IntN(10) == 0 {
					pause += r.IntN(int(longest.Load()))
				}
				time.Sleep(time.Duration(pause) * time.Microsecond)
			}
			return nil
		}()
	}()
	right, refused := 0, 0
	few := func() bool { return right < 10 || refused < 10 }
	for begun := time.Now(); (time.Since(begun) < limit || few() && time.Since(begun) < time.Minute) && !t.Failed(); {
		o := play.Options{Seed: uint64(right)}
		must.Do(t, copied.PlayAll(1, o))
		must.Do(t, copied.Update(0.3))
		err := mapped.PlayAll(1, o)
		if err == nil {
			err = mapped.Update(0.3)
		}
		switch {
		case errors.Is(err, archive.ErrChanged) || errors.Is(err, archive.ErrTruncated):
			if refused++; right == 0 && refused%20 == 0 {
				longest.Store(min(2*longest.Load(), 2e6))
			}
		case err != nil:
			t.Error(err)
		case !slices.Equal(mapped.Palettes(), copied.Palettes()):
			t.Error("wrong palettes and no error")
		default:
			right++
		}
	}
	stop.Store(true)
	must.Do(t, <-failed)
	t.Logf("%d cuts: %d updates are right, %d refused", cuts, right, refused)
	if few() {
		t.Error("they are too few")
	}
}
